"""Threads that another process has begun, or that this one knew before it was restarted, are known here too.

The server under `langgraph dev` keeps the records of threads in its own memory, and what was said in them in Postgres.
Before a request about a thread is served, its record is made again from the registry, for its owner alone.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import structlog
from langgraph_sdk import get_client
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from memory.platform.identity import graph_of
from memory.platform.postgres.registry import Registry

REMEMBERED = 100_000
"""Most threads that are known to be known."""
_THREAD = re.compile(r"^/threads/([0-9a-fA-F-]{36})(?:/|$)")
_LISTS = ("/threads/search", "/threads/count")
_log = structlog.get_logger("ai_mind.adoption")


class Adoption:
    """ASGI middleware around the server.

    Args:
        app: the server.
        registry: knows whose thread is whose.
        scope_of: who sends these headers; None: nobody.
        make: makes the record of a thread, unless there is one.
    """

    def __init__(
        self,
        app: ASGIApp,
        registry: Registry,
        scope_of: Callable[[Mapping[str, str]], Awaitable[str | None]],
        make: Callable[[str, dict[str, Any]], Awaitable[None]],
    ) -> None:
        self._app, self._registry, self._scope_of, self._make = app, registry, scope_of, make
        self._known: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Make the records that the request needs, then pass it on."""
        if scope["type"] == "http" and not scope.get("root_path", "").startswith("/noauth"):
            try:
                await self._adopt(scope)
            except Exception as error:  # the server then says that there is no such thread
                _log.warning("not_adopted", error=type(error).__name__)
        await self._app(scope, receive, send)

    async def _adopt(self, scope: Scope) -> None:
        named = _THREAD.match(scope["path"])
        one = named[1].lower() if named else None
        if (one is None or one in self._known) and scope["path"] not in _LISTS:
            return
        person = await self._scope_of(dict(Headers(scope=scope)))
        if person is None or (one and await self._registry.owner_of(one) != person):
            return
        for thread_id, metadata in await self._registry.owned(person):
            if thread_id not in self._known and one in (None, thread_id):
                await self._make(thread_id, {**metadata, "owner": person})
                self._note(thread_id)

    def _note(self, thread_id: str) -> None:
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known.add(thread_id)


async def make_thread(thread_id: str, metadata: dict[str, Any]) -> None:
    """Make the record of a thread on the server this process is, unless there is one.

    The server shows no state of a thread of which it does not know the graph.
    """
    async with get_client() as client:
        known = {"graph_id": graph_of(metadata), **metadata}
        await client.threads.create(thread_id=thread_id, metadata=known, if_exists="do_nothing")
