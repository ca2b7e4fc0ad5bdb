"""The door of a conversation: what enters, what is repaired, what is refused."""

import base64
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage

from memory.errors import InputError
from memory.thread.intake import Turns, begin_turn, receive
from memory.thread.messages import answer_message, complete_turns, text_of

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def begin(messages: list[AnyMessage], limit: int = 100) -> HumanMessage:
    return begin_turn(messages, limit=limit, now=NOW, new_id=lambda: "new-id")


def turn(number: int) -> list[AnyMessage]:
    return [HumanMessage(f"问{number}", id=f"u{number}"), AIMessage(f"答{number}", id=f"a{number}")]


@pytest.mark.parametrize(
    ("incoming", "text"),
    [
        ([{"role": "user", "content": "你好"}], "你好"),
        ({"role": "user", "content": "你好"}, "你好"),
        ("你好", "你好"),
        ([HumanMessage("旧"), AIMessage("答"), HumanMessage("新")], "新"),
        ([("user", "一"), ("assistant", "二")], "一"),
        ([{"role": "user", "content": [{"type": "text", "text": "甲"}, {"type": "text", "text": "乙"}]}], "甲\n乙"),
        ([{"role": "user", "content": []}], ""),
        ([{"role": "assistant", "content": "我说"}], ""),
        ([], ""),
        ([{"nonsense": 1}], ""),
        ([3], ""),
        (None, ""),
    ],
)
def test_only_the_newest_user_text_enters_and_nothing_raises(incoming: Any, text: str) -> None:
    received = receive(turn(1), incoming)
    assert received[:2] == turn(1)
    assert [m.content for m in received[2:]] == [text]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda c: st.lists(c) | st.dictionaries(st.text(), c)
    )
)
def test_the_reducer_takes_any_json(incoming: Any) -> None:
    assert isinstance(receive([], incoming)[-1], HumanMessage)


def test_nothing_of_a_message_stays_but_text_id_and_time() -> None:
    message = {"role": "user", "content": "你好", "id": "m1", "name": "x", "additional_kwargs": {"admin": True}}
    assert begin(receive([], [message])) == HumanMessage(
        "你好", id="m1", additional_kwargs={"created_at": NOW.isoformat()}
    )


def test_a_message_without_an_id_gets_one() -> None:
    assert begin([HumanMessage("你好")]).id == "new-id"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (
            [{"type": "text", "text": "看"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAA"}}],
            "看\n[image]",
        ),
        ([{"type": "input_audio", "data": "AAA"}], "[file]"),
        ([{"type": "reasoning", "signature": "AAA"}, {"type": "text", "text": "好的"}], "好的"),
        (["甲", "乙"], "甲\n乙"),
        ("\x00 \ud800你好", "你好"),
    ],
)
def test_text_of_content_blocks(content: Any, text: str) -> None:
    """Case B60."""
    assert text_of(content) == text


def test_what_an_unfinished_run_left_is_dropped() -> None:
    left = [*turn(1), HumanMessage("没有回答"), *turn(2), HumanMessage("又没有"), HumanMessage("现在")]
    turns = Turns.of(left)
    assert [m.content for m in turns.history] == ["问1", "答1", "问2", "答2"]
    assert [m.content for m in turns.waiting] == ["现在"]
    assert turns.replaced == []


def test_a_message_left_without_an_answer_can_be_answered_by_an_empty_input() -> None:
    assert begin([*turn(1), HumanMessage("没有回答", id="x")]).content == "没有回答"


@pytest.mark.parametrize("repeated", [1, 2, 3])
def test_the_same_id_replaces_its_turn_and_everything_after_it(repeated: int) -> None:
    stored = [*turn(1), *turn(2), *turn(3)]
    turns = Turns.of([*stored, HumanMessage("再问", id=f"u{repeated}")])
    assert turns.history == stored[: 2 * (repeated - 1)]
    assert turns.replaced == stored[2 * (repeated - 1) :]


def test_the_id_of_an_answer_replaces_nothing() -> None:
    assert Turns.of([*turn(1), *turn(2), HumanMessage("再问", id="a1")]).history == [*turn(1), *turn(2)]


@pytest.mark.parametrize(
    ("messages", "part"),
    [
        ([], "nothing to answer"),
        (turn(1), "nothing to answer"),
        ([HumanMessage("")], "with text"),
        ([HumanMessage("长" * 101)], "101"),
        ([HumanMessage("好", id="x" * 201)], "201"),
    ],
)
def test_what_cannot_be_taken_is_named(messages: list[AnyMessage], part: str) -> None:
    with pytest.raises(InputError, match=part) as caught:
        begin(messages)
    assert str(caught.value).startswith("messages: ")


def test_the_limit_itself_passes() -> None:
    assert begin([HumanMessage("长" * 100)]).content == "长" * 100


KINDS = st.sampled_from([HumanMessage("u"), AIMessage("a"), SystemMessage("s"), ToolMessage("t", tool_call_id="1")])


@given(st.lists(KINDS))
def test_kept_turns_alternate_and_are_complete(messages: list[AnyMessage]) -> None:
    kept = complete_turns(messages)
    assert [m.type for m in kept] == ["human", "ai"] * (len(kept) // 2)
    assert complete_turns(kept) == kept


def test_an_answer_keeps_text_id_time_and_the_memories_it_was_given() -> None:
    answer = AIMessage(
        [{"type": "reasoning", "text": "想"}, {"type": "text", "text": "好"}], id="run-1", response_metadata={"x": 1}
    )
    kept = answer_message(answer, now=NOW, memory_ids=["m1"])
    expected = {"created_at": NOW.isoformat(), "memory_ids": ["m1"]}
    assert kept == AIMessage("好", id="run-1", additional_kwargs=expected)


ENCODED = base64.encodebytes(bytes(range(256)) * 12).decode()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"图 data:image/png;base64,{ENCODED}", "图 [image]"),
        (f"图 data:image/png;base64,{base64.urlsafe_b64encode(bytes(range(256)) * 4).decode()} 完", "图 [image] 完"),
        ("data:image/png;base64,QUJD 短", "[image] 短"),
        (base64.b64encode(bytes(range(256)) * 4).decode(), "[data]"),
        ("a" * 12_001, "a" * 12_001),
    ],
)
def test_encoded_data_in_text_becomes_a_marker_and_a_long_word_does_not(text: str, kept: str) -> None:
    """Case B60."""
    assert text_of(text) == kept
