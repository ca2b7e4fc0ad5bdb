"""The HTTP routes beside the server's own, and what happens at its start."""

import asyncio
import gc
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import structlog
from langgraph_sdk import get_client
from langgraph_sdk.errors import NotFoundError, UnprocessableEntityError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from memory.errors import ModelError
from memory.platform.deletion import CompanionDeletion
from memory.platform.http_errors import error_handlers
from memory.platform.services import embedded, embeddings, fallback, metrics, models, settings, tools
from memory.recall.terms import terms
from memory.thread.budget import warm
from memory.thread.hydration import hydrate
from prompts import brief_extraction

CHECK_TIMEOUT_S = 2.0
_log = structlog.get_logger("ai_mind.health")


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
    starting = None if settings.hosted else asyncio.create_task(_start_embedded())
    yield
    if starting is not None:
        starting.cancel()
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


async def _start_embedded() -> None:
    """Start the model and let it read the extraction prompt once, which takes it some 15 s."""
    try:
        model = await models.get("extraction")
        await model.answer(brief_extraction.render("你好"), extra_body={"max_tokens": 1})
    except ModelError as error:
        _log.error("embedded_model_failed", code=error.code, reason=str(error))


async def health(_: Request) -> JSONResponse:
    """Say of each dependency whether it is `ok`, `degraded` or `down`; no user data."""
    checks = {"store": await _store(), "embedding": await _embedding(), "chat_model": _chat_model()}
    if settings.mcp_servers:
        checks["tools"] = "degraded" if tools.missing else "ok"
    worst = max(checks.values(), key=("ok", "degraded", "down").index)
    return JSONResponse({"status": worst, **checks, "model": settings.model_for("chat"), "counters": metrics.read()})


async def _store() -> str:
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S), get_client() as client:
            await client.store.get_item(("ai-mind", "health"), key="probe")
    except NotFoundError:
        return "ok"  # nothing is stored there; the store has said so
    except Exception as error:  # whatever the store raises, the answer is the same
        _log.warning("store_down", error=type(error).__name__)
        return "down"
    return "ok"


async def _embedding() -> str:
    """`degraded`: a hosted model fails, and the local one or words serve instead. It is not called for its health."""
    if fallback is not None:
        return "degraded" if embeddings.breaker.failures else "ok"
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S):
            await embeddings.aembed_query(f"health {uuid4()}")  # a text whose vector is not remembered
    except Exception as error:
        _log.warning("embedding_down", error=type(error).__name__)
        return "down"
    return "ok"


def _chat_model() -> str:
    """`degraded` while the embedded model is loading, `down` when it could not be started.

    A hosted one is not called for its health.
    """
    if settings.hosted or embedded.running:
        return "ok"
    return "down" if embedded.failed else "degraded"


async def hydration(request: Request) -> JSONResponse:
    """Return a conversation as a page shows it (R1.8.4).

    404 for what is no conversation, a person's memory thread above all. When the storage fails the page
    gets an empty conversation rather than an error.
    """
    thread_id = request.path_params["thread_id"]
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S), get_client() as client:
            thread = await client.threads.get(thread_id)
            if (thread["metadata"] or {}).get("graph_id", "chat") != "chat":
                return _not_found()
            state = await client.threads.get_state(thread_id)
    except (NotFoundError, UnprocessableEntityError):
        return _not_found()
    except Exception as error:  # whatever the storage raises
        _log.warning("hydration_failed", error=type(error).__name__)
        return JSONResponse(hydrate(thread_id, {}))
    values = state["values"]
    return JSONResponse(hydrate(thread_id, values if isinstance(values, dict) else {}))


def _not_found() -> JSONResponse:
    return JSONResponse({"code": "CONVERSATION_NOT_FOUND", "detail": "There is no such conversation."}, 404)


app = Starlette(
    routes=[Route("/health", health), Route("/threads/{thread_id}/hydration", hydration)],
    middleware=[Middleware(CompanionDeletion)],
    exception_handlers=dict(error_handlers),
    lifespan=lifespan,
)
