"""The real server on the process's own Postgres: what survives a crash, and what two servers share."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError

from memory.platform.postgres.migrations import set_up
from memory.platform.services import embeddings
from tests.provider.process import ScriptedProvider, candidate, proposes, says
from tests.server.process import Server, copy_project, running_server
from tests.server.talk import forget_all, learned, memories, say, settled, values
from tests.server.traces import found

pytestmark = pytest.mark.server

CONFIG = "langgraph.postgres.json"
VEGAN = candidate("用户长期吃素", "我长期吃素", "吃素", type="recurring_constraint")
QUIET: dict[str, Any] = {"memory_enabled": False}
CANARY = "canary-7731"


@pytest.fixture(scope="module")
def database(new_database: Callable[[], str]) -> str:
    url = new_database()
    set_up(url, embeddings, 384)
    return url


@pytest.fixture(scope="module")
def on_postgres(environment: dict[str, str], database: str) -> dict[str, str]:
    return environment | {"DATABASE_URL": database}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory, on_postgres: dict[str, str]) -> Iterator[Server]:
    with running_server(copy_project(tmp_path_factory.mktemp("first")), on_postgres, CONFIG) as server:
        yield server


@pytest.fixture(scope="module")
async def client(first: Server) -> AsyncIterator[LangGraphClient]:
    async with get_client(url=first.url) as client:
        yield client


@pytest.fixture(scope="module")
async def other(
    tmp_path_factory: pytest.TempPathFactory, on_postgres: dict[str, str]
) -> AsyncIterator[LangGraphClient]:
    """A second server on the same database, which shares nothing else with the first."""
    folder = copy_project(tmp_path_factory.mktemp("second"))
    with running_server(folder, on_postgres, CONFIG) as server:
        async with get_client(url=server.url) as client:
            yield client


async def said_on(client: LangGraphClient, thread: str) -> list[str]:
    return [message["content"] for message in (await values(client, thread))["messages"]]


async def test_what_is_learned_is_recalled(client: LangGraphClient, provider: ScriptedProvider, database: str) -> None:
    await forget_all(client)
    provider.script(proposes(VEGAN))
    assert (await learned(client, await say(client, "我长期吃素")))["outcome"] == "processed"
    assert len((await say(client, "推荐一道晚饭")).recalled) == 1
    assert set(found(database, "用户长期吃素")) >= {"langgraph_user_memory.store"}


async def test_nothing_is_missing_of_the_checkpointer_and_no_address_is_logged(
    client: LangGraphClient, first: Server, database: str
) -> None:
    await say(client, "你好", context=QUIET)
    log = first.logged()
    assert "missing adelete_for_runs" not in log
    assert "missing aprune" not in log
    assert database not in log


async def test_a_run_that_is_rolled_back_leaves_nothing(
    client: LangGraphClient, provider: ScriptedProvider, database: str
) -> None:
    provider.script(says("答甲", model="chatter", contains=CANARY, delay_s=2))
    thread = (await say(client, "你好", context=QUIET)).thread_id
    before = await said_on(client, thread)

    async def send(text: str) -> str:
        message: Any = {"messages": [{"role": "user", "content": text}]}
        run = await client.runs.create(thread, "chat", input=message, context=QUIET, multitask_strategy="rollback")
        return run["run_id"]

    await send(f"{CANARY} 问甲")
    await asyncio.sleep(1)  # it is answering
    assert CANARY in str(provider.requests("chatter"))
    assert found(database, CANARY)
    await client.runs.join(thread, await send("问乙"))
    assert await said_on(client, thread) == [*before, "问乙", "OK."]
    assert found(database, CANARY) == []

    cancelled = await send(f"{CANARY} 问丙")
    await asyncio.sleep(1)
    await client.runs.cancel(thread, cancelled, action="rollback", wait=True)
    await client.runs.join(thread, await send("问丁"))
    assert await said_on(client, thread) == [*before, "问乙", "OK.", "问丁", "OK."]
    assert found(database, CANARY) == []


async def test_threads_that_end_at_once_take_no_other_with_them(client: LangGraphClient, first: Server) -> None:
    """The server takes a thread out of its list by a place that may have moved, if it has to wait meanwhile."""
    kept = [(await client.threads.create())["thread_id"] for _ in range(5)]
    gone = [(await client.threads.create())["thread_id"] for _ in range(5)]
    message: Any = {"messages": [{"role": "user", "content": "你好"}]}
    async with asyncio.timeout(30):
        answers = await asyncio.gather(
            *(client.runs.wait(None, "chat", input=message, context=QUIET) for _ in range(15)),
            *(client.threads.delete(thread) for thread in gone),
        )
    assert all("messages" in answer for answer in answers if isinstance(answer, dict))
    known = {thread["thread_id"] for thread in await client.threads.search(limit=1_000)}
    assert known >= set(kept)
    assert not known & set(gone)
    assert "IndexError" not in first.logged()


async def test_two_servers_share_memories_and_conversations(
    client: LangGraphClient, other: LangGraphClient, provider: ScriptedProvider
) -> None:
    await forget_all(client)
    provider.script(proposes(VEGAN))
    told = await say(client, "我长期吃素")
    await learned(client, told)
    assert len((await say(other, "推荐一道晚饭")).recalled) == 1

    assert await said_on(other, told.thread_id) == ["我长期吃素", "OK."]  # before anything has run on it there
    await say(other, "那早饭呢", thread_id=told.thread_id, context=QUIET)
    await say(client, "午饭呢", thread_id=told.thread_id, context=QUIET)
    expected = ["我长期吃素", "OK.", "那早饭呢", "OK.", "午饭呢", "OK."]
    assert await said_on(client, told.thread_id) == await said_on(other, told.thread_id) == expected
    await settled(other)


async def test_what_is_deleted_on_one_server_is_gone_on_the_other(
    client: LangGraphClient, other: LangGraphClient
) -> None:
    thread = (await say(client, "你好", context=QUIET)).thread_id
    assert await said_on(other, thread) == ["你好", "OK."]
    await client.threads.delete(thread)
    assert thread not in [one["thread_id"] for one in await other.threads.search(limit=1_000)]
    with pytest.raises(NotFoundError):
        await other.threads.get_state(thread)
    assert (await say(client, "再见", context=QUIET)).answer == "OK."


async def test_extractions_of_one_person_on_two_servers_at_once_lose_nothing(
    client: LangGraphClient, other: LangGraphClient, provider: ScriptedProvider
) -> None:
    await forget_all(client)
    names = ("吃素", "怕高", "左撇子", "怕狗", "会游泳", "色盲", "怕冷", "住校")
    rules = [proposes(candidate(f"用户{n}", f"我{n}", n), contains=f"我{n}", delay_s=0.2) for n in names]
    provider.script(*rules)

    async def tell(name: str, server: LangGraphClient) -> None:
        await learned(server, await say(server, f"我{name}"))

    await asyncio.gather(*(tell(name, (client, other)[n % 2]) for n, name in enumerate(names)))
    assert {memory["text"] for memory in await memories(client)} == {f"用户{name}" for name in names}
    await settled(other)


async def test_after_a_kill_the_conversation_goes_on_and_the_memories_are_there(
    tmp_path_factory: pytest.TempPathFactory,
    environment: dict[str, str],
    new_database: Callable[[], str],
    provider: ScriptedProvider,
) -> None:
    folder, url = copy_project(tmp_path_factory.mktemp("killed")), new_database()
    set_up(url, embeddings, 384)
    kept = environment | {"DATABASE_URL": url}
    provider.script(proposes(VEGAN), says("慢", model="chatter", contains="写一篇长文", delay_s=20))
    with running_server(folder, kept, CONFIG) as server:
        async with get_client(url=server.url) as client:
            told = await say(client, "我长期吃素")
            await learned(client, told)
            await send(client, told.thread_id, "写一篇长文")
            await asyncio.sleep(2)  # it is answering; leaving kills the server
    with running_server(folder, kept, CONFIG) as server:
        async with get_client(url=server.url) as client:
            asked = await say(client, "推荐一道晚饭", thread_id=told.thread_id, if_not_exists="create")
            assert not asked.error
            assert len(asked.recalled) == 1
            # Under `langgraph dev` the killed run may be run again; its turn is there once or not at all.
            said = await said_on(client, told.thread_id)
            assert said[:2] == ["我长期吃素", "OK."]
            assert said[-2:] == ["推荐一道晚饭", "OK."]
            assert said[2:-2] in ([], ["写一篇长文", "慢"])
            assert [memory["text"] for memory in await memories(client)] == ["用户长期吃素"]


async def send(client: LangGraphClient, thread: str, text: str) -> None:
    message: Any = {"messages": [{"role": "user", "content": text}]}
    await client.runs.create(thread, "chat", input=message, context=QUIET)


@pytest.mark.parametrize(("url", "said"), [("", "DATABASE_URL: is not set"), ("empty", "Run `make setup-db` once")])
def test_without_a_database_that_is_set_up_the_server_does_not_start(
    tmp_path: Path, environment: dict[str, str], new_database: Callable[[], str], url: str, said: str
) -> None:
    address = new_database() if url else ""
    with (
        pytest.raises(RuntimeError, match=said) as caught,
        running_server(copy_project(tmp_path), environment | {"DATABASE_URL": address}, CONFIG),
    ):
        pass
    assert not address or address not in str(caught.value)
