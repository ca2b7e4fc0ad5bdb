"""Recall by rules alone, for when nothing can be embedded: the five-part score of v0.4.5 (R2.8), its errors mended.

Mended (W3.10, B23): a tag of one character no longer matches inside a word (用 in "useEffect 怎么用"); English words
count by their stem and empty ones not at all; "do you know my job" finds 我在一家公司上班 through its topic; a short
or mixed question ("钥匙", "部署 go") is as good as a long one. Left out is the rule for controlled types, which could
never change a result (W2.9).
"""

from collections.abc import Iterable, Sequence

from memory.language.text import fold
from memory.recall.lexical import counted
from memory.recall.query import Query
from memory.recall.scoring import Scored
from memory.recall.terms import TOPIC_MARK, terms
from memory.user.document import UserMemory

THRESHOLD = 1.5
"""R2.8.1."""
TAG, IDENTITY_WHOLE, WHOLE_TEXT, WORD = 3.0, 2.0, 2.0, 1.5
"""R2.8.1: a tag in the question, its subject or facet, its whole text, a shared word."""
IDENTITY_CAP = 4.0
PAIR, PAIR_CAP = 1.0, 3.0
"""A shared pair of Chinese characters: with one alone a memory is not given, with two it is."""
LONE_PAIR = 1.5
"""Of a question of one or two pairs (钥匙, 备用钥匙) one is enough."""
SCALE = 0.05
"""A point by rules beside similarities, where the right memory scores some 0.3 above a chance one."""
TOPIC = 1.0
"""A shared topic; alone it is not enough."""
OWN_TOPIC = 1.5
"""When the user asks about themselves it is: 你知道我的工作吗."""


def by_rules(query: Query, memories: Sequence[UserMemory]) -> list[Scored]:
    """Return the score of each memory by the five parts, and its topics."""
    return [Scored(memory, _score(query, memory)) for memory in memories]


def beside(one: Scored, threshold: float) -> Scored:
    """Return a score by rules on the scale of similarities: enough there where it is enough here."""
    return Scored(one.memory, threshold + ((one.score or 0.0) - THRESHOLD) * SCALE)


def _score(query: Query, memory: UserMemory) -> float:
    asked = fold(query.text)
    return (
        sum(TAG for tag in memory.tags if len(fold(tag)) > 1 and _stands(tag, query, asked))
        + _identity(query, asked, memory)
        + (WHOLE_TEXT if fold(memory.text) in asked else 0.0)
        + _overlap(query, counted(memory.search_text))
    )


def _identity(query: Query, asked: str, memory: UserMemory) -> float:
    names = filter(None, (memory.identity.subject, memory.identity.facet))
    return min(sum(IDENTITY_WHOLE for name in names if _stands(name, query, asked)), IDENTITY_CAP)


def _stands(name: str, query: Query, asked: str) -> bool:
    """Whether a name stands in the question: Chinese as characters, English as whole words."""
    return (
        fold(name) in asked
        if not name.isascii()
        else set(_words(terms(name))) <= query.terms and bool(_words(terms(name)))
    )


def _overlap(query: Query, known: Iterable[str]) -> float:
    shared = query.terms.intersection(known)
    pairs = [term for term in shared if term[0] >= "\u3400"]
    asked_pairs = sum(1 for term in query.terms if term[0] >= "\u3400")
    each = LONE_PAIR if asked_pairs <= 3 else PAIR
    topics = any(term.startswith(TOPIC_MARK) for term in shared)
    return (
        min(each * len(pairs), PAIR_CAP)
        + WORD * len(_words(shared))
        + ((OWN_TOPIC if query.own else TOPIC) if topics else 0.0)
    )


def _words(found: Iterable[str]) -> list[str]:
    return [term for term in found if term.isascii() and not term.startswith(TOPIC_MARK)]
