"""Other ways of writing a request than the SDK's are held to the same rules."""

import asyncio
import http.client
import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.process import Server
from tests.server.tenancy.attacks import Target, everything, run
from tests.server.tenancy.people import OWNER, STRANGERS, WORDS, Person

pytestmark = pytest.mark.server

TRICKS = (
    "//threads/{}", "/threads//{}", "/./threads/{}", "/threads/x/../{}", "/threads/%2e%2e/threads/{}",
    "/threads/..;/threads/{}", "/threads/{}/", "/threads/{}%2f", "/threads/{}%00", "/threads/{}?thread_id={}",
    "/noauth/threads/{}", "/noauth//threads/{}", "/%6eoauth/threads/{}", "/ui/../threads/{}", "/ui/%2e%2e/threads/{}",
    "/docs/../threads/{}", "/health/../threads/{}", "/THREADS/{}", "/threads/{}/state;x", "/threads/{{{}}}",
    "/threads/urn:uuid:{}", "http://127.0.0.1/threads/{}", "/lc/threads/{}", "/threads/{}/hydration/", "/mcp",
    "/a2a/{}", "/profile", "/.well-known/agent-card.json", "/internal/truncate", "/ui/chat",
    "/memory/..%2fthreads%2f{}",
)  # fmt: skip


async def test_no_way_of_writing_a_path_leads_around(
    server: Server, people: Mapping[str, Person], target: Target
) -> None:
    address = urlsplit(server.url).netloc

    def get(path: str, headers: dict[str, str]) -> tuple[int, str]:
        connection = http.client.HTTPConnection(address, timeout=20)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace")
        finally:
            connection.close()

    faults, known = [], people[STRANGERS[0]].headers
    for trick in TRICKS:
        for id in (target.thread, target.thread.upper()):
            for headers in ({}, known, {**known, "x-forwarded-prefix": "/noauth"}):
                status, text = await asyncio.to_thread(get, trick.replace("{}", id), headers)
                if status not in (307, 400, 401, 403, 404, 405, 422) or any(word in text for word in WORDS):
                    faults.append(f"{trick}: {status}")
    assert sorted(set(faults)) == []


async def test_a_websocket_is_a_request_like_any_other(
    server: Server, strangers: Sequence[Person], people: Mapping[str, Person], target: Target
) -> None:
    """It stands in no OpenAPI."""
    before = await everything(people[OWNER], target)
    address = server.url.replace("http", "ws", 1) + f"/threads/{target.thread}/stream/events"
    subscribe = {"id": 1, "method": "subscription.subscribe", "params": {"channels": ["values", "messages"]}}
    start = {"id": 2, "method": "run.start", "params": run(target)}
    for person in strangers:
        if person.name not in STRANGERS:
            with pytest.raises(InvalidStatus, match=r"HTTP 40[13]"):
                await connect(address, additional_headers=person.headers, open_timeout=10)
            continue
        async with connect(address, additional_headers=person.headers, open_timeout=10) as socket:
            heard = await heard_after(socket, subscribe, start)
        assert not [one for one in target.traces if one in heard]
    assert await everything(people[OWNER], target) == before


async def heard_after(socket: ClientConnection, *commands: dict[str, Any]) -> str:
    """Send commands and return what is heard until the server ends it or has nothing more to say."""
    heard = ""
    try:
        async with asyncio.timeout(1):
            for command in commands:
                await socket.send(json.dumps(command))
            async for said in socket:
                heard += str(said)
    except (TimeoutError, ConnectionClosed):
        pass
    return heard
