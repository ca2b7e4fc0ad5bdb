"""Nobody reads, changes, lists, runs, cancels or deletes what is another's: every route of the server."""

import json
from collections.abc import Mapping, Sequence

import httpx
import pytest

from tests.provider.process import ScriptedProvider
from tests.server.process import Server
from tests.server.tenancy.attacks import OPEN, Attack, Route, Target, attacks, everything
from tests.server.tenancy.people import OWNER, WORDS, Person

pytestmark = pytest.mark.server

REFUSED = (401, 403, 404, 409, 422)


async def tried_by(person: Person, method: str, path: str, attack: Attack, target: Target) -> str | None:
    """Attack, and return what is wrong with the answer."""
    try:
        response = await person.http.request(
            method, path.format(**attack.path), params=attack.query, json=attack.json, content=attack.body
        )
    except httpx.HTTPError as error:
        return repr(error)
    wrong = fault(person, attack, response, target)
    return f"{response.status_code} {wrong}" if wrong else None


def fault(person: Person, attack: Attack, response: httpx.Response, target: Target) -> str | None:
    """Return what is wrong with an answer to an attack."""
    if "authorization" not in person.headers or person.name == "forger":
        return None if response.status_code == 401 else "somebody unknown is answered"
    if response.status_code >= 500 and response.status_code != 501:
        return "the server fails"
    sent = json.dumps([attack.json, attack.path, attack.query], default=str)
    secret = target.words if response.status_code in REFUSED else target.traces
    shown = [one for one in secret if one in response.text and (one not in sent or one in target.words[3:])]
    return f"the answer shows {shown}" if shown else None


async def test_every_route_refuses_what_is_anothers(
    server: Server,
    people: Mapping[str, Person],
    strangers: Sequence[Person],
    target: Target,
    provider: ScriptedProvider,
) -> None:
    """A route that a new version of the server brings has no attack here, and fails the test."""
    owner, before = people[OWNER], await everything(people[OWNER], target)
    assert all(word in before for word in WORDS)
    provider.script()
    aimed, faults, tried = attacks(target), list[str](), 0
    async with httpx.AsyncClient(base_url=server.url) as nobody:
        paths = (await nobody.get("/openapi.json")).json()["paths"]
    offered: set[Route] = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert offered == {*aimed, *OPEN}

    for person in strangers:
        for (method, path), requests in aimed.items():
            for attack in requests:
                if wrong := await tried_by(person, method, path, attack, target):
                    faults.append(f"{person.name}: {method} {path}: {wrong}")
            tried += 1
        for method, path in OPEN:
            response = await person.http.request(method, path)
            assert not [one for one in target.traces if one in response.text]
    assert "\n".join(faults) == ""
    assert await everything(owner, target) == before
    assert not [word for word in WORDS if word in str(provider.requests())]
    print(f"\nroutes x identities refused: {tried}/{len(aimed) * len(strangers)}")
