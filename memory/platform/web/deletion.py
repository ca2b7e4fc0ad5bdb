"""Deleting a conversation takes with it what runs on it, its companion thread, and the note of whose it was.

The server deletes a thread by itself; this stands around it, so that the plain SDK call
`client.threads.delete(thread_id)` is enough.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

import structlog
from langgraph_sdk.errors import NotFoundError
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memory.platform.background import begin, ended
from memory.platform.identity import compaction_thread_id
from memory.platform.postgres.registry import Registry
from memory.platform.threads import clear_thread, delete_thread

ATTEMPTS = 3
PAUSE_S = 0.2
_THREAD = re.compile(r"/threads/([^/]+)/?$")
_log = structlog.get_logger("ai_mind.deletion")

Owns = Callable[[Mapping[str, str], str], Awaitable[bool]]
"""Whether who sent these headers may delete the thread with this id."""


async def nothing_to_purge(_: str) -> None:
    """Leave the checkpoints to the server, which keeps them itself."""


async def nothing_to_forget(_: Mapping[str, str], __: str) -> None:
    """Have handed nothing over."""


class Deletion:
    """ASGI middleware: before the server deletes a conversation it is cleared, after it the rest goes.

    Whether the caller may delete the conversation is the server's to say; it is cleared only for its owner.

    Args:
        app: the server.
        owns: whether the caller is the thread's owner.
        registry: where the thread is noted beside the server.
        clear: cancels what runs on a thread, and deletes what it holds.
        delete: deletes a thread.
        purge: deletes a thread's checkpoints, where the server does not wait for that.
        forget: deletes what the owner's memory thread was handed over from a conversation.
    """

    def __init__(
        self,
        app: ASGIApp,
        owns: Owns,
        registry: Registry,
        clear: Callable[[str], Awaitable[None]] = clear_thread,
        delete: Callable[[str], Awaitable[None]] = delete_thread,
        purge: Callable[[str], Awaitable[None]] = nothing_to_purge,
        forget: Callable[[Mapping[str, str], str], Coroutine[Any, Any, None]] = nothing_to_forget,
    ) -> None:
        self._app, self._owns, self._registry = app, owns, registry
        self._clear, self._delete, self._purge, self._forget = clear, delete, purge, forget

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; around a deletion clean up before the answer is complete."""
        asked = scope["type"] == "http" and scope["method"] == "DELETE"
        id = _thread_id(scope["path"]) if asked else None
        if id is None:
            await self._app(scope, receive, send)
            return
        if not await self._before(id, scope):
            refused = JSONResponse({"detail": "The conversation cannot be deleted now; try again."}, 503)
            await refused(scope, receive, send)
            return

        async def cleaning(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 300:
                await ended()  # or what is still being deleted would go from a new thread of this id
                await self._after(id)
                # Not waited for: what learns from it may have to end before.
                begin(self._forget(dict(Headers(scope=scope)), id), awaited=False)
            await send(message)

        await self._app(scope, receive, cleaning)

    async def _before(self, thread_id: str, scope: Scope) -> bool:
        """Clear the thread, if its owner asks or the server itself; False: its checkpoints cannot be deleted."""
        inside = scope.get("root_path", "").startswith("/noauth")
        try:
            if not inside and not await self._owns(dict(Headers(scope=scope)), thread_id):
                return True
        except Exception as error:  # the server says what is wrong with the thread
            _log.warning("owner_not_known", error=type(error).__name__)
            return True
        try:
            if not inside:
                await self._clear(thread_id)
        except Exception as error:  # what it holds is deleted all the same
            _log.warning("thread_not_cleared", error=type(error).__name__)
        try:
            await self._purge(thread_id)
        except Exception as error:  # a database may raise anything
            _log.error("checkpoints_not_deleted", error=type(error).__name__)
            return False
        return True

    async def _after(self, thread_id: str) -> None:
        companion = compaction_thread_id(thread_id)
        for attempt in range(ATTEMPTS):
            try:
                await self._registry.drop(thread_id)
                with suppress(NotFoundError):  # there never was one, or another process has begun it
                    await self._delete(companion)
                await self._purge(companion)
                await self._registry.drop(companion)  # last: by it an erasure finds what could not be deleted
                return
            except Exception as error:  # the conversation is deleted, and the caller is told so
                _log.warning("companion_not_deleted", attempt=attempt, error=type(error).__name__)
                await asyncio.sleep(PAUSE_S * attempt)


def _thread_id(path: str) -> str | None:
    """Return the id of the thread a path names, in its usual form; the server takes any that `UUID` reads."""
    named = _THREAD.search(path)
    try:
        return str(UUID(named[1])) if named else None
    except ValueError:
        return None
