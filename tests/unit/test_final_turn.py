"""Finished turns of other agents: who is recorded, once, and how long (R1.3, R1.4)."""

from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from memory.errors import InputError
from memory.thread.final_turn import MAX_REPORT_CHARS, Recorded, read_final_turn, record
from memory.thread.messages import CUT_MARKER, MAX_STORED_CHARS

NOW = datetime(2026, 11, 30, tzinfo=UTC)
BEFORE: list[AnyMessage] = [HumanMessage("问", id="u0"), AIMessage("答", id="a0")]


def recorded(messages: list[AnyMessage] | None = None, **turn: Any) -> Recorded:
    ids = count(1)
    given = {"user_text": "查一下天气", "assistant_text": "晴"} | turn
    return record(
        read_final_turn(given),
        BEFORE if messages is None else messages,
        limit=100,
        now=NOW,
        new_id=lambda: f"new-{next(ids)}",
    )


@pytest.mark.parametrize("source", ["agent", "chat", "delivery-chain", "mcp-resource", "tasklist-agent", "tool"])
@pytest.mark.parametrize("status", ["completed", "blocked", "final"])
def test_finished_turns_of_every_source_are_recorded(source: str, status: str) -> None:
    result = recorded(source=source, status=status)
    assert result.skipped is None
    assert [m.content for m in result.messages] == ["问", "答", "查一下天气", "晴"]
    assert [m.id for m in result.messages[2:]] == ["new-1", "new-2"]
    assert all(m.additional_kwargs["created_at"] == NOW.isoformat() for m in result.messages[2:])


@pytest.mark.parametrize("status", ["cancelled", "failed", "interrupted", "paused", "unknown"])
def test_unfinished_turns_are_not(status: str) -> None:
    assert recorded(status=status) == Recorded(BEFORE, "status")


@pytest.mark.parametrize("text", ["", "  ", None, 3, {"content": "晴"}, ["晴"], "\x00"])
@pytest.mark.parametrize("side", ["user_text", "assistant_text"])
def test_without_text_on_both_sides_nothing_is_recorded(side: str, text: object) -> None:
    turn: dict[str, Any] = {side: text}
    assert recorded(**turn) == Recorded(BEFORE, "empty")


def test_a_report_is_cut_at_its_limit_with_a_marker() -> None:
    exact = recorded(source="delivery-chain", assistant_text="长" * MAX_REPORT_CHARS)
    assert exact.messages[-1].content == "长" * MAX_REPORT_CHARS
    cut = str(recorded(source="delivery-chain", assistant_text="长" * (MAX_REPORT_CHARS + 1)).messages[-1].content)
    assert len(cut) <= MAX_REPORT_CHARS
    assert cut.endswith(CUT_MARKER)


def test_every_stored_message_is_bounded() -> None:
    """B5."""
    result = recorded(user_text="问" * 200, assistant_text="答" * (MAX_STORED_CHARS + 1))
    assert [len(str(m.content)) for m in result.messages[2:]] == [100, MAX_STORED_CHARS]
    ends = recorded(assistant_text="开头" + "中" * MAX_STORED_CHARS + "结尾").messages[-1].content
    assert str(ends).startswith("开头")
    assert str(ends).endswith("结尾")
    assert CUT_MARKER in str(ends)


def test_a_retry_is_recorded_once_and_a_repetition_with_ids_twice() -> None:
    once = recorded().messages
    assert recorded(once) == Recorded(once, "duplicate")
    assert len(recorded(once, user_message_id="u9").messages) == 6


def test_the_same_user_message_id_replaces_its_turn() -> None:
    first = recorded(user_message_id="u1").messages
    after = [*first, HumanMessage("后来", id="u2"), AIMessage("好", id="a2")]
    again = recorded(after, user_message_id="u1", assistant_text="雨").messages
    assert [m.content for m in again] == ["问", "答", "查一下天气", "雨"]


def test_what_an_unfinished_run_left_goes() -> None:
    assert recorded([*BEFORE, HumanMessage("没有回答")]).messages[:2] == BEFORE
    assert len(recorded([*BEFORE, HumanMessage("没有回答")]).messages) == 4


@pytest.mark.parametrize(
    ("turn", "field"),
    [
        ({"source": "mars"}, "final_turn.source"),
        ({"extra": 1}, "final_turn.extra"),
        ({"user_message_id": ""}, "final_turn.user"),
    ],
)
def test_wrong_shapes_are_named(turn: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError, match=f"^{field}"):
        recorded(**turn)


def test_the_same_answer_id_is_recorded_once() -> None:
    """R1.4.1."""
    once = recorded(assistant_message_id="A1").messages
    assert recorded(once, assistant_message_id="A1") == Recorded(once, "duplicate")


def test_encoded_data_is_not_recorded() -> None:
    data = "data:image/png;base64," + "QUJD" * 500
    result = recorded(user_text=f"看 {data}", assistant_text=f"{data} 好")
    assert [m.content for m in result.messages[2:]] == ["看 [image]", "[image] 好"]
