"""Deleting a conversation deletes its companion thread, and nothing else does."""

from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from langgraph_sdk.errors import NotFoundError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from memory.platform.identity import compaction_thread_id
from memory.platform.postgres.registry import NoRegistry
from memory.platform.web.deletion import ATTEMPTS, Deletion

THREAD = "0b0e7a52-34b8-4d52-9e10-0d1b43d8c111"


def served(
    status: int, error: Exception | None = None, *, owner: bool = True
) -> tuple[TestClient, list[str], list[str]]:
    deleted: list[str] = []
    stopped: list[str] = []

    async def delete(thread_id: str) -> None:
        deleted.append(thread_id)
        if error is not None:
            raise error

    async def answer(_: Request) -> Response:
        return Response(status_code=status)

    async def stop(thread_id: str) -> None:
        stopped.append(thread_id)

    async def owns(_: Mapping[str, str], __: str) -> bool:
        return owner

    methods = ["GET", "DELETE", "PATCH"]
    app = Starlette(routes=[Route("/{path:path}", answer, methods=methods)])
    return TestClient(Deletion(app, owns, NoRegistry(), stop, delete)), deleted, stopped


@pytest.mark.parametrize(
    "path",
    [
        f"/threads/{THREAD}", f"/threads/{THREAD}/", f"/noauth/threads/{THREAD}", f"/threads/{THREAD.upper()}",
        f"/threads/{THREAD.replace('-', '')}", f"/threads/urn:uuid:{THREAD}", f"/threads/%7B{THREAD}%7D",
    ],
)  # fmt: skip
def test_a_deleted_conversation_takes_its_companion_along(path: str) -> None:
    client, deleted, _ = served(204)
    assert client.delete(path).status_code == 204
    assert deleted == [compaction_thread_id(THREAD)]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("DELETE", f"/threads/{THREAD}", 404),
        ("DELETE", f"/threads/{THREAD}", 403),
        ("GET", f"/threads/{THREAD}", 200),
        ("PATCH", f"/threads/{THREAD}", 200),
        ("DELETE", f"/threads/{THREAD}/runs/{THREAD}", 204),
        ("DELETE", "/threads/not-an-id", 204),
        ("DELETE", f"/assistants/{THREAD}", 204),
    ],
)
def test_nothing_else_deletes_anything(method: str, path: str, status: int) -> None:
    client, deleted, _ = served(status)
    assert client.request(method, path).status_code == status
    assert deleted == []


def not_found() -> Any:
    response = httpx.Response(404, request=httpx.Request("DELETE", "http://x"))
    return NotFoundError("gone", response=response, body=None)


@pytest.mark.parametrize(("error", "attempts"), [(ConnectionError("x"), ATTEMPTS), (not_found(), 1)])
def test_whatever_happens_to_the_companion_the_conversation_is_deleted(error: Exception, attempts: int) -> None:
    client, deleted, _ = served(204, error)
    assert client.delete(f"/threads/{THREAD}").status_code == 204
    assert len(deleted) == attempts


@pytest.mark.parametrize(("owner", "stopped"), [(True, [THREAD]), (False, [])])
def test_what_runs_on_it_is_cancelled_first_for_its_owner_alone(owner: bool, stopped: list[str]) -> None:
    client, _, cancelled = served(204, owner=owner)
    client.delete(f"/threads/{THREAD}")
    assert cancelled == stopped


def test_reading_a_conversation_cancels_nothing() -> None:
    client, _, cancelled = served(200)
    client.get(f"/threads/{THREAD}")
    assert cancelled == []


@pytest.mark.parametrize(("broken", "status", "passed_on"), [(False, 204, 2), (True, 503, 0)])
def test_the_checkpoints_go_first_or_nothing_does(*, broken: bool, status: int, passed_on: int) -> None:
    """For the owner, and for the server itself; a stranger deletes none."""
    purged, asked = list[str](), list[str]()

    async def answer(request: Request) -> Response:
        asked.append(request.url.path)
        return Response(status_code=204)

    async def purge(thread_id: str) -> None:
        if broken:
            raise ConnectionError("down")
        purged.append(thread_id)

    async def nothing(_: str) -> None:
        pass

    def deletion(*, owner: bool) -> Deletion:
        async def owns(_: Mapping[str, str], __: str) -> bool:
            return owner

        app = Starlette(routes=[Route("/{path:path}", answer, methods=["DELETE"])])
        return Deletion(app, owns, NoRegistry(), nothing, nothing, purge)

    assert TestClient(deletion(owner=True)).delete(f"/threads/{THREAD}").status_code == status
    assert TestClient(deletion(owner=False), root_path="/noauth").delete(f"/threads/{THREAD}").status_code == status
    first = [id for id in purged if id == THREAD]
    assert (first, len(asked)) == ([THREAD] * passed_on, passed_on)
    assert TestClient(deletion(owner=False)).delete(f"/threads/{THREAD}").status_code == 204
    assert [id for id in purged if id == THREAD] == first


class Noted(NoRegistry):
    """Keeps which threads it was told to forget."""

    def __init__(self) -> None:
        self.dropped: list[str] = []

    async def drop(self, thread_id: str) -> None:
        self.dropped.append(thread_id)


@pytest.mark.parametrize("broken", [False, True])
def test_a_companion_that_this_process_does_not_know_is_deleted_too_and_noted_until_then(*, broken: bool) -> None:
    """After a restart on Postgres its record is not there, but what it compressed is."""
    purged, registry, companion = list[str](), Noted(), compaction_thread_id(THREAD)

    async def answer(_: Request) -> Response:
        return Response(status_code=204)

    async def owns(_: Mapping[str, str], __: str) -> bool:
        return True

    async def unknown(_: str) -> None:
        raise not_found()

    async def purge(thread_id: str) -> None:
        if broken and thread_id == companion:
            raise ConnectionError("down")
        purged.append(thread_id)

    app = Starlette(routes=[Route("/{path:path}", answer, methods=["DELETE"])])
    TestClient(Deletion(app, owns, registry, unknown, unknown, purge)).delete(f"/threads/{THREAD}")
    assert purged == ([THREAD] if broken else [THREAD, companion])
    assert (companion in registry.dropped) is not broken
    assert THREAD in registry.dropped
