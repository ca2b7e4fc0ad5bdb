"""How the server and what it depends on are, without a word of any user."""

import asyncio
from uuid import uuid4

import structlog
from fastapi import APIRouter
from starlette.responses import JSONResponse

from memory.platform.services import embedded, embeddings, fallback, metrics, settings, tools
from memory.platform.store.server_store import server_store

CHECK_TIMEOUT_S = 2.0
router = APIRouter(tags=["health"])
_log = structlog.get_logger("ai_mind.health")


@router.get("/health")
async def health() -> JSONResponse:
    """Say of each dependency whether it is `ok`, `degraded` or `down`; no user data."""
    checks = {"store": await _store(), "embedding": await _embedding(), "chat_model": _chat_model()}
    if settings.mcp_servers:
        checks["tools"] = "degraded" if tools.missing else "ok"
    worst = max(checks.values(), key=("ok", "degraded", "down").index)
    return JSONResponse({"status": worst, **checks, "model": settings.model_for("chat"), "counters": metrics.read()})


async def _store() -> str:
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S):
            await (await server_store()).aget(("ai-mind", "health"), "probe")
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
