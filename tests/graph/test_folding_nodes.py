"""Compaction beside the chat: asked for with a gap, taken in by the next turn, never waited for."""

from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from memory.platform.embeddings import LocalEmbeddings
from memory.platform.settings import Settings
from tests.graph.test_chat_graph import Compiled

LONG = "我们在讨论去云南旅行的预算和路线，" * 6


async def talk(chat: Compiled, number: int, start: int = 0) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    state: dict[str, Any] = {}
    events: list[dict[str, Any]] = []
    for turn in range(start, start + number):
        state, events = await chat.say(f"{LONG}第 {turn} 句")
    return state, [event for event in events if event["type"] == "thread-memory"]


@pytest.fixture
def chat(settings: Settings, store: InMemoryStore, embedder: LocalEmbeddings) -> Compiled:
    return Compiled(settings, store, embedder, openai_base_url="http://a-window-of-128,000-tokens/v1")


def answered(chat: Compiled, summary: str = "在讨论去云南旅行。", **changes: Any) -> None:
    """Let the companion thread hold a proposal for the last compaction that was asked for."""
    asked = chat.runs.compactions[-1][1]
    covers = [message["id"] for message in asked["messages"]]
    proposal = {"summary": summary, "pins": [{"op": "add", "text": "预算 3000 元"}]}
    chat.runs.companion = {
        "outcome": "proposed", "proposal": proposal, "covers": covers, "failures": asked["failures"], **changes,
    }  # fmt: skip


async def test_it_is_asked_for_after_retained_and_slack_turns(chat: Compiled) -> None:
    _, events = await talk(chat, 8)
    assert (events, chat.runs.compactions) == ([], [])
    _, events = await talk(chat, 1, start=8)
    assert events == [{"type": "thread-memory", "compaction": "started"}]
    [(conversation, asked)] = chat.runs.compactions
    assert conversation == "thread-1"
    assert [m["role"] for m in asked["messages"]] == ["user", "assistant"] * 5
    assert asked["messages"][0]["text"].endswith("第 0 句")


async def test_the_next_turn_takes_it_in_and_the_model_sees_summary_and_pins(chat: Compiled) -> None:
    await talk(chat, 9)
    answered(chat)
    state, events = await talk(chat, 1, start=9)
    assert events == [{"type": "thread-memory", "compaction": "folded"}]
    assert [m.content[-5:] for m in state["messages"][::2]] == [f"第 {n} 句" for n in range(5, 10)]
    assert state["summary"] == "在讨论去云南旅行。"
    assert [pin["text"] for pin in state["pinned_decisions"]] == ["预算 3000 元"]
    assert state["last_compacted_at"]
    system = str(chat.chat.asked[-1][0][0].content)
    assert "在讨论去云南旅行。" in system
    assert "1. 预算 3000 元" in system
    assert len(chat.chat.asked[-1][0]) == 1 + 8 + 1


async def test_a_proposal_already_taken_in_is_not_taken_again(chat: Compiled) -> None:
    await talk(chat, 9)
    answered(chat)
    await talk(chat, 1, start=9)
    state, events = await talk(chat, 3, start=10)
    assert events == []
    assert len(state["messages"]) == 16
    assert len(chat.runs.compactions) == 1
    _, events = await talk(chat, 1, start=13)
    assert events == [{"type": "thread-memory", "compaction": "started"}]
    assert chat.runs.compactions[-1][1]["failures"] == 0
    assert chat.runs.compactions[-1][1]["summary"] == "在讨论去云南旅行。"


async def test_one_that_finished_during_a_turn_waits_for_the_next(chat: Compiled) -> None:
    await talk(chat, 9)
    answered(chat)
    companion, chat.runs.companion = chat.runs.companion, {}
    await chat.say("你好呀，我们继续聊")
    chat.runs.companion = companion
    assert len(chat.runs.compactions) == 2  # nothing was waiting when that turn ended
    _, events = await talk(chat, 1, start=10)
    assert events == [{"type": "thread-memory", "compaction": "folded"}]


async def test_a_bad_proposal_is_discarded_and_asked_for_ever_less_often(chat: Compiled) -> None:
    await talk(chat, 9)
    asked_at = []
    for number in range(9, 40):
        if chat.runs.compactions:
            answered(chat, summary="They plan a trip.")
        before = len(chat.runs.compactions)
        state, events = await talk(chat, 1, start=number)
        assert {"type": "thread-memory", "compaction": "discarded", "reason": "wrong_language"} in events
        if len(chat.runs.compactions) > before:
            asked_at.append(number)
    assert "summary" not in state
    assert len(state["messages"]) == 2 * 40
    assert len(asked_at) <= 8


async def test_thirty_turns_without_any_compactor_lose_none(chat: Compiled) -> None:
    """B1."""
    chat.runs.companion = {"outcome": "provider_failed", "proposal": None, "covers": [], "failures": 0}
    state, _ = await talk(chat, 30)
    assert len(state["messages"]) == 60


@pytest.mark.parametrize(
    "companion", [{"outcome": "proposed"}, {"outcome": "proposed", "proposal": {"x": 1}}, {"outcome": 3}]
)
async def test_a_companion_thread_that_holds_something_else_costs_no_turn(
    chat: Compiled, companion: dict[str, Any]
) -> None:
    chat.runs.companion = companion
    state, _ = await talk(chat, 10)
    assert len(state["messages"]) == 20
