"""How large a request may be and how many runs a minute a person has."""

from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from memory.platform.access.limits import LARGE, LARGE_TIMES, RequestSize, loopback
from memory.platform.postgres.run_rate import ProcessRunRate

LIMIT = 100


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with how much was read, and whether the request came from the server itself."""
    body = await Request(scope, receive).body()
    await PlainTextResponse(f"{len(body)} {loopback()}")(scope, receive, send)


async def chunks(size: int) -> AsyncIterator[bytes]:
    """A body whose length is not announced."""
    for start in range(0, size, 7):
        yield b"x" * min(7, size - start)


async def post(size: int, *, chunked: bool = False, path: str = "/threads", root_path: str = "") -> httpx.Response:
    transport = httpx.ASGITransport(RequestSize(echo, LIMIT), root_path=root_path)
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
        return await http.post(path, content=chunks(size) if chunked else b"x" * size)


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(
    ("path", "limit"), [("/threads", LIMIT), (LARGE, LIMIT * LARGE_TIMES), (f"{LARGE}/x", LIMIT), (f"/{LARGE}", LIMIT)]
)
async def test_a_body_may_be_as_large_as_the_limit_and_no_larger(path: str, limit: int, *, chunked: bool) -> None:
    largest = await post(limit, path=path, chunked=chunked)
    assert (largest.status_code, largest.text) == (200, f"{limit} False")
    refused = await post(limit + 1, path=path, chunked=chunked)
    assert refused.status_code == 413
    assert refused.json()["code"] == "REQUEST_TOO_LARGE"
    assert f"{limit:,} bytes (AI_MIND_MAX_REQUEST_BYTES)" in refused.json()["detail"]


async def test_what_is_announced_as_too_large_is_not_even_read() -> None:
    begun: list[str] = []

    async def noting(scope: Scope, receive: Receive, send: Send) -> None:
        begun.append(scope["path"])

    transport = httpx.ASGITransport(RequestSize(noting, LIMIT))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
        assert (await http.post("/threads", content=b"x" * (LIMIT + 1))).status_code == 413
    assert begun == []


async def test_an_announced_length_is_not_trusted() -> None:
    transport = httpx.ASGITransport(RequestSize(echo, LIMIT))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
        for announced in ("5", "-5", "x"):
            request = http.build_request("POST", "/", content=chunks(LIMIT + 1), headers={"content-length": announced})
            assert (await http.send(request)).status_code == 413


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("root_path", ["/noauth", "/noauth/prefix"])
async def test_what_the_server_sends_itself_is_known_and_not_measured(root_path: str, *, chunked: bool) -> None:
    """Turns handed over to a background run were admitted when they came in."""
    answer = await post(LIMIT * 3, root_path=root_path, chunked=chunked)
    assert (answer.status_code, answer.text) == (200, f"{LIMIT * 3} True")
    assert not loopback()


async def test_a_path_does_not_make_a_request_the_servers_own() -> None:
    assert (await post(1, path="/noauth/threads")).text == "1 False"
    assert (await post(LIMIT + 1, path="/noauth/threads")).status_code == 413


async def test_runs_are_counted_in_any_minute_and_for_each_person() -> None:
    now = 1_000.0
    rate = ProcessRunRate(3, lambda: now)
    assert [await rate.take("li") for _ in range(4)] == [True, True, True, False]
    assert await rate.take("liam")
    now += 59.9
    assert not await rate.take("li")
    now += 0.2  # the first three are over a minute ago
    assert [await rate.take("li") for _ in range(4)] == [True, True, True, False]


async def test_what_is_refused_is_not_counted() -> None:
    now = 0.0
    rate = ProcessRunRate(1, lambda: now)
    assert await rate.take("li")
    for _ in range(50):
        now += 1
        assert not await rate.take("li")
    now = 60.0
    assert await rate.take("li")
