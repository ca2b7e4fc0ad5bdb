"""The product's graphs on a server whose store and embedding model fail, or that halts, when a test says so.

What fails, or where it halts, is read from the JSON file that `AI_MIND_TEST_FAULTS` names, at each use. The errors
quote the texts they were about, as the worst of real ones do.
"""

import asyncio
import json
import math
import os
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from langgraph.store.base import BaseStore, GetOp, Op, PutOp, Result, SearchOp
from langgraph.store.memory import InMemoryStore

from graphs.chat import Chat
from graphs.dispatch import Dispatcher, Scheduled
from graphs.memory_extraction import MemoryExtraction
from memory.platform import services
from memory.platform.store.embeddings import Breaker, MemoryEmbeddings
from memory.platform.store.encoders import LocalEncoder
from memory.platform.store.stores import UserStores

FAULTS = Path(os.environ["AI_MIND_TEST_FAULTS"])


def fault(name: str) -> Any:
    return json.loads(FAULTS.read_text()).get(name)


async def halt(where: str) -> None:
    """Stand still here for as long as the test says so."""
    while True:
        if not fault(f"halt_{where}"):
            return
        await asyncio.sleep(0.05)


class HaltingDispatcher(Dispatcher):
    """Halts between the commit of a turn and the dispatch of its extraction, and in the middle of a fold."""

    async def extraction(
        self, person: str, turns: Sequence[Mapping[str, Any]], context: Mapping[str, Any]
    ) -> Scheduled | None:
        await halt("dispatch")
        return await super().extraction(person, turns, context)

    async def settle(self, conversation_id: str, noted: Mapping[str, Any]) -> None:
        await super().settle(conversation_id, noted)
        await halt("fold")


class HaltingLocks:
    """Halts when something has been written and the run has not noted it."""

    @asynccontextmanager
    async def of(self, person: str) -> AsyncIterator[None]:
        async with services.locks.of(person):
            yield
        await halt("written")


class FaultyEncoder:
    """The real model, until it is told to fail."""

    def __init__(self) -> None:
        self._encoder = LocalEncoder()

    async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        if fault("embedding"):
            raise RuntimeError(f"the embedding model is broken by {texts}")
        await asyncio.sleep(fault("embedding_delay_s") or 0)
        vectors = await self._encoder.encode(texts, query=query)
        if fault("embedding_is_nan"):
            return [[*vector[:-1], math.nan] for vector in vectors]
        return [vector[:-1] for vector in vectors] if fault("embedding_is_short") else vectors


class FaultyStore(InMemoryStore):
    """The in-memory store, until it is told to fail, or to take long."""

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        reading = any(isinstance(op, SearchOp | GetOp) for op in listed)
        if fault("write") and any(isinstance(op, PutOp) for op in listed):
            raise ConnectionError(f"the store takes no writes: {listed}")
        if fault("read") and reading:
            raise ConnectionError(f"the store cannot be read: {listed}")
        if reading:
            await asyncio.sleep(fault("read_delay_s") or 0)
        return await super().abatch(listed)


embeddings = MemoryEmbeddings(FaultyEncoder(), services.local_embeddings.calibration, breaker=Breaker(rest_s=0.1))


@asynccontextmanager
async def store() -> AsyncIterator[BaseStore]:
    yield FaultyStore(index={"dims": 384, "embed": embeddings, "fields": ["search_text"]})


chat = (
    Chat(
        services.models,
        UserStores(embeddings, locks=services.locks),
        services.tools,
        HaltingDispatcher(),
        services.settings,
        services.metrics,
    )
    .graph()
    .compile(name="chat")
)
memory_extraction = (
    MemoryExtraction(
        services.models,
        UserStores(embeddings, locks=HaltingLocks()),
        services.settings,
        HaltingDispatcher(),
        metrics=services.metrics,
    )
    .graph()
    .compile()
)
