"""Threads of the server this process is: what runs on one is cancelled before it is deleted, and nothing is left."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import structlog
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import ConflictError, NotFoundError
from langgraph_sdk.schema import RunStatus

from memory.platform.identity import is_conversation, memory_thread_id
from memory.platform.postgres.registry import Registry
from memory.platform.store.server_store import delete_checkpoints

DELETE_TIMEOUT_S = 15.0
CANCEL_TIMEOUT_S = 10.0
POLL_S = 0.05
FORGET_ATTEMPTS = 12
"""A minute in all."""
MOST_RUNS = 1_000
"""Of a person, the newest; older ones go with an erasure."""
PAGE = 100
_log = structlog.get_logger("ai_mind.threads")


async def clear(client: LangGraphClient, thread_id: str) -> int:
    """Cancel the runs in flight on a thread that is to be deleted, and delete what it holds; return how many ran.

    A run that outlived its thread would write its checkpoints after the deletion. What the thread holds is deleted
    here because the server (langgraph-runtime-inmem 0.36) leaves messages in its memory and in its files.
    """
    cancelled = await _cancel_all(client, thread_id)
    await delete_checkpoints(thread_id)
    return cancelled


async def _cancel_all(client: LangGraphClient, thread_id: str) -> int:
    cancelled: set[str] = set()
    # The waiting ones first: when the running one ends, the server begins the next.
    flying: tuple[RunStatus, ...] = ("pending", "running")
    while runs := [
        run["run_id"]
        for status in flying
        for run in await client.runs.list(thread_id, status=status, limit=PAGE)
        if run["run_id"] not in cancelled
    ]:
        for run_id in runs:
            cancelled.add(run_id)
            try:
                async with asyncio.timeout(CANCEL_TIMEOUT_S):
                    await _cancel(client, thread_id, run_id)
            except Exception as error:  # it may have ended meanwhile; the thread is deleted all the same
                _log.warning("run_not_cancelled", error=type(error).__name__)
    return len(cancelled)


async def _cancel(client: LangGraphClient, thread_id: str, run_id: str) -> None:
    """Cancel a run and wait until it has ended.

    The server (langgraph-api 0.16, in memory) says that it has, half a second after it was told to; but it touches
    the thread when it really has.
    """
    running = (await client.runs.get(thread_id, run_id))["status"] == "running"
    before = (await client.threads.get(thread_id))["updated_at"]
    await client.runs.cancel(thread_id, run_id, wait=True)
    while running:
        await asyncio.sleep(POLL_S)
        running = (await client.threads.get(thread_id))["updated_at"] == before


async def delete_thread(thread_id: str) -> None:
    """Delete a thread on the server this process is, with what runs on it."""
    async with asyncio.timeout(DELETE_TIMEOUT_S), get_client() as client:
        await clear(client, thread_id)
        await client.threads.delete(thread_id)


async def clear_thread(thread_id: str) -> None:
    """Leave nothing on a thread of the server this process is."""
    async with get_client() as client:
        await clear(client, thread_id)


async def forget_runs(person: str, conversation_id: str) -> None:
    """Delete the records of the runs that learned from a conversation; their input is what was said in it.

    The memory thread goes on from where it stands: with a run the server deletes what the run has saved, so that is
    saved anew first. While an extraction is in flight that cannot be; it is tried again for a while.

    Args:
        person: scope of whose conversation it was.
        conversation_id: of the chat thread that is deleted.
    """
    async with get_client() as client:
        for attempt in range(FORGET_ATTEMPTS):
            try:
                await _forget_runs(client, memory_thread_id(person), conversation_id)
                return
            except NotFoundError:
                return  # nothing was ever learned
            except ConflictError:
                await asyncio.sleep(attempt)
    _log.warning("runs_not_forgotten")


async def _forget_runs(client: LangGraphClient, memory_thread: str, conversation_id: str) -> None:
    runs = await client.runs.list(memory_thread, limit=MOST_RUNS)
    ended = [run for run in runs if run["status"] not in ("pending", "running")]
    said = [run["run_id"] for run in ended if (run["metadata"] or {}).get("conversation_id") == conversation_id]
    if not said:
        return
    state = await client.threads.get_state(memory_thread)
    values = state["values"] if isinstance(state["values"], dict) else {}
    left = {"cursor": values.get("cursor") or {}, "outcome": "skipped"}
    await client.threads.update_state(memory_thread, left, as_node="gate")
    for run_id in said:
        with suppress(NotFoundError):
            await client.runs.delete(memory_thread, run_id)


class ServerThreads:
    """The threads of the server this process is.

    Args:
        connect: makes a client that may see every thread.
        registry: where threads are noted beside the server.
        everybody: whether all threads are this person's (`local` mode).
        empty: cancels what runs on a thread and deletes what it holds; returns how many ran.
    """

    def __init__(
        self,
        connect: Callable[[], LangGraphClient],
        registry: Registry,
        *,
        everybody: bool,
        empty: Callable[[LangGraphClient, str], Awaitable[int]] = clear,
    ) -> None:
        self._connect, self._registry, self._everybody, self._empty = connect, registry, everybody, empty

    async def remove(self, person: str, *, conversations: bool) -> tuple[int, int, int]:
        """Cancel the runs of a person's threads, then delete the threads; a run without a thread never ends."""
        spoken = background = cancelled = 0
        async with self._connect() as client:
            for id, metadata in await self._registry.owned(person):
                # One that another process has begun: its checkpoints go with the thread.
                await client.threads.create(thread_id=id, metadata=dict(metadata), if_exists="do_nothing")
            kept, tried = set[str](), set[str]()
            # What is still listed after it was deleted is not tried for ever.
            while threads := [
                thread
                for thread in await self._page(client, person, len(kept))
                if thread["thread_id"] not in kept | tried
            ]:
                for thread in threads:
                    id, chat = str(thread["thread_id"]), is_conversation(thread["metadata"])
                    if chat and not conversations:
                        kept.add(id)
                        continue
                    tried.add(id)
                    cancelled += await self._empty(client, id)
                    with suppress(NotFoundError):
                        await client.threads.delete(id)
                    await self._registry.drop(id)
                    spoken, background = spoken + chat, background + (not chat)
        if conversations:
            await self._registry.drop_all(person)
        return spoken, background, cancelled

    async def _page(self, client: LangGraphClient, person: str, skipped: int) -> list[dict[str, Any]]:
        owned = None if self._everybody else {"owner": person}
        found = await client.threads.search(metadata=owned, limit=PAGE, offset=skipped, sort_by="created_at")
        return [dict(thread) for thread in found]
