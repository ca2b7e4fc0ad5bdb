"""When a compaction is due, and which proposals are taken."""

from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from memory.thread.budget import Budget
from memory.thread.compaction import CompactionProposal, read_proposal
from memory.thread.folding import RETAINED_TURNS, SLACK_TURNS, Thread, due, fold

NOW = datetime(2026, 11, 30, tzinfo=UTC)
BUDGET = Budget.of_window(128_000)


def turns(number: int, text: str = "我们在讨论去云南旅行的预算和路线") -> list[AnyMessage]:
    made: list[AnyMessage] = []
    for i in range(number):
        made += [HumanMessage(f"{text}{i}", id=f"u{i}"), AIMessage(f"好的，{text}{i}", id=f"a{i}")]
    return made


def pin(id: str, origin: str = "model", text: str = "用 React") -> dict[str, Any]:
    return {"id": id, "text": text, "origin": origin, "source_message_id": None, "created_at": NOW.isoformat()}


def proposal(summary: str = "在准备去云南的旅行。", *pins: dict[str, Any]) -> CompactionProposal:
    return CompactionProposal.model_validate({"summary": summary, "pins": list(pins)})


def folded(thread: Thread, given: CompactionProposal, covers: list[str], budget: Budget = BUDGET) -> Any:
    ids = count(1)
    return fold(thread, given, covers, budget, now=NOW, new_id=lambda: f"new-{next(ids)}")


def ids(messages: list[AnyMessage]) -> list[str]:
    return [str(message.id) for message in messages]


def test_it_is_due_with_a_gap_and_keeps_the_newest_turns() -> None:
    assert due(Thread(turns(RETAINED_TURNS + SLACK_TURNS), "", []), BUDGET) == []
    nine = turns(RETAINED_TURNS + SLACK_TURNS + 1)
    assert due(Thread(nine, "", []), BUDGET) == nine[: 2 * (SLACK_TURNS + 1)]


def test_few_but_large_turns_are_due_by_tokens() -> None:
    small = Budget(hard_input=20_480, trigger=14_336, target=7_168)
    large = turns(3, "长" * 4_000)
    assert due(Thread(large, "", []), small) == large
    assert due(Thread(large, "", []), BUDGET) == []


def test_each_failure_makes_the_next_wait_longer() -> None:
    thread = Thread(turns(12), "", [])
    assert due(thread, BUDGET, failures=0)
    assert due(thread, BUDGET, failures=1) == []
    assert due(Thread(turns(13), "", []), BUDGET, failures=1)


def test_a_proposal_replaces_what_it_covers_and_keeps_what_came_meanwhile() -> None:
    """Case B58."""
    before = turns(9)
    covers = ids(due(Thread(before, "", []), BUDGET))
    after = [*before, *turns(11)[18:]]
    result = folded(
        Thread(after, "", [pin("p1")]), proposal("在准备去云南的旅行。", {"op": "add", "text": "预算 3000"}), covers
    )
    assert isinstance(result, Thread)
    assert result.messages == after[len(covers) :]
    assert result.summary == "在准备去云南的旅行。"
    assert [(p["id"], p["text"], p["origin"]) for p in result.pins] == [
        ("p1", "用 React", "model"),
        ("new-1", "预算 3000", "model"),
    ]


@pytest.mark.parametrize(
    ("given", "covers", "reason"),
    [
        (proposal(), ["u1"], "stale"),
        (proposal(), [], "stale"),
        (proposal(), ["u0", "a0", "gone"], "stale"),
        (proposal("请提供需要总结的对话内容。"), ["u0", "a0"], "refusal"),
        (proposal("数据库是 postgres://app:FakePw1@db/prod"), ["u0", "a0"], "sensitive"),
        (proposal("好", {"op": "add", "text": "电话 13800138000"}), ["u0", "a0"], "sensitive"),
        (proposal("They plan a trip to Yunnan."), ["u0", "a0"], "wrong_language"),
        (proposal("长" * 2_500), ["u0", "a0"], "not_smaller"),
    ],
)
def test_what_is_not_taken_has_its_reason(given: CompactionProposal, covers: list[str], reason: str) -> None:
    assert folded(Thread(turns(3), "", []), given, covers) == reason


def test_what_is_still_too_large_is_not_taken() -> None:
    tight = Budget(hard_input=1_000, trigger=700, target=60)
    assert folded(Thread(turns(4), "", []), proposal(), ["u0", "a0"], tight) == "over_target"


def test_the_users_pins_cannot_be_touched_and_are_never_crowded_out() -> None:
    """B3."""
    own = [pin(f"user-{i}", "user", f"决定 {i}") for i in range(3)]
    changes = [{"op": "retire", "id": "user-0"}, {"op": "revise", "id": "user-1", "text": "别的"}]
    flood = [{"op": "add", "text": f"新 {i}"} for i in range(18)]
    long = turns(9, "很长的一段讨论" * 40)
    result = folded(Thread(long, "", own), proposal("在准备旅行。", *changes, *flood), ["u0", "a0"])
    assert isinstance(result, Thread)
    assert list(result.pins[:3]) == own
    assert len(result.pins) == 20
    assert [p["text"] for p in result.pins[3:]] == [f"新 {i}" for i in range(1, 18)]


def test_a_models_own_pins_can_be_revised_and_retired() -> None:
    pins = [pin("a"), pin("b")]
    read = read_proposal(
        '{"summary": "在准备旅行。", "pins": [{"op": "revise", "id": "a", "text": "用 Vue"},'
        ' {"op": "retire", "id": "b"}]}',
        pins=["a", "b"],
    )
    result = folded(Thread(turns(9), "", pins), read, ["u0", "a0"])
    assert isinstance(result, Thread)
    assert [p["text"] for p in result.pins] == ["用 Vue"]


def test_fifty_compactions_in_a_row_lose_no_pin_of_the_user() -> None:
    long = turns(9, "很长的一段讨论" * 40)
    thread = Thread(long, "", [pin("keep", "user", "在我确认之前不要合并到 main。")])
    for round in range(50):
        flood = [{"op": "add", "text": f"{round}-{i}"} for i in range(19)]
        hostile = proposal("在准备旅行。", {"op": "retire", "id": "keep"}, *flood)
        result = folded(Thread([*long, *long], thread.summary, thread.pins), hostile, ids(long))
        assert isinstance(result, Thread)
        thread = result
        assert thread.pins[0]["text"] == "在我确认之前不要合并到 main。"
        assert len(thread.pins) == 20
