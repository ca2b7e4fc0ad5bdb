"""Threads that another process has begun, or that this one knew before it was restarted, are known here too.

And one that another process has deleted is deleted here, with what still runs on it.

The server under `langgraph dev` keeps the records of threads in its own memory, and what was said in them in Postgres.
Before a request about a thread is served, its record is made again from the registry, for its owner alone.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import structlog
from langgraph_sdk import get_client
from langgraph_sdk.errors import NotFoundError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from memory.platform.identity import graph_of, memory_thread_id
from memory.platform.postgres.registry import Registry
from memory.platform.threads import delete_thread

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
        end: deletes the thread of a person, if there is one here.
    """

    def __init__(
        self,
        app: ASGIApp,
        registry: Registry,
        scope_of: Callable[[Mapping[str, str]], Awaitable[str | None]],
        make: Callable[[str, dict[str, Any]], Awaitable[None]],
        end: Callable[[str, str], Awaitable[None]],
    ) -> None:
        self._app, self._registry, self._scope_of = app, registry, scope_of
        self._make, self._end = make, end
        self._known: dict[str, str] = {}

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
        if one is None and scope["path"] not in _LISTS:
            return
        person = await self._scope_of(dict(Headers(scope=scope)))
        if person is None:
            return
        if one is None:
            await self._both(person)
            return
        owner = await self._registry.owner_of(one)
        if owner is None and self._known.get(one) == person:
            await self._forget(one, person)
        if owner == person and one not in self._known:
            metadata = dict(await self._registry.owned(person)).get(one)
            if metadata is not None:
                await self._remember(one, person, metadata)

    async def _both(self, person: str) -> None:
        """Make known all threads of a person, and no other."""
        # Runs without a thread have one for a while, which the registry never knows.
        here = {memory_thread_id(person), *(id for id, owner in self._known.items() if owner == person)}
        owned = dict(await self._registry.owned(person))
        for thread_id, metadata in owned.items():
            if thread_id not in self._known:
                await self._remember(thread_id, person, metadata)
        for thread_id in here - set(owned):
            await self._forget(thread_id, person)

    async def _remember(self, thread_id: str, person: str, metadata: Mapping[str, Any]) -> None:
        await self._make(thread_id, {**metadata, "owner": person})
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[thread_id] = person

    async def _forget(self, thread_id: str, person: str) -> None:
        await self._end(thread_id, person)
        self._known.pop(thread_id, None)


async def make_thread(thread_id: str, metadata: dict[str, Any]) -> None:
    """Make the record of a thread on the server this process is, unless there is one.

    The server shows no state of a thread of which it does not know the graph.
    """
    async with get_client() as client:
        known = {"graph_id": graph_of(metadata), **metadata}
        await client.threads.create(thread_id=thread_id, metadata=known, if_exists="do_nothing")


async def end_thread(thread_id: str, person: str) -> None:
    """Delete a thread on the server this process is, with what runs on it, if it is there and this person's."""
    async with get_client() as client:
        with suppress(NotFoundError):
            thread = await client.threads.get(thread_id)
            if (thread["metadata"] or {}).get("owner") == person:
                await delete_thread(thread_id)
