"""How much of a question the words of a memory answer: BM25 over one person's memories."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memory.recall.terms import TOPIC_MARK, terms

K1 = 0.6
B = 0.2
"""BM25's saturation and length constants. Memories are single sentences of like length, so repetitions and length
count less than in documents (1.2 and 0.75); chosen on half of LoCoMo, MemDaily and MADial."""
TOPIC_WEIGHT = 0.3
"""What a shared topic counts beside a shared word of the same rarity."""


@lru_cache(maxsize=16_384)
def counted(text: str) -> Mapping[str, int]:
    """Return how often each term stands in `text`; the cache spares a person's memories a reading every turn."""
    return Counter(terms(text))


def coverage(query: Iterable[str], texts: Sequence[str]) -> list[float]:
    """Return for each of `texts` which share of the query's terms it answers, see `Lexicon.coverage`."""
    scores: list[float] = Lexicon(texts).coverage(query, range(len(texts))).tolist()
    return scores


class Lexicon:
    """Which term stands how often in which text, counted once for all questions.

    Args:
        texts: of one person's memories.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [counted(text) for text in texts]
        self.terms = np.array([len(one) for one in counts], dtype=np.float64)
        """How many different terms each text has."""
        self._sizes = np.array([sum(one.values()) for one in counts], dtype=np.float64)
        rows: dict[str, list[int]] = {}
        for row, one in enumerate(counts):
            for term in one:
                rows.setdefault(term, []).append(row)
        self._holders = {term: np.array(held) for term, held in rows.items()}
        self._counts = counts

    def coverage(self, query: Iterable[str], rows: Sequence[int]) -> NDArray[np.float64]:
        """Return for each of `rows` which share of the query's terms its text answers, the rarer they are the more.

        BM25 over these rows, divided by the weight of all the query's terms, known or not: 0 where nothing is
        shared, about 1 where a memory has every word. A share can be compared between queries, a plain BM25 score
        cannot.
        """
        chosen = np.asarray(rows, dtype=np.intp)
        place = np.full(len(self._sizes), -1)
        place[chosen] = np.arange(len(chosen))
        mean = max(float(self._sizes[chosen].mean()) if len(chosen) else 0.0, 1.0)
        scores, whole = np.zeros(len(chosen)), 0.0
        for term in dict.fromkeys(query):
            held = self._holders.get(term, _NOBODY)
            held = held[place[held] >= 0]
            weight = _rarity(len(held), len(chosen)) * (TOPIC_WEIGHT if term.startswith(TOPIC_MARK) else 1.0)
            whole += weight
            often = np.array([self._counts[row][term] for row in held.tolist()])
            scores[place[held]] += weight * _saturated(often, self._sizes[held] / mean)
        return scores / whole if whole else scores


_NOBODY = np.array([], dtype=np.intp)


def _rarity(holders: int, texts: int) -> float:
    return math.log(1 + (texts - holders + 0.5) / (holders + 0.5))


def _saturated(often: NDArray[Any], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    return often * (K1 + 1) / (often + K1 * (1 - B + B * sizes))
