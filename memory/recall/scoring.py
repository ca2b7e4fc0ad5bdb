"""How well each memory answers a question: similarity of meaning and shared words, in one number."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memory.recall.cast import Cast
from memory.recall.lexical import Lexicon
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


class Scored(NamedTuple):
    """A memory with its score; None where the similarity is no number (case B63)."""

    memory: UserMemory
    score: float | None


def by_words(query: Query, lexicon: Lexicon, rows: Sequence[int]) -> NDArray[np.float64]:
    """Return what each memory's words count beside its similarity: those it shares with the query, and how many."""
    shares, sizes = lexicon.coverage(sorted(query.terms), rows), lexicon.terms[list(rows)]
    counted: NDArray[np.float64] = WORDS * shares + LENGTH * np.log1p(sizes)
    return counted


def by_meaning(
    query: Query,
    memories: Sequence[UserMemory],
    cosines: NDArray[np.float64],
    words: NDArray[np.float64],
    *,
    cast: Cast,
    threshold: float,
) -> tuple[list[Scored], int]:
    """Return the fused scores of the memories that may reach `threshold`, and how many cannot.

    Fusion adds the two signals instead of their ranks: a rank says which memory is best, not whether any is
    good, and a threshold needs the latter. Of thousands of memories few come near it: only of those is asked whom
    they are about.

    Args:
        query: what was searched for.
        memories: that were compared with it.
        cosines: their similarity to the query, corrected.
        words: what their words count, of `by_words`.
        cast: the people in the person's memories.
        threshold: the least score that counts.
    """
    people = query.people | cast.mentioned(query.text)
    about = cast.about(people) if people else None
    fused, numbers = cosines + words, np.abs(cosines) <= 1.001
    scored = [Scored(memories[row], None) for row in np.flatnonzero(~numbers).tolist()]
    near = np.flatnonzero(numbers & (fused + NAMED >= threshold))
    for row, score in zip(near.tolist(), fused[near].tolist(), strict=True):
        memory = memories[row]
        scored.append(Scored(memory, score + NAMED * _named(query, memory.text, about)))
    return scored, len(memories) - len(scored)


def _named(query: Query, text: str, about: Callable[[str], bool] | None) -> bool:
    return (about is not None and about(text)) or bool(query.sides and states_one(text, query.sides))
