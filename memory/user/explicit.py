"""What the user expressly asks of memory: to remember, to forget, to keep something out of it (case B12).

By rule, in both languages and in polite, indirect and negated forms, since nobody has to guess whether it
is wanted: the model is not asked. "记得…吗？" is a question, "我忘了带伞" tells, "remember to …" is for now.
"""

import re
from dataclasses import dataclass
from typing import Literal

from memory.language.quotation import quoted
from memory.language.text import Span, even, sentences
from memory.user.corrections import reminds, without_kept
from memory.user.off_record import off_record
from memory.user.slots import slots

_REMEMBER = re.compile(
    r"(?:(?<![我没不别])(?:(?:请|麻烦|劳烦|帮我|帮忙|替我|给我|你|您|可以|能不能|能否|能|可不可以|好好|务必"
    r"|一定要?|要|先|也)*"
    r"(?:记住|[记記]低|记一下|记一记|记下来?|记着|记好|牢牢记住|牢记|记牢|备注一?下?|备个注|存一下|存下来"
    r"|保存一下|做个记录"
    r"|记(?=[：:]))(?!了吗|没|是|的)"
    r"(?:哈|啊|哦|喔|一下|了)?)|(?:别|不要)忘(?:了|记)(?=.{0,4}(?:我|咱|俺|家))|都?记得(?=叫我|[，,：:]?\s?我(?!上次"
    r"|们?说过|之前|昨天))"
    r"|供.{0,4}参考|^\W*(?:备忘|备注|记一笔)\s*[:：]"
    r"|(?<!\bi )(?<!\bwe )(?<!\bi'll )"
    r"\b(?:remember(?:ing)?(?= that\b|\s*[:,]|\s*[-–—]| (?:i|i'm|i've|my|we|our|this|these"
    r"|the following)\b| to (?:always|never)\b)(?! (?:when|how|what|which|the time))"
    r"|(?:please |and |can you |could you |also |just )?note (?:that|down)\b|(?:make"
    r"|take) (?:a )?(?:\w+ )?note\b|note to (?:self|keep)|note\s*:"
    r"|keep(?:ing)? (?:\w+ ){0,3}in mind|for (?:future |your )?reference|for the record|bear in mind"
    r"|don'?t (?:let me |ever |you )?forget (?:that )?(?=(?:i|i'm|i've|my|we|our)\b)|(?:save|store|jot"
    r"|write) (?:this|that|it|down)\b(?=[^?]*:|[^?]*\b(?:i|my)\b)"
    r"|put (?:this|that|it) (?:in|into|on) (?:your )?(?:memory|record)))",
    re.I,
)
_IN_MEMORY = re.compile(
    r"(记忆|记住的|[这那]件事?|[这那]条|我[^，。]{0,12}(?:信息|资料|的事)|你(?:那|这)[儿里边]?|关于我|有关我"
    r"|告诉过?你|我(?:之前|以前|上[次回]|刚才)?(?:说|提|讲|聊)过?的?"
    r"|[\u4e00-\u9fff]那个(?=[都给全]?[删忘清去])|[\u4e00-\u9fff]{2,}的?(?:规则|要求|偏好)|(?:the|my"
    r"|that) [\w' -]{2,30} (?:rules?|preferences?|instructions?)\b|the (?:rule|preference|instruction"
    r"|note) (?:about|on|that|for)\b|关于.{1,12}的(?:记录|记忆|信息|内容|那条|事)"
    r"|\b(?:(?:delet"
    r"|eras|remov)\w+ that (?:i|my|we|our)|(?:your"
    r"|my) (?:notes|records|files|database|data)"
    r"|your memory|from memory|notes? (?:on|about)|my (?:memory|profile)|about me|on me|i (?:just )?(?:said"
    r"|told|mentioned)|told you|you(?:'ve| have)? (?:know|have|remember|saved"
    r"|stored|got)|(?:thing|stuff|bit|info\w*|details?|entry|record|part|facts?|bits)"
    r" (?:about|on|regarding|where i|that i|that says|which says))\b)",
    re.I,
)
"""What is remembered of the user, not what stands in a file."""
_IN_TEXT = re.compile(
    r"(段落|文档|文章|代码|表格|列表|文件|句子?|[第这那上下]一?段|章|页|邮件|草稿|脚本"
    r"|\b(?:paragraphs?|sections?|documents?|essay|e-?mail|draft|sentences?|slides?|code|file|table|chapter|page"
    r"|story"
    r"|script|letter|cv|resume|text|article|spreadsheet|readme)\b)",
    re.I,
)
_MINE = re.compile(r"(我的|俺的|咱的|\b(?:my|our)\b)", re.I)
_HOW = re.compile(r"(怎么|如何|咋|怎样|\bhow (?:do|can|to|could|would|should)\b)", re.I)
_FORGET = re.compile(
    r"(?<!(?<![把帮给替])我)(?<![他她没又总老会许勿])(?<!差点)(?<!不要)(?<!(?<!能)不能)(?<![千万]别)(?<!别)(?<!是不是)(?<!怎么会)"
    r"(?:(?:忘了|忘掉|忘记|忘(?=吧|$)|(?:删|抹|清|去)(?:掉|除|了)|移除|清空|撤回|作废|当我没(?:说|提|讲)过?"
    r"|就当没(?:说|听|提)过?|不算数了?|别留)(?!带|拿|关[了灯门窗机电火水]|吃|买|做|写|去|回|锁|给)(?!时光|烦恼|密码))"
    r"|(?:不要|不用|别|唔好)再?(?:[记記]住|[记記]得|留着|存着|[记記]着|提|保留|保存)了?(?=.*了|我)|(?:不用|别"
    r"|不要)(?:再)?[记記]了"
    r"|别再?(?:存|留|记)着?(?=了|我|吧|$|[，,。])|不用[^，,。]{0,4}惦记着?了?"
    r"|(?:不想|别)(?:让|要)?你(?:再)?(?:一直)?(?:留|记|存|保留|保存)着?"
    r"|\b(?:forget|forgetting|erase|erasing|delete|deleting|remove|removing|wiping|dropping|scrubbing|scrub"
    r"|scrap|bin|wipe|drop|unlearn|discard|get rid of|clear out)\b"
    r"(?! (?:(?:about )?it\b(?! (?:from|for good|completely|entirely))|to\b|the (?:\w+ )?(?:row|column|line"
    r"|paragraph|file|word|comma|duplicate"
    r"|space|table|function|comment|background)))"
    r"|\b(?:don'?t|do not|rather (?:you )?(?:didn'?t|not)|stop|no longer|never mind)\b[^.!?]{0,24}"
    r"\b(?:hang(?:ing)? on to|hold(?:ing)? on to|keep(?:ing)? (?:that|my|the|what)|stor(?:e|ing) (?:that|my|the|what)"
    r"|remembering|remember\b(?=.*\bany ?more))\b"
    r"|\bstrike (?:that|it|what)\b|\b(?:pretend|act like) i (?:never|didn'?t)\b",
    re.I,
)
_FORGET_FOR_NOW = re.compile(
    r"(?:今天|今晚|这次|这回|先|暂时)[^，,。]{0,3}(?:忘|别管|不管)|\bforget\b[^,.!?]{0,40}\b(?:for (?:tonight"
    r"|today|now|this|once|the moment)"
    r"|tonight|today|right now)\b"
    r"|\bforget (?:about )?(?!(?:[^,.!?]*\b(?:i|my|me|you|memory)\b))[^,.!?]{2,40}, (?:help|let'?s|tell|show"
    r"|give|play|what about|how about|just)\b",
    re.I,
)
"""What is only set aside: "forget jazz for tonight", "forget the bees, help me with the wasps"."""
_NO_ORDER = re.compile(
    r"((?:别|不要|不用|(?<!能)不能|没)再?(?:[记記]|把)|[记記]住(?:多少|什么|几|哪)|\b(?:can'?t|cannot|don'?t"
    r"|do not|never|couldn'?t|didn'?t|will you"
    r"|(?<!you )to) remember\b)",
    re.I,
)
_NOTHING = re.compile(
    r"(?i)(?:了|这一?[点条个句]|that|this|it|吗|好吗|一下)?\W*$|(?:(?:that|this|it) )?(?:for|next|later|as well"
    r"|too|please)\b(?! (?:me|my|i)\b)"
)
_LEADING = re.compile(r"(?:[\s，,：:、。.!！\-–—]|that\b|哈|啊|哦|一下|了)*", re.I)
_TRAILING = re.compile(
    r"(?:[\s，,：:、。.!！]|这[件个]?事情?|这一?[点条个]|请|麻烦|帮我|你|您|(?:please|can you|could you|so|and)\b)*$",
    re.I,
)
_OBJECT = re.compile(r"\W*(?:请|麻烦|劳烦|帮我|你|您)*(?:把|将)?\s*")
"""把…这件事记下来: what is to be remembered stands before the verb."""
MAX_TRAILING_CHARS = 40
_TELLS = re.compile(
    r"^(?!.*(?:那|这)[条个])\W*(?:我|他|她|i\b|he\b|she\b)[^，,。]{0,8}(?:忘|删|forg[eo]t"
    r"|deleted|removed)",
    re.I,
)
_RECOLLECTS = re.compile(
    r"(?<!帮我)(?<!给我)(?<!替我)(?<!请你)(?:还|都)?记(?:得|住|不记得)[^，,。]{0,40}(?:吗|么"
    r"|没有?|不)\s*[？?]?\W*$|你(?:还|都)?记(?:得|住了)"
)
_RECALLS = re.compile(
    r"\b(?:do|did|can|could|don'?t) you (?:still )?(?:remember|recall)\b|^\W*remember (?:when|how|what|which|where"
    r"|who|the time|our|that time)\b|\bremember\b[^.!]{0,200}\?$",
    re.I,
)
_THAT_I = re.compile(r"\b(?:that|please)\b.*\b(?:i|my)\b", re.I)

Kind = Literal["remember", "forget"]


@dataclass(frozen=True)
class Wish:
    """One sentence in which the user asks memory for something."""

    kind: Kind
    sentence: Span
    rest: Span
    """What of it is meant: of a remember what follows the words that ask, or stands before them; all of a forget."""


def wishes(text: str) -> list[Wish]:
    """Return the sentences of `text` that ask memory to keep or to drop something, in order."""
    kept_out = off_record(text)
    found = [wish for span in sentences(text) if (wish := _wish(text, span))]
    return [wish for wish in found if wish.kind == "forget" or not kept_out]


def _wish(text: str, span: Span) -> Wish | None:
    said = even(text[slice(*span)])
    if _recollects(said):
        return None
    forgets = None if _FORGET_FOR_NOW.search(said) else _FORGET.search(said)
    if forgets and quoted(text, (span[0] + forgets.start(), span[1])):
        return None  # 翻译：请忘掉桃子
    if forgets and _about_memory(forgets.group(), said) and not reminds(without_kept(said)) and not _TELLS.match(said):
        return Wish("forget", span, span)
    keeps = _REMEMBER.search(said)
    return _kept(text, span, keeps) if keeps and not _NO_ORDER.search(said) else None


def _kept(text: str, span: Span, keeps: re.Match[str]) -> Wish | None:
    """Return what is to be remembered: what follows, else what stands before, else the sentence before."""
    asked, end = span[0] + keeps.start(), span[0] + keeps.end()
    leading = _LEADING.match(text, end, span[1])
    start = leading.end() if leading else end
    if len(text[start : span[1]]) >= 2 and not _NOTHING.match(text, start, span[1]):
        return Wish("remember", span, (start, span[1]))
    before = _before(text, (span[0], asked))
    if re.search(r"\w{2}", text[slice(*before)]) and not _TELLS.match(even(text[slice(*before)])):
        return Wish("remember", span, before)
    earlier = [s for s in sentences(text) if s[1] <= span[0]]
    return Wish("remember", (earlier[-1][0], span[1]), earlier[-1]) if earlier else None


def _before(text: str, span: Span) -> Span:
    """Return `span` without the words that only lead over to "remember that"."""
    start = max(span[0], span[1] - MAX_TRAILING_CHARS)
    trailing = _TRAILING.search(text, start, span[1])
    end = trailing.start() if trailing else span[1]
    leading = _OBJECT.match(text, span[0], end)
    return (leading.end() if leading else span[0], end)


def _about_memory(word: str, said: str) -> bool:
    """Whether what is to go is remembered; 删掉 and "delete" are also said of a file, a list or a paragraph."""
    if _HOW.search(said):
        return False
    forgets = word[0] in "忘当就别不唔" or re.match(
        r"(?i)forget|don|rather|stop|no longer|never|strike|pretend|act", word
    )
    if forgets:
        return True
    return not _IN_TEXT.search(said) and bool(_IN_MEMORY.search(said) or (_MINE.search(said) and slots(said)))


def _recollects(said: str) -> bool:
    """Whether it asks what is remembered, or whether something is ("记得上次爬山吗？")."""
    return bool(_RECOLLECTS.search(said)) or bool(_RECALLS.search(said) and not _THAT_I.search(said))
