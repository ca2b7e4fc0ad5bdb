"""The store's embedding model: what an encoder computes, corrected, checked, remembered and guarded."""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic

import numpy as np
from langchain_core.embeddings import Embeddings

from memory.language.text import Language, language
from memory.platform.store.encoders import Encoder, Vector
from memory.recall.calibration import Calibration

QUERY_PREFIX = "\u2063query: "
"""Marks what is searched for, whichever method gets it: the Postgres store of langgraph-checkpoint-postgres
3.2 embeds a search query with `embed_documents`, and e5 as a passage would score it too high. With an invisible
character, so that no memory begins with it."""
INDEX_VERSION = "user-memory-semantic.v5"
"""How a memory is embedded: `search_text`, less what all memories of its language have in common (R3.4)."""
REMEMBERED = 512
"""Vectors that are kept, so that a query or a memory is embedded once although recall and store both need it."""
TRIPS = 3
"""Failures in a row after which an embedding model is left alone (case B62)."""
REST_S = 30.0
SLOW_S = 1.0
"""What an embedding may take without being a failure when it is cancelled."""


class EmbeddingError(Exception):
    """The embedding model cannot be used now."""


@dataclass
class Breaker:
    """Leaves a model that keeps failing alone for a while, so that not every turn waits for it."""

    rest_s: float = REST_S
    failures: int = 0
    rests_until: float = 0.0

    def check(self) -> None:
        """Refuse while the model rests; after that one call may try.

        Raises:
            EmbeddingError: it rests.
        """
        if self.resting:
            raise EmbeddingError("the embedding model failed several times and is left alone for a while")

    @property
    def resting(self) -> bool:
        """Whether the model is left alone."""
        return self.failures >= TRIPS and monotonic() < self.rests_until

    def failed(self) -> None:
        """Count a failure."""
        self.failures += 1
        self.rests_until = monotonic() + self.rest_s

    def succeeded(self) -> None:
        """Forget the failures."""
        self.failures = 0


@dataclass
class MemoryEmbeddings(Embeddings):
    """Vectors of questions and memories that can be compared across languages (see `Calibration`).

    Only the async methods are used, by nodes and server alike; the others are for scripts.

    Args:
        encoder: computes vectors.
        calibration: of the encoder's model.
        timeout_s: seconds one call may take, for reads and writes (R3.2).
    """

    encoder: Encoder
    calibration: Calibration
    timeout_s: float = 60.0
    breaker: Breaker = field(default_factory=Breaker)
    _remembered: OrderedDict[tuple[bool, str], list[float]] = field(default_factory=OrderedDict)

    def forget(self) -> None:
        """Forget the texts whose vectors are remembered."""
        self._remembered.clear()

    @property
    def index_version(self) -> str:
        """What a memory is marked with: how, with which model and in how many dimensions it was embedded."""
        return f"{INDEX_VERSION}:{self.calibration.model}:{self.calibration.dimensions}"

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of something to search for; outside of an event loop only."""
        return asyncio.run(self.aembed_query(text))

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of things to be found; outside of an event loop only."""
        return asyncio.run(self.aembed_documents(texts))

    async def aembed_query(self, text: str) -> list[float]:
        """Return the vector of something to search for."""
        return (await self._vectors([text], query=True))[0]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of things to be found; of what is marked as a query, that of a query."""
        if len(texts) == 1 and texts[0].startswith(QUERY_PREFIX):
            return await self._vectors(texts, query=True)
        return await self._vectors(texts, query=False)

    async def _vectors(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """Return the vectors, of which those that are not known are computed in one call.

        Raises:
            EmbeddingError: an empty text, or a model that rests.
            TimeoutError: the model took too long.
            ValueError: what it returned cannot be used.
        """
        keys = [(query, text.removeprefix(QUERY_PREFIX) if query else text) for text in texts]
        if not all(text.strip() for _, text in keys):
            raise EmbeddingError("an empty text has no vector")
        found = {key: self._remembered[key] for key in keys if key in self._remembered}
        missing = [key for key in dict.fromkeys(keys) if key not in found]
        if missing:
            self.breaker.check()
            found |= dict(zip(missing, await self._computed(missing, query=query), strict=True))
        for key in found:
            self._remembered[key] = found[key]
            self._remembered.move_to_end(key)
        while len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)
        return [found[key] for key in keys]

    async def _computed(self, keys: Sequence[tuple[bool, str]], *, query: bool) -> list[list[float]]:
        texts, started = [text for _, text in keys], monotonic()
        try:
            async with asyncio.timeout(self.timeout_s):
                raw = await self.encoder.encode(texts, query=query)
            if len(raw) != len(texts):
                raise ValueError(f"the embedding model returned {len(raw)} vectors for {len(texts)} texts")
            vectors = [
                self._corrected(checked(one, self.calibration), text, query)
                for one, text in zip(raw, texts, strict=True)
            ]
        except asyncio.CancelledError:
            if monotonic() - started > SLOW_S:  # a turn's deadline has cancelled it, not the user
                self.breaker.failed()
            raise
        except Exception:
            self.breaker.failed()
            raise
        self.breaker.succeeded()
        return vectors

    def _corrected(self, vector: Sequence[float], text: str, query: bool) -> list[float]:
        means = self.calibration.questions if query else self.calibration.memories
        return corrected(np.asarray(vector, dtype=np.float32), means, language(text))


def corrected(vector: Vector, means: dict[Language, list[float]], spoken: Language) -> list[float]:
    """Return `vector` less the mean of its language, of length one."""
    left = vector / np.linalg.norm(vector) - np.asarray(means[spoken], dtype=np.float32)
    length = float(np.linalg.norm(left))
    result: list[float] = (left / length).tolist() if length > 1e-6 else vector.tolist()
    return result


def checked(vector: Sequence[float], calibration: Calibration) -> Sequence[float]:
    """Return `vector` if it has the index's length, finite numbers only, and points somewhere (case B63).

    Raises:
        ValueError: with both lengths, or what is wrong.
    """
    if len(vector) != calibration.dimensions:
        raise ValueError(
            f"the embedding model returns {len(vector)} dimensions; store.index.dims is {calibration.dimensions}"
        )
    if not all(map(math.isfinite, vector)):
        raise ValueError("the embedding model returned a vector with numbers that are not finite")
    if not any(vector):
        raise ValueError("the embedding model returned a vector of zeros")
    return vector
