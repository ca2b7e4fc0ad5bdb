"""ThreadState on the real server: pins, titles and lists, tools, several turns at once."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import ConflictError

from tests.graph import mcp_server
from tests.provider.process import ScriptedProvider, says
from tests.provider.script import Strictness
from tests.server.process import Server, copy_project, running_server
from tests.server.talk import new_thread, say, values

pytestmark = pytest.mark.server

QUIET = {"memory_enabled": False}
STRICT = Strictness(one_system_message=True, text_content_only=True, turns_alternate=True)
TOOLS = '''
import asyncio

async def weather(city: str) -> str:
    """Say how the weather is in a city."""
    return city + "：晴，25 度。" + "很长的报告" * 5000

async def hang() -> str:
    """Take very long."""
    await asyncio.sleep(60)
    return "late"
'''


async def test_a_decision_is_pinned_and_dropped_in_words(client: LangGraphClient, provider: ScriptedProvider) -> None:
    first = await say(client, "预算不超过三千元", context=QUIET)
    pinned = await say(client, "把这条定下来", thread_id=first.thread_id, context=QUIET)
    [told] = pinned.event("pinned")
    assert told["text"] == "预算不超过三千元"
    assert "1. 预算不超过三千元" in provider.requests("chatter")[-1]["messages"][0]["content"]
    [pin] = (await values(client, first.thread_id))["pinned_decisions"]
    assert (pin["id"], pin["origin"]) == (told["id"], "user")
    dropped = await say(client, "取消预算那条", thread_id=first.thread_id, context=QUIET)
    assert [pin["id"] for pin in dropped.event("unpinned")] == [told["id"]]
    assert (await values(client, first.thread_id))["pinned_decisions"] == []


async def test_a_page_changes_pins_through_a_run_without_a_model(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    thread = (await say(client, "你好", context=QUIET)).thread_id
    asked = len(provider.requests())
    sent: Any = {"pins": [{"op": "add", "text": "周五发布"}, {"op": "add", "text": "Use Postgres"}]}
    state = await client.runs.wait(thread, "chat", input=sent)
    assert isinstance(state, dict)
    first, second = state["pinned_decisions"]
    assert (first["text"], second["text"]) == ("周五发布", "Use Postgres")
    retire: Any = {"pins": [{"op": "retire", "id": first["id"]}]}
    await client.runs.wait(thread, "chat", input=retire)
    wrong: Any = {"pins": [{"op": "retire", "id": "gone"}]}
    failed = await client.runs.wait(thread, "chat", input=wrong, raise_error=False)
    assert "pins.0.id: no decision is pinned under this id" in str(failed)
    state = await values(client, thread)
    assert [pin["text"] for pin in state["pinned_decisions"]] == ["Use Postgres"]
    assert len(state["messages"]) == 2
    assert len(provider.requests()) == asked


async def test_conversations_are_listed_newest_first_with_their_titles(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    provider.script(says("", model="chatter", contains="失败", status=500))
    one = await say(client, "帮我\n计划去云南的旅行", context=QUIET)
    two = await say(client, "My key is sk-proj-FAKE0123456789abcdefFAKE0123456789abcdef, " + "please " * 20)
    failed = await say(client, "这一轮会失败", context=QUIET)
    await say(client, "再说一句，标题不变", thread_id=one.thread_id, context=QUIET)
    listed = await client.threads.search(
        metadata={"ai_mind": "conversation"}, sort_by="updated_at", sort_order="desc", limit=100
    )
    titles = {thread["thread_id"]: (thread["metadata"] or {}).get("title") for thread in listed}
    assert titles[one.thread_id] == "帮我 计划去云南的旅行"
    title = str(titles[two.thread_id])
    assert title.startswith("My key is [***], please")
    assert len(title) <= 80
    assert failed.thread_id not in titles  # a conversation without a completed turn is none yet (W1.9)
    order = list(titles)
    assert order.index(one.thread_id) < order.index(two.thread_id)
    graphs = {(thread["metadata"] or {}).get("graph_id") for thread in listed}
    assert graphs == {"chat"}


@pytest.mark.parametrize("strategy", ["enqueue", "interrupt", "rollback", "reject"])
async def test_two_turns_at_once_never_mix(client: LangGraphClient, provider: ScriptedProvider, strategy: Any) -> None:
    """Case B48."""
    provider.script(
        says("答甲", model="chatter", contains="问甲", delay_s=1),
        says("答乙", model="chatter", contains="问乙"),
        strictness=STRICT,
    )
    thread = (await say(client, "你好", context=QUIET)).thread_id

    async def send(text: str) -> Any:
        message: Any = {"messages": [{"role": "user", "content": text}]}
        return await client.runs.create(thread, "chat", input=message, context=QUIET, multitask_strategy=strategy)

    first = await send("问甲")
    await asyncio.sleep(0.01)
    if strategy == "reject":
        with pytest.raises(ConflictError):
            await send("问乙")
        await client.runs.join(thread, first["run_id"])
    else:
        second = await send("问乙")
        await client.runs.join(thread, second["run_id"])
    said = [m["content"] for m in (await values(client, thread))["messages"]][2:]
    expected = {
        "enqueue": ["问甲", "答甲", "问乙", "答乙"],
        "interrupt": ["问乙", "答乙"],
        "rollback": ["问乙", "答乙"],
        "reject": ["问甲", "答甲"],
    }
    assert said == expected[strategy]


async def test_the_same_turn_sent_twice_is_kept_once(client: LangGraphClient, provider: ScriptedProvider) -> None:
    """Case B48: a double click; B4."""
    provider.script(says("好的", model="chatter", delay_s=0.5))
    thread = await new_thread(client)
    message: Any = {"messages": [{"role": "user", "content": "记一下预算", "id": "turn-1"}]}
    runs = [await client.runs.create(thread, "chat", input=message, context=QUIET) for _ in range(2)]
    for run in runs:
        await client.runs.join(thread, run["run_id"])
    assert [m["content"] for m in (await values(client, thread))["messages"]] == ["记一下预算", "好的"]
    other = await say(client, "记一下预算", id="turn-1", context=QUIET)
    assert len((await values(client, other.thread_id))["messages"]) == 2


@pytest.fixture(scope="module")
def equipped_server(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Iterator[Server]:
    folder: Path = copy_project(tmp_path_factory.mktemp("equipped"))
    (folder / "own_tools.py").write_text(TOOLS)
    more = {
        "AI_MIND_TOOLS": "own_tools:weather, own_tools:hang",
        "AI_MIND_MCP_SERVERS": json.dumps(
            {
                "down": {"transport": "streamable_http", "url": "http://127.0.0.1:9/mcp"},
                "clock": {"transport": "stdio", "command": sys.executable, "args": [mcp_server.__file__]},
            }
        ),
        "AI_MIND_TOOL_OUTPUT_CHARS": "1000",
    }
    with running_server(folder, {**environment, **more}) as server:
        yield server


@pytest.fixture(scope="module")
async def equipped(equipped_server: Server) -> AsyncIterator[LangGraphClient]:
    async with get_client(url=equipped_server.url) as client:
        yield client


async def test_tools_run_within_a_turn_and_leave_no_trace_of_themselves(
    equipped: LangGraphClient, provider: ScriptedProvider
) -> None:
    call = {"name": "weather", "arguments": {"city": "北京"}}
    provider.script(
        says("我查一下", model="chatter", contains="天气怎么样", tool_calls=[call]),
        says("北京晴。", model="chatter"),
        strictness=STRICT,
    )
    thread = await new_thread(equipped)
    message: Any = {"messages": [{"role": "user", "content": "北京天气怎么样"}]}
    stream = equipped.runs.stream(thread, "chat", input=message, context=QUIET, stream_mode="values")
    seen = [str(part.data) async for part in stream]
    assert "25 度" not in "".join(seen)
    state = await values(equipped, thread)
    assert [m["content"] for m in state["messages"]] == ["北京天气怎么样", "北京晴。"]
    history = str(await equipped.threads.get_history(thread))
    assert "25 度" not in history
    assert "我查一下" not in history
    first, second = provider.requests("chatter")
    assert [tool["function"]["name"] for tool in first["tools"]] == ["hang", "tide", "weather"]
    assert [m["role"] for m in second["messages"]] == ["system", "user", "assistant", "tool"]
    assert second["messages"][3]["content"].startswith("北京：晴，25 度。")
    assert len(second["messages"][3]["content"]) <= 1_000


async def test_a_turn_cancelled_between_a_call_and_its_result_leaves_nothing(
    equipped: LangGraphClient, provider: ScriptedProvider
) -> None:
    """Cases B51 and B54."""
    provider.script(
        says("", model="chatter", contains="等很久", tool_calls=[{"name": "hang"}]),
        says("好的。", model="chatter"),
        strictness=STRICT,
    )
    thread = (await say(equipped, "你好", context=QUIET)).thread_id
    message: Any = {"messages": [{"role": "user", "content": "等很久的事"}]}
    run = await equipped.runs.create(thread, "chat", input=message, context=QUIET)
    for _ in range(100):
        await asyncio.sleep(0.05)
        if len(provider.requests("chatter")) == 2:
            break
    await asyncio.sleep(0.2)
    await equipped.runs.cancel(thread, run["run_id"], wait=True)
    after = await say(equipped, "还在吗", thread_id=thread, context=QUIET)
    assert after.answer == "好的。"
    assert [m["content"] for m in (await values(equipped, thread))["messages"]] == [
        "你好",
        "好的。",
        "还在吗",
        "好的。",
    ]


async def test_health_says_that_a_server_of_tools_is_missing(
    equipped: LangGraphClient, equipped_server: Server, provider: ScriptedProvider
) -> None:
    await say(equipped, "你好", context=QUIET)
    health = await equipped.http.get("/health")
    assert isinstance(health, dict)
    assert health["tools"] == "degraded"
    assert "127.0.0.1:9" not in equipped_server.logged()
