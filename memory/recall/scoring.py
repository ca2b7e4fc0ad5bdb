"""How well each memory answers a question: similarity of meaning and shared words, in one number."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.recall.cast import Cast
from memory.recall.lexical import counted
from memory.recall.query import Query
from memory.recall.sides import states_one
from memory.user.document import UserMemory

NAMED = 0.1
"""What it counts that a memory is about somebody the message speaks of, or states the side of the user it asks for."""
WORDS = 0.7
"""What it counts beside a similarity of 1 that a memory has all words of a question."""
LENGTH = 0.03
"""What a longer memory counts more, by the logarithm of its terms: short texts are near to every question
(hubness), so without it 好的 or "Thanks!" come first. Both chosen on half of LoCoMo, MemDaily and MADial."""


@dataclass(frozen=True)
class Seen:
    """A memory that was compared with the query."""

    memory: UserMemory
    cosine: float
    """Similarity to the query, corrected."""
    share: float
    """Which share of the query's terms it answers."""


@dataclass(frozen=True)
class Scored:
    """A memory with its score; None where the similarity is no number (case B63)."""

    memory: UserMemory
    score: float | None


def by_meaning(query: Query, seen: Sequence[Seen], cast: Cast, threshold: float) -> list[Scored]:
    """Return the fused scores.

    Fusion adds the two signals instead of their ranks: a rank says which memory is best, not whether any is
    good, and a threshold needs the latter.

    Args:
        query: what was searched for.
        seen: the memories.
        cast: the people in the person's memories.
        threshold: the least score that counts. Whom a memory is about is asked only where that may lift it there.
    """
    people = query.people | cast.mentioned(query.text)
    about = cast.about(people) if people else None
    return [Scored(one.memory, _fused(one, threshold, lambda text: _named(query, text, about))) for one in seen]


def _fused(one: Seen, threshold: float, named: Callable[[str], bool]) -> float | None:
    if not (math.isfinite(one.cosine) and -1.001 <= one.cosine <= 1.001):
        return None
    score = one.cosine + WORDS * one.share + LENGTH * math.log1p(len(counted(one.memory.search_text)))
    return score + NAMED * (score + NAMED >= threshold and named(one.memory.text))


def _named(query: Query, text: str, about: Callable[[str], bool] | None) -> bool:
    return (about is not None and about(text)) or bool(query.sides and states_one(text, query.sides))
