"""All threads of a person are deleted, each tried once, and nobody else's."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError

from memory.platform.postgres.registry import NoRegistry
from memory.platform.threads import PAGE, ServerThreads


class Threads:
    """The server's threads; a ghost is listed but cannot be deleted."""

    def __init__(self, graphs: dict[str, str], ghosts: tuple[str, ...] = ()) -> None:
        self.graphs, self.ghosts, self.deleted = graphs, ghosts, list[str]()

    async def search(self, *, metadata: Any, limit: int, offset: int, sort_by: str) -> list[dict[str, Any]]:
        listed = [{"thread_id": id, "metadata": {"graph_id": graph}} for id, graph in self.graphs.items()]
        return listed[offset : offset + limit]

    async def delete(self, thread_id: str) -> None:
        self.deleted.append(thread_id)
        if thread_id in self.ghosts:
            response = httpx.Response(404, request=httpx.Request("DELETE", "http://x"))
            raise NotFoundError("gone", response=response, body=None)
        del self.graphs[thread_id]


def server(threads: Threads) -> ServerThreads:
    @asynccontextmanager
    async def connected() -> AsyncIterator[Any]:
        yield SimpleNamespace(threads=threads)

    async def empty(_: LangGraphClient, __: str) -> int:
        return 1

    return ServerThreads(cast("Any", connected), NoRegistry(), everybody=False, empty=empty)


@pytest.mark.parametrize("conversations", [True, False])
async def test_every_page_is_gone_through_and_conversations_stay_when_they_shall(conversations: bool) -> None:
    count = 2 * PAGE + 10
    graphs = {f"t{n}": "chat" if n % 2 else "memory_extraction" for n in range(count)}
    threads = Threads(dict(graphs))
    removed = await server(threads).remove("somebody", conversations=conversations)
    assert removed == ((count // 2, count // 2, count) if conversations else (0, count // 2, count // 2))
    assert set(threads.graphs) == (set() if conversations else {id for id, graph in graphs.items() if graph == "chat"})


async def test_a_thread_that_is_listed_after_its_deletion_is_tried_once() -> None:
    threads = Threads({"ghost": "chat", "other": "chat"}, ghosts=("ghost",))
    await server(threads).remove("somebody", conversations=True)
    assert threads.deleted == ["ghost", "other"]
