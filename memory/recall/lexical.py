"""How much of a question the words of a memory answer: BM25 over one person's memories."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from memory.recall.terms import TOPIC_MARK

K1 = 0.6
B = 0.2
"""BM25's saturation and length constants. Memories are single sentences of like length, so repetitions and length
count less than in documents (1.2 and 0.75); chosen on half of LoCoMo, MemDaily and MADial."""
TOPIC_WEIGHT = 0.3
"""What a shared topic counts beside a shared word of the same rarity."""


class Lexicon:
    """The memories of one person, ready to be searched by words."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        """Count the terms of `texts`, one sequence of terms a memory."""
        self._counts = [Counter(text) for text in texts]
        self._sizes = [len(text) for text in texts]
        self._mean = max(sum(self._sizes) / len(self._sizes), 1.0) if texts else 1.0
        self._holds: dict[str, list[int]] = {}
        for number, counts in enumerate(self._counts):
            for term in counts:
                self._holds.setdefault(term, []).append(number)

    def coverage(self, query: Iterable[str]) -> list[float]:
        """Return for each memory which share of the query it answers, the rarer its words the more.

        BM25 divided by the weight of all the query's terms, known or not: 0 where nothing is shared, about 1
        where a memory has every word. A share can be compared between queries, a plain BM25 score cannot.
        """
        scores = [0.0] * len(self._counts)
        whole = 0.0
        for term in dict.fromkeys(query):
            holders = self._holds.get(term, [])
            weight = self._rarity(len(holders)) * (TOPIC_WEIGHT if term.startswith(TOPIC_MARK) else 1.0)
            whole += weight
            for number in holders:
                scores[number] += weight * self._saturated(self._counts[number][term], self._sizes[number])
        return [score / whole for score in scores] if whole else scores

    def _rarity(self, holders: int) -> float:
        return math.log(1 + (len(self._counts) - holders + 0.5) / (holders + 0.5))

    def _saturated(self, count: int, size: int) -> float:
        return count * (K1 + 1) / (count + K1 * (1 - B + B * size / self._mean))
