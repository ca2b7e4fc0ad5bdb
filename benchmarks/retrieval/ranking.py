"""How well the stores rank on public data: the product as `python -m benchmarks.recall` measures it, and the peers."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.recall.bench import Bench
from benchmarks.recall.rankings import rankings, sample, scored
from benchmarks.recall.sets import SETS, Collection
from benchmarks.reporting.table import Row
from benchmarks.retrieval.peers import LangMem, Mem0, Peer
from benchmarks.retrieval.vectors import Vectors

NAMES = (
    "LoCoMo facts", "LoCoMo turns", "MemDaily-zh", "MADial-zh", "mixed store, zh asked", "mixed store, en asked",
)  # fmt: skip
TEN = 10
MAX_CHARS = 800
"""As the baselines of the recall benchmark cut."""
Make = Callable[[Mapping[str, str], Vectors], Awaitable[Peer]]
VARIANTS: Mapping[str, Mapping[str, Make]] = {
    "mem0": {
        "as its code embeds": lambda texts, vectors: Mem0.of(texts, vectors, passages=False),
        "stored as passages": lambda texts, vectors: Mem0.of(texts, vectors, passages=True),
    },
    "LangMem": {
        "whole document": lambda texts, vectors: LangMem.of(texts, vectors, whole=True),
        "text alone": lambda texts, vectors: LangMem.of(texts, vectors, whole=False),
    },
}
"""How each can be set up; the better one is shown."""


def asked(turns: Sequence[str]) -> dict[str, str]:
    """Return what is searched for: the turns joined, or the newest message, as the documentation of both shows."""
    return {"turns joined": " ".join(turns)[:MAX_CHARS], "newest message": turns[-1][:MAX_CHARS]}


async def searched(peer: Peer, turns: Sequence[str], most: int) -> dict[str, list[str]]:
    """Return the ids of what a peer finds by each of these; the same text is searched for once."""
    texts = asked(turns)
    found = {text: await peer.search(text, most) for text in dict.fromkeys(texts.values())}
    return {how: found[text] for how, text in texts.items()}


async def ranking(
    bench: Bench, vectors: Vectors, name: str, folder: Path, most: int
) -> tuple[dict[str, Any], list[Row]]:
    """Return recall@k and nDCG@10 of ours and of each peer's better set-up.

    Args:
        bench: the product's recall.
        vectors: for the peers, of the same model.
        name: of the data set.
        folder: of the data.
        most: questions, at most; with fewer than there are the stores are small, as in the recall benchmark.

    Raises:
        FileNotFoundError: the data is not there.
    """
    whole = SETS[name](folder)
    ours, _ = await rankings(bench, name, whole, most)
    data = sample(whole, most)
    figures: dict[str, Any] = {"questions": len(data.asked), "ours": ours["product"], "raw e5": ours["e5"]}
    rows = [Row(f"{name} ({len(data.asked)})  ours", _line(figures["ours"]))]
    for library, made in VARIANTS.items():
        tried = {}
        for variant, make in made.items():
            for text, scores in (await _scores(data, vectors, make)).items():
                tried[f"{variant}, {text}"] = scores
        best = max(tried, key=lambda one: tried[one]["nDCG"])  # of equals the first: what is usual
        figures[library] = {"best": best, **tried}
        rows.append(Row(f"  {library}", f"{_line(tried[best])}  {best}"))
    return figures, rows


async def _scores(data: Collection, vectors: Vectors, make: Make) -> dict[str, dict[str, float]]:
    """Return the figures of one set-up by what is searched for."""
    found: dict[str, list[list[str]]] = {}
    questions = sorted(data.asked, key=lambda one: one.store)
    current, peer = "", None
    for one in questions:
        if one.store != current or peer is None:
            current = one.store
            texts = {f"m{n}": document.text for n, document in enumerate(data.stores[current])}
            peer = await make(texts, vectors)
        for how, ids in (await searched(peer, one.turns, TEN)).items():
            found.setdefault(how, []).append(ids)
    evidence = [[document.evidence for document in data.stores[one.store]] for one in questions]
    return {how: scored(ids, evidence, [one.evidence for one in questions]) for how, ids in found.items()}


def _line(scores: Mapping[str, float]) -> str:
    return f"r@5 {scores['r@5']:5.1f}  r@10 {scores['r@10']:5.1f}  nDCG {scores['nDCG']:5.1f}"
