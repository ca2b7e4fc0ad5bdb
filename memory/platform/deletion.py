"""Deleting a conversation takes its companion thread with it.

The server deletes a thread by itself; this stands around it, so that the plain SDK call
`client.threads.delete(thread_id)` is enough.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable

import structlog
from langgraph_sdk import get_client
from langgraph_sdk.errors import NotFoundError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memory.platform.identity import compaction_thread_id

ATTEMPTS = 3
PAUSE_S = 0.2
DELETE_TIMEOUT_S = 5.0
_THREAD = re.compile(r"/threads/([0-9a-fA-F-]{36})/?$")
_log = structlog.get_logger("ai_mind.deletion")


async def delete_thread(thread_id: str) -> None:
    """Delete a thread on the server this process is."""
    async with asyncio.timeout(DELETE_TIMEOUT_S), get_client() as client:
        await client.threads.delete(thread_id)


class CompanionDeletion:
    """ASGI middleware: once the server has deleted a conversation, its companion thread goes too.

    Only then: whether the caller may delete the conversation is the server's to say. A companion has
    none of its own, so deleting it ends with the first 404.

    Args:
        app: the server.
        delete: deletes a thread.
    """

    def __init__(self, app: ASGIApp, delete: Callable[[str], Awaitable[None]] = delete_thread) -> None:
        self._app = app
        self._delete = delete

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; after a successful deletion clean up before the answer is complete."""
        asked = scope["type"] == "http" and scope["method"] == "DELETE"
        thread = _THREAD.search(scope["path"]) if asked else None
        if thread is None:
            await self._app(scope, receive, send)
            return

        async def cleaning(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 300:
                await self._clean(thread[1])
            await send(message)

        await self._app(scope, receive, cleaning)

    async def _clean(self, conversation_id: str) -> None:
        for attempt in range(ATTEMPTS):
            try:
                await self._delete(compaction_thread_id(conversation_id.lower()))
                return
            except NotFoundError:
                return  # there never was one
            except Exception as error:  # the conversation is deleted, and the caller is told so
                _log.warning("companion_not_deleted", attempt=attempt, error=type(error).__name__)
                await asyncio.sleep(PAUSE_S * attempt)
