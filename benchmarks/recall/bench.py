"""The product's recall as benchmarks and labelled tests run it: through its store, its index and its filters."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from langgraph.store.memory import InMemoryStore

from benchmarks.recall.sets import Document
from memory.platform.store import calibrations
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.encoders import LOCAL_DIMENSIONS, LOCAL_MODEL, LocalEncoder
from memory.platform.store.recalling import Recalled, recall
from memory.platform.store.shelf import KEPT, Shelves
from memory.platform.store.user_store import UserStore
from memory.recall.selection import Limits
from memory.user.document import UserMemory
from scripts.labelled import Question, labelled_memory

LABELLED = Path("tests/labelled/recall")
VECTORS = Path(".ai-mind/vectors.sqlite")
LIMITS = Limits(3, 300, 900)
RANKING = Limits(10, 1_000_000, 10_000_000)
DEADLINE_MS = 60_000


class Cached:
    """The local model, which embeds each text once: across stores, and across runs by a file."""

    def __init__(self) -> None:
        VECTORS.parent.mkdir(exist_ok=True)
        self._encoder = LocalEncoder()
        self._file = sqlite3.connect(VECTORS)
        self._file.execute("pragma synchronous = off")  # a cache: nothing is lost that cannot be computed
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
        own = UserStore(InMemoryStore(index=index), "bench", self.embeddings, shelves=Shelves(KEPT))
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


def fits(question: Question, given: Sequence[UserMemory]) -> bool:
    """Whether an expected memory is given, or, where none is expected, none that was searched for."""
    if question.expect:
        return any(memory.id in question.expect for memory in given)
    return not [memory for memory in given if memory.tier == "soft" and memory.id not in question.also]
