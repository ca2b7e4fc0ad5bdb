"""Who is let in by which headers, and who is not."""

import json
import re
import socket
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from hmac import digest
from http.cookies import SimpleCookie
from time import time
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import RSAAlgorithm
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from memory.platform.access.authentication import (
    COOKIE,
    MAX_IDENTITY_CHARS,
    RENEWED_AFTER_S,
    SESSION_S,
    Authenticator,
    Session,
    Unauthenticated,
)
from memory.platform.access.key_set import ANEW_S, KeySet, KeysUnavailable
from memory.platform.access.sessions import CookieRenewal
from memory.platform.identity import LOCAL_USER, scopes
from memory.platform.settings import Settings
from tests.keys import key_server, key_set

NOW = 1_800_000_000
NEW, OLD, OTHER = "n" * 32, "o" * 32, "x" * 32
SHARED = "shared-secret-of-thirty-two-bytes!"
Claims = dict[str, Any]


def settings(**given: Any) -> Settings:
    return Settings(_env_file=None, **given)


class Clock:
    """A clock that a test sets."""

    def __init__(self, now: float = NOW) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


# ---- local ----


def local(**given: Any) -> Authenticator:
    return Authenticator(settings(auth="local", **given))


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:2024", "127.0.0.1:2024", "127.8.8.8", "[::1]:2024", None])
async def test_on_this_machine_everybody_is_the_local_user(host: str | None) -> None:
    headers = {} if host is None else {"host": host}
    assert await local().identity(headers) == LOCAL_USER


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:2024", "localhost.evil.example", "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "0.0.0.0", "192.168.1.7:2024", "[::ffff:127.0.0.1]", "localhost:", "localhost:x", "localhost\nevil", "",
        " localhost",
    ],
)  # fmt: skip
async def test_a_name_that_resolves_to_this_machine_is_not_let_in(host: str) -> None:
    """DNS rebinding: the page of another site sends its own name as the host."""
    with pytest.raises(Unauthenticated, match="AI_MIND_AUTH"):
        await local().identity({"host": host})


@pytest.mark.parametrize(
    "origin", ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:8080", "https://smith.langchain.com"]
)
async def test_pages_of_this_machine_and_studio_may_call(origin: str) -> None:
    http = {"cors": {"allow_origins": ["https://smith.langchain.com"]}}
    assert await local(LANGGRAPH_HTTP=http).identity({"host": "localhost:2024", "origin": origin}) == LOCAL_USER


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://localhost.evil.example", "https://smith.langchain.com.evil.example"],
)
async def test_a_page_of_another_site_is_not_let_in(origin: str) -> None:
    """A form or a plain fetch may post here without asking first; only the answer is kept from the page."""
    with pytest.raises(Unauthenticated, match="another site"):
        await local().identity({"host": "localhost:2024", "origin": origin})


# ---- sessions ----


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sessions(clock: Clock) -> Authenticator:
    return Authenticator(settings(auth="session", session_secret=NEW), clock)


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_a_session_cannot_be_guessed(sessions: Authenticator) -> None:
    tokens = {sessions.mint({}) for _ in range(200)}
    ids = {token.split(".")[0] for token in tokens}
    assert len(ids) == 200
    assert all(len(urlsafe_b64decode(id)) * 8 >= 128 for id in ids)


async def test_a_token_works_as_bearer_and_as_cookie(sessions: Authenticator) -> None:
    token = sessions.mint({})
    who = await sessions.identity(bearer(token))
    assert who == await sessions.identity({"cookie": f"theme=dark; {COOKIE}={token}"})
    assert who == await sessions.identity({"authorization": f"bearer  {token} "})
    assert who != await sessions.identity(bearer(sessions.mint({})))


def signed(id: str, issued: object, secret: str = NEW) -> str:
    """A token by the rule alone, so that another rule shows."""
    signature = urlsafe_b64encode(digest(secret.encode(), f"session:{id}.{issued}".encode(), sha256))
    return f"{id}.{issued}.{signature.rstrip(b'=').decode()}"


@pytest.mark.parametrize(
    "change",
    [
        lambda t: "",
        lambda t: t[:-1],
        lambda t: t + "A",
        lambda t: t.rsplit(".", 1)[0],
        lambda t: t.rsplit(".", 1)[0] + ".",
        lambda t: "." + t.split(".", 1)[1],
        lambda t: "A" + t[1:] if t[0] != "A" else "B" + t[1:],
        lambda t: t.replace(f".{NOW}.", f".{NOW + 1}."),
        lambda t: t.replace(f".{NOW}.", f".-{NOW}."),
        lambda t: t.replace(f".{NOW}.", ".999999999999999999999."),
        lambda t: t + "." + t,
        lambda t: t[:-1] + "é",
        lambda t: "\x00" + t,
        lambda t: "a.b.c",
        lambda t: "..",
        lambda t: signed("somebody", NOW, OTHER),
        lambda t: jwt.encode({"sub": "li"}, SHARED, "HS256"),
    ],
)
async def test_a_forged_token_is_refused(sessions: Authenticator, change: Callable[[str], str]) -> None:
    forged = change(sessions.mint({}))
    for headers in (bearer(forged), {"cookie": f"{COOKIE}={forged}"}):
        with pytest.raises(Unauthenticated):
            await sessions.identity(headers)


@pytest.mark.parametrize("headers", [{}, {"authorization": "Basic bGk6eA=="}, {"cookie": "\x00;=;"}, {"cookie": "a=b"}])
async def test_without_a_session_nobody_is_known(sessions: Authenticator, headers: dict[str, str]) -> None:
    with pytest.raises(Unauthenticated, match="POST /session"):
        await sessions.identity(headers)


async def test_a_session_ends_after_thirty_days_without_use(sessions: Authenticator, clock: Clock) -> None:
    token = sessions.mint({})
    who = await sessions.identity(bearer(token))
    clock.now += SESSION_S
    renewed = sessions.mint(bearer(token))
    clock.now += 1
    with pytest.raises(Unauthenticated, match="expired"):
        await sessions.identity(bearer(token))
    assert await sessions.identity(bearer(renewed)) == who
    assert await sessions.identity(bearer(sessions.mint(bearer(token)))) != who
    assert SESSION_S == 30 * 86_400


async def test_a_cookie_is_renewed_once_a_day(sessions: Authenticator, clock: Clock) -> None:
    token = sessions.mint({})
    clock.now += RENEWED_AFTER_S - 1
    assert not sessions.due_for_renewal({"cookie": f"{COOKIE}={token}"})
    clock.now += 1
    assert sessions.due_for_renewal({"cookie": f"{COOKIE}={token}"})
    assert not sessions.due_for_renewal(bearer(token))  # whoever sends it as a bearer keeps it
    assert not sessions.due_for_renewal({"cookie": f"{COOKIE}=forged"})
    assert RENEWED_AFTER_S == 86_400


async def test_a_renewed_cookie_is_out_of_reach_of_scripts_and_of_other_sites(
    sessions: Authenticator, clock: Clock
) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("OK", headers={"set-cookie": "theme=dark"})(scope, receive, send)

    token = sessions.mint({})
    who = await sessions.identity(bearer(token))
    clock.now += RENEWED_AFTER_S
    transport = httpx.ASGITransport(CookieRenewal(app, sessions))
    async with httpx.AsyncClient(transport=transport, base_url="https://here") as http:
        [_, renewed] = (await http.get("/", headers={"cookie": f"{COOKIE}={token}"})).headers.get_list("set-cookie")
        [_] = (await http.get("/", headers={"cookie": f"{COOKIE}={token}", **bearer(token)})).headers.get_list(
            "set-cookie"
        )
    read = SimpleCookie(renewed)[COOKIE]
    assert await sessions.identity(bearer(read.value)) == who
    assert read.value.split(".")[1] == str(clock.now)
    assert (read["path"], read["max-age"], read["samesite"], read["domain"]) == ("/", str(SESSION_S), "Lax", "")
    assert read["httponly"]
    assert read["secure"]


async def test_tokens_of_an_older_secret_are_read_and_new_ones_signed_with_the_newest() -> None:
    before = Authenticator(settings(auth="session", session_secret=OLD), Clock())
    rotated = Authenticator(settings(auth="session", session_secret=f"{NEW}, {OLD}"), Clock())
    after = Authenticator(settings(auth="session", session_secret=NEW), Clock())
    token = before.mint({})
    who = await rotated.identity(bearer(token))
    assert who == await before.identity(bearer(token))
    with pytest.raises(Unauthenticated):
        await after.identity(bearer(token))
    assert await after.identity(bearer(rotated.mint(bearer(token)))) == who


def test_scopes_are_named_newest_first_and_hide_who_it_is() -> None:
    both = scopes("li", settings(session_secret=f"{NEW},{OLD}"))
    assert both == [scopes("li", settings(session_secret=one))[0] for one in (NEW, OLD)]
    assert all(re.fullmatch(r"[0-9a-f]{64}", one) for one in both)
    people = ["li", "li-wei", "li_wei", "liam", "100%", "a.b@example.com", "张三", "张三丰", "Li", "li "]
    assert len({scopes(one, settings())[0] for one in people}) == len(people)


def test_a_session_is_read_only_from_its_own_parts() -> None:
    now = Session("somebody", NOW)
    assert Session.read(now.token(NEW), settings(session_secret=NEW), NOW) == now
    assert now.token(NEW) == signed("somebody", NOW)


# ---- tokens of the operator ----


@pytest.fixture(scope="module")
def key() -> RSAPrivateKey:
    return generate_private_key(65_537, 2_048)


def pem(key: RSAPrivateKey) -> str:
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def claims(**changed: Any) -> Claims:
    made = {"sub": "li", "exp": time() + 60, "aud": "ai-mind", "iss": "https://id.example", **changed}
    return {name: value for name, value in made.items() if value is not None}


def hs256(**given: Any) -> Authenticator:
    made: Claims = {"jwt_secret": SHARED, "jwt_audience": "ai-mind", "jwt_issuer": "https://id.example", **given}
    return Authenticator(settings(auth="jwt", **made))


def rs256(key: RSAPrivateKey) -> Authenticator:
    return Authenticator(settings(auth="jwt", jwt_public_key=pem(key)))


async def test_a_token_of_the_operator_names_its_subject(key: RSAPrivateKey) -> None:
    for subject in ("li", "100%", "a.b@example.com", "张三丰", " x ", "x" * MAX_IDENTITY_CHARS):
        assert await hs256().identity(bearer(jwt.encode(claims(sub=subject), SHARED, "HS256"))) == subject
    assert await rs256(key).identity(bearer(jwt.encode(claims(aud=None), key, "RS256"))) == "li"


@pytest.mark.parametrize(
    "changed",
    [
        {"aud": "other"}, {"aud": None}, {"iss": "https://evil.example"}, {"iss": None},
        {"exp": 1}, {"exp": None}, {"exp": "soon"}, {"nbf": 4_000_000_000}, {"iat": 4_000_000_000},
        {"sub": None}, {"sub": ""}, {"sub": " \t"}, {"sub": 7}, {"sub": ["li"]}, {"sub": {"id": "li"}},
        {"sub": "x" * (MAX_IDENTITY_CHARS + 1)}, {"sub": "li\ud800"},
    ],
)  # fmt: skip
async def test_a_token_with_wrong_claims_is_refused(changed: Claims) -> None:
    # By hand: the library makes no such tokens.
    token = jwt.api_jws.encode(json.dumps(claims(**changed)).encode(), SHARED, "HS256")
    with pytest.raises(Unauthenticated):
        await hs256().identity(bearer(token))


@pytest.mark.parametrize(("late", "let_in"), [(20, True), (40, False)])
async def test_clocks_may_differ_a_little(late: int, *, let_in: bool) -> None:
    token = jwt.encode(claims(exp=time() - late), SHARED, "HS256")
    if let_in:
        assert await hs256(jwt_leeway_s=30).identity(bearer(token)) == "li"
    else:
        with pytest.raises(Unauthenticated, match="ExpiredSignatureError"):
            await hs256(jwt_leeway_s=30).identity(bearer(token))


def unsigned(algorithm: str) -> str:
    parts = [json.dumps(part).encode() for part in ({"alg": algorithm, "typ": "JWT"}, claims())]
    return ".".join(urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts) + "."


@pytest.mark.parametrize("algorithm", ["none", "None", "NONE", "HS256", "RS256", ""])
async def test_a_token_without_a_signature_is_refused(key: RSAPrivateKey, algorithm: str) -> None:
    for authenticator in (hs256(), rs256(key)):
        with pytest.raises(Unauthenticated):
            await authenticator.identity(bearer(unsigned(algorithm)))


async def test_a_public_key_is_never_taken_for_a_shared_secret(key: RSAPrivateKey) -> None:
    """Algorithm confusion: the attacker signs with what everybody may know."""
    header, payload, _ = unsigned("HS256").split(".")
    for secret in (pem(key), pem(key).strip()):
        signature = digest(secret.encode(), f"{header}.{payload}".encode(), sha256)
        forged = f"{header}.{payload}.{urlsafe_b64encode(signature).rstrip(b'=').decode()}"
        with pytest.raises(Unauthenticated, match="InvalidAlgorithmError"):
            await rs256(key).identity(bearer(forged))


async def test_other_algorithms_and_other_keys_are_refused(key: RSAPrivateKey) -> None:
    other = generate_private_key(65_537, 2_048)
    wrong = [
        jwt.encode(claims(), SHARED + "!", "HS256"),
        jwt.encode(claims(), SHARED * 2, "HS512"),
        jwt.encode(claims(), other, "RS256"),
        jwt.encode(claims(), other, "RS256", headers={"jwk": json.loads(RSAAlgorithm.to_jwk(other.public_key()))}),
        jwt.encode(claims(), other, "RS256", headers={"jku": "https://evil.example/keys", "kid": "1"}),
    ]
    for authenticator in (hs256(), rs256(key)):
        for token in wrong:
            with pytest.raises(Unauthenticated):
                await authenticator.identity(bearer(token))


NESTED = urlsafe_b64encode(b"[" * 30_000).decode() + ".e30.e30"


@pytest.mark.parametrize(
    "token", ["", "a", "a.b.c", "....", "é.é.é", "\x00", "Bearer", "x" * 60_000, NESTED]
)  # fmt: skip
async def test_what_is_no_token_is_refused(key: RSAPrivateKey, token: str) -> None:
    for authenticator in (hs256(), rs256(key)):
        with pytest.raises(Unauthenticated):
            await authenticator.identity(bearer(token))


# ---- key sets ----


def with_keys(url: str) -> Authenticator:
    return Authenticator(settings(auth="jwt", jwt_jwks_url=url))


async def test_a_key_set_names_the_key(key: RSAPrivateKey) -> None:
    other = generate_private_key(65_537, 2_048)
    with key_server(200, key_set(("1", key), ("2", other))) as url:
        authenticator = with_keys(url)
        for kid, one in (("1", key), ("2", other)):
            token = jwt.encode(claims(aud=None), one, "RS256", headers={"kid": kid})
            assert await authenticator.identity(bearer(token)) == "li"
        crossed = jwt.encode(claims(aud=None), key, "RS256", headers={"kid": "2"})
        unknown = jwt.encode(claims(aud=None), key, "RS256", headers={"kid": "3"})
        unnamed = jwt.encode(claims(aud=None), key, "RS256")
        shared = jwt.encode(claims(aud=None), SHARED, "HS256", headers={"kid": "1"})
        for token in (crossed, unknown, unnamed, shared, "a.b.c"):
            with pytest.raises(Unauthenticated):
                await authenticator.identity(bearer(token))


@pytest.mark.parametrize(("status", "body"), [(500, b""), (404, b"{}"), (200, b"<html>"), (200, b"[]"), (200, b"\xff")])
async def test_a_key_set_that_cannot_be_read_is_not_the_callers_fault(
    key: RSAPrivateKey, status: int, body: bytes
) -> None:
    token = jwt.encode(claims(), key, "RS256", headers={"kid": "1"})
    with key_server(status, body) as url, pytest.raises(KeysUnavailable):
        await with_keys(url).identity(bearer(token))


async def test_a_key_set_out_of_reach_is_not_the_callers_fault(key: RSAPrivateKey) -> None:
    token = jwt.encode(claims(), key, "RS256", headers={"kid": "1"})
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(KeysUnavailable):
        await with_keys(f"http://127.0.0.1:{port}/keys").identity(bearer(token))


def test_made_up_keys_make_the_set_be_fetched_once_in_a_while(key: RSAPrivateKey) -> None:
    now, asked = [1_000.0], list[str]()
    with key_server(200, key_set(("1", key)), asked) as url:
        keys = KeySet(url, lambda: now[0])
        for n in range(5):
            with pytest.raises(jwt.PyJWTError):
                keys.key(jwt.encode({}, key, "RS256", headers={"kid": f"made-up-{n}"}))
        assert len(asked) == 2
        now[0] += ANEW_S
        with pytest.raises(jwt.PyJWTError):
            keys.key(jwt.encode({}, key, "RS256", headers={"kid": "another"}))
        assert len(asked) == 3
        assert keys.key(jwt.encode({}, key, "RS256", headers={"kid": "1"}))
        assert len(asked) == 3
