"""One server for each store, in jwt mode; what one person has, and who is after it."""

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack

import pytest

from memory.platform.identity import compaction_thread_id, memory_thread_id
from memory.platform.postgres.migrations import set_up
from memory.platform.services import embeddings
from tests.provider.process import ScriptedProvider, candidate, proposes, says
from tests.server.process import Server, copy_project, running_server
from tests.server.talk import learned, say
from tests.server.tenancy.attacks import Target, message
from tests.server.tenancy.people import (
    HOME,
    JWT_MODE,
    LOOK_ALIKES,
    OWNER,
    PLATE,
    QUIET,
    STRANGERS,
    SUMMARY,
    WORDS,
    Person,
    bearer,
)


@pytest.fixture(scope="package", params=["langgraph.json", "langgraph.postgres.json"])
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


@pytest.fixture(scope="package")
async def people(server: Server) -> AsyncIterator[Mapping[str, Person]]:
    async with AsyncExitStack() as stack:
        yield {
            name: await stack.enter_async_context(Person.calling(server.url, name))
            for name in (OWNER, *STRANGERS, *LOOK_ALIKES)
        }


@pytest.fixture(scope="package")
async def strangers(server: Server, people: Mapping[str, Person]) -> AsyncIterator[Sequence[Person]]:
    """Two people with another identity, and three with none."""
    without: dict[str, dict[str, str]] = {
        "nobody": {},
        "forger": bearer(OWNER, "a-secret-that-the-server-does-not-know"),
        "studio": {"x-auth-scheme": "langsmith", "x-user-id": people[OWNER].scope},
    }
    async with AsyncExitStack() as stack:
        made = [await stack.enter_async_context(Person.calling(server.url, *one)) for one in without.items()]
        yield [*made, *(people[name] for name in STRANGERS)]


@pytest.fixture(scope="package")
async def target(people: Mapping[str, Person], provider: ScriptedProvider) -> Target:
    """What the owner has: a conversation with a summary proposed, memories, a run that waits."""
    owner = people[OWNER]
    home = candidate(HOME, "我住在canary-7741街", "住址")
    plate = candidate(PLATE, "我的车牌是canary-7742", "车牌")
    summary = json.dumps({"summary": SUMMARY, "pins": []}, ensure_ascii=False)
    provider.script(proposes(home, plate), says(summary, model="compactor"))
    first = await say(owner.client, "我住在canary-7741街，我的车牌是canary-7742")
    thread = first.thread_id
    assert len((await learned(owner.client, first))["results"]) == 2
    await say(owner.client, "我们在计划canary-7743的旅行", thread_id=thread, context=QUIET)
    companion = compaction_thread_id(thread)
    [compaction] = await owner.client.runs.list(companion, limit=1)
    await owner.client.runs.join(companion, compaction["run_id"])
    waiting = (await owner.client.threads.create(metadata={"title": "canary-7744"}))["thread_id"]
    waits = await owner.client.runs.create(waiting, "chat", input=message("canary-7744"), after_seconds=3_600)
    [ran, *_] = await owner.client.runs.list(thread, limit=1)
    state = await owner.client.threads.get_state(thread)
    [memory, *_] = (await owner.json("GET", "/memory"))["items"]
    [assistant] = await owner.client.assistants.search(graph_id="chat")
    return Target(
        scope=owner.scope,
        namespace=owner.namespace,
        thread=thread,
        companion=companion,
        memory_thread=memory_thread_id(owner.scope),
        waiting_thread=waiting,
        checkpoint=str(state["checkpoint"]["checkpoint_id"]),
        run=ran["run_id"],
        waiting_run=waits["run_id"],
        memory=memory["id"],
        assistant=assistant["assistant_id"],
        words=WORDS,
    )
