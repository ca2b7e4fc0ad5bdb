"""The complete request: order, budget, and what stands for what did not fit."""

from collections.abc import Sequence
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage

from memory.errors import InputError
from memory.thread.assemble import Context, assemble
from memory.thread.budget import count_message, count_tools, request_tokens
from memory.thread.messages import complete_turns
from memory.thread.thread import PinnedDecision
from tests.unit.test_pairing import sound

NOW = HumanMessage("现在")


def context(**parts: Any) -> Context:
    whole: dict[str, Any] = {"system": "S", "user": NOW, "language": "zh", **parts}
    return Context(**whole)


def pin(text: str, origin: Literal["user", "model"] = "model") -> PinnedDecision:
    return {"id": text, "text": text, "origin": origin, "source_message_id": None, "created_at": ""}


def cost(messages: Sequence[BaseMessage]) -> int:
    return request_tokens(sum(count_message(message) for message in messages))


def turns(*texts: str) -> list[AnyMessage]:
    return [message for text in texts for message in (HumanMessage(text), AIMessage("好的。"))]


def test_order_and_one_leading_system_message() -> None:
    """R1.7.1 and case B44."""
    request = assemble(
        context(memory="M", summary="聊了预算", pins=[pin("用 React")], history=turns("问")), hard_input=1_000
    )
    assert [m.type for m in request] == ["system", "human", "ai", "human"]
    system = str(request[0].content)
    assert system.startswith("S\n\nM\n\n")
    assert 0 < system.index("<summary>聊了预算</summary>") < system.index("1. 用 React")
    assert [m.content for m in request[1:]] == ["问", "好的。", "现在"]


def line(text: str) -> str:
    return f'{{"memory": "{text}"}}'


def said(*texts: str) -> list[AnyMessage]:
    return [m for text in texts for m in (HumanMessage(text, id=text), AIMessage("好的。"))]


def test_a_memory_stands_with_the_first_message_in_sight_that_it_was_found_for() -> None:
    given = {"一": [line("甲")], "二": [line("乙"), line("甲")]}
    talk = context(memory="M", history=said("一", "二"), given=given, found=[line("甲"), line("丙")])
    shown = [str(m.content) for m in assemble(talk, hard_input=1_000) if m.type == "human"]
    assert [[name for name in "甲乙丙" if name in text] for text in shown] == [["甲"], ["乙"], ["丙"]]
    assert [text[-1] for text in shown] == ["一", "二", "在"]


def test_a_memory_whose_first_message_found_no_room_stands_with_the_next() -> None:
    given = {"一" * 300: [line("甲")]}
    talk = context(memory="M", history=said("一" * 300), given=given, found=[line("甲")])
    request = assemble(talk, hard_input=200)
    assert [m.type for m in request] == ["system", "human"]
    assert line("甲") in str(request[-1].content)


def test_without_room_for_the_block_no_message_carries_memories() -> None:
    talk = context(memory="忆" * 500, history=said("一"), given={"一": [line("甲")]}, found=[line("乙")])
    assert [str(m.content) for m in assemble(talk, hard_input=200)] == ["S", "一", "好的。", "现在"]


@given(st.lists(st.integers(0, 3), min_size=0, max_size=8), st.integers(60, 900))
def test_memories_with_their_messages_stay_within_the_budget(counts: list[int], hard_input: int) -> None:
    history = said(*(f"第{number}句，我们接着聊" for number in range(len(counts))))
    given = {f"第{n}句，我们接着聊": [line(f"事实{n}-{i}" * 9) for i in range(many)] for n, many in enumerate(counts)}
    talk = context(memory="M", history=history, given=given, found=[line("新的事实" * 9)])
    assert cost(assemble(talk, hard_input=hard_input)) <= hard_input


def test_empty_blocks_leave_no_gaps() -> None:
    assert assemble(context(), hard_input=1_000)[0].content == "S"


def test_only_what_is_no_memory_can_be_too_long() -> None:
    """R1.6.9."""
    with pytest.raises(InputError, match="input too long"):
        assemble(context(user=HumanMessage("长" * 500)), hard_input=100)
    with pytest.raises(InputError, match="input too long"):
        assemble(context(tools=[{"name": "工具" * 200}]), hard_input=100)
    large = context(
        memory="忆" * 500,
        summary="要" * 500,
        pins=[pin("定" * 300)],
        history=turns("长" * 500),
        exchange=rounds(3, 900),
    )
    request = assemble(large, hard_input=100)
    assert request[-1] == NOW
    assert cost(request) <= 100


def test_pins_go_before_the_summary_and_the_summary_before_turns() -> None:
    """R1.6.10."""
    whole = context(summary="摘要" * 100, pins=[pin("用 React")], history=turns("很长的一段" * 40))
    tight = assemble(whole, hard_input=180)
    system = str(tight[0].content)
    assert "用 React" in system
    assert "摘要摘要" in system
    assert "摘要" * 100 not in system
    assert len(tight) == 2
    assert cost(tight) <= 180


def test_the_users_pins_go_before_those_of_models_and_the_newest_first() -> None:
    pins = [pin(f"用户定的第 {n} 条，请一直遵守", "user") for n in range(3)]
    pins += [pin(f"模型记的第 {n} 条，仅供参考而已") for n in range(3)]
    system = str(assemble(context(pins=pins), hard_input=100)[0].content)
    assert all(f"{n + 1}. 用户定的第 {n} 条" in system for n in range(3))
    assert "模型记的第 0 条" not in system
    fewer = str(assemble(context(pins=pins), hard_input=62)[0].content)
    assert "用户定的第 2 条" in fewer
    assert "用户定的第 0 条" not in fewer


def test_a_shortened_summary_keeps_what_was_carried_word_for_word() -> None:
    summary = "讨论了很多。" * 60 + "\n【原文保留】\n- 合同编号 A-4471"
    system = str(assemble(context(summary=summary), hard_input=200)[0].content)
    assert "A-4471" in system
    assert "讨论了很多。" * 60 not in system


def test_what_left_out_turns_made_binding_is_still_read() -> None:
    """Case B57 between compactions: the turn does not fit, its prohibition does."""
    history = turns("在我确认之前不要合并到 main。", *["我们聊聊别的事情" * 20] * 8)
    request = assemble(context(history=history), hard_input=400)
    assert "在我确认之前不要合并到 main。" in str(request[0].content)
    assert all("main" not in str(m.content) for m in request[1:])
    assert cost(request) <= 400
    pinned = assemble(context(history=history, pins=[pin("在我确认之前不要合并到 main。", "user")]), hard_input=400)
    assert str(pinned[0].content).count("不要合并到 main") == 1


@given(st.lists(st.text(min_size=1, max_size=60), max_size=12), st.integers(80, 600))
def test_the_newest_whole_turns_are_kept_and_the_budget_holds(texts: list[str], hard_input: int) -> None:
    history: list[AnyMessage] = []
    for text in texts:
        history += [HumanMessage(text), AIMessage(text)]
    request = assemble(context(history=history), hard_input=hard_input)
    kept = request[1:-1]
    assert cost(request) <= hard_input
    assert request[-1] == NOW
    assert kept == history[len(history) - len(kept) :]
    assert len(kept) % 2 == 0


def rounds(number: int, chars: int) -> list[BaseMessage]:
    made: list[BaseMessage] = []
    for n in range(number):
        made += [
            AIMessage("", tool_calls=[{"name": "search", "args": {}, "id": f"c{n}"}]),
            ToolMessage(f"结果 {n} " + "长" * chars, tool_call_id=f"c{n}"),
        ]
    return made


def test_tool_traffic_is_read_after_the_message_and_digested_oldest_first() -> None:
    whole = assemble(context(exchange=rounds(2, 1_000)), hard_input=20_000)
    assert [m.type for m in whole] == ["system", "human", "ai", "tool", "ai", "tool"]
    assert len(str(whole[3].content)) > 1_000
    tight = assemble(context(exchange=rounds(3, 3_000)), hard_input=8_200)
    lengths = [len(str(m.content)) for m in tight if m.type == "tool"]
    assert lengths[0] <= 2_000 < lengths[2]
    assert "characters left out" in str(tight[3].content)
    assert cost(tight) <= 8_200


def test_the_tools_themselves_count() -> None:
    schemas = [{"type": "function", "function": {"name": "search", "description": "查找" * 50, "parameters": {}}}]
    history = turns(*["说了一些话" * 10] * 10)
    request = assemble(context(tools=schemas, history=history), hard_input=600)
    assert request_tokens(sum(map(count_message, request)) + count_tools(schemas)) <= 600
    assert len(request) < len(assemble(context(history=history), hard_input=600))


@given(st.integers(0, 6), st.integers(0, 400), st.integers(60, 800))
def test_tool_traffic_stays_in_pairs_whatever_the_budget(number: int, chars: int, hard_input: int) -> None:
    request = assemble(context(exchange=rounds(number, chars), history=turns("问" * chars)), hard_input=hard_input)
    after = request[request.index(NOW) + 1 :]
    assert [m.type for m in after] == ["ai", "tool"] * (len(after) // 2)
    for call, result in zip(after[::2], after[1::2], strict=True):
        assert isinstance(call, AIMessage)
        assert isinstance(result, ToolMessage)
        assert call.tool_calls[0]["id"] == result.tool_call_id
    assert cost(request) <= hard_input


CALL_IDS = st.sampled_from(["c1", "c2", "c3"])
ANY_MESSAGE = st.one_of(
    st.sampled_from([HumanMessage("北京天气怎么样"), HumanMessage("And Shanghai?"), AIMessage("晴。")]),
    st.lists(CALL_IDS, min_size=1, max_size=3, unique=True).map(
        lambda ids: AIMessage("我查一下", tool_calls=[{"name": "search", "args": {}, "id": id} for id in ids])
    ),
    CALL_IDS.map(lambda id: ToolMessage("结果" * 40, tool_call_id=id)),
)
SEQUENCE = st.lists(ANY_MESSAGE, max_size=14)


@given(SEQUENCE, SEQUENCE, st.integers(60, 900))
def test_no_sequence_splits_a_turn_or_orphans_a_result(
    stored: list[BaseMessage], traffic: list[BaseMessage], hard_input: int
) -> None:
    """Whatever a thread and a turn hold, and whatever the budget (case B54; `make bench-thread` tries 10,000)."""
    turns_ = complete_turns(stored)
    exchange = [message for message in traffic if not isinstance(message, HumanMessage)]
    request = assemble(context(history=turns_, exchange=exchange), hard_input=hard_input)
    assert sound(request)
    assert [message for message in request if isinstance(message, HumanMessage)][-1] == NOW
    history = request[1 : request.index(NOW)]
    assert history == turns_[len(turns_) - len(history) :]
    assert len(history) % 2 == 0
    assert cost(request) <= hard_input
    assert request[-1] == NOW or request[-1].type in ("tool", "ai")
    assert assemble(context(history=turns_), hard_input=hard_input)[-1] == NOW
