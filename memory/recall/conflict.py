"""Whether the newest message sets a memory aside: then it is not injected, for the message wins (B17, W3.1).

Decided on the clause that speaks of the memory's subject, with the scope of its negations, never on words that
stand anywhere: 桃子和李子有什么区别 says nothing against peaches, and 不放香菜 agrees with 我不吃香菜.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from memory.language.modality import imagined
from memory.language.people import somebody_else
from memory.language.questions import asks
from memory.language.quotation import quoted
from memory.language.sense import against, parts
from memory.language.text import clauses, even
from memory.language.topics import topics
from memory.language.words import words
from memory.recall.alternatives import chooses_otherwise, ended
from memory.user.compare import changes
from memory.user.document import UserMemory
from memory.user.opposites import RELATED
from memory.user.vocabulary import WEAK

_NEVER = re.compile(r"过敏|不耐受|乳糜泻|allerg|intoleran|anaphyla|coeliac|celiac|epi-?pen", re.I)
"""What a body does not take is not set aside by a wish; only being told that it is over ends it."""
_OVER = re.compile(
    r"(?:不|没有?)过敏|好了|脱敏|误诊|\b(?:not|no longer|isn'?t|never) (?:\w+ )?allerg|\boutgr[eo]w|misdiagnos"
    r"|\b(?:fine|ok(?:ay)?|safe) now\b|\bcleared\b",
    re.I,
)
_WANTS = re.compile(
    r"可以|能[吃喝放加用]|[加放搁][点些上个]?|来[点份个杯些碗]|[想要就][要吃喝用去看买]?"
    r"|[吃喝用写改推碰买坐选食]|没问题|直接|破[个次]?例"
    r"|无所谓|随便|允许|同意|尽管|爱上|真香|圈粉|不怕|认了|也行|也成|也好|将就|给我|帮我|无\S{1,2}不欢"
    r"|\b(?:can|may|ok(?:ay)?|fine|go ahead|put|add|adding|use|want|need|give|make|includ\w*|with|sprinkle|throw"
    r"|let'?s"
    r"|i'?ll|i'?d|started|allowed|feel free|bring|order|book|love|like|enjoy|try|works?|whatever|anything"
    r"|switch\w*|more"
    r"|extra|worth|great|amazing|delicious|run|back on)\b",
    re.I,
)
"""Permits, asks for or praises what a memory keeps out."""
_NOT_NOW = re.compile(
    r"不用|不必|不需要|无需|甭|别管|先不|跳过|算了|免了|就不|停|取消|除了|别太"
    r"|\b(?:no need|skip\w*|leave out|drop(?:ped)?|without|forget|never mind|don'?t bother|ditch\w*|instead of"
    r"|stop\w*"
    r"|rather than|not (?:this|today|now)|but|except|too)\b|太$",
    re.I,
)
_REFUSES = re.compile(
    r"不(?:想|再|要|吃|喝|爱|喜欢|用|坐|看|需要)|别|甭|讨厌|戒|烦|恨|拒|没"
    r"|\b(?:no(?! longer)|not|don'?t|doesn'?t|won'?t|hate|loathe|detest|dislike|can'?t stand|sick of|tired of"
    r"|done with"
    r"|gone off|quit|avoid|never|anything but|any \w+ but|(?:i|we)(?:'m| am)? no longer|(?:take|prefer"
    r"|rather) .{2,30} over)\b",
    re.I,
)
_ENOUGH = re.compile(
    r"\W{0,2}(?:我)?(?:已经|早就?|现在|今天)?(?:吃|喝|看|听|玩|用)?(?:腻|够|烦|怕)了"
    r"|\W{0,2}(?:我)?(?:早就?|都|就)?(?:不用了?|不要了?|算了|免了|不吃|不喝|不用)|\W{0,2}就不"
    r"|\W+(?:is|are)? ?(?:out|off the (?:list|table|menu)|not (?:today|this time))\b",
    re.I,
)
_DEPENDS = re.compile(r"不了|没法|就(?:不|没)|都不|不想要|\b(?:can'?t|couldn'?t|useless)\b", re.I)
"""不喝咖啡我一上午都醒不了 says how much it is needed."""
_ORDERS = re.compile(
    r"次|这[个段份篇条趟批]|按|来|切|回|都|选|\b(?:this|these|for (?:the|this|me)|please|pls|everything|only"
    r"|follow|reply|answer|respond|write|speak)\b",
    re.I,
)
_CONSIDERS = re.compile(
    r"想(?![要吃喝])|考虑|打算|可能|要不要|问|\b(?:thinking|consider\w*|might|maybe|wish|want to|asked|pitched"
    r"|should)\b",
    re.I,
)
_DOUBLE = re.compile(
    r"不是不|\bnot that i\b|\bmy cup of tea\b|\b(?:my|the|its?|it) \w+ (?:is|are|has|won't|isn't)\b", re.I
)
"""Denies nothing of the user: two negations, or what a thing does (my server is no longer running)."""
_BEST = re.compile(r"最(?:喜欢|爱|好)|\bfavou?rite\b|\bbest\b", re.I)
_IF = re.compile(r"如果|要是|假如|倘若|除非|才[能可]|\b(?:if|unless|once)\b", re.I)
_QUESTION = re.compile(
    r"([\u4e00-\u9fff])不\1|为什么|怎么(?!都)|谁|多少|是不是|什么(?:意思|区别|是)|[吗呢][？?]?\W*$"
    r"|^\W*(?:\w+ )?(?:who|what|why|when|where|which|how|does|do|did|is|are|was|were|has|have|should)\b",
    re.I,
)
_NOW = re.compile(
    r"不用|不必|不需要|无需|甭|别管|先不|跳过|算了|免了|就不|停|取消|\b(?:no need|skip\w*|leave out|drop(?:ped)?"
    r"|without|forget|never mind"
    r"|don'?t bother|ditch\w*|instead of|stop\w*|rather than|not (?:this|that|today|now))\b",
    re.I,
)
_NOW = re.compile(
    r"我|咱|现在|已经|改|换|迁|推[到迟]|延|不再|从.{1,12}到|\b(?:i|we|now|no longer|any ?more|moved|migrated"
    r"|switched|dropped|changed|these days)\b",
    re.I,
)
_POLITE = re.compile(
    r"^\W*(?:能不能|可不可以|能否|可以|能|could|can|would|will|may)\W*(?:please )?(?:请|帮|给|把|you\b|i (?:get"
    r"|have))",
    re.I,
)
_CAN_YOU = re.compile(r"能(?:不能)?(?:用|改|换).{1,8}[吗么]|\b(?:can|could) you use\b", re.I)
_REQUEST_TAG = re.compile(r"(?:行|好|可以|成)(?:吗|不|么)[？?]?\W*$")


SHORT_ORDER = 5
"""Words of a clause that is an order by itself: 展开讲讲, "walk me through every step"."""


@dataclass(frozen=True)
class _Clause:
    """A clause of the message in which the user says how it is to be, or how it is now."""

    text: str
    parts: tuple[tuple[str, bool, frozenset[str]], ...]
    """Its pieces, each with whether it is said against something, and its words."""
    tells_change: bool


def sets_aside(message: str, memory: UserMemory) -> bool:
    """Whether `message` says otherwise, for now or for good.

    When in doubt it does not: a memory that stays is marked as second to the newest message, one that is left
    out cannot be missed by anybody.
    """
    about = (words(memory.identity.subject) or words(memory.text)) - WEAK - RELATED
    return any(_opposes(clause, memory, about) for clause in _decisive(message))


@lru_cache(maxsize=256)
def _decisive(message: str) -> tuple[_Clause, ...]:
    """Return the clauses that can set something aside: no questions, suppositions, quotations or other people."""
    found: list[_Clause] = []
    for span in clauses(message):
        if quoted(message, span) or _supposed(message, span) or somebody_else(message, span) or _asks(message, span):
            continue
        clause = even(message[slice(*span)])
        pieces = tuple((piece, negated, words(piece)) for piece, negated in parts(clause))
        told = (
            bool(_NOW.search(clause)) and changes(clause) and not _DEPENDS.search(clause) and not _DOUBLE.search(clause)
        )
        found.append(_Clause(clause, pieces, told))
    return tuple(found)


def _opposes(clause: _Clause, memory: UserMemory, about: frozenset[str]) -> bool:
    text = even(memory.text)
    named = [(piece, negated) for piece, negated, said in clause.parts if _names(said, about, piece)]
    if _NEVER.search(text):
        return bool(named) and bool(_OVER.search(clause.text))
    if any(_turned_round(piece, negated, text, memory.identity.subject) for piece, negated in named):
        return True
    if _agrees(named, text):
        return False
    if _BEST.search(text) and _BEST.search(clause.text) and not named:
        return bool(topics(text) & topics(clause.text.casefold()))
    if _decides(clause.text) and chooses_otherwise(text, clause.text):
        return True
    if _CONSIDERS.search(clause.text):
        return False
    return ended(text, clause.text) or (memory.type in _FACTS and clause.tells_change and bool(named))


def _names(said: frozenset[str], about: frozenset[str], piece: str) -> bool:
    """Whether a piece of the message names what a memory is about: all of its words, or the name among them."""
    if len(about) == 1 and len(only := next(iter(about))) == 1 and not only.isascii():
        return bool(re.search(rf"{only}(?![\u4e00-\u9fff])|{only}(?=[了的吧也都就和啊呀嘛])|[吃喝食]{only}", piece))
    shared = about & said
    return bool(about) and (about <= said or (len(about) > 1 and any(re.match(r"[a-z]{3}", word) for word in shared)))


def _turned_round(piece: str, negated: bool, text: str, subject: str) -> bool:
    """Whether a part that names the subject says for it what the memory says against it, or the other way round."""
    if against(text):
        return not negated and bool(_WANTS.search(piece))
    return _rejects(piece, even(subject), negated=negated)


def _rejects(piece: str, subject: str, *, negated: bool) -> bool:
    """Whether the subject is what is refused: 不要桃子, 桃子吃腻了, "skip the peaches", not "npm won't install"."""
    at = piece.casefold().find(subject.casefold())
    before, after = (piece[:at].rstrip(), piece[at + len(subject) :]) if at >= 0 else (piece, "")
    if _DEPENDS.search(after):
        return False
    if _ENOUGH.match(after) or _NOT_NOW.search(before):
        return True
    return bool(_REFUSES.search(before)) and (negated or before.endswith(" over"))


def _agrees(named: list[tuple[str, bool]], text: str) -> bool:
    """Whether the clause says of the subject just what the memory says."""
    return bool(named) and against(text) and all(negated for _, negated in named)


def _decides(clause: str) -> bool:
    """Whether the clause asks for something or says how it is to be, and does not merely mention it."""
    return bool(_WANTS.search(clause) or _ORDERS.search(clause)) or len(words(clause)) <= SHORT_ORDER


def _supposed(message: str, span: tuple[int, int]) -> bool:
    """Whether the clause, or one before it in its sentence, only supposes something."""
    start = max((message.rfind(mark, 0, span[0]) for mark in "。！？.!?\n"), default=-1) + 1
    return imagined(message, span) or bool(_IF.search(even(message[start : span[1]])))


_FACTS = ("stable_user_context", "project_context", "user_preference", "workflow_preference")


def _asks(message: str, span: tuple[int, int]) -> bool:
    clause = even(message[slice(*span)])
    question = asks(message, span) or _QUESTION.search(clause)
    return bool(question) and not any(polite.search(clause) for polite in (_POLITE, _REQUEST_TAG, _CAN_YOU))
