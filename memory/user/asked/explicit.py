"""What the user expressly asks of memory: to remember, to forget, to keep something out of it (case B12).

By rule, in both languages and in polite, indirect and negated forms, since nobody has to guess whether it
is wanted: the model is not asked. "记得…吗？" is a question, "我忘了带伞" tells, "remember to …" is for now.
"""

import re
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

from memory.language.quotation import quoted
from memory.language.text import Span, even, sentences
from memory.user.asked.forgetting import asked_to_forget, points_back
from memory.user.asked.off_record import off_record

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
    r"|没有?|不)\s*[？?]?\W*$|(?<!希望)(?<!不要)(?<!不用)(?<!不想)(?<!让)你(?:还|都)?记(?:得|住了)"
)
_RECALLS = re.compile(
    r"\b(?:do|did|can|could|don'?t) you (?:still )?(?:remember|recall)\b|^\W*remember (?:when|how|what|which|where"
    r"|who|the time|our|that time)\b|\bremember\b[^.!]{0,200}\?$",
    re.I,
)
_THAT_I = re.compile(r"\b(?:that|please)\b.*\b(?:i|my)\b", re.I)

MAX_WISHES = 50
"""More in one message are not read: each is looked for in the whole of it."""
Kind = Literal["remember", "forget"]


@dataclass(frozen=True)
class Wish:
    """One sentence in which the user asks memory for something."""

    kind: Kind
    sentence: Span
    rest: Span
    """What of it is meant: of a remember what follows the words that ask, or stands before them; all of a forget."""


def wishes(text: str) -> list[Wish]:
    """Return the sentences of `text` that ask memory to keep or to drop something, in order, the first 50."""
    kept_out = off_record(text)
    spans = sentences(text)
    asked = (wish for before, span in pairwise([None, *spans]) if span and (wish := _wish(text, span, before)))
    found = list(islice(asked, MAX_WISHES))
    return [wish for wish in found if wish.kind == "forget" or not kept_out]


def _wish(text: str, span: Span, before: Span | None) -> Wish | None:
    said = even(text[slice(*span)])
    if _recollects(said):
        return None
    if before and points_back(even(text[slice(*before)]), said):
        span = (before[0], span[1])
        return None if quoted(text, span) else Wish("forget", span, span)
    forgets = asked_to_forget(said)
    if forgets:  # 翻译：请忘掉桃子 is somebody's text
        return None if quoted(text, (span[0] + forgets[0], span[0] + forgets[1])) else Wish("forget", span, span)
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


def _recollects(said: str) -> bool:
    """Whether it asks what is remembered, or whether something is ("记得上次爬山吗？")."""
    return bool(_RECOLLECTS.search(said)) or bool(_RECALLS.search(said) and not _THAT_I.search(said))
