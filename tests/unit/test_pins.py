"""Pinned decisions: the user's stay word for word, a model's come and go."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from memory.errors import InputError
from memory.thread.compaction import PinOperation
from memory.thread.pins import Board
from memory.thread.thread import Limits, PinnedDecision

NOW = datetime(2026, 11, 30, tzinfo=UTC)
operations = TypeAdapter(list[PinOperation])


def counted() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"new-{next(numbers)}"


def pin(id: str, text: str, origin: Literal["user", "model"] = "user") -> PinnedDecision:
    return {"id": id, "text": text, "origin": origin, "source_message_id": None, "created_at": ""}


def board(*pins: PinnedDecision, **limits: int) -> Board:
    return Board(pins, Limits(**limits), NOW, counted())


def texts(of: object) -> list[str]:
    assert isinstance(of, Board), of
    return [pin["text"] for pin in of.pins]


def test_what_the_user_pins_stands_as_they_said_it() -> None:
    pinned = board().pinned(" 预算不超过 3,000 元（含税）。 ", source="m1")
    assert isinstance(pinned, Board)
    assert pinned.pins[0] == {
        "id": "new-1",
        "text": "预算不超过 3,000 元（含税）。",
        "origin": "user",
        "source_message_id": "m1",
        "created_at": NOW.isoformat(),
    }


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("  ", "empty"),
        ("长" * 301, "too_long"),
        ("数据库是 postgres://app:FakePw1@db/prod", "sensitive"),
        ("the password is Tulip#77x", "sensitive"),
    ],
)
def test_what_cannot_be_pinned(text: str, refusal: str) -> None:
    assert board().pinned(text, source=None) == refusal


def test_the_same_decision_is_pinned_once_and_becomes_the_users() -> None:
    assert texts(board(pin("a", "用 Ｒｅａｃｔ")).pinned("用 React", source=None)) == ["用 Ｒｅａｃｔ"]
    taken = board(pin("a", "用 React", "model")).pinned("用react", source=None)
    assert isinstance(taken, Board)
    assert [(p["text"], p["origin"]) for p in taken.pins] == [("用react", "user")]


def test_a_full_board_retires_the_oldest_of_a_model_and_never_the_users() -> None:
    mixed = board(pin("u1", "一"), pin("m1", "二", "model"), pin("u2", "三"), pin("m2", "四", "model"), pins=4)
    assert texts(mixed.pinned("五", source=None)) == ["一", "三", "四", "五"]
    own = board(pin("u1", "一"), pin("u2", "二"), pins=2)
    assert own.pinned("三", source=None) == "full"
    assert texts(own.proposed(operations.validate_python([{"op": "add", "text": "三"}]))) == ["一", "二"]


def test_a_model_can_change_what_models_pinned_and_nothing_else() -> None:
    given_ = board(pin("u", "不要合并到 main"), pin("m", "用 React", "model"), pin("m2", "用 npm", "model"))
    changed = given_.proposed(
        operations.validate_python(
            [
                {"op": "retire", "id": "u"},
                {"op": "revise", "id": "u", "text": "可以合并"},
                {"op": "revise", "id": "m", "text": "用 Vue"},
                {"op": "retire", "id": "m2"},
                {"op": "retire", "id": "gone"},
                {"op": "add", "text": "不要合并到 MAIN"},
            ]
        )
    )
    assert texts(changed) == ["不要合并到 main", "用 Vue"]


def test_the_user_edits_any_pin() -> None:
    edited = board(pin("u", "预算 3000"), pin("m", "用 React", "model")).edited(
        [{"op": "revise", "id": "m", "text": "用 Vue"}, {"op": "retire", "id": "u"}, {"op": "add", "text": "周五发布"}]
    )
    assert [(p["id"], p["text"], p["origin"]) for p in edited.pins] == [
        ("m", "用 Vue", "user"),
        ("new-2", "周五发布", "user"),
    ]


def test_a_revised_pin_keeps_its_id_and_its_place() -> None:
    before = board(pin("a", "甲方案"), pin("b", "乙方案"))
    edited = before.edited(
        [{"op": "revise", "id": "a", "text": "甲方案改"}, {"op": "revise", "id": "a", "text": "丙方案"}]
    )
    assert [(p["id"], p["text"]) for p in edited.pins] == [("a", "丙方案"), ("b", "乙方案")]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"op": "retire", "id": "gone"}, r"pins\.1\.id: no decision is pinned under this id"),
        ({"op": "add", "text": "长" * 301}, r"pins\.1.*300"),
        ({"op": "add", "text": "密码是 Abc@1234"}, r"pins\.1\.text: it holds a secret"),
        ({"op": "drop", "id": "u"}, r"pins\.1"),
        ({"op": "add"}, r"pins\.1.*text"),
        ({"op": "add", "text": "x", "origin": "model"}, r"pins\.1.*origin"),
        (3, r"pins\.1"),
    ],
)
def test_a_wrong_edit_names_what_is_wrong_and_nothing_is_done(edit: Any, message: str) -> None:
    before = board(pin("u", "预算 3000"))
    with pytest.raises(InputError, match=message):
        before.edited([{"op": "add", "text": "周五发布"}, edit])
    assert texts(before) == ["预算 3000"]


def test_a_full_board_of_the_users_is_said_to_be_full() -> None:
    with pytest.raises(InputError, match=r"1 decisions of yours are pinned already\. Unpin one first"):
        board(pin("u", "一"), pins=1).edited([{"op": "add", "text": "二"}])


def test_a_models_pin_is_masked_and_the_users_stays() -> None:
    masked = board(pin("m", "DB_URL=postgres://app:FakePw1@db/prod", "model"), pin("u", "周五发布")).masked()
    assert "FakePw1" not in str(masked.pins)
    assert texts(masked)[1] == "周五发布"


TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)
OPERATION = st.one_of(
    st.fixed_dictionaries({"op": st.just("add"), "text": TEXT}),
    st.fixed_dictionaries({"op": st.just("retire"), "id": st.sampled_from(["u0", "u1", "u2", "m0", "m1"])}),
    st.fixed_dictionaries({"op": st.just("revise"), "id": st.sampled_from(["u0", "u1", "m0"]), "text": TEXT}),
)


@given(st.lists(OPERATION, max_size=20))
def test_no_operations_of_a_model_touch_the_users_pins(proposed: list[dict[str, str]]) -> None:
    own = [pin(f"u{n}", f"决定 {n}，不要改动。") for n in range(3)]
    start = board(*own, pin("m0", "甲", "model"), pin("m1", "乙", "model"), pins=5)
    after = start.proposed(operations.validate_python(proposed))
    assert [p for p in after.pins if p["origin"] == "user"] == own
    assert len(after.pins) <= 5
