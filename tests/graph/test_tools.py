"""Tools in the chat graph: a loop within a turn of which only the final answer is kept."""

import asyncio
import sys
from typing import Any

import httpx2
import pytest
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import BaseTool, tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from openai import BadRequestError

from graphs.chat import Chat
from memory.errors import ModelError, SettingsError
from memory.platform.models.tools import ConfiguredTools, load_tools, tool_node
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.stores import UserStores
from tests.fakes import FakeTools
from tests.graph.test_chat_graph import CONFIG, Compiled

CALLED = asyncio.Event()
"""Set once the slow tool runs."""


@tool
async def weather(city: str) -> str:
    """Say how the weather is."""
    return f"{city}：晴，25 度"


@tool
async def report(pages: int) -> str:
    """Write a long report."""
    return "报告 " + "很长" * pages


@tool
async def broken() -> str:
    """Fail."""
    raise RuntimeError("内部地址 10.0.0.1")


@tool
async def slow() -> str:
    """Take long."""
    CALLED.set()
    await asyncio.sleep(30)
    return "late"


LIST = [weather]


def not_a_tool_at_all() -> str:
    """Return a word."""
    return "word"


def calling(*calls: tuple[str, dict[str, Any]], text: str = "") -> AIMessage:
    return AIMessage(text, tool_calls=[{"name": n, "args": a, "id": f"call-{i}"} for i, (n, a) in enumerate(calls)])


def compiled(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, answers: list[Any], **changes: Any
) -> Compiled:
    chat = Compiled(settings, store, embedder, answers, **changes)
    chat.tools.tools = [weather, report, broken, slow]
    chat.tools.settings = chat.settings
    return chat


async def test_only_the_message_and_the_final_answer_are_kept(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    first = calling(("weather", {"city": "北京"}), ("weather", {"city": "上海"}), text="我查一下")
    chat = compiled(settings, store, embedder, [first, "北京和上海都是晴天。"])
    state, _ = await chat.say("北京和上海天气怎么样")
    assert [(m.type, m.content) for m in state["messages"]] == [
        ("human", "北京和上海天气怎么样"),
        ("ai", "北京和上海都是晴天。"),
    ]
    assert "exchange" not in state
    again = chat.chat.asked[1][0]
    assert [m.type for m in again] == ["system", "human", "ai", "tool", "tool"]
    assert [m.content for m in again[3:]] == ["北京：晴，25 度", "上海：晴，25 度"]
    offered = chat.chat.asked[0][1]["tools"]
    assert [schema["function"]["name"] for schema in offered] == ["weather", "report", "broken", "slow"]
    history = [snapshot.values async for snapshot in chat.graph.aget_state_history(CONFIG)]
    assert "我查一下" not in str(history)
    assert "25 度" not in str(history)
    [(_, turn, _)] = chat.runs.turns
    assert turn["kind"] == "tool_assisted_ordinary_chat"
    assert turn["assistant_text"] == "北京和上海都是晴天。"


async def test_a_tool_that_fails_is_late_or_unknown_becomes_a_result(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    calls = calling(("broken", {}), ("slow", {}), ("nowhere", {}), ("weather", {"town": 1}))
    chat = compiled(settings, store, embedder, [calls, "没查到。"], tool_timeout_s=0.05)
    state, _ = await chat.say("查一下")
    assert state["messages"][-1].content == "没查到。"
    results = [m for m in chat.chat.asked[1][0] if isinstance(m, ToolMessage)]
    assert [m.tool_call_id for m in results] == ["call-0", "call-1", "call-2", "call-3"]
    assert all(m.status == "error" for m in results)
    assert "no result within 0.05 seconds" in str(results[1].content)


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (SystemExit(1), "ToolExitError"),
        (asyncio.CancelledError(), "CancelledError"),
        (RuntimeError("key sk-FAKE0123456789abcdef"), "RuntimeError"),
    ],
)
@pytest.mark.parametrize("asynchronous", [True, False])
async def test_whatever_a_tool_raises_the_turn_goes_on(
    settings: Settings,
    store: InMemoryStore,
    embedder: MemoryEmbeddings,
    raised: BaseException,
    told: str,
    asynchronous: bool,
) -> None:
    @tool("breaks")
    async def breaks_async() -> str:
        """Raise."""
        raise raised

    @tool("breaks")
    def breaks() -> str:
        """Raise."""
        raise raised

    chat = compiled(settings, store, embedder, [calling(("breaks", {})), "没办成。"])
    chat.tools.tools = [breaks_async if asynchronous else breaks]
    state, _ = await chat.say("做一下")
    assert state["messages"][-1].content == "没办成。"
    assert chat.chat.asked[1][0][-1].content == f"error: failed: {told}"


async def test_calls_with_unreadable_arguments_do_not_end_the_turn(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    bad = AIMessage("", invalid_tool_calls=[{"name": "weather", "args": "{", "id": "c1", "error": "x"}])
    chat = compiled(settings, store, embedder, [bad, "换个说法吧。"])
    state, _ = await chat.say("查一下")
    assert state["messages"][-1].content == "换个说法吧。"
    assert "not valid JSON" in str(chat.chat.asked[1][0][-1].content)


async def test_a_model_that_never_stops_calling_gets_no_tools_any_more(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    calls = [calling(("weather", {"city": "北京"})) for _ in range(7)]
    chat = compiled(settings, store, embedder, [*calls[:7], "好了。"], tool_rounds=7)
    state, _ = await chat.say("查一下")
    assert state["messages"][-1].content == "好了。"
    assert "tools" not in chat.chat.asked[-1][1]
    chat = compiled(settings, store, embedder, calls, tool_rounds=2)
    with pytest.raises(ModelError, match="empty answer"):
        await chat.say("查一下")


async def test_long_output_is_digested(settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings) -> None:
    chat = compiled(settings, store, embedder, [calling(("report", {"pages": 50_000})), "看完了。"])
    await chat.say("写报告")
    output = str(chat.chat.asked[1][0][-1].content)
    assert len(output) <= settings.tool_output_chars
    assert "characters left out" in output


async def test_an_endpoint_that_refuses_tools_twice_is_asked_without_from_then_on(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    response = httpx2.Response(400, request=httpx2.Request("POST", "http://x"))
    refused = BadRequestError("no tools here", response=response, body=None)
    chat = compiled(settings, store, embedder, [refused, "没有工具也行。", refused, "好的。", "好的。"])
    state, _ = await chat.say("你好")
    assert state["messages"][-1].content == "没有工具也行。"
    await chat.say("继续")
    await chat.say("再继续")
    assert ["tools" in options for _, options in chat.chat.asked] == [True, False, True, False, False]


@pytest.mark.parametrize("ids", [["", ""], [None, None], ["same", "same"]])
async def test_calls_without_an_id_of_their_own_get_one(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, ids: list[str | None]
) -> None:
    cities = ["北京", "上海"]
    called = [{"name": "weather", "args": {"city": c}, "id": id} for c, id in zip(cities, ids, strict=True)]
    chat = compiled(settings, store, embedder, [AIMessage("", tool_calls=called), "都是晴天。"])
    state, _ = await chat.say("北京和上海天气怎么样")
    assert state["messages"][-1].content == "都是晴天。"
    results = [m for m in chat.chat.asked[1][0] if isinstance(m, ToolMessage)]
    assert [m.content for m in results] == ["北京：晴，25 度", "上海：晴，25 度"]
    assert len({m.tool_call_id for m in results}) == 2


async def test_a_cancelled_tool_loop_leaves_nothing_and_the_next_turn_works(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    """Cases B51 and B54: cancelled between a call and its result."""
    chat = compiled(settings, store, embedder, [calling(("slow", {})), "你好。"])
    CALLED.clear()
    turn = asyncio.create_task(chat.say("查一下"))
    await CALLED.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    state, _ = await chat.say("你好")
    assert [(m.type, m.content) for m in state["messages"]] == [("human", "你好"), ("ai", "你好。")]
    assert [m.type for m in chat.chat.asked[-1][0]] == ["system", "human"]


def test_tools_are_named_by_path() -> None:
    here = "tests.graph.test_tools"
    loaded = load_tools([f"{here}:weather", f"{here}:LIST", f"{here}:not_a_tool_at_all"])
    assert [one.name for one in loaded] == ["weather", "weather", "not_a_tool_at_all"]


@pytest.mark.parametrize(
    "path", ["nowhere.at_all:x", "tests.graph.test_tools:missing", "tests.graph.test_tools:CONFIG"]
)
def test_a_path_that_is_no_tool_stops_the_start_and_is_named(path: str) -> None:
    with pytest.raises(SettingsError, match=f"AI_MIND_TOOLS: {path}"):
        load_tools([path])


async def test_a_server_that_cannot_be_reached_costs_its_tools_only() -> None:
    async def connect(name: str, connection: dict[str, Any]) -> list[BaseTool]:
        if name == "down":
            raise ConnectionError("http://user:pw@internal")
        return [report]

    settings = Settings(
        _env_file=None, tools=("tests.graph.test_tools:weather",), mcp_servers={"down": {}, "up": {"url": "http://x"}}
    )
    tools = ConfiguredTools(settings, connect)
    toolset = await tools.get()
    assert toolset is not None
    assert [schema["function"]["name"] for schema in toolset.schemas] == ["report", "weather"]
    assert tools.missing == ["down"]
    assert await tools.get() is toolset


async def test_nothing_configured_is_nothing_offered() -> None:
    assert await ConfiguredTools(Settings(_env_file=None)).get() is None
    assert await FakeTools().get() is None
    assert tool_node([], Settings(_env_file=None)) is not None


async def test_the_tools_of_a_real_mcp_server(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    connection = {"transport": "stdio", "command": sys.executable, "args": ["-m", "tests.graph.mcp_server"]}
    chat = Compiled(settings, store, embedder, [calling(("tide", {"harbour": "宁波"})), "早上六点四十。"])
    configured = ConfiguredTools(settings.model_copy(update={"mcp_servers": {"clock": connection}}))
    toolset = await configured.get()
    assert toolset is not None
    assert configured.missing == []
    nodes = Chat(chat.models, UserStores(embedder), configured, chat.runs, settings, chat.metrics)  # type: ignore[arg-type]
    graph = nodes.graph().compile(checkpointer=InMemorySaver(), store=store)
    sent: Any = {"messages": [{"role": "user", "content": "宁波几点涨潮"}]}
    state = await graph.ainvoke(sent, CONFIG)
    assert state["messages"][-1].content == "早上六点四十。"
    assert "宁波：06:40" in str(chat.chat.asked[1][0][-1].content)
