"""Whether the store's vectors want an HNSW index: one person's search among many people's, timed and compared.

Recall itself compares what it has read (`memory.platform.store.shelf`); this is for who asks through the store's own
routes. Fills an embedded database with random unit vectors, and asks with a filter and a limit: without the index,
with it, and with it while the planner may not sort, which shows what the index returns when it is used.
"""

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
import psycopg
from langgraph.store.postgres import AsyncPostgresStore
from langgraph.store.postgres.base import PostgresIndexConfig
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool

from benchmarks.filling import Stored, fill, person
from benchmarks.reporting.table import Row, show
from memory.platform.identity import namespace
from memory.platform.postgres.database import USER_SCHEMA, Pool, connection
from memory.platform.postgres.migrations import set_up
from memory.platform.services import local_embeddings
from memory.platform.store.encoders import LOCAL_DIMENSIONS, Vector
from scripts.serve import embedded

QUESTIONS = 100
TOP = 10
LIMIT = 200
MARKS = {"status": "active", "confident": True, "schema_version": "v", "index_version": "v"}
_INDEX = "CREATE INDEX bench_hnsw ON store_vectors USING hnsw (embedding vector_cosine_ops)"


def vectors_of(number: int, count: int) -> Vector:
    """Return a person's vectors, the same each time."""
    drawn = np.random.default_rng(number).standard_normal((count, LOCAL_DIMENSIONS)).astype(np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    return drawn


def everybody(sizes: Sequence[int]) -> Iterator[Stored]:
    """Return everybody's memories."""
    value = Jsonb(MARKS | {"text": "x" * 300})
    for number, count in enumerate(sizes):
        for key, vector in enumerate(vectors_of(number, count)):
            yield Stored(person(number), str(key), value, vector)


class Asker:
    """Asks each person's question on a store that is given the question's vector instead of embedding it."""

    def __init__(self, pool: Pool) -> None:
        index: PostgresIndexConfig = {"dims": LOCAL_DIMENSIONS, "embed": self._embed, "fields": ["search_text"]}
        self._store = AsyncPostgresStore(pool, index=index)
        self._question: list[float] = []

    async def _embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._question for _ in texts]

    async def ask(self, index: str, numbers: Sequence[int], count: int) -> Row:
        """Return how long one search takes, how much of the true top it finds, and how many it returns."""
        took, hits, given = [], 0, 0
        for turn, number in enumerate(numbers):
            own = vectors_of(number, count)
            question = own[turn % count] + 0.5 * vectors_of(10**9 + turn, 1)[0]
            self._question = question.tolist()
            started = perf_counter()
            found = await self._store.asearch(namespace(person(number)), query="q", filter=dict(MARKS), limit=LIMIT)
            took.append((perf_counter() - started) * 1_000)
            truth = {str(key) for key in np.argsort(-(own @ question))[:TOP]}
            hits += len(truth & {item.key for item in found[:TOP]})
            given += len(found)
        p50, p95 = np.percentile(took, [50, 95])
        recall, mean = hits / len(numbers) / min(TOP, count), given / len(numbers)
        return Row(
            f"{index}, one of {count} memories asks",
            f"{p50:.1f} ms p50, {p95:.1f} ms p95, recall@{TOP} {recall:.2f}, {mean:.0f} given",
        )


async def main(url: str) -> None:
    """Fill, ask, build the index, ask again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--each", type=int, default=5, help="memories of each person")
    parser.add_argument("--largest", type=int, default=1_000, help="memories of the one who has most")
    arguments = parser.parse_args()
    set_up(url, local_embeddings, LOCAL_DIMENSIONS)
    sizes = [arguments.largest, *[arguments.each] * arguments.people]
    few = range(1, arguments.people, max(1, arguments.people // QUESTIONS))

    async def measured(index: str, options: str = "") -> list[Row]:
        kwargs = connection(url, USER_SCHEMA, timeout_ms=0)
        kwargs["options"] += options
        pool: Pool = AsyncConnectionPool(url, open=False, kwargs=kwargs)
        async with pool:
            asker = Asker(pool)
            await asker.ask(index, few, arguments.each)  # warms the database's cache
            return [
                await asker.ask(index, few, arguments.each),
                await asker.ask(index, [0] * QUESTIONS, arguments.largest),
            ]

    async with await psycopg.AsyncConnection.connect(url, **connection(url, USER_SCHEMA, timeout_ms=0)) as connected:
        started = perf_counter()
        await fill(connected, lambda: everybody(sizes))
        print(f"{sum(sizes)} vectors of {len(sizes)} people copied in {perf_counter() - started:.0f} s", flush=True)
        rows = await measured("exact")
        await connected.execute("SET maintenance_work_mem = '1GB'")
        started = perf_counter()
        await connected.execute(_INDEX)
        sized = await (await connected.execute("SELECT pg_relation_size('bench_hnsw') >> 20 AS mib")).fetchone()
        print(f"HNSW built in {perf_counter() - started:.0f} s, {sized['mib'] if sized else '?'} MiB", flush=True)
        rows += await measured("HNSW exists")
        rows += await measured("HNSW is used", " -c enable_sort=off")
        await connected.execute("DROP INDEX bench_hnsw")
    show(rows)


if __name__ == "__main__":
    with TemporaryDirectory(prefix="ai-mind-") as made, embedded(Path(made) / "postgres") as url:
        asyncio.run(main(url))
