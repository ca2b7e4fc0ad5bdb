"""How good recall is: on public data, on the project's own labelled sets, and how fast (`make eval-recall`).

Everything goes through the product's own `recall` with its store, index and filters. Rankings are read with the
threshold off and room for ten; what is injected, with everything as it is delivered.
"""

import argparse
import asyncio
import gc
import json
import logging
import sqlite3
import statistics
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import structlog
from langgraph.store.memory import InMemoryStore

from benchmarks.recall_sets import SETS, Asked, Collection, Document, beam
from benchmarks.table import Row, show
from memory.language.lasting import is_rule
from memory.language.text import sentences
from memory.platform import calibrations
from memory.platform.embeddings import MemoryEmbeddings
from memory.platform.encoders import LOCAL_DIMENSIONS, LOCAL_MODEL, LocalEncoder
from memory.platform.recalling import Recalled, recall
from memory.platform.user_store import UserStore
from memory.recall.lexical import coverage
from memory.recall.selection import Limits
from memory.recall.terms import TOPIC_MARK, terms
from memory.user.document import UserMemory
from scripts.labelled import Question, labelled_memory, read_lines, read_people, read_questions

LABELLED = Path("tests/labelled/recall")
VECTORS = Path(".ai-mind/vectors.sqlite")
ORDINARY = Path("scripts/calibration/ordinary.jsonl")
LIMITS = Limits(3, 300, 900)
RANKING = Limits(10, 1_000_000, 10_000_000)
DEADLINE_MS = 60_000
FAST = 24
"""Questions of each set in the fast mode."""
GOALS = {
    "LoCoMo facts": {5: 71.0, 10: 78.0},
    "LoCoMo turns": {5: 62.0},
    "MemDaily-zh": {5: 81.0},
    "MADial-zh": {5: 62.0},
    "mixed store, zh asked": {10: 50.0},
    "mixed store, en asked": {10: 60.0},
}


class Cached:
    """The local model, which embeds each text once: across stores, and across runs by a file."""

    def __init__(self) -> None:
        VECTORS.parent.mkdir(exist_ok=True)
        self._encoder = LocalEncoder()
        self._file = sqlite3.connect(VECTORS)
        self._file.execute("create table if not exists vectors (key text primary key, vector blob)")

    async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """Return one vector a text."""
        return [await self._one(text, query=query) for text in texts]

    async def _one(self, text: str, *, query: bool) -> list[float]:
        key = f"{LOCAL_MODEL}:{'query' if query else 'passage'}:{text}"
        known = self._file.execute("select vector from vectors where key = ?", [key]).fetchone()
        if known:
            found: list[float] = np.frombuffer(known[0], np.float32).tolist()
            return found
        [vector] = await self._encoder.encode([text], query=query)
        with self._file:
            self._file.execute("insert into vectors values (?, ?)", [key, np.asarray(vector, np.float32).tobytes()])
        return vector


@dataclass
class Bench:
    """The product's recall with its thresholds, and without them for rankings."""

    encoder: Cached = field(default_factory=Cached)
    embeddings: MemoryEmbeddings = field(init=False)
    ranking: MemoryEmbeddings = field(init=False)

    def __post_init__(self) -> None:
        calibration = calibrations.load(LOCAL_MODEL, LOCAL_DIMENSIONS)
        self.embeddings = MemoryEmbeddings(self.encoder, calibration)
        off = calibration.model_copy(update={"threshold": -9.0, "impersonal": -9.0})
        self.ranking = MemoryEmbeddings(self.encoder, off)

    async def person(self, memories: Sequence[UserMemory]) -> UserStore:
        """Return a store that holds `memories`."""
        index: Any = {"dims": LOCAL_DIMENSIONS, "embed": self.embeddings, "fields": ["search_text"]}
        own = UserStore(InMemoryStore(index=index), "bench", self.embeddings)
        for start in range(0, len(memories), 200):
            await own.write({memory.id: memory for memory in memories[start : start + 200]})
        return own

    async def ranked(self, own: UserStore, turns: Sequence[str]) -> list[str]:
        """Return the ids of the ten best memories."""
        given = await recall(replace(own, embeddings=self.ranking), turns, limits=RANKING, deadline_ms=DEADLINE_MS)
        return [memory.id for memory in given.memories]

    async def given(self, own: UserStore, turns: Sequence[str]) -> Recalled:
        """Return what is injected."""
        return await recall(own, turns, limits=LIMITS, deadline_ms=DEADLINE_MS)


def documents(stored: Sequence[Document]) -> list[UserMemory]:
    """Return documents as memories that are searched for."""
    return [labelled_memory(id=f"m{number}", text=one.text, subject=f"m{number}") for number, one in enumerate(stored)]


# ---- rankings on public data ----


async def rankings(bench: Bench, name: str, data: Collection, most: int) -> tuple[dict[str, Any], list[Row]]:
    """Return recall@k and nDCG@10 of the product beside BM25, raw e5 and both fused by rank."""
    asked = _spread(data.asked, most)
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
    figures: dict[str, Any] = {"questions": len(asked), "injecting": _share(passed)}
    for kind, ids in found.items():
        figures[kind] = _figures(ids, evidence, gold)
    product = figures["product"]
    line = "  ".join(f"r@{k} {product[f'r@{k}']:.1f}" for k in (3, 5, 8, 10)) + f"  nDCG {product['nDCG']:.1f}"
    beside = "  ".join(
        f"{kind} {figures[kind]['r@5']:.1f}/{figures[kind]['r@10']:.1f}" for kind in ("BM25", "e5", "RRF")
    )
    goals = GOALS.get(name, {}) if len(asked) == len(data.asked) else {}
    met = all(product[f"r@{k}"] >= goal for k, goal in goals.items())
    goal = " ".join(f"r@{k}>={goal:.0f}" for k, goal in goals.items())
    rows = [
        Row(f"{name} ({len(asked)})", line, goal, met),
        Row("", f"{beside}  inject {figures['injecting']:.0f} %"),
    ]
    return figures, rows


def _spread(asked: Sequence[Asked], most: int) -> Sequence[Asked]:
    """Return all questions, or of the fast mode as many of the first stores, which need not all be embedded."""
    if len(asked) <= most:
        return asked
    first = [one for one in asked if one.store in {one.store for one in asked[:most]}]
    return [first[n * len(first) // most] for n in range(most)]


def _share(values: Sequence[bool]) -> float:
    return 100 * sum(values) / len(values) if values else 0.0


def _figures(
    found: Sequence[Sequence[str]], evidence: Sequence[Sequence[frozenset[str]]], gold: Sequence[frozenset[str]]
) -> dict[str, float]:
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


# ---- what is injected ----


async def standing_rules(bench: Bench, folder: Path, most: int) -> tuple[dict[str, Any], list[Row]]:
    """Return how often the instruction a BEAM question tests is among what is always given.

    Every sentence of the user that the write path's rule takes for a rule becomes a standing instruction.
    """
    data = beam(folder, ["instruction_following"])
    hit: list[bool] = []
    for name, stored in data.stores.items():
        rules = [(text, document.evidence) for document in stored for text in _rules(document.text)]
        memories = [
            labelled_memory(
                id=f"m{n}", text=text[:300], subject=text[:80], type="standing_instruction", days_ago=len(rules) - n
            )
            for n, (text, _) in enumerate(rules)
        ]
        own = await bench.person(memories)
        for one in (one for one in data.asked if one.store == name):
            given = {memory.id for memory in (await bench.given(own, one.turns)).memories}
            hit.append(any(f"m{n}" in given and evidence & one.evidence for n, (_, evidence) in enumerate(rules)))
    figure = _share(hit)
    return {"injected": figure, "questions": len(hit)}, [
        Row(f"BEAM instructions, hard tier ({len(hit)})", f"{figure:.0f} %", ">= 90 %", figure >= 90)
    ]


def _rules(text: str) -> list[str]:
    return [text[slice(*span)].strip() for span in sentences(text) if is_rule(text, span)]


async def own_set(bench: Bench, part: str) -> tuple[dict[str, Any], list[Row]]:
    """Return how often the expected memory is among what is injected, and nothing is where nothing fits."""
    people = read_people(LABELLED / f"memories-{part}.jsonl")
    stores = {name: await bench.person(memories) for name, memories in people.items()}
    results: list[tuple[Question, bool]] = []
    for question in read_questions(LABELLED / f"queries-{part}.jsonl"):
        given = await bench.given(stores[question.person], question.turns)
        results.append((question, fits(question, given.memories)))
    figures: dict[str, Any] = {}
    for name, chosen in (("found", True), ("nothing", False)):
        for spoken in ("", "zh", "en"):
            figures[f"{name} {spoken}".strip()] = round(
                _share([ok for q, ok in results if bool(q.expect) == chosen and spoken in ("", q.language)]), 1
            )
    kinds = sorted({question.kind for question, _ in results})
    figures["kinds"] = {kind: round(_share([ok for q, ok in results if q.kind == kind])) for kind in kinds}
    gap = max(abs(figures[f"{name} zh"] - figures[f"{name} en"]) for name in ("found", "nothing"))
    found, nothing = (
        f"{figures[name]} % (zh {figures[f'{name} zh']}, en {figures[f'{name} en']})" for name in ("found", "nothing")
    )
    rows = [
        Row(f"own set, {part}: found", found, ">= 90 %", figures["found"] >= 90),
        Row("  nothing where nothing fits", nothing, ">= 95 %", figures["nothing"] >= 95),
        Row("  between the languages", f"{gap:.1f} points", "<= 2", gap <= 2),
        Row("  by kind", "  ".join(f"{kind} {value}" for kind, value in figures["kinds"].items())),
    ]
    return figures, rows


def fits(question: Question, given: Sequence[UserMemory]) -> bool:
    """Whether an expected memory is given, or, where none is expected, none that was searched for."""
    if question.expect:
        return any(memory.id in question.expect for memory in given)
    return not [memory for memory in given if memory.tier == "soft" and memory.id not in question.also]


async def threshold(bench: Bench, folder: Path, most: int) -> tuple[dict[str, Any], list[Row]]:
    """Return how many real questions, ordinary prompts and other people's questions get a memory."""
    ordinary = [line["text"] for line in read_lines(ORDINARY)][:: 1 if most > FAST else 8]
    figures: dict[str, Any] = {}
    rows: list[Row] = []
    for name in ("LoCoMo facts", "MADial-zh"):
        data = SETS[name](folder)
        asked = _spread(data.asked, most)
        names = {one.store for one in asked} if most <= FAST else data.stores.keys()
        stores = {name: await bench.person(documents(data.stores[name])) for name in names}
        real = [bool((await bench.given(stores[one.store], one.turns)).memories) for one in asked]
        idle = [bool((await bench.given(own, [text])).memories) for own in stores.values() for text in ordinary]
        foreign = [
            bool((await bench.given(own, one.turns)).memories)
            for one in data.asked[-most:] for store, own in stores.items() if store != one.store
        ]  # fmt: skip
        found = {"real": _share(real), "ordinary": _share(idle), "foreign": _share(foreign)}
        figures[name] = found
        met = found["real"] >= 90 and found["ordinary"] <= 5 and found["foreign"] <= 10
        line = "  ".join(f"{kind} {value:.1f} %" for kind, value in found.items())
        rows.append(Row(f"threshold on {name}", line, "90 / 5 / 10", met))
    return figures, rows


async def speed(bench: Bench, most: int) -> tuple[dict[str, Any], list[Row]]:
    """Return what recall takes with 1,000 memories of one person, each question embedded anew."""
    people = read_people(LABELLED / "memories-first.jsonl")
    base = [memory for memories in people.values() for memory in memories]
    many = [
        memory.model_copy(update={"id": f"{n}-{memory.id}", "text": text, "search_text": f"{memory.search_text} {n}"})
        for n in range(1_000 // len(base) + 1) for memory in base if (text := f"{memory.text} ({n})")
    ][:1_000]  # fmt: skip
    own = await bench.person(many)
    fresh = replace(own, embeddings=MemoryEmbeddings(LocalEncoder(), bench.embeddings.calibration))
    own.store.embeddings = fresh.embeddings  # type: ignore[attr-defined]
    gc.freeze()  # as the server does after its start
    taken: list[int] = []
    for question in read_questions(LABELLED / "queries-first.jsonl")[: 60 if most <= FAST else 204]:
        given = await recall(fresh, [f"{turn} " for turn in question.turns], limits=LIMITS, deadline_ms=DEADLINE_MS)
        if given.by:
            taken.append(given.milliseconds)
    taken = taken[3:]
    p50, p95 = statistics.median(taken), float(np.quantile(taken, 0.95))
    return {"p50": p50, "p95": p95}, [
        Row("recall with 1,000 memories", f"p50 {p50:.0f} ms  p95 {p95:.0f} ms", "p95 <= 40 ms", p95 <= 40)
    ]


async def run(folder: Path, most: int) -> tuple[dict[str, Any], int]:
    """Run everything; return the figures and how many goals were missed."""
    bench, figures, missed = Bench(), dict[str, Any](), 0

    async def part(name: str, made: Callable[[], Awaitable[tuple[dict[str, Any], list[Row]]]]) -> None:
        nonlocal missed
        try:
            figures[name], rows = await made()
        except FileNotFoundError:
            print(f"{name}: SKIPPED, its data is not in {folder}", flush=True)
            return
        missed += show(rows)

    await part("speed", lambda: speed(bench, most))
    for one in ("first", "second"):
        await part(f"own set, {one}", lambda one=one: own_set(bench, one))  # type: ignore[misc]
    await part("BEAM instructions", lambda: standing_rules(bench, folder, most))
    await part("threshold", lambda: threshold(bench, folder, most))
    for name, load in SETS.items():
        await part(name, lambda name=name, load=load: rankings(bench, name, load(folder), most))  # type: ignore[misc]
    return figures, missed


def main() -> int:
    """Print the figures and write them as JSON; missed goals are shown, not failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--fast", action="store_true", help="a sample of each set")
    parser.add_argument("--json", type=Path, default=Path(".ai-mind/recall.json"))
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    figures, missed = asyncio.run(run(arguments.data, FAST if arguments.fast else 1_000_000))
    arguments.json.parent.mkdir(exist_ok=True)
    arguments.json.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{missed} goals missed; all figures in {arguments.json}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
