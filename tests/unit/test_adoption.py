"""A thread that another process has begun is known to its owner here, and to nobody else."""

from collections.abc import Mapping
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from memory.platform.identity import memory_thread_id
from memory.platform.postgres.registry import NoRegistry
from memory.platform.web.adoption import Adoption

MINE, OTHER = "0b0e7a52-34b8-4d52-9e10-0d1b43d8c111", "0b0e7a52-34b8-4d52-9e10-0d1b43d8c222"


class Registry(NoRegistry):
    """Knows one thread of `me` and one of somebody else."""

    down = False
    deleted = False

    async def owner_of(self, thread_id: str) -> str | None:
        if self.down:
            raise ConnectionError("down")
        if self.deleted:
            return None
        return {MINE: "me", OTHER: "somebody"}.get(thread_id)

    async def owned(self, owner: str) -> list[tuple[str, Mapping[str, Any]]]:
        if self.down:
            raise ConnectionError("down")
        return [(MINE, {"title": "早"})] if owner == "me" and not self.deleted else []


def served(
    registry: Registry, person: str | None = "me", ended: list[str] | None = None
) -> tuple[TestClient, list[tuple[str, dict[str, Any]]]]:
    made: list[tuple[str, dict[str, Any]]] = []

    async def scope_of(_: Mapping[str, str]) -> str | None:
        return person

    async def make(thread_id: str, metadata: dict[str, Any]) -> None:
        made.append((thread_id, metadata))

    async def end(thread_id: str, person: str) -> None:
        if ended is not None:
            ended.append(thread_id)

    async def answer(_: Request) -> Response:
        return Response()

    app = Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST", "DELETE"])])
    return TestClient(Adoption(app, registry, scope_of, make, end)), made


@pytest.mark.parametrize(
    "path", [f"/threads/{MINE}", f"/threads/{MINE.upper()}/state", f"/threads/{MINE}/runs/stream", "/threads/search"]
)
def test_it_is_made_known_once_with_its_metadata(path: str) -> None:
    client, made = served(Registry())
    for _ in range(3):
        assert client.post(path).status_code == 200
    assert made == [(MINE, {"title": "早", "owner": "me"})]


@pytest.mark.parametrize(
    ("path", "person"),
    [
        (f"/threads/{OTHER}", "me"),
        (f"/threads/{MINE}", "somebody"),
        (f"/threads/{MINE}", None),
        ("/threads/search", None),
        ("/threads", "me"),
        (f"/runs/{MINE}", "me"),
    ],
)
def test_nobody_elses_is(path: str, person: str | None) -> None:
    client, made = served(Registry(), person)
    assert client.get(path).status_code == 200
    assert made == []


def test_while_the_registry_is_down_the_server_answers() -> None:
    registry = Registry()
    registry.down = True
    client, made = served(registry)
    assert client.get(f"/threads/{MINE}").status_code == 200
    registry.down = False
    client.get(f"/threads/{MINE}")
    assert len(made) == 1


@pytest.mark.parametrize(
    ("path", "also"), [(f"/threads/{MINE}/state", []), ("/threads/search", [memory_thread_id("me")])]
)
def test_what_another_process_has_deleted_is_deleted_here(path: str, also: list[str]) -> None:
    registry, ended = Registry(), list[str]()
    client, _ = served(registry, ended=ended)
    client.get(f"/threads/{OTHER}")
    client.get(f"/threads/{MINE}")
    assert ended == []
    registry.deleted = True
    client.get(path)
    client.get(f"/threads/{MINE}")
    assert sorted(ended) == sorted([MINE, *also])
