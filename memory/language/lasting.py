"""Whether what is asked of the assistant is asked for good, by how it is worded, in both languages."""

import re

from memory.language.clauses import FIRST_PERSON, sentence_of
from memory.language.text import Span, clauses, sentences

_DO_NOT = r"(?<![特区个级性分离告类辨])别(?![人的墅名])"
"""别 as an order, not in 特别 or 别人."""
_LASTING = re.compile(
    r"(以后|今后|往后|从今|从现在|任何|所有的?|之后[^，。]{0,12}都|(?:今天|明天|下[个周星期]*"
    r"|这[个周星期]*)(?:开始|起)|每次|每回|一律|永远|总是|一直"
    r"|叫我|称呼我"
    r"|别再|不要再|不用再|别老|始终|凡是|但凡|固定这么|只要.{1,12}就"
    r"|\b(?:from now on|going forward|from \w+ on|starting (?:from |on )?(?:today|tonight|tomorrow|now|this|next"
    r"|\w+day|january|february|march|april|may|june|july|august|september|october|november|december)|always|never"
    r"|ever|every (?:single )?time"
    r"|each time|any ?time|(?:before|after|in|on|for|with) every"
    r"|whenever|in (?:the )?future|for good|house rules|for (?:any|every|all) |call me|address me|by default"
    r"|no more|anymore|any more)\b)",
    re.I,
)
_ORDER = re.compile(
    rf"({_DO_NOT}|不要|不用|不必|请|必须|务必|记住"
    r"|\b(?:please|don'?t|do not|stop|remember|make sure|must|avoid|keep in mind)\b)",
    re.I,
)
_HOW_TO_TALK = re.compile(
    r"((?:跟|和|同|对)我(?:说|讲|聊|沟通)|你(?:讲|说|解释)(?:东西|题|话|代码|事)|(?:还是|改)[用说讲](?:回?简体"
    r"|繁体|中文|英文|英语|粤语|普通话|日文)|^\W*答案|回[答复]?我|给我回|你的?(?:说话"
    r"|讲话|发消息|回消息|回[答复])"
    r"|\b(?:when(?:ever)? (?:you |u )?(?:answer|reply"
    r"|respond|talk|explain)\w*|talk(?:ing)? to me|your (?:answers|replies|responses)"
    r"|^\W*be (?:blunt|honest|direct|brief|concise)|(?:emojis?|tables|lists|links|jokes) (?:is|are) (?:fine|ok"
    r"|okay|allowed)"
    r"|any [\w ]{2,20} (?:you|u) (?:give|make|send|write|suggest|recommend)|be (?:\w+ )?(?:blunt|honest|direct"
    r"|gentle|brief|patient|formal|informal|casual|concise) with me"
    r"|(?:everything|anything|all) (?:that )?you (?:write|say|send|tell)|(?:for|in|on) everything"
    r"|whatever i (?:ask|say)"
    r"|only (?:ever )?(?:reply|answer|respond|write|speak)|(?:reply|answer|respond|write|speak)\b[^.!?]{0,20}\bonly\b"
    r"|(?:if|when|any ?time) i (?:paste|send|ask|share|post|upload)|my pronouns|calls? me|^\W*prefer"
    r"|(?:keep|make|give(?: me)?|write|leave) (?:all )?(?:answers|replies|responses|explanations)"
    r"|(?:drop|skip|lose|ditch|cut|spare me|enough with|go easy on|leave out|without) (?:all )?(?:the "
    r"|your )?(?:\w+ )?(?:bullet"
    r"|bullets|lists?|tables?|headers?|headings|markdown|emojis?|smileys|exclamation|jargon|fluff|preamble|intros?"
    r"|introductions?|pep|small talk|disclaimers?|apolog(?:y|ies)|pleasantries|flattery|compliments|caveats|jokes"
    r"|lectures?)"
    r"|^\W*(?:(?:short|plain|simple|full) (?:answers|sentences|paragraphs|words|english|language)|bullet points"
    r"|spell (?:it|things|words|everything)))\b)",
    re.I,
)
_MEASURES = re.compile(
    r"(?:重量|温度|距离|长度|尺寸|价格|金额|日期|时间|单位|数字|拼写|术语|标点|引号|注释|变量名|提交信息|菜谱[^，。]{0,4}量)[^，。]{0,4}?(?:[用按以]|写成|换算成)"
    r"|\b(?:give|show|tell|put|write|quote|state|use) (?:me )?(?:all )?(?:weights|temperatures|heat|distances"
    r"|heights|lengths|measurements|sizes|prices|amounts|dates|times|units|numbers|speeds|quantities|spelling)\b"
    r"[^.!?]{0,12}? (?:in|as|with)\b",
    re.I,
)
"""How quantities of any kind are to be written: weights in stones, 日期用 ISO 格式."""
_OTHERWISE_NOW = re.compile(
    r"(?:期刊|杂志|公司|学校|老板|导师|客户|甲方|平台|项目|团队|换了|变了|现在|如今)[^。]*?"
    r"(?:全部?|都|统一)?(?:改成|换成|改用|换用|改回|换回)"
    r"|\b(?:new|different) (?:journal|publisher|company|team|client|boss|school|teacher|tutor|job|editor)\b"
    r"|\b(?:journal|publisher|company|team|client|boss|school|teacher|editor)s? (?:has |have )?(?:changed|switched)\b"
    r"|\b(?:changed|switched) (?:journals?|publishers?|compan(?:y|ies)|teams?|clients?|schools?|jobs?)\b",
    re.I,
)
"""Something of the user's has changed, and with it what is to be done."""
_SAID_BEFORE = re.compile(
    r"我(?:之前|以前|早就|早|上次|已经|都|跟你|是)*(?:讲|说|提|交代|强调)过"
    r"|\b(?:(?:like|as) i (?:said|told you|asked|mentioned)|i(?:'ve| have)? (?:already )?(?:told|asked) you"
    r"|(?:how many|a hundred|a thousand) times)\b",
    re.I,
)
"""What was asked for before is no request for now."""
_WISH = re.compile(
    r"用户(?:不想|不要|不愿意?|不希望|希望|要求|想要?)(?:再)?[^，。]{0,20}(?:建议|推荐|提醒|回答|解释|提问|劝|说教|听)"
    r"|\buser (?:wants?|does(?:n't| not) want|asks?|prefers?)\b[^.]{0,40}\b(?:advice|suggest\w*|recommend\w*|remind\w*"
    r"|answers?|tips|to be (?:told|asked|reminded|lectured)|to hear)\b",
    re.I,
)
_AND_ALWAYS = re.compile(
    r"\W*(?:and |that'?s |please |yes )?(?:always|every (?:single )?time|each time|from now on|going forward"
    r"|for good)\W*|\W*(?:请)?(?:以后|今后|每次|一直|永远)都?(?:这样|如此|这么来|要|是)?\W*",
    re.I,
)
"""A sentence that only says so of the one before it."""
_A_TEXT = re.compile(r"[把将]|[这那]些|帮我|下面|以下|上面")
_ADDRESSED = re.compile(
    rf"({_DO_NOT}|不要|请|记住|\b(?:please|don'?t|do not|stop|make sure|avoid|keep in mind)\b)", re.I
)
_MANNER = re.compile(
    r"(尽量|注意|避开|避免|留意|控制|优先|多[用讲说给]|少[用讲说给]|一[点些]|每一?[个次条]|[短快慢直正].{0,2}些"
    r"|直说|短句|分行"
    r"|以内|只[排用给推看要]|要[^，。]{1,6}(?:些|一?点)(?=$|[，。])"
    r"|都?用[\u4e00-\u9fffA-Z]|从.{1,8}开始|\b(?:must|should|keep|every|each|next to|avoid|prefer|only|less|more"
    r"|short|simple|plain"
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
    r"((?:周报|月报|日报|季报|会议纪要)[^，。]{0,4}(?:要|用|每|不|统一|控制|写)|规矩|原则|规定|流程|惯例|都用"
    r"|统一|一律|每[个]?(?:[天月年次]|周|星期|季度)|每一?[处条段句项步][^，。]{0,4}都|先.{1,12}再"
    r"|之前[，,]?(?:请)?(?:一定)?(?:要)?先|全都?用"
    r"|[写做发提改回画翻讲说聊推荐排订查算教出介绍解释答译练问]\S{0,8}(?:时(?!间|差)"
    r"|的时候)|如果(?:要|我)"
    r"|(?:^|所以|以后)[排写做订回画推荐安]{1,2}[\u4e00-\u9fff]{1,3}(?:请|别|不要)(?!帮|给)"
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
    r"|(?:^|, ?)\W*(?:(?:in|at|on) (?:(?:our|my|the) )?\w+,? )?(?:all|every) [\w ]{2,30}? (?:go|goes|are|is|must"
    r"|should|needs?) "
    r"|^\W*(?:back|switch(?:ed)?(?: back)?) to\b"
    r"|[改换]成[^，。]{1,10}了|用的是|我们?(?:都|只|一直|就|主要|统一)?用(?=[\u4e00-\u9fffA-Za-z]))",
    re.I,
)
_OWN_HABIT = re.compile(
    r"(?:一律|从来?|一直|永远|总是)(?:都|就)?(?:不|只)(?:看|吃|喝|碰|玩|听|穿|买|坐|去|熬夜)"
    r"|^\W*(?:don'?t|do not) (?:really )?(?:like|love|enjoy|want|need|care|eat|drink|play|watch|have)\b|(?:一直"
    r"|总是|始终)(?:在|是|都有|没|很)|(?:以后|今后)(?:都|就|再也)?不(?:养|买|去|吃|喝|玩|看|碰|写|做|学|穿|坐)[^，。你您]{0,10}了"
    r"|^\W*(?:以后|今后)(?:我|咱)?(?:就|都|全)?(?:主力|主要|主攻|专[攻做心]|转[做去到向]|改[做去]|只[做写跑吃])"
)  # 恐怖片一律不看, 一直在吃药, 以后不养多肉了
_REMEMBER = re.compile(
    r"(记住|记一下|记下|记牢|(?:别|不要|不许)忘[了记](?=我|俺|咱)|牢记|记好|记着|供.{0,4}参考"
    r"|\b(?:remember(?:ing)?|don'?t forget|note|keep(?:ing)? (?:\w+ )?in mind|for (?:future )?reference"
    r"|for the record)\b)",
    re.I,
)
_SELF = re.compile(
    r"^\W*(?:其实|平时|一般|通常|现在|目前|如今|\w+ly |btw |also |and |ok(?:ay)?,? )?(?:我|咱|俺|本人|i\b|i'"
    r"|im\b|ive\b|we\b"
    r"|my\b)",
    re.I,
)


def is_rule(text: str, span: Span) -> bool:
    """Whether the clause is addressed to the assistant: 以后…, "never …", 别…; not "I never …"."""
    clause = text[span[0] : span[1]]
    if _OWN_HABIT.search(clause):
        return False
    marked = _LASTING.search(clause) or _ORDER.search(clause)
    if marked is None or FIRST_PERSON.search(clause[: marked.start()]):
        return False
    # "window seat, every single time" is no order; "every time you answer, …" is.
    return bool(_ADDRESSED.search(clause) or not clause[: marked.start()].strip() or _TO_ASSISTANT.search(clause))


def lasts(text: str, span: Span) -> bool:
    """Whether the sentence asks for something for good, and not just now: 以后, always, 别, "I prefer"."""
    start, end = sentence_of(text, span)
    said = text[start:end]
    after = next((text[slice(*s)] for s in sentences(text) if s[0] >= end), "")
    wish = FIRST_PERSON.search(said) and re.search(
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
    kind = _MEASURES.search(clause) or _SAID_BEFORE.search(said) or _AND_ALWAYS.fullmatch(after)
    changed = _OTHERWISE_NOW.search(said) and not _A_TEXT.search(clause)
    return bool(manner or kind or changed) and not _ONE_PIECE.search(clause)


def forbids(clause: str) -> bool:
    """Whether the clause asks for something not to be done: 别…, "don't …"."""
    return bool(re.search(rf"({_DO_NOT}|不要|不用)(?!客气)|\b(?:don'?t|do not|stop|avoid|no)\b", clause, re.I))


def _so_for_me(text: str, sentence: Span, span: Span) -> bool:
    """Whether something is to be done in some way because of what the user is: 我眼睛老花，回答分行."""
    beside = [text[slice(*c)] for c in clauses(text) if sentence[0] <= c[0] < sentence[1]]
    return bool(_MANNER.search(text[slice(*span)])) and any(map(_OF_ONESELF.search, beside))


def of_one_text(clause: str) -> bool:
    """Whether the clause speaks of one text, picture or answer that is worked on."""
    return bool(_ONE_PIECE.search(clause) or _A_TEXT.search(clause))


def wishes(text: str) -> bool:
    """Whether a statement says what the user wants of the assistant: 用户不想听…的建议, "User wants no advice on …"."""
    return bool(_WISH.search(text))


def demands(text: str) -> bool:
    """Whether a word in `text` asks for something, now or for good: 以后, 别, "please", "never"."""
    return bool(_LASTING.search(text) or _ORDER.search(text))


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
