"""Nobody reads, changes, lists, runs, cancels or deletes what is another's: every route, both stores, look-alikes."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest

from memory.platform.identity import compaction_thread_id, memory_thread_id
from memory.platform.postgres.migrations import set_up
from memory.platform.services import embeddings
from tests.provider.process import ScriptedProvider, candidate, proposes, says
from tests.server.attacks import OPEN, Attack, Route, Target, attacks, message
from tests.server.people import JWT_MODE, LOOK_ALIKES, Person, bearer
from tests.server.process import Server, copy_project, running_server
from tests.server.talk import learned, say

pytestmark = pytest.mark.server

HOME, PLATE, SUMMARY = "用户住在canary-7741街", "用户的车牌是canary-7742", "用户在计划canary-7743的旅行"
WORDS = (HOME, PLATE, SUMMARY, "canary-7741", "canary-7742", "canary-7743", "canary-7744")
REFUSED = (401, 403, 404, 409, 422)
QUIET = {"memory_enabled": False}


@pytest.fixture(scope="module", params=["langgraph.json", "langgraph.postgres.json"])
def server(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    environment: dict[str, str],
    new_database: Callable[[], str],
) -> Iterator[Server]:
    more = {"AI_MIND_RETAINED_TURNS": "1", "AI_MIND_SLACK_TURNS": "0", "AI_MIND_RUNS_PER_MINUTE": "1000", **JWT_MODE}
    if "postgres" in request.param:
        more["DATABASE_URL"] = new_database()
        set_up(more["DATABASE_URL"], embeddings, 384)
    with running_server(copy_project(tmp_path_factory.mktemp("tenancy")), environment | more, request.param) as server:
        yield server


@pytest.fixture(scope="module")
async def people(server: Server) -> AsyncIterator[Mapping[str, Person]]:
    async with AsyncExitStack() as stack:
        yield {name: await stack.enter_async_context(Person.calling(server.url, name)) for name in LOOK_ALIKES}


@pytest.fixture(scope="module")
async def strangers(server: Server, people: Mapping[str, Person]) -> AsyncIterator[Sequence[Person]]:
    """Two people with another identity, and three with none."""
    without: dict[str, dict[str, str]] = {
        "nobody": {},
        "forger": bearer("li", "a-secret-that-the-server-does-not-know"),
        "studio": {"x-auth-scheme": "langsmith", "x-user-id": people["li"].scope},
    }
    async with AsyncExitStack() as stack:
        made = [await stack.enter_async_context(Person.calling(server.url, *one)) for one in without.items()]
        yield [*made, people["liam"], people["li-wei"]]


@pytest.fixture(scope="module")
async def target(people: Mapping[str, Person], provider: ScriptedProvider) -> Target:
    """What `li` has: a conversation with a summary proposed, memories, a run that waits."""
    li = people["li"]
    home = candidate(HOME, "我住在canary-7741街", "住址")
    plate = candidate(PLATE, "我的车牌是canary-7742", "车牌")
    summary = json.dumps({"summary": SUMMARY, "pins": []}, ensure_ascii=False)
    provider.script(proposes(home, plate), says(summary, model="compactor"))
    first = await say(li.client, "我住在canary-7741街，我的车牌是canary-7742")
    thread = first.thread_id
    assert len((await learned(li.client, first))["results"]) == 2
    await say(li.client, "我们在计划canary-7743的旅行", thread_id=thread, context=QUIET)
    companion = compaction_thread_id(thread)
    async with asyncio.timeout(20):
        while not (runs := await li.client.runs.list(companion, limit=1)):
            await asyncio.sleep(0.1)
    await li.client.runs.join(companion, runs[0]["run_id"])
    waiting = (await li.client.threads.create(metadata={"title": "canary-7744"}))["thread_id"]
    waits = await li.client.runs.create(waiting, "chat", input=message("canary-7744"), after_seconds=3_600)
    [ran, *_] = await li.client.runs.list(thread, limit=1)
    state = await li.client.threads.get_state(thread)
    [memory, *_] = (await li.json("GET", "/memory"))["items"]
    [assistant] = await li.client.assistants.search(graph_id="chat")
    return Target(
        scope=li.scope,
        namespace=li.namespace,
        thread=thread,
        companion=companion,
        memory_thread=memory_thread_id(li.scope),
        waiting_thread=waiting,
        checkpoint=str(state["checkpoint"]["checkpoint_id"]),
        run=ran["run_id"],
        waiting_run=waits["run_id"],
        memory=memory["id"],
        assistant=assistant["assistant_id"],
        words=WORDS,
    )


async def everything(person: Person, target: Target) -> str:
    """Return all that a person has, as JSON."""
    found: dict[str, Any] = {
        "threads": await person.json("POST", "/threads/search", json={"limit": 1_000}),
        "memories": (await person.http.get("/memory/export")).text.split("\n", 1)[1:],  # the first line has the time
        "items": await person.json("POST", "/store/items/search", json={"namespace_prefix": [], "limit": 1_000}),
        "settings": await person.json("GET", "/memory/settings"),
    }
    for id in (target.thread, target.companion, target.memory_thread, target.waiting_thread):
        for part in ("", "/state", "/runs"):
            found[id + part] = await person.json("GET", f"/threads/{id}{part}")
        found[f"{id}/history"] = await person.json("POST", f"/threads/{id}/history", json={"limit": 1_000})
    return json.dumps(found, ensure_ascii=False, sort_keys=True)


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
    li, before = people["li"], await everything(people["li"], target)
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
    assert await everything(li, target) == before
    assert not [word for word in WORDS if word in str(provider.requests())]
    print(f"\nroutes x identities refused: {tried}/{len(aimed) * len(strangers)}")
