"""How well recall ranks, on public data, beside BM25, raw cosines and both fused by rank."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.recall.bench import Bench, documents
from benchmarks.recall.sets import Asked, Collection, Document
from benchmarks.reporting.table import Row
from memory.platform.store.user_store import UserStore
from memory.recall.lexical import coverage
from memory.recall.terms import TOPIC_MARK, terms

FAST = 5
"""Questions of each set in the fast mode."""
SMALL = 40
"""Documents of a store in the fast mode, beside those that answer."""
GOALS = {
    "LoCoMo facts": {5: 71.0, 10: 78.0},
    "LoCoMo turns": {5: 62.0},
    "MemDaily-zh": {5: 81.0},
    "MADial-zh": {5: 62.0},
    "mixed store, zh asked": {10: 50.0},
    "mixed store, en asked": {10: 60.0},
}


async def rankings(bench: Bench, name: str, data: Collection, most: int) -> tuple[dict[str, Any], list[Row]]:
    """Return recall@k and nDCG@10 of the product beside BM25, raw e5 and both fused by rank."""
    whole = len(data.asked)
    data = sample(data, most)
    asked = data.asked
    found: dict[str, list[list[str]]] = {"product": [], "BM25": [], "e5": [], "RRF": []}
    evidence: list[list[frozenset[str]]] = []
    gold: list[frozenset[str]] = []
    passed: list[bool] = []
    own: UserStore | None = None
    current = ""
    for one in sorted(asked, key=lambda one: one.store):
        if one.store != current or own is None:
            current, own = one.store, await bench.person(documents(data.stores[one.store]))
            base = await Baseline.of(bench, data.stores[one.store])
        found["product"].append(await bench.ranked(own, one.turns))
        for baseline, best in (await base.ranked(one.turns)).items():
            found[baseline].append(best)
        evidence.append([document.evidence for document in data.stores[one.store]])
        gold.append(one.evidence)
        passed.append(bool((await bench.given(own, one.turns)).memories))
    figures: dict[str, Any] = {"questions": len(asked), "injecting": share(passed)}
    for kind, ids in found.items():
        figures[kind] = scored(ids, evidence, gold)
    product = figures["product"]
    line = "  ".join(f"r@{k} {product[f'r@{k}']:.1f}" for k in (3, 5, 8, 10)) + f"  nDCG {product['nDCG']:.1f}"
    beside = "  ".join(
        f"{kind} {figures[kind]['r@5']:.1f}/{figures[kind]['r@10']:.1f}" for kind in ("BM25", "e5", "RRF")
    )
    goals = GOALS.get(name, {}) if len(asked) == whole else {}
    met = all(product[f"r@{k}"] >= goal for k, goal in goals.items())
    goal = " ".join(f"r@{k}>={goal:.0f}" for k, goal in goals.items())
    rows = [
        Row(f"{name} ({len(asked)})", line, goal, met),
        Row("", f"{beside}  inject {figures['injecting']:.0f} %"),
    ]
    return figures, rows


def sample(data: Collection, most: int) -> Collection:
    """Return the whole set, or of the fast mode few questions and small stores that hold their answers."""
    asked = spread(data.asked, most)
    if len(asked) == len(data.asked):
        return data
    wanted = {one.store: frozenset[str]() for one in asked}
    for one in asked:
        wanted[one.store] |= one.evidence
    stores = {
        name: [document for n, document in enumerate(data.stores[name]) if n < SMALL or document.evidence & evidence]
        for name, evidence in wanted.items()
    }
    return Collection(stores, asked)


def spread(asked: Sequence[Asked], most: int) -> Sequence[Asked]:
    """Return all questions, or of the fast mode as many of the first stores, which need not all be embedded."""
    if len(asked) <= most:
        return asked
    first = [one for one in asked if one.store in {one.store for one in asked[:most]}]
    return [first[n * len(first) // most] for n in range(most)]


def share(values: Sequence[bool]) -> float:
    """Return how many of `values` hold, in per cent."""
    return 100 * sum(values) / len(values) if values else 0.0


def scored(
    found: Sequence[Sequence[str]], evidence: Sequence[Sequence[frozenset[str]]], gold: Sequence[frozenset[str]]
) -> dict[str, float]:
    """Return recall@k and nDCG@10 in per cent.

    Args:
        found: for each question the ids of the best, best first; `m7` is the document with the number 7.
        evidence: for each question which evidence the documents of its store are.
        gold: for each question the evidence that answers it.
    """
    figures: dict[str, float] = {}
    hits = [
        [known[int(id[1:])] & wanted for id in ids] for ids, known, wanted in zip(found, evidence, gold, strict=True)
    ]
    for k in (3, 5, 8, 10):
        shares = [len(frozenset().union(*row[:k])) / len(wanted) for row, wanted in zip(hits, gold, strict=True)]
        figures[f"r@{k}"] = round(100 * statistics.mean(shares), 1)
    figures["nDCG"] = round(100 * statistics.mean(map(_ndcg, hits, gold)), 1)
    return figures


def _ndcg(hits: Sequence[frozenset[str]], gold: frozenset[str]) -> float:
    discounts = 1 / np.log2(np.arange(2, 12))
    gained, seen = 0.0, set[str]()
    for rank, hit in enumerate(hits[:10]):
        gained += float(discounts[rank]) * bool(hit - seen)
        seen |= hit
    return gained / float(discounts[: min(len(gold), 10)].sum())


@dataclass
class Baseline:
    """What others do: BM25, raw cosine, and the two fused by rank."""

    bench: Bench
    vectors: Any
    texts: Sequence[str]

    @classmethod
    async def of(cls, bench: Bench, stored: Sequence[Document]) -> "Baseline":
        """Return what ranks these documents."""
        texts = [one.text for one in stored]
        return cls(bench, np.array(await bench.encoder.encode(texts, query=False)), texts)

    async def ranked(self, turns: Sequence[str]) -> dict[str, list[str]]:
        """Return the ids of the ten best by each."""
        text = " ".join(turns)[:800]
        cosine = self.vectors @ np.array((await self.bench.encoder.encode([text], query=True))[0])
        asked = sorted(term for term in set(terms(text)) if not term.startswith(TOPIC_MARK))
        words = np.array(coverage(asked, self.texts))
        ranks = [np.argsort(np.argsort(-scores, kind="stable")) for scores in (cosine, words)]
        fused = sum(1 / (60 + rank) for rank in ranks)
        return {kind: _best(scores) for kind, scores in (("BM25", words), ("e5", cosine), ("RRF", fused))}


def _best(scores: Any) -> list[str]:
    return [f"m{number}" for number in np.argsort(-np.asarray(scores), kind="stable")[:10]]
