"""Sessions of people without an account: `POST /session`, and a cookie that lives on while it is used (R1.9.2)."""

from http.cookies import SimpleCookie

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memory.platform.access.authentication import COOKIE, SESSION_S, Authenticator
from memory.platform.services import authenticator, settings

router = APIRouter(tags=["session"])


class Minted(BaseModel):
    """A session: whoever has the token is its person."""

    token: str
    expires_in: int
    """Seconds until it ends, unless it is renewed by another `POST /session` that carries it."""


@router.post("/session", status_code=201)
async def mint(request: Request, response: Response) -> Minted:
    """Begin a session, or renew the one that the request carries. The token is also set as a cookie."""
    if settings.auth != "session":
        raise HTTPException(404, "there are no sessions here (AI_MIND_AUTH)")
    token = authenticator.mint(dict(request.headers))
    response.headers["set-cookie"] = _cookie(token)
    response.headers["cache-control"] = "no-store"
    return Minted(token=token, expires_in=SESSION_S)


class CookieRenewal:
    """ASGI middleware: a session's cookie that is a day old or more is set anew with the answer.

    Args:
        app: the server.
        authenticator: knows sessions.
    """

    def __init__(self, app: ASGIApp, authenticator: Authenticator) -> None:
        self._app, self._authenticator = app, authenticator

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and renew its cookie when that is due."""
        headers = dict(Headers(scope=scope)) if scope["type"] == "http" else {}
        if scope["type"] != "http" or not self._authenticator.due_for_renewal(headers):
            await self._app(scope, receive, send)
            return
        token = self._authenticator.mint(headers)

        async def renewing(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", _cookie(token))
            await send(message)

        await self._app(scope, receive, renewing)


def _cookie(token: str) -> str:
    cookie: SimpleCookie = SimpleCookie()
    cookie[COOKIE] = token
    said = {"path": "/", "max-age": SESSION_S, "samesite": "Lax", "httponly": True, "secure": True}
    for name, value in said.items():
        cookie[COOKIE][name] = value
    return cookie[COOKIE].OutputString()
