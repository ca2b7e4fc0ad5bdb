"""What recall injects: on the labelled people, for ordinary prompts and other people's questions; and how fast."""

import gc
import re
import statistics
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.recall.bench import DEADLINE_MS, LABELLED, LIMITS, Bench, documents, fits
from benchmarks.recall.rankings import FAST, sample, share, spread
from benchmarks.recall.sets import SETS, Asked, Document, beam
from benchmarks.reporting.table import Row
from memory.language.lasting import is_rule
from memory.language.text import sentences
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.encoders import LocalEncoder
from memory.platform.store.recalling import recall
from scripts.labelled import Question, labelled_memory, read_lines, read_people, read_questions

ORDINARY = Path("scripts/calibration/ordinary.jsonl")


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
    figure = share(hit)
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
                share([ok for q, ok in results if bool(q.expect) == chosen and spoken in ("", q.language)]), 1
            )
    kinds = sorted({question.kind for question, _ in results})
    figures["kinds"] = {kind: round(share([ok for q, ok in results if q.kind == kind])) for kind in kinds}
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


async def threshold(bench: Bench, folder: Path, most: int) -> tuple[dict[str, Any], list[Row]]:
    """Return how many real questions, ordinary prompts and other people's questions get a memory."""
    ordinary = [line["text"] for line in read_lines(ORDINARY)][:: 1 if most > FAST else 8]
    figures: dict[str, Any] = {}
    rows: list[Row] = []
    for name in ("LoCoMo facts", "MADial-zh"):
        data = sample(SETS[name](folder), most)
        asked = spread(data.asked, most)
        names = {one.store for one in asked} if most <= FAST else data.stores.keys()
        stores = {name: await bench.person(documents(data.stores[name])) for name in names}
        real = [bool((await bench.given(stores[one.store], one.turns)).memories) for one in asked]
        idle = [bool((await bench.given(own, [text])).memories) for own in stores.values() for text in ordinary]
        foreign = [
            bool((await bench.given(own, one.turns)).memories)
            for one in data.asked[-most:]
            for store, own in stores.items()
            if store != one.store and not _known(one, data.stores[store])
        ]
        found = {"real": share(real), "ordinary": share(idle), "foreign": share(foreign)}
        figures[name] = found
        met = found["real"] >= 90 and found["ordinary"] <= 5 and found["foreign"] <= 10
        line = "  ".join(f"{kind} {value:.1f} %" for kind, value in found.items())
        rows.append(Row(f"threshold on {name}", line, "90 / 5 / 10", met))
    return figures, rows


def _known(one: Asked, stored: Sequence[Document]) -> bool:
    """Whether the question names somebody of the store: two of LoCoMo's people are called John."""
    names = re.findall(r"(?<=\s)[A-Z][a-z]+", " ".join(one.turns))
    return any(name in document.text for name in names for document in stored)


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
