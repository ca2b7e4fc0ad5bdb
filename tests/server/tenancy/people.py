"""People who call the real server with tokens of their own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from time import time
from typing import Any, Self

import httpx
import jwt
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from memory.platform.identity import namespace, scope
from memory.platform.settings import Settings

JWT_SECRET = "the-secret-the-operator-shares-with-nobody"
SCOPE_SECRET = "the-secret-from-which-scopes-are-made"
HOME, PLATE, SUMMARY = "用户住在canary-7741街", "用户的车牌是canary-7742", "用户在计划canary-7743的旅行"
WORDS = (HOME, PLATE, SUMMARY, "canary-7741", "canary-7742", "canary-7743", "canary-7744")
QUIET = {"memory_enabled": False}
OWNER, STRANGERS = "wang", ("wang-li", "wan%")
"""Who has the things that the strangers are after."""
LOOK_ALIKES = ("li", "li-wei", "li_wei", "liam", "100%", "a.b@example.com", "张三", "张三丰")
JWT_MODE = {"AI_MIND_AUTH": "jwt", "AI_MIND_JWT_SECRET": JWT_SECRET, "AI_MIND_SESSION_SECRET": SCOPE_SECRET}


@dataclass(frozen=True)
class Person:
    """Somebody with a token, or with none."""

    name: str
    headers: dict[str, str]
    http: httpx.AsyncClient
    client: LangGraphClient

    @cached_property
    def scope(self) -> str:
        return scope(self.name, Settings(_env_file=None, session_secret=SCOPE_SECRET))

    @property
    def namespace(self) -> tuple[str, ...]:
        return namespace(self.scope)

    async def json(self, method: str, path: str, **sent: Any) -> Any:
        response = await self.http.request(method, path, **sent)
        assert response.status_code < 300, response.text
        return response.json() if response.content else None

    @classmethod
    @asynccontextmanager
    async def calling(cls, url: str, name: str, headers: dict[str, str] | None = None) -> AsyncIterator[Self]:
        """Let somebody call, with a good token unless other headers are given."""
        sent = bearer(name) if headers is None else headers
        async with (
            httpx.AsyncClient(base_url=url, headers=sent, timeout=30) as http,
            get_client(url=url, headers=sent) as client,
        ):
            yield cls(name, sent, http, client)


def bearer(name: str, secret: str = JWT_SECRET) -> dict[str, str]:
    return {"authorization": "Bearer " + jwt.encode({"sub": name, "exp": time() + 3_600}, secret, "HS256")}
