"""Compaction beside the chat: asked for with a gap, taken in by the next turn, never waited for."""

from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from graphs.dispatch import Companion
from memory.errors import ModelError
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from tests.graph.test_chat_graph import CONFIG, Compiled

NAMES = "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜"
LONG = "我们在讨论去云南旅行的安排和路线，" * 6
SUMMARY = "在讨论去云南旅行的安排和路线。"


def thread_events(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: event[key] for key in event if key != "type"} for event in events if event["type"] == "thread-memory"]


async def talk(chat: Compiled, number: int, start: int = 0) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    state: dict[str, Any] = {}
    events: list[dict[str, Any]] = []
    for turn in range(start, start + number):
        state, events = await chat.say(f"{LONG}{NAMES[turn]}好吗？")
    return state, thread_events(events)


@pytest.fixture
def chat(settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings) -> Compiled:
    return Compiled(settings, store, embedder, openai_base_url="http://a-window-of-128,000-tokens/v1")


STARTED = {"compaction": "started", "level": "summarise"}
FOLDED = {"compaction": "folded"}


async def test_it_is_asked_for_after_retained_and_slack_turns(chat: Compiled) -> None:
    _, events = await talk(chat, 8)
    assert (events, chat.runs.compactions) == ([], [])
    _, events = await talk(chat, 1, start=8)
    assert events == [STARTED]
    [(conversation, asked)] = chat.runs.compactions
    assert conversation == "thread-1"
    assert [m["role"] for m in asked["messages"]] == ["user", "assistant"] * 5
    assert asked["messages"][0]["text"].endswith("天好吗？")
    assert asked["level"] == "summarise"


async def test_the_next_turn_takes_it_in_and_the_model_sees_summary_and_pins(chat: Compiled) -> None:
    await talk(chat, 9)
    chat.runs.propose(SUMMARY, {"op": "add", "text": "预算 3000 元"})
    state, events = await talk(chat, 1, start=9)
    assert events == [FOLDED]
    assert [m.content[-4] for m in state["messages"][::2]] == list(NAMES[5:10])
    assert state["summary"] == SUMMARY
    assert [pin["text"] for pin in state["pinned_decisions"]] == ["预算 3000 元"]
    assert state["last_compacted_at"]
    system = str(chat.chat.asked[-1][0][0].content)
    assert SUMMARY in system
    assert "1. 预算 3000 元" in system
    assert len(chat.chat.asked[-1][0]) == 1 + 8 + 1
    counted = {name: count for name, count in chat.metrics.read().items() if name.startswith("compaction")}
    assert counted == {"compactions.folded": 1, "compactions.started.summarise": 1}


async def test_while_one_is_in_flight_no_other_is_asked_for(chat: Compiled) -> None:
    _, events = await talk(chat, 12)
    assert (len(chat.runs.compactions), events) == (1, [])
    chat.runs.propose(SUMMARY)
    state, events = await talk(chat, 1, start=12)
    assert events == [FOLDED]
    assert len(state["messages"]) == 2 * (13 - 5)


async def test_one_taken_in_is_not_taken_again_and_the_next_comes_after_the_gap(chat: Compiled) -> None:
    await talk(chat, 9)
    chat.runs.propose(SUMMARY)
    await talk(chat, 1, start=9)
    for number in range(10, 17):
        _, events = await talk(chat, 1, start=number)
        assert events == []
    _, events = await talk(chat, 1, start=17)
    assert events == [STARTED]
    assert chat.runs.compactions[-1][1]["summary"] == SUMMARY


async def test_a_bad_proposal_is_discarded_once_with_its_reason_and_asked_for_ever_less_often(chat: Compiled) -> None:
    await talk(chat, 9)
    asked_at, discarded = [], 0
    for number in range(9, 40):
        if chat.runs.now and chat.runs.now.busy:
            chat.runs.propose("They plan a trip.")
        state, events = await talk(chat, 1, start=number)
        discarded += {"compaction": "discarded", "reason": "wrong_language"} in events
        if STARTED in events:
            asked_at.append(number)
    assert "summary" not in state
    assert len(state["messages"]) == 2 * 40
    assert len(asked_at) <= 8
    assert discarded == len(asked_at) + 1 - (chat.runs.now is not None and chat.runs.now.busy)
    assert chat.runs.now is not None
    assert chat.runs.now.values["discarded"] == {"wrong_language": discarded}


@pytest.mark.parametrize(
    ("status", "values", "event"),
    [
        ("success", {"outcome": "provider_failed"}, {"compaction": "failed", "reason": "provider_failed"}),
        ("success", {"outcome": "malformed_output"}, {"compaction": "failed", "reason": "malformed_output"}),
        ("error", {}, {"compaction": "failed", "reason": "crashed"}),
        ("timeout", {}, {"compaction": "failed", "reason": "crashed"}),
        ("interrupted", {}, {"compaction": "cancelled"}),
    ],
)
async def test_every_compaction_that_started_is_seen_to_end(
    chat: Compiled, status: str, values: dict[str, Any], event: dict[str, Any]
) -> None:
    await talk(chat, 9)
    chat.runs.end(status, **values)
    state, events = await talk(chat, 1, start=9)
    assert events[0] == event
    assert len(state["messages"]) == 20
    failed = event["compaction"] == "failed"
    assert len(chat.runs.compactions) == (1 if failed else 2)  # cancelling is no failure: it is asked for at once
    assert chat.runs.now is not None
    assert chat.runs.now.values["failures"] == (1 if failed else 0)
    _, events = await talk(chat, 1, start=10)
    assert event not in events


async def test_thirty_turns_without_any_compactor_lose_none(chat: Compiled) -> None:
    """B1."""
    chat.runs.fails = True
    state, events = await talk(chat, 30)
    assert len(state["messages"]) == 60
    assert events == [{"compaction": "failed", "reason": "not_started", "level": "summarise"}]


async def test_a_companion_that_cannot_be_read_changes_nothing(chat: Compiled) -> None:
    chat.runs.now = None
    state, events = await talk(chat, 12)
    assert (len(state["messages"]), events, chat.runs.compactions) == (24, [], [])


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"outcome": "proposed"}, "malformed_output"),
        ({"outcome": "proposed", "proposal": {"x": 1}}, "malformed_output"),
        ({"outcome": "proposed", "proposal": {"summary": "好"}, "covers": 5}, "crashed"),
        ({"outcome": 3, "failures": "x", "discarded": "x"}, "3"),
    ],
)
async def test_a_companion_thread_that_holds_something_else_costs_no_turn(
    chat: Compiled, values: dict[str, Any], reason: str
) -> None:
    await talk(chat, 9)
    chat.runs.now = Companion("run-1", "success", values)
    state, events = await talk(chat, 1, start=9)
    assert events[0] == {"compaction": "failed", "reason": reason}
    assert len(state["messages"]) == 20


async def test_few_but_large_turns_are_folded_too(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    chat = Compiled(settings, store, embedder, openai_base_url="http://x/v1", context_tokens=20_000)
    _, events = await chat.say("长" * 6_000)
    assert thread_events(events)[-1]["compaction"] == "started"
    chat.runs.propose("用户发了很长的文字。")
    state, events = await chat.say("好的")
    assert thread_events(events)[0] == FOLDED
    assert state["summary"].startswith("用户发了很长的文字。")


async def test_finished_turns_of_other_agents_are_compacted_too(chat: Compiled) -> None:
    async def report(number: int) -> list[dict[str, Any]]:
        turn = {"source": "tasklist-agent", "status": "completed", "user_text": f"{LONG}{NAMES[number]}好吗？"}
        sent: Any = {"final_turn": turn | {"assistant_text": "做完了。"}}
        return [part async for part in chat.graph.astream(sent, CONFIG, stream_mode="custom")]

    for number in range(9):
        events = await report(number)
    assert STARTED in thread_events(events)
    chat.runs.propose(SUMMARY)
    assert FOLDED in thread_events(await report(9))


async def test_a_hundred_short_turns_cost_at_most_fifteen_compactions(chat: Compiled) -> None:
    """The article's rule would cost about 96 (R4.3)."""
    for number in range(100):
        if chat.runs.now and chat.runs.now.busy:
            chat.runs.propose("聊了些小事。")
        await chat.say(f"第{number}句，你好吗？")
    assert 8 <= len(chat.runs.compactions) <= 15


async def test_nothing_is_folded_while_a_turn_is_replaced(chat: Compiled) -> None:
    """Else a resend that fails would lose the turns after it."""
    state, _ = await talk(chat, 9)
    chat.runs.propose(SUMMARY)
    chat.chat.answers.append(RuntimeError("down"))
    again: Any = {"messages": [{"role": "user", "content": "再问一次", "id": state["messages"][16].id}]}
    with pytest.raises(ModelError):
        await chat.graph.ainvoke(again, CONFIG)
    after, events = await talk(chat, 1, start=9)
    assert events == [FOLDED]
    assert len(after["messages"]) == 2 * (10 - 5)
    assert after["messages"][6].id == state["messages"][16].id
