"""How well each memory answers a question: similarity of meaning and shared words, in one number."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.recall.cast import Cast
from memory.recall.lexical import counted, coverage
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
    """A memory that the store returned."""

    memory: UserMemory
    cosine: float
    """Similarity to the query, corrected."""


@dataclass(frozen=True)
class Scored:
    """A memory with its score; None where the store's similarity is no number (case B63)."""

    memory: UserMemory
    score: float | None


def by_meaning(query: Query, seen: Sequence[Seen], cast: Cast) -> list[Scored]:
    """Return the fused scores.

    Fusion adds the two signals instead of their ranks: a rank says which memory is best, not whether any is
    good, and a threshold needs the latter.
    """
    texts = [one.memory.search_text for one in seen]
    people = query.people | cast.mentioned(query.text)
    about = cast.about(people) if people else None
    return [
        Scored(one.memory, _fused(one.cosine, share, len(counted(text)), named=_named(query, one.memory.text, about)))
        for one, share, text in zip(seen, coverage(sorted(query.terms), texts), texts, strict=True)
    ]


def _fused(cosine: float, share: float, size: int, *, named: bool) -> float | None:
    if not (math.isfinite(cosine) and -1.001 <= cosine <= 1.001):
        return None
    return cosine + WORDS * share + LENGTH * math.log1p(size) + NAMED * named


def _named(query: Query, text: str, about: Callable[[str], bool] | None) -> bool:
    return (about is not None and about(text)) or bool(query.sides and states_one(text, query.sides))
