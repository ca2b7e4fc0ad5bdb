"""Of whom a clause speaks, to whom, and whether for good, in both languages.

Each function answers one question about a piece of the user's text, given as a span of it.
"""

import re

from memory.language.people import opens_with_family
from memory.language.text import Span, clauses, sentences

_LASTING = re.compile(
    r"(以后|今后|往后|从今|从现在|(?:今天|明天|下[个周星期]*|这[个周星期]*)(?:开始|起)|每次|每回|一律|永远|总是|一直"
    r"|叫我|称呼我"
    r"|别再|不要再|不用再|别老|始终|凡是|但凡|固定这么|只要.{1,12}就"
    r"|\b(?:from now on|going forward|from \w+ on|starting \w+|always|never|ever|every (?:single )?time"
    r"|each time|any ?time|(?:before|after|in|on|for|with) every"
    r"|whenever|in (?:the )?future|for good|call me|address me|by default|no more|anymore|any more)\b)",
    re.I,
)
_ORDER = re.compile(
    r"(别|不要|不用|不必|请|必须|务必|记住"
    r"|\b(?:please|don'?t|do not|stop|remember|make sure|must|avoid|keep in mind)\b)",
    re.I,
)
_HOW_TO_TALK = re.compile(
    r"((?:跟|和|同|对)我(?:说|讲|聊|沟通)|回[答复]?我|给我回|你的?(?:说话|讲话|发消息|回消息|回[答复])"
    r"|\b(?:when(?:ever)? (?:you |u )?(?:answer|reply"
    r"|respond|talk|explain)\w*|talk(?:ing)? to me|your (?:answers|replies|responses)"
    r"|be (?:\w+ )?(?:blunt|honest|direct|gentle|brief|patient|formal|informal|casual|concise) with me"
    r"|(?:everything|anything|all) (?:that )?you (?:write|say|send|tell)|(?:for|in) everything|whatever i (?:ask|say)"
    r"|only (?:ever )?(?:reply|answer|respond|write|speak)|(?:reply|answer|respond|write|speak)\b[^.!?]{0,20}\bonly\b"
    r"|(?:if|when|any ?time) i (?:paste|send|ask|share|post|upload)|my pronouns|calls? me|^\W*prefer)\b)",
    re.I,
)
_ADDRESSED = re.compile(r"(别|不要|请|记住|\b(?:please|don'?t|do not|stop|make sure|avoid|keep in mind)\b)", re.I)
_MANNER = re.compile(
    r"(尽量|注意|避开|避免|留意|控制|优先|多[用讲说给]|少[用讲说给]|一[点些]|[短快慢直正].{0,2}些|直说|短句|分行"
    r"|以内|只[排用给推看要]|要[^，。]{1,6}(?:些|一?点)(?=$|[，。])"
    r"|都?用[\u4e00-\u9fffA-Z]|从.{1,8}开始|\b(?:must|should|keep|avoid|prefer|only|less|more|short|simple|plain"
    r"|in (?-i:[A-Z])\w+)\b)",
    re.I,
)
_OF_ONESELF = re.compile(
    r"(?:我|咱|俺)[^，,。]{0,8}(?:是|有|在|住|对|不|没|喜欢|讨厌|怕|过敏|伤|花|跑|做|开|带|养|教|读|弱)"
    r"|[做吃喝跑跳走坐弯看听蹲][^，。]{0,4}不了|不能(?:吃|喝|久|跑)"
    r"|\b(?:i'?m|i am|i have|i've|i can'?t|i don'?t|i work|i live|my [\w ]{2,24} (?:is|are|has|isn'?t|doesn'?t"
    r"|can'?t))\b",
    re.I,
)
_ONE_PIECE = re.compile(
    r"(?:这|那|下面|上面|以下|以上|此)的?一?[封篇段份版张道首句条次章页幅]|这个(?:函数|方案|标题|图|表|回答|答案"
    r"|句子|故事|题"
    r"|文案|段落|按钮|页面|脚本|报告)|今天|这次|本次"
    r"|\b(?:this|that|the above|the following) (?:\w+ )?(?:one|time|e-?mail|letter|essay|article|paragraph|sentence"
    r"|function|poem|story|text|summary|reply|answer|draft|slides?|deck|version|code|snippet|list|table|image|picture"
    r"|question|message|post|tweet|caption|report|translation)\b",
    re.I,
)
"""One text, picture or answer: what is asked of it is asked once."""
_TO_ASSISTANT = re.compile(
    r"(你|您|给我|帮我|回答|回复|解释|推荐|写|说|讲|用|列|先|\b(?:you|your|me|answer|reply|explain|suggest"
    r"|recommend|give|show|write|use|include|tell)\b)",
    re.I,
)
_PROCEDURE = re.compile(
    r"(规矩|原则|规定|流程|惯例|都用|统一|一律|每[个]?(?:[天月年次]|周|星期|季度)|先.{1,12}再"
    r"|之前[，,]?(?:请)?(?:一定)?(?:要)?先|[写做发提改回画翻讲说聊推荐排订查算教出介绍]\S{0,8}(?:时(?!间|差)"
    r"|的时候)|如果(?:要|我)"
    r"|(?<!请)(?:要|必须|得|应该?)先|[\u4e00-\u9fff]前[，,]?(?:要|必须|得)"
    r"|\b(?:if|when(?:ever)?) (?:you|i) \w+|\b(?:every|each) (?:day|week|month|friday|monday|tuesday|wednesday"
    r"|thursday|time)\b"
    r"|\b(?:must|has to|have to|needs? to) (?:be|go|get)\b"
    r"|\bbefore (?:you |we |i )?\w+[^.!?]{0,60}\b(?:check|ask|confirm|tell|show|run|let me)\b"
    r"|\b(?:check|ask|confirm|tell|show|run it)\b[^.!?]{0,30}\bbefore\b|(?:给|帮|替|跟"
    r"|对)我[\u4e00-\u9fff]{1,6}(?:要|得|应该)|\b(?:policy|convention|rule) (?:is|of ours)\b"
    r"|(?:^|[,.;] )\W*(?:so |and |also )*(?!(?:the|this|that|it|these|those|my)\b)[\w ]{2,30}s(?: (?:for"
    r"|to) me)? (?:must|should"
    r"|have to|need to)\b"
    r"|^\W*(?:our |the |my )?[\w ]{3,30}?s? (?:go|goes|happens?|are|is|runs?|ships?"
    r"|takes? place) (?:out )?on \w+days?\b"
    r"|用的是|我们?(?:都|只|一直|就|主要|统一)?用(?=[\u4e00-\u9fffA-Za-z]))",
    re.I,
)
_OWN_HABIT = re.compile(
    r"(?:一律|从来?|一直|永远|总是)(?:都|就)?(?:不|只)(?:看|吃|喝|碰|玩|听|穿|买|坐|去|熬夜)"
)  # 恐怖片一律不看
_REMEMBER = re.compile(
    r"(记住|记一下|记下|记牢|(?:别|不要|不许)忘[了记](?=我|俺|咱)|牢记|记好|记着|供.{0,4}参考"
    r"|\b(?:remember(?:ing)?|don'?t forget|note|keep(?:ing)? (?:\w+ )?in mind|for (?:future )?reference"
    r"|for the record)\b)",
    re.I,
)
_SELF = re.compile(
    r"^\W*(?:其实|平时|一般|通常|\w+ly |btw |also |and )?(?:我|咱|俺|本人|i\b|i'|im\b|ive\b|we\b"
    r"|my\b)",
    re.I,
)
_FIRST_PERSON = re.compile(
    r"(我|咱|俺|本人|老子|阿拉(?!伯|斯)|\b(?:i|i'[a-z]+|im|ive|my|me|mine|myself|we"
    r"|we'[a-z]+|our|us)\b)",
    re.I,
)
_TIME_ZH = (
    r"(?:以前|从前|现在|目前|如今|平时|一直|晚上|早上|从小|已经|早就|刚刚?|最近|经常|偶尔|每[天周月年]|周末"
    r"|[\d一二三四五六七八九十两半]{1,4}[年个月天周]+[前来]?|去年|前年|今年|上个?月"
    r"|[\d一二三四五六七八九十]{1,4}[点岁])"
)
_ADVERB_ZH = r"(?:也|都|还|就|又|才|全|只|不|没|最|特别|很|常|在|正在|主要|基本|自己|一般|通常|其实|真的?|再也|从来?)"
_SUBJECTLESS = re.compile(
    # What a speaker says of themselves without naming themselves.
    r"(喜欢|讨厌|爱吃|爱喝|爱看|最爱|不吃|不喝|不碰|过敏|不耐受|受不了|吃不|喝不|看不|听不|用不惯|习惯|偏好|从不"
    r"|从来不"
    r"|一般都|平时|选|[点钟半][之以]?[前后](?:不|只|都|才)|\b[\w+-]{1,20} over [\w+-]|\w > \w|坐标"
    r"|\d{4}\s?年.{0,14}(?:生的|出生)|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]"
    r"|在.{1,8}(工作|上班|读书|上学)|改[到成为在][^，。]{1,12}了|^\W*从[\u4e00-\u9fffA-Za-z]{1,8}(?:离职|辞职"
    r"|毕业|退休|搬)|(?:例会|站会|组会|值班|晨跑"
    r"|夜跑)[^，。]{0,6}[改在是][^，。]{0,8}[周点]|^\W*(老家|家里|家住|现居|人在|职业|专业|读[博研]|备考|女儿"
    r"|儿子|老公"
    r"|老婆|爸|妈)|人[，,。]|[0-9０-９]后)"
    rf"|^\W*(?:{_TIME_ZH}|{_ADVERB_ZH})*(?:开始|改|全|想|打算|准备|计划|刚|又)*(?:领养|收养|添|用|换|学|养|住|搬"
    rf"|买|玩|写|教|带|开|读|当|管|考|戒|辞"
    rf"|离|结婚|毕业|怀孕|做|转行|改行|送|入职|跳槽|退休|当上|成为|成了|升|练|打|弹|跑|骑|听|看|吃|喝|睡|起床|信"
    rf"|攒|租"
    rf"|有[一两三四五]?个?)"
    r"|^\W*(?:(?:btw|also|and|honestly|really|just|personally|so)\W+)*"
    r"(?:been|got|had|have|retired|former|ex-|single (?:mom|mum|dad|parent)|(?:mother|father|mom|dad) of"
    r"|colou?r-?blind|left-handed|diabetic|coeliac|celiac|lactose|deaf|blind|dyslexic|moved|started|quit"
    r"|allergic|bought|sold|adopted|joined|switched|passed|finished|enrolled|signed up|trying|used to|grew up"
    r"|raised|can'?t|cannot|don'?t|hate|love|like|prefer|allergic|vegan"
    r"|vegetarian|never|always|no|born|based|live"
    r"|living|work|working|name(?:'s| is)|big fan|not a fan|(?:\w+ ){0,3}here\b)\b",
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
_POINTS_BACK = re.compile(r"\W*(它|这|那|其中|\b(?:it|it's|this|that|that's|they|which|who)\b)", re.I)


def of_oneself(text: str, span: Span) -> bool:
    """Whether the sentence around `span` can be about the speaker: 我, "my", or a predicate without a subject.

    菠菜含铁高 is about the world. What the user asked to be remembered need not be about them.
    """
    start, end = sentence_of(text, span)
    said = text[start:end]
    parts = [text[slice(*c)] for c in clauses(text) if start <= c[0] and c[1] <= end]
    stated = any(p.search(said) for p in (_FIRST_PERSON, _LASTING, _ORDER, _AFFAIR))
    return stated or any(_SUBJECTLESS.search(part) or opens_with_family(part) for part in parts)


def compares(clause: str) -> bool:
    """Whether the clause says of two things in the world which is more: Rust 比 C++ 安全, "Go is faster than Ruby"."""
    return bool(_COMPARES.search(clause))


def stands_alone(text: str, span: Span) -> bool:
    """Whether the sentence can be understood by itself: it is of the speaker and points to nothing before it."""
    return of_oneself(text, span) and not _POINTS.search(text[slice(*span)])


def is_rule(text: str, span: Span) -> bool:
    """Whether the clause is addressed to the assistant: 以后…, "never …", 别…; not "I never …"."""
    clause = text[span[0] : span[1]]
    if _OWN_HABIT.search(clause):
        return False
    marked = _LASTING.search(clause) or _ORDER.search(clause)
    if marked is None or _FIRST_PERSON.search(clause[: marked.start()]):
        return False
    # "window seat, every single time" is no order; "every time you answer, …" is.
    return bool(_ADDRESSED.search(clause) or not clause[: marked.start()].strip() or _TO_ASSISTANT.search(clause))


def lasts(text: str, span: Span) -> bool:
    """Whether the sentence asks for something for good, and not just now: 以后, always, 别, "I prefer"."""
    start, end = sentence_of(text, span)
    said = text[start:end]
    wish = _FIRST_PERSON.search(said) and re.search(
        r"喜欢|偏好|习惯|希望|讨厌|受不了|不想|想要|更愿意|一般|通常|平时"
        r"|\b(?:prefer|like|love|hate|rather|usually|want|need|can'?t stand|dislike|tend to|(?:work|learn) best)\b",
        said,
        re.I,
    )
    clause = text[span[0] : span[1]]
    own = _SELF.match(clause)  # a statement, not a request
    if any(pattern.search(said) for pattern in (_LASTING, _PROCEDURE, _REMEMBER)) or wish or own:
        return True
    manner = _HOW_TO_TALK.search(said) or forbids(clause) or _so_for_me(text, (start, end), span)
    return bool(manner) and not _ONE_PIECE.search(clause)


def forbids(clause: str) -> bool:
    """Whether the clause asks for something not to be done: 别…, "don't …"."""
    return bool(re.search(r"(别|不要|不用)(?!客气)|\b(?:don'?t|do not|stop|avoid|no)\b", clause, re.I))


def _so_for_me(text: str, sentence: Span, span: Span) -> bool:
    """Whether something is to be done in some way because of what the user is: 我眼睛老花，回答分行."""
    beside = [text[slice(*c)] for c in clauses(text) if sentence[0] <= c[0] < sentence[1]]
    return bool(_MANNER.search(text[slice(*span)])) and any(map(_OF_ONESELF.search, beside))


def lasts_by_word(clause: str) -> bool:
    """Whether a word in the clause says that it holds for good: 以后, 每次, "from now on", "always"."""
    return bool(_LASTING.search(clause))


def how_to_talk(text: str) -> bool:
    """Whether `text` speaks of how the assistant is to answer, in general: 你回我消息…, "your replies"."""
    return bool(_HOW_TO_TALK.search(text))


def remembers(text: str, span: Span) -> bool:
    """Whether the sentence expressly asks for something to be remembered."""
    start, end = sentence_of(text, span)
    return bool(_REMEMBER.search(text[start:end]))


def is_procedure(text: str) -> bool:
    """Whether `text` says how something is always done: 提交前要先跑测试, 写代码时变量名用下划线风格."""
    return bool(_PROCEDURE.search(text))


def with_subject(text: str, span: Span) -> Span:
    """Return `span` grown back to the clause of its sentence that names the speaker, if it names none itself.

    平时主要写 Go says nothing alone; 我在做后端，平时主要写 Go does.
    """
    clause = text[span[0] : span[1]]
    if _FIRST_PERSON.search(clause) and not _POINTS_BACK.match(clause):
        return span
    sentence = sentence_of(text, span)
    before = [c for c in clauses(text) if sentence[0] <= c[0] < span[0] and _FIRST_PERSON.search(text[c[0] : c[1]])]
    return (before[-1][0], span[1]) if before else span


def widen(text: str, span: Span) -> Span:
    """Return `span` grown to whole clauses, so that no negation before it and no name in it is cut off."""
    touched = [c for c in clauses(text) if c[0] < span[1] and span[0] < c[1]]
    return (min(span[0], touched[0][0]), max(span[1], touched[-1][1])) if touched else span


def same_sentence(text: str, first: Span, second: Span) -> bool:
    """Whether both spans stand in one sentence."""
    return sentence_of(text, first) == sentence_of(text, second)


def sentence_of(text: str, span: Span) -> Span:
    """Return the sentence, or sentences, that `span` lies in."""
    around = [s for s in sentences(text) if s[0] < span[1] and span[0] < s[1]]
    return (around[0][0], around[-1][1]) if around else span
