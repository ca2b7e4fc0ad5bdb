"""How much of a question the words of a memory answer: BM25 over one person's memories."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

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
    """Return for each of `texts` which share of the query's terms it answers, the rarer they are the more.

    BM25 divided by the weight of all the query's terms, known or not: 0 where nothing is shared, about 1
    where a memory has every word. A share can be compared between queries, a plain BM25 score cannot.
    """
    counts = [counted(text) for text in texts]
    sizes = [sum(one.values()) for one in counts]
    mean = max(sum(sizes) / max(len(sizes), 1), 1.0)
    scores, whole = [0.0] * len(texts), 0.0
    for term in dict.fromkeys(query):
        holders = [number for number, one in enumerate(counts) if term in one]
        weight = _rarity(len(holders), len(texts)) * (TOPIC_WEIGHT if term.startswith(TOPIC_MARK) else 1.0)
        whole += weight
        for number in holders:
            scores[number] += weight * _saturated(counts[number][term], sizes[number] / mean)
    return [score / whole for score in scores] if whole else scores


def _rarity(holders: int, texts: int) -> float:
    return math.log(1 + (texts - holders + 0.5) / (holders + 0.5))


def _saturated(count: int, size: float) -> float:
    return count * (K1 + 1) / (count + K1 * (1 - B + B * size))
