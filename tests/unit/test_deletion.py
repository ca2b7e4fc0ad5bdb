"""Deleting a conversation deletes its companion thread, and nothing else does."""

import asyncio
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import httpx
import pytest
from langgraph_sdk.errors import NotFoundError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

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


async def test_two_deletions_do_not_overlap_and_their_cleaning_may_delete() -> None:
    """Of two at once the server with a checkpointer of its own forgets the wrong thread."""
    inside, most, finished = 0, 0, list[str]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal inside, most
        inside, most = inside + 1, max(most, inside + 1)
        await asyncio.sleep(0.01)
        inside -= 1
        await Response(status_code=204)(scope, receive, send)

    async def stop(_: str) -> None:
        pass

    async def owns(_: Mapping[str, str], __: str) -> bool:
        return True

    async def delete(companion: str) -> None:
        if companion not in finished:  # a companion has none of its own here
            finished.append(compaction_thread_id(companion))
            finished.append(companion)
            async with calling() as http:
                await http.delete(f"/threads/{companion}")

    deletion = Deletion(app, owns, NoRegistry(), stop, delete)

    def calling() -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.ASGITransport(deletion), base_url="http://x")

    async with asyncio.timeout(5), calling() as http:
        answers = await asyncio.gather(*(http.delete(f"/threads/{uuid4()}") for _ in range(5)))
    assert [answer.status_code for answer in answers] == [204] * 5
    assert (most, len(finished)) == (1, 10)
