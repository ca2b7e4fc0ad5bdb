"""The route that shows a conversation again (R1.8)."""

import asyncio
from typing import Annotated

import structlog
from fastapi import APIRouter, Depends
from langgraph_sdk import get_client
from langgraph_sdk.errors import NotFoundError, UnprocessableEntityError
from starlette.responses import JSONResponse

from memory.platform.access.auth import LOCAL
from memory.platform.access.callers import caller
from memory.platform.identity import is_conversation
from memory.thread.hydration import hydrate

CHECK_TIMEOUT_S = 2.0
router = APIRouter(tags=["conversations"])
_log = structlog.get_logger("ai_mind.hydration")


@router.get("/threads/{thread_id}/hydration")
async def hydration(thread_id: str, person: Annotated[str, Depends(caller)]) -> JSONResponse:
    """Return a conversation as a page shows it (R1.8.4).

    404 for what is no conversation of theirs, a memory thread above all. When the storage fails the page
    gets an empty conversation rather than an error.
    """
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S), get_client() as client:
            thread = await client.threads.get(thread_id)
            metadata = thread["metadata"] or {}
            if not is_conversation(metadata) or not (LOCAL or metadata.get("owner") == person):
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
