"""Whatever happens to the database or the process: an answer or a clear error, nothing lost, nothing twice."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import APIStatusError

from memory.platform.identity import compaction_thread_id
from memory.platform.postgres.migrations import set_up
from memory.platform.services import embeddings
from tests.provider.process import ScriptedProvider, candidate, proposes, says
from tests.server.own_postgres import OwnPostgres, own_postgres
from tests.server.process import Server, copy_project, running_server
from tests.server.talk import forget_all, learned, memories, new_thread, say, settled, until, values

pytestmark = pytest.mark.server

CONFIG = "tests/server/langgraph.halting.json"
VEGAN = candidate("用户长期吃素", "我长期吃素", "吃素", type="recurring_constraint")
CLEAR = re.compile(r"the database cannot be used now \(\w+\)\. Nothing is lost; send it again in a little while\.")
QUIET: dict[str, Any] = {"memory_enabled": False}


@pytest.fixture(scope="module")
def postgres(open_folder: Path) -> Iterator[OwnPostgres]:
    with own_postgres(open_folder / "own") as postgres:
        set_up(postgres.url, embeddings, 384)
        yield postgres


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str], postgres: OwnPostgres
) -> Iterator[Server]:
    folder = copy_project(tmp_path_factory.mktemp("faults"))
    (folder / "faults.json").write_text("{}")
    more = {
        "DATABASE_URL": postgres.url,
        "AI_MIND_DATABASE_TIMEOUT_MS": "1500",
        "AI_MIND_TEST_FAULTS": str(folder / "faults.json"),
    }
    with running_server(folder, environment | more, CONFIG) as server:
        yield server


@pytest.fixture(scope="module")
async def client(server: Server) -> AsyncIterator[LangGraphClient]:
    async with get_client(url=server.url) as client:
        yield client


@dataclass
class Known:
    """A conversation from before the fault, in which something was learned."""

    client: LangGraphClient
    thread: str

    async def tried(self, text: str) -> str:
        """Say something, and return the error that comes of it."""
        try:
            return (await say(self.client, text, thread_id=self.thread, if_not_exists="create")).error
        except APIStatusError as error:
            return str(error.body["detail"]) if isinstance(error.body, dict) else str(error)

    async def said(self) -> list[str]:
        return [message["content"] for message in (await values(self.client, self.thread))["messages"]]

    async def goes_on(self) -> None:
        """Make sure that nothing is lost and the next turn works."""
        before = await self.said()
        while before[-1] != "OK.":  # what failed runs have left; the next one takes it out
            before.pop()
        asked = await say(self.client, "推荐一道晚饭", thread_id=self.thread, if_not_exists="create")
        assert (asked.answer, asked.error, len(asked.recalled)) == ("OK.", "", 1)
        assert await self.said() == [*before, "推荐一道晚饭", "OK."]
        await settled(self.client)
        assert [memory["text"] for memory in await memories(self.client)] == ["用户长期吃素"]


@pytest.fixture
async def known(client: LangGraphClient, provider: ScriptedProvider) -> Known:
    await forget_all(client)
    provider.script(proposes(VEGAN))
    told = await say(client, "我长期吃素")
    assert (await learned(client, told))["outcome"] == "processed"
    return Known(client, told.thread_id)


async def test_connections_that_were_cut_are_replaced(known: Known, postgres: OwnPostgres) -> None:
    postgres.disconnect()
    await known.goes_on()


async def test_a_database_that_does_not_answer_for_a_while_delays_a_turn(known: Known, postgres: OwnPostgres) -> None:
    with postgres.frozen():
        waiting = asyncio.create_task(known.tried("你好"))
        await asyncio.sleep(2.5)
        assert not waiting.done()
    assert await waiting == ""
    await known.goes_on()


async def test_memories_that_are_locked_cost_memories_only(known: Known, postgres: OwnPostgres) -> None:
    with psycopg.connect(postgres.url) as connection:
        connection.execute("LOCK TABLE langgraph_user_memory.store IN ACCESS EXCLUSIVE MODE")
        said = await say(known.client, "今晚吃什么好？", thread_id=known.thread)
        assert (said.answer, said.error, said.recalled) == ("OK.", "", [])
        assert said.event("degraded")
    await settled(known.client)
    await known.goes_on()


async def test_a_database_that_takes_no_writes_is_a_clear_error(known: Known, postgres: OwnPostgres) -> None:
    with postgres.read_only():
        assert CLEAR.fullmatch(await known.tried("你好"))
    await known.goes_on()


async def test_a_database_that_is_down_is_a_clear_error(known: Known, postgres: OwnPostgres, server: Server) -> None:
    postgres.kill()
    try:
        assert CLEAR.fullmatch(await known.tried("你好"))
        async with httpx.AsyncClient(base_url=server.url, timeout=10) as http:
            state = await http.get(f"/threads/{known.thread}/state")
            assert (state.status_code, state.json()["code"]) == (503, "DATABASE_UNAVAILABLE")
            assert (await http.get("/health")).json()["store"] == "down"
        await asyncio.sleep(1)  # whoever waits longer between two tries the longer it lasts would now wait too long
    finally:
        postgres.start()
    await known.goes_on()


async def test_a_disk_that_is_full_is_a_clear_error(known: Known, postgres: OwnPostgres) -> None:
    if not postgres.small:
        pytest.skip("no small disk can be mounted here")
    with postgres.full():
        assert CLEAR.fullmatch([await known.tried("你好" * 3_000) for _ in range(3)][-1])
    postgres.start()  # it may have given up
    await known.goes_on()


async def test_nothing_of_the_database_is_logged(server: Server, postgres: OwnPostgres) -> None:
    assert postgres.url not in server.logged()
    assert "你好" not in server.logged()


async def test_twenty_conversations_of_one_person_at_once(client: LangGraphClient, provider: ScriptedProvider) -> None:
    await forget_all(client)
    names = [f"第{number}号储物柜" for number in range(20)]
    taught = names[:5]  # the extractions of one person run one after the other, at leisure
    provider.script(*(proposes(candidate(f"用户有{n}", f"我有{n}", n), contains=f"我有{n}") for n in taught))

    async def converse(name: str) -> list[str]:
        told = await say(client, f"我有{name}", context={"memory_enabled": name in taught})
        return [message["content"] for message in (await values(client, told.thread_id))["messages"]]

    said = await asyncio.gather(*map(converse, names))
    assert said == [[f"我有{name}", "OK."] for name in names]
    await settled(client)
    assert Counter(memory["text"] for memory in await memories(client)) == Counter(f"用户有{name}" for name in taught)


async def holds(client: LangGraphClient, text: str) -> bool:
    return [memory["text"] for memory in await memories(client)] == [text]


async def answered(client: LangGraphClient, thread: str) -> bool:
    return len((await values(client, thread)).get("messages", [])) == 2


async def test_a_kill_between_commit_and_dispatch_in_an_extraction_and_in_a_fold(
    tmp_path: Path, environment: dict[str, str], postgres: OwnPostgres, provider: ScriptedProvider
) -> None:
    names = ("吃素", "五笔", "怕高")
    summary = {"summary": "用户在计划去云南的旅行，预算 3000 元。", "pins": []}
    provider.script(
        *(proposes(candidate(f"用户{n}", f"我{n}", n), contains=f"我{n}") for n in names),
        says("", model="compactor", json=summary),
    )
    faults = copy_project(tmp_path) / "faults.json"
    faults.write_text("{}")
    short = {"AI_MIND_RETAINED_TURNS": "1", "AI_MIND_SLACK_TURNS": "1", "AI_MIND_TEST_FAULTS": str(faults)}
    environment = environment | short | {"DATABASE_URL": postgres.url}
    about = [f"我们接着聊云南旅行的第 {number} 件事好吗？" * 5 for number in range(5)]

    with running_server(tmp_path, environment, CONFIG) as server:
        async with get_client(url=server.url) as client:
            await forget_all(client)
            long = await new_thread(client)
            for text in about[:3]:
                await say(client, text, thread_id=long, context=QUIET)
            companion = compaction_thread_id(long)
            [compaction] = await client.runs.list(companion)
            await client.runs.join(companion, compaction["run_id"])
            faults.write_text(json.dumps({"halt_written": True}))
            written = await say(client, f"我{names[0]}")  # its extraction writes, and halts
            await until(lambda: holds(client, f"用户{names[0]}"))
            waiting = await say(client, f"我{names[1]}")  # its extraction waits for the one before
            faults.write_text(json.dumps({"halt_written": True, "halt_dispatch": True, "halt_fold": True}))
            committed = await new_thread(client)
            message: Any = {"messages": [{"role": "user", "content": f"我{names[2]}"}]}
            await client.runs.create(committed, "chat", input=message)
            message = {"messages": [{"role": "user", "content": about[3]}]}
            await client.runs.create(long, "chat", input=message, context=QUIET)
            await until(lambda: answered(client, committed))
            await asyncio.sleep(1)  # the fold halts too
            server.kill()
    faults.write_text("{}")
    with running_server(tmp_path, environment, CONFIG) as server:
        async with get_client(url=server.url) as client:
            for name, thread in zip(names, (written.thread_id, waiting.thread_id, committed), strict=True):
                asked = await say(client, "谢谢你啊，今天过得一直很好", thread_id=thread, if_not_exists="create")
                assert not asked.error
                said = [message["content"] for message in (await values(client, thread))["messages"]]
                assert said == [f"我{name}", "OK.", "谢谢你啊，今天过得一直很好", "OK."]
            await settled(client)
            known = await memories(client)
            assert Counter(memory["text"] for memory in known) == Counter(f"用户{name}" for name in names)
            assert {memory["evidence_count"] for memory in known} == {1}
            assert not (await say(client, about[4], thread_id=long, if_not_exists="create", context=QUIET)).error
            state = await values(client, long)
            said = [message["content"] for message in state["messages"] if message["type"] == "human"]
            assert said[-1] == about[4]
            # The turn in the fold is there once or not at all; one that was summarised is not there raw.
            kept = [text for text in about[:4] if text in said]
            assert said == [*kept, about[4]]
            assert kept[:3] == about[:3] or state["summary"].startswith(str(summary["summary"]))
