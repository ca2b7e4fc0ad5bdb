"""Tool calls and their results stay together, in any history and for any cut (case B54)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from memory.thread.messages import complete_turns
from memory.thread.pairing import NO_RESULT, UNREADABLE, calls, paired, rounds


def call(*ids: str, text: str = "") -> AIMessage:
    return AIMessage(text, tool_calls=[{"name": "search", "args": {}, "id": id} for id in ids])


def result(id: str, text: str = "晴") -> ToolMessage:
    return ToolMessage(text, tool_call_id=id)


H1, H2 = HumanMessage("北京天气"), HumanMessage("上海呢")
A1, T1, T2, A2 = call("c1", "c2"), result("c1", "晴" * 500), result("c2"), AIMessage("北京晴。")
HISTORIES: list[list[AnyMessage]] = [
    [H1, A1, T1, T2, A2, H2],
    [H1, A1, T2, T1, A2, H2],
    [H1, call("c1", "c2", text="我查一下"), T1, T2, A2, H2],
    [H1, A1, T1, H2],
    [H1, A1, SystemMessage("提示"), T1, T2, A2, H2],
    [H1, A1, T1, T1, T2, A2, H2],
]


def sound(messages: list[BaseMessage]) -> bool:
    """Whether a strict endpoint takes it: each call directly followed by its results, once each, and no other."""
    waiting: list[str] = []
    for message in messages:
        if isinstance(message, ToolMessage):
            if message.tool_call_id not in waiting:
                return False
            waiting.remove(message.tool_call_id)
        elif waiting:
            return False
        else:
            waiting = calls(message)
    return not waiting


@pytest.mark.parametrize("history", HISTORIES)
@pytest.mark.parametrize("cut", range(7))
def test_every_cut_of_a_history_is_sound(history: list[BaseMessage], cut: int) -> None:
    assert sound(paired(history[cut:]))
    assert sound(paired(history[:cut]))


@pytest.mark.parametrize("history", HISTORIES)
@pytest.mark.parametrize("cut", range(7))
def test_what_a_thread_keeps_of_it_are_whole_turns_of_texts(history: list[BaseMessage], cut: int) -> None:
    kept = complete_turns(history[cut:])
    assert [message.type for message in kept] == ["human", "ai"] * (len(kept) // 2)
    assert not any(calls(message) for message in kept)


def test_the_final_answer_is_the_answer_of_the_turn() -> None:
    assert complete_turns(HISTORIES[0]) == [H1, A2]
    assert complete_turns(HISTORIES[2]) == [H1, A2]
    assert complete_turns(HISTORIES[3]) == []


def test_a_missing_result_is_said_to_be_missing_and_an_orphan_is_gone() -> None:
    kept = paired([H1, call("c1", "c2"), result("c2"), result("c9"), A2])
    assert [(m.type, m.content) for m in kept[2:4]] == [("tool", NO_RESULT), ("tool", "晴")]
    assert len(kept) == 5


def test_a_call_with_unreadable_arguments_gets_a_result_that_says_so() -> None:
    broken = AIMessage("", invalid_tool_calls=[{"name": "f", "args": "{", "id": "c1", "error": None}])
    assert [m.content for m in paired([broken])] == ["", UNREADABLE]


def test_a_system_message_between_comes_after_the_results() -> None:
    assert [m.type for m in paired(HISTORIES[4])] == ["human", "ai", "tool", "tool", "system", "ai", "human"]


def test_rounds() -> None:
    assert [[m.type for m in round] for round in rounds([A1, T1, T2, call("c3"), result("c3")])] == [
        ["ai", "tool", "tool"],
        ["ai", "tool"],
    ]
    assert rounds([]) == []


IDS = st.sampled_from(["c1", "c2", "c3"])
MESSAGES = st.one_of(
    st.sampled_from([H1, H2, A2, SystemMessage("提示")]),
    st.lists(IDS, min_size=1, max_size=3, unique=True).map(lambda ids: call(*ids)),
    IDS.map(result),
)


@given(st.lists(MESSAGES, max_size=14))
def test_any_sequence_becomes_sound_and_loses_no_text(messages: list[BaseMessage]) -> None:
    kept = paired(messages)
    assert sound(kept)
    assert [m for m in kept if not isinstance(m, ToolMessage)] == [
        m for m in messages if not isinstance(m, ToolMessage)
    ]
    assert paired(kept) == kept


@given(st.lists(MESSAGES, max_size=14))
def test_any_sequence_becomes_whole_turns_beside_the_newest_message(
    messages: list[BaseMessage],
) -> None:
    turns = complete_turns(messages)
    assert [message.type for message in turns] == ["human", "ai"] * (len(turns) // 2)
    assert complete_turns(turns) == turns
    assert complete_turns([*messages, HumanMessage("现在")]) == turns


def test_of_two_results_with_one_id_the_first_is_kept() -> None:
    kept = paired([call("c1"), result("c1", "晴"), result("c1", "雨")])
    assert [m.content for m in kept] == ["", "晴"]
