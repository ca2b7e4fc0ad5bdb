"""How much one person may ask of the server: size of a request, runs a minute (413, 429)."""

import json
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MINUTE_S = 60.0
LARGE = "/memory/import"
LARGE_TIMES = 10
"""How much larger an import may be than any other request."""
_loopback: ContextVar[bool] = ContextVar("loopback", default=False)


def loopback() -> bool:
    """Whether the request that is served comes from this server itself, such as a background run."""
    return _loopback.get()


class RunRate(Protocol):
    """Counts the runs a person starts."""

    async def take(self, person: str) -> bool:
        """Count one more run of a person; False when that is one too many."""


class ProcessRunRate:
    """Counts within this process.

    Args:
        limit: runs in any minute.
        now: seconds, ever growing.
    """

    def __init__(self, limit: int, now: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._now = limit, now
        self._taken: dict[str, deque[float]] = {}

    async def take(self, person: str) -> bool:
        """Count one more run."""
        now = self._now()
        for known in [one for one, times in self._taken.items() if times[-1] <= now - MINUTE_S]:
            del self._taken[known]
        times = self._taken.setdefault(person, deque())
        while times and times[0] <= now - MINUTE_S:
            times.popleft()
        if len(times) >= self._limit:
            return False
        times.append(now)
        return True


class RequestSize:
    """ASGI middleware: refuses a body that is too large, announced or not, and notes where a request comes from.

    Args:
        app: the server.
        limit: bytes.
    """

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app, self._limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is too large."""
        inside = scope.get("root_path", "").startswith("/noauth")
        if scope["type"] != "http" or inside:
            with _marked(inside):
                await self._app(scope, receive, send)
            return
        limit = self._limit * (LARGE_TIMES if scope["path"] == LARGE else 1)
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > limit:
            await _refuse(send, limit)
            return
        counted, refused = 0, False

        async def counting() -> Message:
            nonlocal counted, refused
            message = await receive()
            counted += len(message.get("body", b""))
            if counted <= limit:
                return message
            if not refused:
                refused = True
                await _refuse(send, limit)
            return {"type": "http.disconnect"}

        async def unless_refused(message: Message) -> None:
            if not refused:
                await send(message)

        with _marked(False):
            try:
                await self._app(scope, counting, unless_refused)
            except ClientDisconnect:
                if not refused:
                    raise


@contextmanager
def _marked(inside: bool) -> Iterator[None]:
    token = _loopback.set(inside)
    try:
        yield
    finally:
        _loopback.reset(token)


async def _refuse(send: Send, limit: int) -> None:
    detail = f"the request body is larger than {limit:,} bytes (AI_MIND_MAX_REQUEST_BYTES); send less at once"
    body = json.dumps({"code": "REQUEST_TOO_LARGE", "detail": detail}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
