"""What is erased is gone from every place, and nothing brings it back: tables, files, logs, checkpoints (case B64)."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from memory.platform.identity import compaction_thread_id
from memory.platform.postgres.migrations import set_up
from memory.platform.services import embeddings
from tests.provider.process import ScriptedProvider, candidate, proposes, says
from tests.server.process import Server, copy_project, running_server
from tests.server.talk import Said, learned, new_thread, say, until, values
from tests.server.traces import found, found_in_files

pytestmark = pytest.mark.server

CANARIES = ("鲸落湾", "quokkaville")
HOME = candidate("用户住在鲸落湾", "我住在鲸落湾", "住址")
WORK = candidate("The user works in quokkaville", "I work in quokkaville", "workplace")
LIKES = candidate(
    "用户喜欢鲸落湾的海鲜", "我喜欢鲸落湾的海鲜", "鲸落湾的海鲜",
    type="user_preference", identity={"subject": "鲸落湾的海鲜", "polarity": "prefer"},
)  # fmt: skip
AVOIDS = candidate(
    "用户不再喜欢鲸落湾的海鲜", "我不再喜欢鲸落湾的海鲜了", "鲸落湾的海鲜",
    type="user_preference", identity={"subject": "鲸落湾的海鲜", "polarity": "avoid"}, conflict_signal=True,
)  # fmt: skip
VEGAN = candidate("用户长期吃素", "我长期吃素", "吃素", type="recurring_constraint")
QUIET: dict[str, Any] = {"memory_enabled": False}
SLOW_S = 2.0


@dataclass
class Place:
    """Where a server runs and keeps things, and a person who may call it."""

    folder: Path
    environment: dict[str, str]
    database: str = ""
    headers: dict[str, str] | None = None

    @property
    def config(self) -> str:
        return "langgraph.postgres.json" if self.database else "langgraph.json"

    def traces(self) -> list[str]:
        """Return where a canary is held."""
        return found(self.database, *CANARIES) if self.database else []

    async def holds_no_memory(self) -> bool:
        return "langgraph_user_memory.store" not in self.traces()


@dataclass
class Person:
    """Somebody with a client of their own."""

    client: LangGraphClient
    http: httpx.AsyncClient

    async def memories(self, **which: Any) -> list[dict[str, Any]]:
        return list((await self.http.get("/memory", params=which)).raise_for_status().json()["items"])

    async def texts(self, **which: Any) -> set[str]:
        return {memory["text"] for memory in await self.memories(**which)}

    async def erase(self) -> dict[str, Any]:
        return dict((await self.http.delete("/memory")).raise_for_status().json())


@asynccontextmanager
async def person(server: Server, headers: dict[str, str] | None) -> AsyncIterator[Person]:
    async with (
        get_client(url=server.url, headers=headers) as client,
        httpx.AsyncClient(base_url=server.url, headers=headers, timeout=60) as http,
    ):
        yield Person(client, http)


def session(server: Server) -> dict[str, str]:
    token = httpx.post(f"{server.url}/session").raise_for_status().json()["token"]
    return {"authorization": f"Bearer {token}"}


@pytest.fixture(scope="module", params=["memory", "postgres"])
def place(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    environment: dict[str, str],
    new_database: Callable[[], str],
) -> Place:
    folder = copy_project(tmp_path_factory.mktemp("erasure"))
    short = environment | {"AI_MIND_RETAINED_TURNS": "1", "AI_MIND_SLACK_TURNS": "1"}
    if request.param == "memory":
        return Place(folder, short)
    database = new_database()
    set_up(database, embeddings, 384)
    return Place(folder, short | {"DATABASE_URL": database, "AI_MIND_AUTH": "session"}, database)


@pytest.fixture(scope="module")
def server(place: Place) -> Iterator[Server]:
    with running_server(place.folder, place.environment, place.config) as server:
        if place.database:
            place.headers = session(server)
        yield server


@pytest.fixture(scope="module")
async def me(server: Server, place: Place) -> AsyncIterator[Person]:
    async with person(server, place.headers) as me:
        yield me


async def learn(me: Person, provider: ScriptedProvider, text: str, *proposed: dict[str, Any]) -> Said:
    provider.script(proposes(*proposed))
    said = await say(me.client, text)
    assert (await learned(me.client, said))["outcome"] == "processed"
    return said


async def test_a_memory_that_was_deleted_comes_back_only_by_a_new_statement(
    me: Person, provider: ScriptedProvider
) -> None:
    said = await learn(me, provider, "我长期吃素", VEGAN)
    [vegan] = await me.memories()
    deleted = (await me.http.delete(f"/memory/{vegan['id']}")).raise_for_status().json()
    assert deleted == {"deleted": [vegan["id"]], "said_in": [said.thread_id]}
    # The next turn hands the old one over again; what the model makes of it is about the old words.
    again = VEGAN | {"text": "用户是素食者"}
    provider.script(proposes(VEGAN, again))
    await learned(me.client, await say(me.client, "今天天气真好，我打算一直走到海边", thread_id=said.thread_id))
    assert await me.texts() == set()
    anew = await learn(me, provider, "我长期吃素，请记住", VEGAN)
    assert await me.texts() == {"用户长期吃素"}

    # With its conversation goes what was learned in it.
    await me.client.threads.delete(anew.thread_id)
    asked: dict[str, Any] = {"conversation_id": anew.thread_id, "dry_run": False}
    done = (await me.http.post("/memory/forget", json=asked)).raise_for_status().json()
    assert [item["text"] for item in done["items"]] == ["用户长期吃素"]
    assert await me.texts() == set()


async def test_a_deleted_conversation_leaves_nothing_where_it_was_learned_from(
    me: Person, provider: ScriptedProvider, place: Place
) -> None:
    said = await learn(me, provider, "我住在鲸落湾，I work in quokkaville", HOME, WORK)
    other = await learn(me, provider, "我长期吃素，请记住", VEGAN)
    await me.client.threads.delete(said.thread_id)
    asked = {"conversation_id": said.thread_id, "dry_run": False}
    (await me.http.post("/memory/forget", json=asked)).raise_for_status()
    memory_thread = said.event("saved")["thread_id"]

    async def left() -> set[str]:
        runs = await me.client.runs.list(memory_thread, limit=100)
        return {(run["metadata"] or {})["conversation_id"] for run in runs}

    async def gone() -> bool:
        return said.thread_id not in await left()

    await until(gone)
    assert other.thread_id in await left()
    assert place.traces() == []
    read = len((await values(me.client, memory_thread))["cursor"]["read"])
    await learned(me.client, await say(me.client, "我不吃香菜，记住", thread_id=other.thread_id))
    assert len((await values(me.client, memory_thread))["cursor"]["read"]) == read + 1


async def test_a_deleted_thread_leaves_nothing_to_a_new_one_and_starves_nobody(
    me: Person, provider: ScriptedProvider, place: Place
) -> None:
    """Case B49: one run answers, three wait, when the thread is deleted."""
    provider.script(says("答", model="chatter", contains="鲸落湾", delay_s=SLOW_S))
    thread = (await say(me.client, "quokkaville 在哪里？", context=QUIET)).thread_id
    for number in range(4):
        message: Any = {"messages": [{"role": "user", "content": f"鲸落湾第 {number} 问"}]}
        await me.client.runs.create(thread, "chat", input=message, context=QUIET, multitask_strategy="enqueue")
    await asyncio.sleep(1)  # the first is answering
    await me.client.threads.delete(thread)
    await me.client.threads.create(thread_id=thread)
    assert await me.client.runs.list(thread) == []
    assert not (await me.client.threads.get_state(thread))["values"]
    elsewhere = await say(me.client, "你好", context=QUIET)
    assert (elsewhere.answer, elsewhere.seconds < SLOW_S) == ("OK.", True)
    await asyncio.sleep(SLOW_S)  # nothing of what was deleted is still being written
    assert place.traces() == []
    after = await say(me.client, "你好", thread_id=thread, context=QUIET)
    assert [m["content"] for m in (await values(me.client, thread))["messages"]] == ["你好", "OK."]
    assert not after.error


async def live(me: Person, provider: ScriptedProvider) -> None:
    """Take the canaries down every path there is."""
    await learn(me, provider, "我住在鲸落湾，I work in quokkaville，我喜欢鲸落湾的海鲜", HOME, WORK, LIKES)
    await learn(me, provider, "我不再喜欢鲸落湾的海鲜了", AVOIDS)
    [work] = await me.memories(q="quokkaville")
    await me.http.patch(f"/memory/{work['id']}", json={"text": "The user works in old quokkaville"})
    (await me.http.post(f"/memory/{work['id']}/suppress")).raise_for_status()
    assert {memory["status"] for memory in await me.memories()} >= {"active", "superseded", "suppressed"}
    file = (await me.http.get("/memory/export")).raise_for_status().content
    assert all(canary.encode() in file for canary in CANARIES)
    (await me.http.post("/memory/import", content=file)).raise_for_status()

    summary = {"summary": "用户聊到鲸落湾，也聊到 quokkaville。", "pins": []}
    provider.script(says("鲸落湾 is near quokkaville.", model="chatter"), says("", model="compactor", json=summary))
    thread = await new_thread(me.client)
    pins: Any = {"pins": [{"op": "add", "text": "方案叫鲸落湾"}]}
    about = "鲸落湾和 quokkaville 的事怎么办？" * 5
    for _ in range(3):
        await say(me.client, about, thread_id=thread, context=QUIET)
    companion = compaction_thread_id(thread)
    [run] = await me.client.runs.list(companion)
    await me.client.runs.join(companion, run["run_id"])
    await say(me.client, about, thread_id=thread, context=QUIET)
    await me.client.runs.wait(thread, "chat", input=pins)
    state = await values(me.client, thread)
    assert CANARIES[0] in state["summary"]
    assert CANARIES[0] in state["pinned_decisions"][0]["text"]


async def test_after_an_erasure_nothing_is_left_anywhere(
    me: Person, provider: ScriptedProvider, place: Place, server: Server
) -> None:
    await live(me, provider)
    assert not place.database or {
        "langgraph_user_memory.store", "langgraph_user_memory.threads", "langgraph_chat_memory.checkpoint_blobs"
    } <= set(place.traces())  # fmt: skip
    provider.script(
        proposes(HOME, WORK, delay_s=4 * SLOW_S),
        says("鲸落湾" * 200, model="chatter", contains="讲讲", chunk_delay_s=0.1),
    )
    told = "我住在鲸落湾，I work in quokkaville"
    [flying, *_] = await asyncio.gather(*(say(me.client, told) for _ in range(4)))  # one is extracted, three wait
    message: Any = {"messages": [{"role": "user", "content": "讲讲鲸落湾"}]}
    await me.client.runs.create(flying.thread_id, "chat", input=message)
    await asyncio.sleep(0.7)
    known, threads = len(await me.memories()), await me.client.threads.search(limit=200)
    runs = [run["status"] for t in threads for run in await me.client.runs.list(t["thread_id"], limit=100)]

    receipt = await me.erase()
    assert receipt["memories"] == known
    assert receipt["conversations"] + receipt["background_threads"] == len(threads)
    assert receipt["background_threads"] == 2
    # One that begins after the ledger was written ends by itself.
    assert 2 < receipt["runs_cancelled"] <= runs.count("pending") + runs.count("running") == 5
    assert receipt["outside_our_control"]
    await asyncio.sleep(SLOW_S)  # nothing in flight writes any more
    assert place.traces() == []
    assert await me.memories() == []
    assert await me.client.threads.search() == []
    again = await me.erase()
    counted = ("memories", "conversations", "background_threads", "runs_cancelled")
    assert [again[name] for name in counted] == [0, 0, 0, 0]

    await learn(me, provider, "我长期吃素", VEGAN)
    assert await me.texts() == {"用户长期吃素"}
    server.stop()
    assert not any(canary in server.logged() for canary in CANARIES)
    assert place.traces() == []
    assert found_in_files(place.folder / ".langgraph_api", *CANARIES) == []


async def test_an_erasure_that_was_killed_is_finished_by_the_next(
    tmp_path: Path, environment: dict[str, str], new_database: Callable[[], str], provider: ScriptedProvider
) -> None:
    database = new_database()
    set_up(database, embeddings, 384)
    more = {"DATABASE_URL": database, "AI_MIND_AUTH": "session"}
    place = Place(copy_project(tmp_path), environment | more, database)
    with running_server(place.folder, place.environment, place.config) as server:
        other, headers = session(server), session(server)
        async with person(server, other) as somebody_else:
            await learn(somebody_else, provider, "我长期吃素", VEGAN)
        async with person(server, headers) as me:
            await learn(me, provider, "我住在鲸落湾，I work in quokkaville", HOME, WORK)
            with psycopg.connect(database) as connection:
                # The memories go, the threads cannot.
                connection.execute("LOCK TABLE langgraph_chat_memory.checkpoint_blobs IN EXCLUSIVE MODE")
                erasing = asyncio.create_task(me.http.delete("/memory"))
                await until(place.holds_no_memory)
                await asyncio.sleep(0.3)
                server.kill()
            with pytest.raises(httpx.TransportError):
                await erasing
    assert place.traces()
    with running_server(place.folder, place.environment, place.config) as server:
        async with person(server, headers) as me, person(server, other) as somebody_else:
            receipt = await me.erase()
            assert (receipt["memories"], receipt["conversations"] > 0) == (0, True)
            assert place.traces() == []
            assert await somebody_else.texts() == {"用户长期吃素"}
            assert len(await somebody_else.client.threads.search()) == 2
            await learn(me, provider, "我长期吃素", VEGAN)
        server.stop()
        assert not any(canary in server.logged() for canary in CANARIES)
        assert found_in_files(place.folder / ".langgraph_api", *CANARIES) == []
