"""What happens at the server's start, and at its end."""

import asyncio
import gc
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import structlog
from starlette.applications import Starlette

from memory.errors import ModelError
from memory.platform.services import embedded, embeddings, fallback, models, settings, stores
from memory.platform.store.reindexing import reindex
from memory.platform.store.server_store import server_store
from memory.platform.store.sweeping import EVERY_S, sweep
from memory.recall.terms import terms
from memory.thread.budget import warm
from prompts import brief_extraction

_log = structlog.get_logger("ai_mind.startup")


@asynccontextmanager
async def lifespan(_: Starlette) -> AsyncIterator[None]:
    """Check the embedding model and load tables before the first request; start the embedded model beside it.

    Raises:
        ValueError: the embedding model does not fit the index; the server does not start.
    """
    await _check_embeddings()
    await asyncio.to_thread(warm)
    await asyncio.to_thread(terms, "热 warm")  # reads the thesaurus
    gc.freeze()  # what is loaded by now stays: a collection that walks through it costs a turn 100 ms
    beside = [] if settings.hosted else [asyncio.create_task(_start_embedded())]
    beside.append(asyncio.create_task(_sweep()))
    if not settings.own_database:  # a database has `make reindex`
        beside.append(asyncio.create_task(_reindex()))
    yield
    for task in beside:
        task.cancel()
    await asyncio.to_thread(embedded.stop)


async def _check_embeddings() -> None:
    """Embed once: a model of another length than the index must stop the start, one that is out of reach must not."""
    check_index(os.environ.get("LANGGRAPH_STORE"), settings.embedding_dimensions)
    try:
        await embeddings.aembed_query("ready")
    except ValueError:
        raise
    except Exception as error:
        if fallback is None:
            raise
        _log.error("hosted_embedding_failed", error=type(error).__name__)


def check_index(store: str | None, dimensions: int) -> None:
    """Compare the index of the server's store with the embedding model.

    Args:
        store: the `store` part of langgraph.json, as the server passes it on.
        dimensions: of the embedding model.

    Raises:
        ValueError: they differ.
    """
    index = (json.loads(store) if store else {}).get("index") or {}
    if index.get("dims", dimensions) != dimensions:
        raise ValueError(
            f"store.index.dims in langgraph.json is {index['dims']}, but the embedding model has {dimensions} "
            "dimensions: set both to the same (AI_MIND_EMBEDDING_DIMENSIONS)."
        )


async def _reindex() -> None:
    """Embed anew what another model has embedded, in the server's own store, which nothing else can reach."""
    try:
        await reindex(await server_store(), stores)
    except Exception as error:  # a model may raise anything; words serve until the next start
        _log.error("not_reindexed", error=type(error).__name__)


async def _sweep() -> None:
    """Delete once a day what was forgotten long enough ago."""
    while True:
        await asyncio.sleep(EVERY_S)
        try:
            await sweep(await server_store(), stores, days=settings.forgotten_days, now=lambda: datetime.now(UTC))
        except Exception as error:  # a store may raise anything; tomorrow is another day
            _log.warning("not_swept", error=type(error).__name__)


async def _start_embedded() -> None:
    """Start the model and let it read the extraction prompt once, which takes it some 15 s."""
    try:
        model = await models.get("extraction")
        await model.answer(brief_extraction.render("你好"), extra_body={"max_tokens": 1})
    except ModelError as error:
        _log.error("embedded_model_failed", code=error.code, reason=str(error))
