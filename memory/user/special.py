"""Health, belief, children: what a person may want kept, and what is kept only when they expressly ask.

The decisions, per kind:

* What a body or a faith does not take (allergies, intolerances, diets, disabilities to consider): stored, in
  any type. It is asked for to be safe, and recalled always.
* Illnesses, treatment, medication, pregnancy: stored as `recurring_constraint` or `stable_user_context`, where
  they bind advice; in another type only when the user expressly asks to remember.
* Mental illness, sexuality, sexually transmitted disease, faith, politics, origin, crime: only when the user
  expressly asks to remember.
* Children: age, name, tastes and what they cannot eat are stored. Where one is to be found (school, class, way,
  hours) never is.
* A user who says they are under 14: that statement is never stored (China's PIPL, article 28).
"""

import re

from memory.language.text import even
from memory.user.candidate import MemoryType

_ILLNESS = re.compile(
    r"(糖尿病|高血压|高血脂|心脏病|冠心病|癌|肿瘤|化疗|放疗|透析|哮喘|肝炎|肾病|痛风|甲亢|甲减|癫痫|中风|脑梗"
    r"|帕金森|红斑狼疮|脊柱炎|肺结核|贫血|怀孕|流产|不孕|手术|确诊|患有|患了|得了.{1,6}病|服用|吃.{0,4}药"
    r"|打.{0,4}针剂|胰岛素|病史"
    r"|\b(?:diabet\w+|hypertens\w+|cancer|tumou?r|chemo\w*|dialysis|asthma\w*|hepatitis|epilep\w+|stroke"
    r"|parkinson\w*|lupus|tubercul\w+|pregnan\w+|miscarr\w+|infertil\w+|surgery|diagnos\w+|medication|insulin"
    r"|warfarin|takes? \w+ for (?:my|his|her|their))\b)",
    re.I,
)
_INTIMATE = re.compile(
    r"(抑郁|焦虑症|双相|躁郁|精神分裂|强迫症|自杀|自残|厌食症|戒毒|吸毒|酗酒|艾滋|梅毒|性病|性取向|同性恋"
    r"|双性恋|跨性别|出柜|基督徒|信(?:佛|教(?!育)|基督|主(?!要)|道教|天主|伊斯兰)|佛教徒|穆斯林|天主教|党员|入党"
    r"|政见|投票给|(?:共和|民主|工|保守|国民|民进)党(?:的?(?:选民|支持者|成员))?|道士|和尚"
    r"|犯罪|坐过牢|前科|案底|被判"
    r"|\b(?:depress(?:ed|ion)|anxiety disorder|bipolar|schizophren\w+|ocd|suicid\w+|self-harm|anorexi\w+"
    r"|bulimi\w+|rehab|(?:drug|alcohol|gambling|opioid|heroin|cocaine)[- ]addict\w*|addicted to (?:drugs|alcohol"
    r"|gambling|heroin|cocaine|opioids|porn)|antidepressants?|been to prison|trans (?:wo)?man|alcoholi\w+"
    r"|syphilis|herpes|gay|lesbian|bisexual|transgender|queer"
    r"|christian|catholic|muslim|jewish|buddhist|hindu|atheist|sikhs?|jain|quaker|mormon|jehovah'?s witness"
    r"|in the (?-i:DUP|SNP|BJP|CDU|SPD|GOP|Labour|AfD)|c of e|church of england|anglican"
    r"|methodist|baptist|(?:goes?|going|went) to (?:mass|church|mosque|synagogue|temple)|democrats?|republicans?"
    r"|tory|tories|lib ?dems?|votes? (?:for |(?-i:[A-Z])\w+)|voted (?:for|(?-i:[A-Z]\w+))|(?-i:Labour|Conservative"
    r"|Green|Reform|BJP|Congress|SNP|UKIP|AfD|CDU|SPD) (?:voter|member|supporter|party)|(?:i'?m|i am"
    r"|user is) bi(?=\W*$|,| and)|(?:burglary|robbery|assault|fraud)(?= in \d| conviction)|(?:did|served"
    r"|doing) (?:\w+ )?(?:years?|months?|time) (?:for|in)|parole|convicted|felony"
    r"|criminal record|in prison)\b)",
    re.I,
)
_DIET = re.compile(r"(不吃|不喝|吃素|素食|清真|斋|忌|过敏|\b(?:kosher|halal|vegan|vegetarian|eat|allerg)\w*)", re.I)
_CHILD = re.compile(
    r"(女儿|儿子|孩子|小孩|娃|闺女|宝宝|老大|老二|外甥|侄|\b(?:son|daughter|kid|child|children|toddler|niece"
    r"|nephew|twins?)s?\b)",
    re.I,
)
_WHEREABOUTS = re.compile(
    r"((?:在|上|读|念|就读于?)[\u4e00-\u9fffA-Za-z]{2,12}(?:小学|中学|幼儿园|学校|国际学校|附小|附中)"
    r"|[一二三四五六七八九十\d]+年级?[（(]?\d*[）)]?班|放学|接送|上下学|校车|独自回家"
    r"|\b(?:goes to|attends?|at|enrolled (?:in|at)) [\w' .-]{2,40}(?:primary|school|kindergarten|preschool|daycare"
    r"|academy|elementary)\b|\b(?:walks? (?:home|to school)|in class \d\w|class \d\w|picked up from|(?:pick"
    r"|drop)(?:s|ped|ped|ing|ed)? (?:\w+ ){1,3}(?:up|off)|picks? up (?:their|my|his|her|the) (?:\w+ )?(?:son"
    r"|daughter|kid|child)\w*|school (?:finishes|ends|starts)|school bus"
    r"|after school)\b)",
    re.I,
)
_UNDER_14 = re.compile(
    r"(?:我|本人|用户)\s?(?:今年|才|刚|现在|已经|快)*(?:满)?\s?(?:[1-9]|1[0-3]|[一二三四五六七八九]"
    r"|十[一二三]?)\s?岁(?=了|啦|呢|[，,。！!；;]|\s*$)"
    r"|(?:我|用户)(?:现在|还|今年)?(?:在)?(?:上|读|念)(?:小学|初一|[一二三四五六]年级)(?!老师|教师|毕业|的?时候"
    r"|时|那)"
    r"|\b(?:i am|i'm|user is|i just turned|i turned) (?:only |just )?(?:[1-9]|1[0-3]|nine|ten|eleven|twelve|thirteen)"
    r"(?: years? old| yrs? old|(?=\s*(?:[,!]|\.(?!\d)|$|and\b)))|\b(?:i'm|i am"
    r"|user is) in (?:the )?(?:[1-7](?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh) grade\b",
    re.I,
)
_ABBREVIATED = re.compile(r"\b(?:HIV|AIDS|STDs?)\b(?!::)")
_BINDING: frozenset[MemoryType] = frozenset({"recurring_constraint", "stable_user_context"})


def withheld(type: MemoryType, text: str, *, asked: bool) -> bool:
    """Whether `text` may not be stored as a memory of this type.

    Args:
        type: of the memory.
        text: the memory, or the words it rests on.
        asked: the user expressly asked to remember it.
    """
    said = even(text)
    if _UNDER_14.search(said) or (_CHILD.search(said) and _WHEREABOUTS.search(said)):
        return True
    if asked:
        return False
    if (_INTIMATE.search(said) or _ABBREVIATED.search(said)) and not (
        type == "recurring_constraint" and _DIET.search(said)
    ):
        return True
    return bool(_ILLNESS.search(said)) and type not in _BINDING and not _DIET.search(said)
