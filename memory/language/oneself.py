"""Whether what is said is said of the speaker: 我, "my", a predicate without a subject, one's family or affairs."""

import re

from memory.language.clauses import FIRST_PERSON, sentence_of
from memory.language.continued import ages, goes_on_from, is_piece
from memory.language.kin import opens_with_family, relations
from memory.language.lasting import demands
from memory.language.text import Span, clauses, sentences

_TIME_ZH = (
    r"(?:以前|从前|现在|目前|如今|平时|一直|晚上|早上|从小|已经|早就|刚刚?|最近|经常|偶尔|每[天周月年]|周末"
    r"|[\d一二三四五六七八九十两半]{1,4}[年个月天周]+[前来]?|去年|前年|今年|[上下]个?(?:月|周|星期)"
    r"|[\d一二三四五六七八九十]{1,4}[点岁])"
)
_ADVERB_ZH = r"(?:也|都|还|就|又|才|全|只|不|没|最|特别|很|常|在|正在|主要|基本|自己|一般|通常|其实|真的?|再也|从来?)"
_SUBJECTLESS = re.compile(
    # What a speaker says of themselves without naming themselves.
    r"(喜欢|讨厌|爱吃|爱喝|爱看|最爱|不吃|不喝|不碰|过敏|不耐受|受不了|吃不|喝不|看不|听不|用不惯|习惯|偏好|从不"
    r"|从来不"
    r"|一般都|平时|选|[点钟半][之以]?[前后](?:不|只|都|才)|\b[\w+-]{1,20} over [\w+-]|\w > \w|坐标"
    r"|\d{4}\s?年.{0,14}(?:生的|出生)|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]"
    r"|在.{1,8}(工作|上班|读书|上学)|改[到成为在][^，。]{1,12}了"
    r"|^\W*[做跑开搞干卖养种修送][\u4e00-\u9fffA-Za-z]{1,8}的(?:$|[，。])"
    r"|^\W*(?:公司|日常|办公|家用|平常)(?:电脑|手机|开发|用)|^\W*(?:院子|阳台|家|店|宿舍|办公室)[里上]|(?:房租"
    r"|月租|租金|工资|月薪|学费|预算)[^，。]{0,6}\d"
    r"|^\W*从[\u4e00-\u9fffA-Za-z]{1,8}(?:离职|辞职"
    r"|毕业|退休|搬)|(?:例会|站会|组会|值班|晨跑"
    r"|夜跑)[^，。]{0,6}[改在是][^，。]{0,8}[周点]|^\W*(老家|家里|家住|现居|人在|职业|专业|读[博研]|备考|女儿"
    r"|儿子|老公"
    r"|老婆|爸|妈)|人[，,。]|[0-9０-９]后)"
    r"|家[里中](?:就|马上|快|又|刚|新)*[要会]?(?:来|添|多)了?[一两]?[只条个位]"
    r"|\bthere(?:'s| is| will be) an? (?:new )?[\w ]{2,20} (?:coming|on the way|joining us|moving in)\b"
    rf"|^\W*(?:是)?(?:{_TIME_ZH}|{_ADVERB_ZH})*(?:开始|改|全|想|打算|准备|计划|刚|又)*(?:领养|收养|捡|添|用|换|学|养|住|搬"
    rf"|买|玩|写|教|带|开|读|当|管|考|戒|辞"
    rf"|离|结婚|毕业|怀[孕上]|做|转行|改行|送|入职|跳槽|退休|当上|成为|成了|升|练|打|弹|跑|骑|听|看|吃|喝|睡|起床|信"
    rf"|攒|租|去(?=[\u4e00-\u9fff]{2})"
    rf"|有[一两三四五]?个?)"
    r"|^\W*(?:(?:btw|also|and|honestly|really|just|personally|so)\W+)*"
    r"(?:full[- ]time|part[- ]time|self-employed|full name|last name|surname|been|got|had|have|retired|former"
    r"|ex-|single (?:mom|mum|dad|parent)|(?:mother|father|mom|dad) of"
    r"|colou?r-?blind|left-handed|diabetic|coeliac|celiac|lactose|deaf|blind|dyslexic|moved|started|quit"
    r"|allergic|picked up|took up|back (?:on|to|in)|down to|gave up|giv(?:en|ing) up|swapped|traded|changed"
    r"|dropped|ditched|became|renamed|bought|sold|adopted|joined|switched|passed|finished|upgraded|enrolled"
    r"|signed up|trying|used to"
    r"|grew up"
    r"|raised|can'?t|cannot|don'?t|hate|love|like|prefer|allergic|vegan"
    r"|vegetarian|never|always|no(?= \w)|born|based|live"
    r"|living|work|working|name(?:'s| is)|big fan|not a fan|(?:[\w-]+ ){0,6}here\b|(?:first|second|third|fourth"
    r"|final|last|1st|2nd|3rd)[- ]year [\w ]*student)\b",
    re.I,
)
_AFFAIR = re.compile(
    r"(租约|租期|合同|协议|房租|工期|账期|保单|保险|签证|执照|护照|会员|订阅|域名|证书|项目|贷款|质保)"
    r"[^。！？]{0,40}?\d[^。！？]{0,40}?(到期|截止|交付|上线|续[期约费]|过期|失效|验收|还清)"
    r"|\b(leases?|contracts?|rent|polic(?:y|ies)|visas?|licen[cs]es?|passports?|subscriptions?|memberships?|domains?"
    r"|certificates?|projects?|loans?|warrant(?:y|ies))\b[^.!?]{0,60}?\b(ends?|expires?|is due|due|runs out"
    r"|renews?|ships?"
    r"|goes live)\b[^.!?]{0,60}?\d"
    r"|\b(?:bin day|class|shift|practice|rehearsal|training|lesson|stand-?up)s?\b[^.!?]{0,20}\b(?:is|are|moved?)\b"
    r"[^.!?]{0,12}\b\w+days?\b",
    re.I,
)
"""Nobody's but the speaker's, though none is named: 甲店租约 4 月 30 日到期."""
_COMPARES = re.compile(
    r"[\w+#\u4e00-\u9fff]{2,}\s?比\s?[\w+#\u4e00-\u9fff]{2,}?(?:更|还|要)?(?:快|慢|安全|轻|重|好|差|大|小|贵"
    r"|便宜|简单|复杂|稳定|成熟|强|弱)"
    r"|\b(?:is|are) (?:much |far |way )?(?:\w+er|more \w+|less \w+) than\b",
    re.I,
)
_POINTS = re.compile(
    r"(它|这[个些样种么]|那[个些样种么]|也是|还是|\b(?:it|it's|that|that's|this|these|those|them|they|too|again"
    r"|before|so)\b)",
    re.I,
)


_OF_SOMEBODY_BEFORE = re.compile(r"\W*(?:[他她]|(?:he|she|they|his|her|their)\b)", re.I)


def of_oneself(text: str, span: Span) -> bool:
    """Whether the sentence around `span` can be about the speaker: 我, "my", or a predicate without a subject.

    菠菜含铁高 is about the world. What the user asked to be remembered need not be about them.
    """
    start, end = sentence_of(text, span)
    if _OF_SOMEBODY_BEFORE.match(text[start:end]):  # My wife's name is Ifeoma. Her birthday is 9 May.
        before = [s for s in sentences(text) if s[1] <= start]
        start = before[-1][0] if before and relations(text[slice(*before[-1])]) else start
    earlier = goes_on_from(text, span)
    if is_piece(text[start:end]) or ages(text[start:end], earlier):  # I'm not vegan any more. So pescatarian.
        start = text.rfind(earlier, 0, start) if earlier else start
    said = text[start:end]
    parts = [text[slice(*c)] for c in clauses(text) if start <= c[0] and c[1] <= end]
    stated = bool(FIRST_PERSON.search(said) or _AFFAIR.search(said)) or demands(said)
    return stated or any(_SUBJECTLESS.search(part) or opens_with_family(part) for part in parts)


def compares(clause: str) -> bool:
    """Whether the clause says of two things in the world which is more: Rust 比 C++ 安全, "Go is faster than Ruby"."""
    return bool(_COMPARES.search(clause))


def stands_alone(text: str, span: Span) -> bool:
    """Whether the sentence can be understood by itself: it is of the speaker and points to nothing before it."""
    return of_oneself(text, span) and not _POINTS.search(text[slice(*span)])
