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
from memory.recall import cues
from memory.recall.alternatives import chooses_otherwise, ended
from memory.user.compare import changes
from memory.user.document import UserMemory
from memory.user.opposites import RELATED
from memory.user.vocabulary import WEAK

MOST_CLAUSES = 40
"""Clauses of a message that are read; what counts is said at its beginning or end."""
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
    spans = clauses(message)
    for span in spans if len(spans) <= MOST_CLAUSES else [*spans[: MOST_CLAUSES // 2], *spans[-MOST_CLAUSES // 2 :]]:
        if quoted(message, span) or _supposed(message, span) or somebody_else(message, span) or _asks(message, span):
            continue
        clause = even(message[slice(*span)])
        pieces = tuple((piece, negated, words(piece)) for piece, negated in parts(clause))
        told = (
            bool(cues.NOW.search(clause))
            and changes(clause)
            and not cues.DEPENDS.search(clause)
            and not cues.DOUBLE.search(clause)
        )
        found.append(_Clause(clause, pieces, told))
    return tuple(found)


def _opposes(clause: _Clause, memory: UserMemory, about: frozenset[str]) -> bool:
    text = even(memory.text)
    named = [(piece, negated) for piece, negated, said in clause.parts if _names(said, about, piece)]
    if cues.NEVER.search(text):
        return bool(named) and bool(cues.OVER.search(clause.text))
    if any(_turned_round(piece, negated, text, memory.identity.subject) for piece, negated in named):
        return True
    if _agrees(named, text):
        return False
    if cues.BEST.search(text) and cues.BEST.search(clause.text) and not named:
        return bool(topics(text) & topics(clause.text.casefold()))
    if _decides(clause.text) and chooses_otherwise(text, clause.text):
        return True
    if cues.CONSIDERS.search(clause.text):
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
        return not negated and bool(cues.WANTS.search(piece)) and not cues.TOPIC.search(piece)
    return _rejects(piece, even(subject), negated=negated)


def _rejects(piece: str, subject: str, *, negated: bool) -> bool:
    """Whether the subject is what is refused: 不要桃子, 桃子吃腻了, "skip the peaches", not "npm won't install"."""
    at = piece.casefold().find(subject.casefold())
    before, after = (piece[:at].rstrip(), piece[at + len(subject) :]) if at >= 0 else (piece, "")
    if cues.DEPENDS.search(after):
        return False
    if cues.ENOUGH.match(after) or cues.NOT_NOW.search(before):
        return True
    return bool(cues.REFUSES.search(before)) and (negated or before.endswith(" over"))


def _agrees(named: list[tuple[str, bool]], text: str) -> bool:
    """Whether the clause says of the subject just what the memory says."""
    return bool(named) and against(text) and all(negated for _, negated in named)


def _decides(clause: str) -> bool:
    """Whether the clause asks for something or says how it is to be, and does not merely mention it."""
    return bool(cues.WANTS.search(clause) or cues.ORDERS.search(clause)) or len(words(clause)) <= SHORT_ORDER


def _supposed(message: str, span: tuple[int, int]) -> bool:
    """Whether the clause, or one before it in its sentence, only supposes something."""
    start = max((message.rfind(mark, 0, span[0]) for mark in "。！？.!?\n"), default=-1) + 1
    return imagined(message, span) or bool(cues.IF.search(even(message[start : span[1]])))


_FACTS = ("stable_user_context", "project_context", "user_preference", "workflow_preference")


def _asks(message: str, span: tuple[int, int]) -> bool:
    clause = even(message[slice(*span)])
    question = asks(message, span) or cues.QUESTION.search(clause)
    return bool(question) and not any(polite.search(clause) for polite in (cues.POLITE, cues.REQUEST_TAG, cues.CAN_YOU))
