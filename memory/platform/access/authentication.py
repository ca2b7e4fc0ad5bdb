"""Who sends a request, by the headers alone: a session, a token of the operator's own, or the one local user.

Nothing is kept here: a session carries its own signature, so that every process of a deployment knows it.
"""

import asyncio
import hashlib
import hmac
import re
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

import jwt

from memory.platform.access.key_set import KeySet
from memory.platform.identity import LOCAL_USER
from memory.platform.settings import Settings

COOKIE = "ai-mind-session-id"
SESSION_S = 30 * 24 * 3_600
"""R1.9.2: 30 days, sliding."""
RENEWED_AFTER_S = 24 * 3_600
MAX_IDENTITY_CHARS = 500
_LOCAL_HOST = re.compile(r"(localhost|127(?:\.\d{1,3}){3}|\[::1\])(:\d+)?", re.I)
_LOCAL_ORIGIN = re.compile(rf"https?://{_LOCAL_HOST.pattern}", re.I)


class Unauthenticated(Exception):
    """Nobody is known by these headers; the message says what to send."""


@dataclass(frozen=True)
class Session:
    """A session: an id nobody can guess, and when it was last renewed."""

    id: str
    issued: int

    def token(self, secret: str) -> str:
        """Return what a client sends: id, time and the signature of both."""
        return f"{self.id}.{self.issued}.{_signature(self, secret)}"

    @classmethod
    def new(cls, now: float) -> "Session":
        """Return a session of 192 random bits."""
        return cls(secrets.token_urlsafe(24), int(now))

    @classmethod
    def read(cls, token: str, settings: Settings, now: float) -> "Session":
        """Return the session of a token signed with any of the secrets.

        Raises:
            Unauthenticated: it was not made here, or 30 days have passed since it was renewed.
        """
        parts = token.strip().split(".")
        if len(parts) != 3 or not re.fullmatch(r"\d{1,12}", parts[1]):
            raise Unauthenticated("this is no session; get one by POST /session")
        session = cls(parts[0], int(parts[1]))
        given = parts[2].encode()
        if not any(hmac.compare_digest(_signature(session, one).encode(), given) for one in settings.session_secrets):
            raise Unauthenticated("this is no session; get one by POST /session")
        if now - session.issued > SESSION_S:
            raise Unauthenticated("the session has expired; get a new one by POST /session")
        return session


def _signature(session: Session, secret: str) -> str:
    signed = hmac.new(secret.encode(), f"session:{session.id}.{session.issued}".encode(), hashlib.sha256)
    return urlsafe_b64encode(signed.digest()).rstrip(b"=").decode()


class Authenticator:
    """Tells who sends a request.

    Args:
        settings: the mode, secrets and keys.
        now: seconds since 1970.
    """

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._settings, self._now = settings, now
        self._keys = KeySet(settings.jwt_jwks_url, now) if settings.jwt_jwks_url else None

    async def identity(self, headers: Mapping[str, str]) -> str:
        """Return the identity of who sent these headers.

        Args:
            headers: names in lower case.

        Raises:
            Unauthenticated: nobody is known by them.
            KeysUnavailable: that cannot be told now.
        """
        if self._settings.auth == "local":
            return _local(headers, self._settings.allowed_origins)
        if self._settings.auth == "session":
            return self.session(headers).id
        return await self._jwt(_bearer(headers))

    def session(self, headers: Mapping[str, str]) -> Session:
        """Return the session that these headers carry, as a bearer token or a cookie.

        Raises:
            Unauthenticated: there is none.
        """
        token = _bearer(headers) or _cookie(headers)
        if not token:
            raise Unauthenticated("send the token of POST /session as Authorization: Bearer, or its cookie")
        return Session.read(token, self._settings, self._now())

    def mint(self, headers: Mapping[str, str]) -> str:
        """Return the token of a new session, or of the one the headers carry, renewed."""
        try:
            session = Session(self.session(headers).id, int(self._now()))
        except Unauthenticated:
            session = Session.new(self._now())
        return session.token(self._settings.session_secrets[0])

    def due_for_renewal(self, headers: Mapping[str, str]) -> bool:
        """Whether the headers carry a session's cookie that is a day old or more."""
        if self._settings.auth != "session" or _bearer(headers):
            return False
        try:
            return self._now() - self.session(headers).issued >= RENEWED_AFTER_S
        except Unauthenticated:
            return False

    async def _jwt(self, token: str) -> str:
        if not token:
            raise Unauthenticated("send a token as Authorization: Bearer")
        try:
            # Looking up a key fetches the key set, which may take seconds.
            claims = await asyncio.to_thread(self._claims, token)
        except (jwt.PyJWTError, RecursionError) as error:
            raise Unauthenticated(f"the token is refused: {type(error).__name__}") from None
        subject = claims["sub"]
        if not _usable(subject):
            raise Unauthenticated(f"the token's sub must be text of 1 to {MAX_IDENTITY_CHARS} characters")
        return str(subject)

    def _claims(self, token: str) -> dict[str, Any]:
        settings = self._settings
        secret = settings.jwt_secret.get_secret_value()
        key = self._keys.key(token) if self._keys else secret or settings.jwt_public_key
        return jwt.decode(
            token,
            key,
            # Pinned by the kind of key: a public key must never be taken for a shared secret.
            algorithms=["HS256"] if secret else ["RS256"],
            audience=settings.jwt_audience or None,
            issuer=settings.jwt_issuer or None,
            leeway=settings.jwt_leeway_s,
            options={"require": ["exp", "sub"], "verify_aud": bool(settings.jwt_audience)},
        )


def _local(headers: Mapping[str, str], origins: Collection[str]) -> str:
    """Return the local user, unless a page of another site asks.

    A page whose name resolves to this machine has another host in its requests; one that posts here without being
    able to read the answer has another origin.
    """
    if not _LOCAL_HOST.fullmatch(headers.get("host", "localhost")):
        raise Unauthenticated("AI_MIND_AUTH=local answers on loopback addresses only; set session or jwt")
    origin = headers.get("origin")
    if origin is not None and origin not in origins and not _LOCAL_ORIGIN.fullmatch(origin):
        raise Unauthenticated("AI_MIND_AUTH=local takes no requests from the page of another site (http.cors)")
    return LOCAL_USER


def _bearer(headers: Mapping[str, str]) -> str:
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _cookie(headers: Mapping[str, str]) -> str:
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookies[COOKIE].value if COOKIE in cookies else ""


def _usable(subject: object) -> bool:
    if not isinstance(subject, str) or not subject.strip() or len(subject) > MAX_IDENTITY_CHARS:
        return False
    return subject.encode("utf-8", "ignore").decode() == subject  # no lone surrogates
