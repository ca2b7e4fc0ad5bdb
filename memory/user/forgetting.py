"""Whether a sentence asks that something remembered is forgotten, and whether it asks for good, in both languages.

An order or a polite question, and no story, no report, no question of ability: "can you forget my job?" asks for it,
"can you forget things?" and "I never asked you to forget my job" do not. 删掉 and "delete" are also said of files.
"""

import re
from itertools import islice

from memory.language.kin import KIN_EN, KIN_ZH
from memory.language.text import Span
from memory.user.corrections import reminds, without_kept
from memory.user.slots import slots

MAX_VERBS = 8
"""How many verbs of one sentence are looked at; one with more of them is no order."""
_FORGET = re.compile(
    r"(?<!(?<![把帮给替])我)(?<![他她没又总老会许勿])(?<!差点)(?<!不要)(?<!(?<!能)不能)(?<![千万]别)(?<!别)(?<!是不是)(?<!怎么会)"
    r"(?:(?:忘了|忘掉|忘记|忘(?=吧|$)|(?:删|抹|清)(?:掉|除|了|去|干净)|去(?:掉|除)|移除|销毁|清空|撤回|作废"
    r"|当我没(?:说|提|讲)过?|就当没(?:说|听|提)过?|不算数了?|别留)"
    r"(?!带|拿|关[了灯门窗机电火水]|吃|买|做|写|去|回|锁|给|(?:和|跟|同)?你?(?:说|讲|提|告诉|问|介绍|补充)(?!过))"
    r"(?!(?:了|记)?(?:那些|这些|一切|所有|过去的?)*(?:时光|烦恼|密码|不愉快|不开心|伤心|悲伤|痛苦|烦心)))"
    r"|(?:不要|不用|别|唔好)再?(?:[记記]住|[记記]得|留着|存着|[记記]着|提(?!(?:[这那]件?事|[他她它])?了?\W*$)|保留|保存)了?(?=.*了|我)|(?:不用|别"
    r"|不要)(?:再)?[记記]了"
    r"|别(?:再(?:存|留|记)着?|(?:存|留|记)着)(?=了|我|吧|$|[，,。])|别(?:存|留|记)(?=了|我|吧)|不用[^，,。]{0,4}惦记着?了?"
    r"|(?<=能不能)不再?记(?:得|住)|(?<=可不可以)不再?记(?:得|住)|(?:不想|别)(?:让|要)?你(?:再)?(?:一直)?(?:留|记|存|保留|保存)着?"
    r"|\b(?:forget|forgetting|erase|erasing|delete|deleting|remove|removing|removed|wiping|dropping|scrubbing|scrub"
    r"|purge|purging|scrap|bin|wipe|drop|unlearn|discard|(?<=if you )forgot|scratch(?= (?:what|that about|everything|my))|clear(?= (?:everything|all|what|my|your memory))|get rid of|let go of|clear out)\b"
    r"(?! (?:me[- ]nots?\b|(?:about )?it\b(?! (?:from|for good|completely|entirely))|to\b|the (?:\w+ )?(?:row|column|line"
    r"|paragraph|file|word|comma|duplicate"
    r"|space|table|function|comment|background)))"
    r"|\b(?:forget|delete|erase|remove|drop) (?:about )?it\b(?=.*\byour memory\b)"
    r"|\b(?:don'?t|do not|rather (?:you )?(?:didn'?t|not)|stop|no longer|never mind)\b[^.!?]{0,24}"
    r"\b(?:hang(?:ing)? on to|hold(?:ing)? on to|keep(?:ing)? (?:that|my|the|what)|stor(?:e|ing) (?:that|my|the|what)"
    r"|remembering|remember\b(?=.*\bany ?more))\b"
    r"|\b(?:no longer|don'?t|do not) (?:want|need|wish) you (?:to )?(?:keep|hold|stor|sav|remember|know)\w*(?=.*\b(?:about|my|on|that i)\b)"
    r"|\bstrike (?:that|it|what)\b|\b(?:pretend|act like) i (?:never|didn'?t)\b"
    r"|\b(?:should|must|has to|needs? to) be gone\b",
    re.I,
)
_FORGET_IT = re.compile(r"\b(?:forget|delete|erase|remove|drop)(?:ting|ing)? (?:about )?(?:it|that|this|them)\b", re.I)
_DISCLOSED = re.compile(
    r"\b(?:mention(?:ed)?|told you|paste[d]?|shared?|what i said|gave you|typed|let slip|posted|confess(?:ed)?|you remember|you know)\b"
    r"|\bmy [\w' ]{2,40}(?: -|[—:,]) ?(?:please |just |kindly )*$"
    r"|告诉(?:过|了)?你|跟你(?:说|讲|聊)|提(?:到|过|了)|说(?:过|漏|多|了)|发(?:过|了)(?:给你)?",
    re.I,
)
_ONLY_IT = re.compile(
    r"\W*(?:(?:please|so|just|now|can you|could you|would you|kindly|i'd like you to|i want you to)\b\W*)*"
    r"(?:forget|delete|erase|remove|drop) (?:about )?(?:it|that|this|all of (?:it|that))\b(?:\W*(?:please|thanks|thank you|for good|permanently))*\W*$"
    r"|\W*(?:请|麻烦|帮我|你|都|就|把?[它他]们?|这些|那些|全|能不能|可以)*(?:忘|删)(?:了|掉|除|记)(?:它|吧|好吗|可以吗|吗|谢谢)*\W*$",
    re.I,
)
"""What "forget it" can point to; alone it only waves off."""
_FORGET_FOR_NOW = re.compile(
    r"(?:今天|今晚|这次|这回|先|暂时)[^，,。]{0,3}(?:忘|别管|不管)|\bforget\b[^,.!?]{0,40}\b(?:for (?:tonight"
    r"|today|now|this|once|the moment|a (?:moment|minute|second|sec|bit|while))"
    r"|tonight|today|right now)\b"
    r"|\bforget (?:about )?(?!(?:[^,.!?]*\b(?:i|my|me|you|memory)\b))[^,.!?]{2,40}, (?:help|let'?s|let me|tell|show"
    r"|give|play|what about|how about|just)\b",
    re.I,
)
"""What is only set aside: "forget jazz for tonight", "forget the bees, help me with the wasps"."""
_OF_MIND = re.compile(r"(?i)[忘当就别不唔]|forget|don|do not|rather|stop|no longer|never|strike|pretend|act")
"""Words said of nothing but a memory; 删, "delete" are said of anything."""
_IN_MEMORY = re.compile(
    r"(记忆|记住的|[这那]件事?|[这那]条|我[^，。]{0,12}(?:信息|资料|的事)|你(?:那|这)[儿里边]?|关于我|有关我"
    r"|告诉过?你|我(?:之前|以前|上[次回]|刚才)?(?:说|提|讲|聊)过?的?"
    r"|[\u4e00-\u9fff]那个(?=[都给全]?[删忘清去])|[\u4e00-\u9fff]{2,}的?(?:规则|要求|偏好)|(?:the|my"
    r"|that) [\w' -]{2,30} (?:rules?|preferences?|instructions?)\b|the (?:rule|preference|instruction"
    r"|note) (?:about|on|that|for)\b|关于.{1,12}的(?:记录|记忆|信息|内容|那条|事)"
    r"|\b(?:(?:delet"
    r"|eras|remov)\w+ that (?:i|my|we|our)|(?:your"
    r"|my) (?:notes|records|files|database|data|storage)"
    r"|your memor(?:y|ies)|from memory|memor(?:y|ies) (?:of|about|on)|notes? (?:on|about)|my (?:memory|profile)"
    r"|about me|on me|i (?:just )?(?:said"
    r"|told|mentioned)|told you|you(?:'ve| have)? (?:know|have|remember|saved"
    r"|stored|got)|(?:thing|stuff|bit|info\w*|details?|entry|record|part|facts?|bits)"
    r" (?:about|on|regarding|where i|that i|that says|which says))\b)",
    re.I,
)
"""What is remembered of the user, not what stands in a file."""
_IN_TEXT = re.compile(
    r"(段落|文档|文章|代码|表格|列表|文件|句子?|[第这那上下]一?段|章|页|邮件(?!地址)|草稿|脚本|简历|报告|名单|截图|幻灯片|网页|网站|帖子|视频|录音|合同|论文|通讯录|相册|朋友圈"
    r"|(?<!memory )(?<!your )\b(?:paragraphs?|sections?|documents?|essay|e-?mail draft|draft|sentences?|slides?|code(?!s)|file|table"
    r"|chapter|page|story|script|letter|cv|resume|text|article|spreadsheet|readme|contacts|account)\b"
    r"|从(?!你|[^，,。]{0,6}(?:记忆|数据|系统|脑|存储|档案|资料))[^，,。]{1,10}[里中上]|\bfrom (?-i:[A-Z])\w+"
    r"|\b(?:from|in|out of) (?:the|this|that|my|a|an|his|her|their) (?!(?:memory|database|storage|records?|notes?"
    r"|past|last|next)\b)\w+)",
    re.I,
)
_EMAIL = re.compile(r"(?<!my )(?<!address )(?<!our )\be-?mails?\b(?! address)", re.I)
_MINE = re.compile(r"((?:我|俺|咱)(?:的|个|家|份|[\u4e00-\u9fff]{2})|\b(?:my|our)\b)", re.I)
_PERSONAL = re.compile(
    r"(号码?(?!线)|电话|邮箱|微信|身份证|护照|驾照|银行|信用卡|银行卡|账单|社保|医保|病|住院|血型|健康|用药|诊断|手术|怀孕|感情"
    r"|恋爱|婚|宗教|信仰|政治|取向|爱好|口味|喜好|习惯|饮食|隐私|个人|财务|贷款|学历|成绩|行程|住址|体检|心理|名|公司"
    rf"|{KIN_ZH}|\b(?:{KIN_EN}|e-?mail|numbers?|details|address|phone|passport|licen[cs]e|bank|card|social security|ssn"
    r"|medical|health|illness|surgery|diagnosis|medications?|therapy|religion|faith|political|politics|sexuality"
    r"|orientation|hobb(?:y|ies)|habits?|personal|finances?|debts?|mortgage|credit score|blood type|birth|routine"
    r"|relationship|views|location|(?:first|middle|last|maiden) name)s?\b)",
    re.I,
)
"""Sides of a person beside those of `slots`, by which nobody names a file: "delete my bank details"."""
_HOW = re.compile(
    r"(怎么|如何|咋|怎样|为什么|为啥|会不会|是不是|有没有|^\W*(?:谁|哪[些个位])"
    r"|\bhow (?:do|can|to|could|would|should)\b)",
    re.I,
)
_TELLS = re.compile(
    r"^(?!.*(?:那|这)[条个])\W*(?:(?:我|他|她)[^，,。你您请]{0,8}(?:忘|删)(?![^，,。]*(?:吧|[吗么]|好不好|行不行))"
    r"|(?:i|he|she)\b[^，,。]{0,8}(?:forg[eo]t|deleted|removed))",
    re.I,
)
_CLAUSE = re.compile(r"[，,、：:。！!？?；;…—]|\.\s|\s-\s|\b(?:so|but|then)\b", re.I)
_ENGLISH_REPORT = re.compile(
    r"\b(?:not|\w+n't|dont|never|no need|nobody|without)\b[^,]*$"
    r"|\b(?:told|tells?|asks?|asked|begs?|begged|wants?|made|makes?|helps?|lets?|reminds?) (?!you\b)(?:[\w']+ ){1,3}(?:to )?$"
    r"|\bi (?:\w+ )?(?:asked|told) you (?:not )?to $|\bif (?:i|we|someone|somebody|people|users?)\b[^,]*$"
    r"|\b(?:i|we|people|users?|he|she|they|who)(?:'d|'ll|'m)? (?:(?:want|wish|need|try|trying|like|love|would|could|can|should"
    r"|must|might|may|will|have|had|going|prefer|really|just|always|often|sometimes|also|never) )*(?:to )?$"
    r"|\b(?:is|are|was|were|starting|started|starts?|begins?|began|keeps?|kept) (?:\w+ )?(?:to )?$"
    r"|(?<!you )(?<!possible )(?<!time )(?<!want )(?<!like )(?<!need )(?<!sure )\bto $"
    r"|^\W*(?:(?:and|so|ok|okay|hey|hi|also|well)\W+)*(?:(?:can|could|will|would|may|might)(?! (?:you|u|ya|we|i|it|this|that|my|the|please)\b)|why|when|who|where|which|how|whose|do(?! me\b)(?! please\b)|does|did|are"
    r"|was|were|has|have|should|shall|am|can(?:'t)? i|could i|may i(?! ask)|what(?! (?:i|we|you|he|she)\b)"
    r"|is(?! it (?:possible|ok|okay|alright)| there (?:a|any|some) (?:way|chance)))\b",
    re.I,
)
"""What stands in a clause before the verb of a report, a refusal, or a question that is no polite order."""
_I_WANT_IT_GONE = re.compile(r"\bi(?:'d| would)? (?:want|like|wish|need|prefer) (?:\w+ )*$", re.I)
_CHINESE_REPORT = re.compile(
    r"(?:叫|让|劝|请求|要求|求|命令|骗)(?!你|您)[^，,。]{1,8}$|(?:如果|假如|要是|万一|假设)(?!可以|方便|能|不介意)[^，,。]*$"
    r"|(?:^|请|帮我|给我|替我|来)(?:写|编|画|讲|翻译|续写|唱|造)[^，,。]*$|提醒[^，,。]*$|(?:怕|担心|以为|觉得|感觉|发现|难道|居然|竟然)[^，,。]{0,4}$"
    r"|(?<!可以)[你您](?:到底|真的|还|也|究竟)?会[^，,。]*$|(?:^|[，,])(?:我|咱)(?:们)?(?:好像|已经|刚刚?|又|总是?|老是?|有时候?|经常)*(?:把|将)[^，,。]*$"
)
_OF_WHOMEVER = re.compile(
    r"^\W*(?!.{0,6}[你您我请把将]|能|可|是否)[\u4e00-\u9fffA-Za-z]{2,8}?(?:能|会|可以)[^，,。]{0,6}$"
)
"""银行能永久删除…吗 asks what a bank can do; 车牌号那条能删掉吗 names nothing after the verb."""
_NO_OBJECT = re.compile(r"[了掉吧吗么呢啊呀嘛]*\W*(?:$|[，,。！!？?])")
_FOR_GOOD = re.compile(
    r"(永久|永远|彻底|徹底|干净|不留(?:痕|底|备|任何)|不要留|不好留|一点不留|备份|留底|数据库|存储|服务器|销毁|抹除|根除|一劳永逸|不可恢复|不能恢复"
    r"|\b(?:permanent(?:ly)?|for good|forever|for ever|irreversibl[ey]|irrevocabl[ey]|once and for all|databases?|storage"
    r"|servers?|back-?ups?|purg(?:e|ed|ing)|without (?:a )?trace|(?:no|any|all) (?:trace|cop(?:y|ies))s?|hard[- ]delete"
    r"|completely|entirely|destroy)\b)",
    re.I,
)


def asked_to_forget(said: str) -> Span | None:
    """Return where the sentence asks that something remembered is forgotten: its verb; None when it does not.

    Args:
        said: one sentence, as `memory.language.text.even` makes it.
    """
    if _FORGET_FOR_NOW.search(said) or _TELLS.match(said):
        return None
    pointing = [
        match for match in islice(_FORGET_IT.finditer(said), MAX_VERBS) if _DISCLOSED.search(said, 0, match.start())
    ]
    verbs = [*islice(_FORGET.finditer(said), MAX_VERBS), *pointing]
    asked = next((verb for verb in verbs if _is_asked(said, verb)), None)
    return asked.span() if asked and not reminds(without_kept(said)) else None


def points_back(before: str, said: str) -> bool:
    """Whether the sentence asks that what the one before it tells is forgotten: "I mentioned my job. Please forget it."

    Args:
        before: the sentence before.
        said: the sentence, both as `memory.language.text.even` makes them.
    """
    return bool(_ONLY_IT.match(said) and _DISCLOSED.search(before) and not before.rstrip().endswith(("?", "？")))


def for_good(said: str) -> bool:
    """Whether a forget is meant for good: with a word of permanence (永久, "for good") or of the storage."""
    return bool(_FOR_GOOD.search(said))


def _is_asked(said: str, verb: re.Match[str]) -> bool:
    marks = [mark.end() for mark in _CLAUSE.finditer(said, 0, verb.start())]
    before = said[marks[-1] if marks else 0 : verb.start()]
    ends = _CLAUSE.search(said, verb.end())
    after = said[verb.end() : ends.end() if ends else len(said)]
    if _HOW.search(before) or _HOW.search(after) or _CHINESE_REPORT.search(before):
        return False
    refused = re.match(r"(?i)don|do not|rather|no longer|never", verb.group())
    if (
        not refused
        and _ENGLISH_REPORT.search(before)
        and not (_I_WANT_IT_GONE.search(before) and _IN_MEMORY.search(said))
    ):
        return False
    if _OF_WHOMEVER.match(before) and not _NO_OBJECT.match(after):
        return False
    if _ability(before, after):
        return False
    kept = re.search(r"(?i)(?:keep|stor|hold|hang).* my\b", verb.group())  # eggs are stored too
    return bool(_OF_MIND.match(verb.group()) and not kept) or _of_memory(said)


def _ability(before: str, after: str) -> bool:
    """Whether it asks what the assistant can do at all: 你能忘掉东西吗, "can you forget things?"."""
    can = re.search(r"[你您]?(?:能|可以|会|能够)\W*$|\b(?:can|could|do|are) you (?:\w+ ){0,3}$", before, re.I)
    whatever = re.match(r"(?:任何)?(?:东西|事情?|内容|信息|记忆)(?:了)?(?:吗|么|嘛)?\W*$", after) or re.match(
        r" (?:things?|stuff|anything|something|memories|information|data|conversations|what (?:people|users) \w+)"
        r"(?: (?:on request|on command|at all|too|if i ask))?\W*$",
        after,
        re.I,
    )
    return bool(can and whatever)


def _of_memory(said: str) -> bool:
    """Whether what is to go is remembered, and stands in no text or file."""
    if _IN_TEXT.search(said) or _EMAIL.search(said):
        return False
    return bool(_IN_MEMORY.search(said) or (_MINE.search(said) and (slots(said) or _PERSONAL.search(said))))
