"""What the write path promises, measured: `make bench-write`.

Prints a table; ends with an error when a goal is missed. What the embedded model does end to end takes longer and
is measured by `make measure`.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

import structlog
from langgraph.store.memory import InMemoryStore

from benchmarks.reporting.table import Row, show
from memory.platform.settings import Settings
from memory.user.evidence import locate
from prompts.extraction import SYSTEM
from tests.fakes import DIMENSIONS, fake_embeddings
from tests.graph.people import Person, output, turn
from tests.graph.seeds import remember
from tests.labelled import measure
from tests.labelled.conversations import SETS, deviations
from tests.labelled.conversations import rows as conversations
from tests.labelled.write_path import Name, detected, passes, resolved, rows, share
from tests.provider.process import candidate

OWN = Settings(_env_file=None)
HOSTILE_TURNS = 1_000
SIZES = (10, 1_000, 10_000)
COUNTED = ("duplicates left", "false merges", "updates lost", "updates imagined", "left open")
FACTS = (
    ("我长期吃素", "吃素"),
    ("我住在杭州", "杭州"),
    ("我养了一只叫煤球的猫", "猫"),
    ("我每天六点起床", "起床"),
    ("我在医院当护士", "护士"),
    ("I'm allergic to peanuts", "peanuts"),
    ("I live in Leeds", "Leeds"),
    ("I play the viola", "viola"),
    ("I keep kosher", "kosher"),
    ("My sister Anna is a vet", "Anna"),
)


def person() -> Person:
    """Return somebody of whom nothing is known."""
    embedder = fake_embeddings()
    store = InMemoryStore(index={"dims": DIMENSIONS, "embed": embedder, "fields": ["search_text"]})
    return Person(OWN, store, embedder)


def hostile_candidates(said: str, number: int, known: list[str]) -> list[dict[str, Any]]:
    """Return what an extractor proposes that invents, and echoes whatever it was given."""
    prompt = [line for line in SYSTEM.splitlines() if len(line) > 20]
    echo = known[number % len(known)] if known else "用户希望被称为团子"
    return [
        candidate(f"用户有 {number} 辆车", said[:80], "车"),
        candidate("用户喜欢奶酪披萨", "我喜欢奶酪披萨", "披萨"),
        candidate(prompt[number % len(prompt)][:300], prompt[number % len(prompt)][:300], "prompt"),
        candidate(echo, echo, "echo"),
        candidate("用户是街拍爱好者", f"您喜欢街拍的话，第{number}款相机很适合您", "街拍"),
    ]


async def hostile() -> list[Row]:
    """A thousand turns with a hostile extractor: small talk, questions, and facts said over and over."""
    somebody, texts = person(), [row["user"] for row in rows("gate", holds=False)]
    sizes: list[int] = []
    for number in range(HOSTILE_TURNS):
        fact, _ = FACTS[number // 5 % len(FACTS)]
        said = fact if number % 5 == 0 else texts[number % len(texts)]
        known = list(await somebody.stored())
        proposed = hostile_candidates(said, number, known)
        if said == fact:
            proposed[0] = candidate(fact, fact, fact)
        answer = f"您喜欢街拍的话，第{number}款相机很适合您。" + "".join(known)
        await somebody.says(
            turn(said, f"t{number}", assistant_text=answer, hour=number % 24), proposed=output(*proposed)
        )
        sizes.append(len(await somebody.stored()))
    stored = await somebody.stored()
    said_ever = {fact for fact, _ in FACTS} | set(texts)
    ungrounded = [text for text, memory in stored.items() if not _grounded(memory, said_ever)]
    grown = sizes[-1] - sizes[HOSTILE_TURNS // 5]
    return [
        Row(
            f"ungrounded memories after {HOSTILE_TURNS:,} turns of a hostile extractor",
            str(len(ungrounded)),
            "0",
            not ungrounded,
        ),
        Row(
            "memories after 200 and after 1,000 of them",
            f"{sizes[HOSTILE_TURNS // 5]}, {sizes[-1]}",
            "no growth",
            not grown,
        ),
    ]


def _grounded(memory: dict[str, Any], said: set[str]) -> bool:
    turns = [measure.as_turn(text) for text in said]
    return all(locate(evidence["quote"], turns) for evidence in memory["evidence"])


def labelled() -> Iterator[Row]:
    """The rules on labelled lines."""
    for language in ("zh", "en"):
        lines = rows("detectors", lang=language)
        blocked = [detected(row) for row in lines if row["expect"] == "block"]
        alarms = [detected(row) for row in lines if row["expect"] == "allow"]
        yield Row(f"secrets and personal data, {language}: found", _of(blocked), "≥ 0.99", _share(blocked) >= 0.99)
        yield Row(f"secrets and personal data, {language}: false alarms", _of(alarms), "≤ 0.01", _share(alarms) <= 0.01)
        turns = rows("gate", lang=language)
        holding = [passes(row) for row in turns if row["holds"]]
        idle = [not passes(row) for row in turns if not row["holds"]]
        yield Row(f"turns that hold something, {language}: pass", _of(holding), "≥ 0.98", _share(holding) >= 0.98)
        yield Row(
            f"turns that hold nothing, {language}: stopped without a model", _of(idle), "≥ 0.70", _share(idle) >= 0.7
        )
        right, all_ = share("evidence", lang=language)
        yield Row(f"candidates admitted or refused as labelled, {language}", f"{right}/{all_}")
    pairs = resolved()
    figures = ", ".join(f"{what} {pairs[what]}" for what in COUNTED)
    yield Row(f"{pairs['pairs']} pairs of statements", figures, "0 false merges", not pairs["false merges"])
    left = pairs["duplicates left"] / pairs["pairs"]
    yield Row("duplicates left of them", f"{left:.3f}", "≤ 0.01", left <= 0.01)
    names: tuple[Name, ...] = ("detectors", "gate", "evidence", "resolution")
    for name in names:
        (zh, all_zh), (en, all_en) = share(name, lang="zh"), share(name, lang="en")
        gap = abs(zh / all_zh - en / all_en) * 100
        yield Row(f"Chinese and English apart on {name}", f"{gap:.1f} points", "≤ 2", gap <= 2)


async def whole_conversations() -> list[Row]:
    """What is known after conversations, honest and hostile."""
    played = [await deviations(row) for set_ in SETS for row in conversations(set_)]
    as_labelled = [not found for found in played]
    return [Row("whole conversations after which is known what was said", _of(as_labelled), "all", all(as_labelled))]


async def growth() -> list[Row]:
    """One turn's extraction with more and more known."""
    took: dict[int, float] = {}
    calls: set[int] = set()
    for size in SIZES:
        somebody = person()
        embedder = fake_embeddings()
        for start in range(0, size, 500):
            texts = [f"我的第{n}号储物柜里放着{n}本书" for n in range(start, min(start + 500, size))]
            await remember(somebody.store, embedder, OWN, *texts)
        seconds = []
        for number in range(12):
            started = perf_counter()
            said = f"我在第{number}条街喂过猫，我一直喜欢猫"
            result = await somebody.says(
                turn(said, f"g{number}"), proposed=output(candidate("用户一直喜欢猫", "我一直喜欢猫", "猫"))
            )
            seconds.append(perf_counter() - started)
            calls.add(result["usage"]["model_calls"])
        took[size] = median(seconds) * 1_000
    figures = ", ".join(f"{took[size]:.0f} ms" for size in SIZES)
    return [
        Row("model calls of a turn, whatever is stored", ", ".join(map(str, sorted(calls))), "1", calls == {1}),
        Row(f"a turn's extraction beside the model, {', '.join(f'{size:,}' for size in SIZES)} memories", figures),
    ]


def _share(outcomes: list[bool]) -> float:
    return sum(outcomes) / len(outcomes)


def _of(outcomes: list[bool]) -> str:
    return f"{sum(outcomes)}/{len(outcomes)}"


def main() -> int:
    """Print the table; return how many goals were missed."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    found: list[Row] = []
    parts: list[Callable[[], Any]] = [
        lambda: list(labelled()),
        lambda: asyncio.run(whole_conversations()),
        lambda: asyncio.run(hostile()),
        lambda: asyncio.run(growth()),
    ]
    for part in parts:
        found += part()
    return show(found)


if __name__ == "__main__":
    sys.exit(main())
