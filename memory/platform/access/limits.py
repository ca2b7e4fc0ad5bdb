"""How large a request may be (413), and where it comes from."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGE = "/memory/import"
LARGE_TIMES = 10
"""How much larger an import may be than any other request."""
_loopback: ContextVar[bool] = ContextVar("loopback", default=False)


def loopback() -> bool:
    """Whether the request that is served comes from this server itself, such as a background run."""
    return _loopback.get()


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
