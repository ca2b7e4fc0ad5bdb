"""Sessions, rotated secrets and limits on the real server."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from time import time
from typing import Any
from uuid import uuid4

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from memory.platform.access.authentication import COOKIE, RENEWED_AFTER_S, SESSION_S, Session
from memory.platform.identity import memory_thread_id, scope
from memory.platform.settings import Settings
from tests.keys import key_server, key_set
from tests.provider.process import ScriptedProvider, candidate, proposes
from tests.server.process import Server, copy_project, running_server
from tests.server.talk import Said, learned, say, values

pytestmark = pytest.mark.server

SECRET, NEWER = "a-secret-of-more-than-32-characters", "another-secret-of-more-than-32-characters"
SESSION_MODE = {"AI_MIND_AUTH": "session", "AI_MIND_SESSION_SECRET": SECRET}
VEGAN = candidate("用户长期吃素", "我长期吃素", "吃素")
HEIGHTS = candidate("用户非常怕高", "我非常怕高", "怕高")


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Iterator[Server]:
    limits = {
        "AI_MIND_MAX_MEMORIES": "3",
        "AI_MIND_MAX_REQUEST_BYTES": "20000",
        "AI_MIND_RUNS_PER_MINUTE": "10",
    }
    folder = copy_project(tmp_path_factory.mktemp("sessions"))
    with running_server(folder, environment | SESSION_MODE | limits) as server:
        yield server


@asynccontextmanager
async def calling(server: Server, token: str = "") -> AsyncIterator[tuple[httpx.AsyncClient, LangGraphClient]]:
    """Call as the person of a token, a new one unless given."""
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        headers = {"authorization": f"Bearer {token or (await http.post('/session')).json()['token']}"}
        http.headers.update(headers)
        async with get_client(url=server.url, headers=headers) as client:
            yield http, client


async def texts(http: httpx.AsyncClient, **which: Any) -> list[str]:
    response = (await http.get("/memory", params=which)).raise_for_status()
    return sorted(item["text"] for item in response.json()["items"])


async def tell(provider: ScriptedProvider, client: LangGraphClient, memory: dict[str, Any]) -> tuple[Said, Any]:
    provider.script(proposes(memory))
    said = await say(client, memory["evidence"])
    return said, await learned(client, said)


async def test_a_session_is_minted_and_lives_as_token_and_as_cookie(limited: Server) -> None:
    async with httpx.AsyncClient(base_url=limited.url) as http:
        minted = await http.post("/session")
        assert (minted.status_code, minted.headers["cache-control"]) == (201, "no-store")
        token, cookie = minted.json()["token"], SimpleCookie(minted.headers["set-cookie"])[COOKIE]
        assert (cookie.value, minted.json()["expires_in"]) == (token, SESSION_S)
        assert (cookie["samesite"], cookie["path"], cookie["max-age"]) == ("Lax", "/", str(SESSION_S))
        assert cookie["httponly"]
        assert cookie["secure"]
        for known in ({"authorization": f"Bearer {token}"}, {"cookie": f"{COOKIE}={token}"}):
            assert (await http.get("/memory", headers=known)).status_code == 200
            assert (await http.post("/threads/search", json={}, headers=known)).status_code == 200
        for unknown in ({}, {"authorization": f"Bearer {token[:-1]}"}, {"cookie": f"{COOKIE}={token[:-2]}é".encode()}):
            sent: Any = unknown
            assert (await http.get("/memory", headers=sent)).status_code == 401
            assert (await http.post("/threads/search", json={}, headers=sent)).status_code == 401


async def test_an_old_cookie_is_renewed_and_stays_the_same_person(limited: Server) -> None:
    day_old = Session("somebody-since-yesterday", int(time()) - RENEWED_AFTER_S).token(SECRET)
    ended = Session("somebody-since-yesterday", int(time()) - SESSION_S - 60).token(SECRET)
    async with httpx.AsyncClient(base_url=limited.url) as http:
        for method, path in (("GET", "/memory"), ("POST", "/threads")):
            body: Any = {} if method == "POST" else None
            answer = await http.request(method, path, headers={"cookie": f"{COOKIE}={day_old}"}, json=body)
            assert answer.status_code == 200
            renewed = SimpleCookie(answer.headers["set-cookie"])[COOKIE].value
            http.cookies.clear()
        mine = await http.post("/threads/search", json={}, headers={"authorization": f"Bearer {renewed}"})
        assert len(mine.json()) == 1
        again = await http.get("/memory", headers={"cookie": f"{COOKIE}={renewed}"})
        assert (again.status_code, "set-cookie" in again.headers) == (200, False)
        assert (await http.get("/memory", headers={"cookie": f"{COOKIE}={ended}"})).status_code == 401


async def test_two_sessions_do_not_see_each_other(limited: Server, provider: ScriptedProvider) -> None:
    async with calling(limited) as (mine, my_client), calling(limited) as (other, _):
        said, result = await tell(provider, my_client, VEGAN)
        assert result["outcome"] == "processed"
        assert (await texts(mine), await texts(other)) == (["用户长期吃素"], [])
        assert (await other.get(f"/threads/{said.thread_id}")).status_code == 404
        assert (await other.get(f"/threads/{said.thread_id}/hydration")).status_code == 404
        assert (await other.post("/threads/search", json={})).json() == []


async def test_a_request_that_is_too_large_is_refused_and_an_import_may_be_larger(limited: Server) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(30):
            yield b" " * 1_000

    async with calling(limited) as (http, _):
        for body in (b" " * 20_001, chunks()):
            answer = await http.post("/threads", content=body)
            assert (answer.status_code, answer.json()["code"]) == (413, "REQUEST_TOO_LARGE")
            assert "20,000 bytes (AI_MIND_MAX_REQUEST_BYTES)" in answer.json()["detail"]
        assert (await http.post("/threads", json={"metadata": {"x": "x" * 19_900}})).status_code == 200
        assert (await http.post("/memory/import", content=b" " * 100_000)).status_code == 422
        assert (await http.post("/memory/import", content=b" " * 200_001)).status_code == 413
    assert "ClientDisconnect" not in limited.logged()


async def test_runs_beyond_the_limit_wait_and_background_runs_do_not_count(
    limited: Server, provider: ScriptedProvider
) -> None:
    async with calling(limited) as (http, client), calling(limited) as (_, other):
        await tell(provider, client, VEGAN)
        thread = (await client.threads.create())["thread_id"]
        sent = {"assistant_id": "chat", "input": {"messages": []}, "after_seconds": 3_600}
        answers = [await http.post(f"/threads/{thread}/runs", json=sent) for _ in range(11)]
        assert [answer.status_code for answer in answers] == [200] * 9 + [429] * 2
        assert int(answers[-1].headers["retry-after"]) > 0
        assert "AI_MIND_RUNS_PER_MINUTE" in answers[-1].text
        for path in ("/runs", "/runs/wait", "/runs/stream", f"/threads/{uuid4()}/runs"):
            assert (await http.post(path, json={**sent, "if_not_exists": "create"})).status_code == 429
        batch = await http.post("/runs/batch", json=[sent])
        assert batch.status_code == 429
        assert (await say(other, "你好")).answer == "OK."


async def test_who_has_as_many_memories_as_may_be_learns_no_more(limited: Server, provider: ScriptedProvider) -> None:
    names = ("长期吃素", "非常怕高", "住在杭州", "喜欢游泳")
    made = [candidate(f"用户{name}", f"我{name}", name) for name in names]
    provider.script(proposes(*made))
    async with calling(limited) as (http, client), calling(limited) as (other, _):
        result = await learned(client, await say(client, "，".join(f"我{name}" for name in names)))
        assert [one["status"] for one in result["results"]].count("new") == 3
        assert ("rejected", "store_full") in [(one["status"], one["code"]) for one in result["results"]]
        assert len(await texts(http)) == 3
        file = (await http.get("/memory/export")).text
        assert (await http.post("/memory/import", content=file.encode())).status_code == 200
        [head, first, *rest] = file.splitlines()
        more = json.loads(first)
        more |= {"text": "用户喜欢登山", "identity": {**more["identity"], "subject": "登山"}, "id": str(uuid4())}
        more["evidence"] = [{**more["evidence"][0], "quote": "我喜欢登山"}]
        full = await http.post("/memory/import", content="\n".join([head, json.dumps(more)]).encode())
        assert (full.status_code, "AI_MIND_MAX_MEMORIES" in full.text) == (413, True), full.text
        assert len(await texts(http)) == 3
        item = {"namespace": (await client.store.search_items(()))["items"][0]["namespace"], "key": "k", "value": {}}
        assert (await http.put("/store/items", json=item)).status_code == 413
        assert (await other.post("/memory/import", content="\n".join([head, first, *rest]).encode())).status_code == 200
        assert await texts(other) == await texts(http)


async def test_after_a_rotation_everything_is_found_and_moved(
    tmp_path: Path, environment: dict[str, str], provider: ScriptedProvider
) -> None:
    """Case B20: the secret is replaced while people go on; then the old one goes."""
    folder = copy_project(tmp_path)
    token = Session("somebody", int(time())).token(SECRET)
    old, new = (scope("somebody", Settings(_env_file=None, session_secret=one)) for one in (SECRET, NEWER))

    async def look(server: Server, token: str) -> str:
        """See that all is there, and return the session renewed."""
        async with calling(server, token) as (http, client):
            assert await texts(http, status="active") == ["用户长期吃素"]
            assert await texts(http, status="suppressed") == ["用户非常怕高"]
            threads = await client.threads.search(limit=100)
            assert {one["thread_id"] for one in threads} >= {conversation, memory_thread_id(new)}
            assert {one["metadata"]["owner"] for one in threads if one["metadata"]} == {new}
            said = await say(client, "我长期吃素吗？", thread_id=conversation)
            assert len(said.recalled) == 1
            assert (await values(client, conversation))["messages"][0]["content"] == "我长期吃素"
            assert len((await values(client, memory_thread_id(new)))["cursor"]["read"]) >= 2
            renewed = await http.post("/session")
            return str(renewed.json()["token"])

    with running_server(folder, environment | SESSION_MODE) as server:
        async with calling(server, token) as (http, client):
            said, _ = await tell(provider, client, VEGAN)
            conversation = said.thread_id
            _, heights = await tell(provider, client, HEIGHTS)
            suppressed = await http.post(f"/memory/{heights['results'][0]['memory_id']}/suppress")
            assert suppressed.status_code == 200
        server.stop()
    both = {"AI_MIND_SESSION_SECRET": f"{NEWER},{SECRET}"}
    with running_server(folder, environment | SESSION_MODE | both) as server:
        token = await look(server, token)
        async with get_client(url=server.url, headers={"authorization": f"Bearer {token}"}) as client:
            assert await client.threads.search(metadata={"owner": old}) == []
        server.stop()
    with running_server(folder, environment | SESSION_MODE | {"AI_MIND_SESSION_SECRET": NEWER}) as server:
        await look(server, token)


async def test_whoever_the_issuers_keys_know_is_let_in_and_without_keys_nobody_is(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    key = generate_private_key(65_537, 2_048)
    token = jwt.encode({"sub": "li", "exp": time() + 600}, key, "RS256", headers={"kid": "1"})
    headers = {"authorization": f"Bearer {token}"}
    routes = (("POST", "/threads/search"), ("GET", "/memory"))

    async def statuses(keys: str, folder: Path) -> list[int]:
        mode = {"AI_MIND_AUTH": "jwt", "AI_MIND_JWT_JWKS_URL": keys}
        with running_server(copy_project(folder), environment | mode) as one:
            async with httpx.AsyncClient(base_url=one.url, headers=headers) as http:
                return [(await http.request(m, p, json={} if m == "POST" else None)).status_code for m, p in routes]

    (tmp_path / "on").mkdir()
    (tmp_path / "off").mkdir()
    with key_server(200, key_set(("1", key))) as keys:
        assert await statuses(keys, tmp_path / "on") == [200, 200]
    assert await statuses(keys, tmp_path / "off") == [503, 503]
