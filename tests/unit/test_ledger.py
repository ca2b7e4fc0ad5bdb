"""What must not come back, and what is not to be learned: kept without a word of what was said."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memory.user.document import Evidence
from memory.user.ledger import MAX_PERIODS, MAX_SPENT, Ledger
from memory.user.turn import FinishedTurn
from scripts.labelled import labelled_memory

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


SAID = Evidence(quote="我住在杭州", conversation_id="conversation-7", turn_id="turn-7", said_at=NOON)
HOME = labelled_memory(id="m", text="我住在杭州").model_copy(update={"evidence": [SAID]})


def turn(at: datetime = NOON, **changes: Any) -> FinishedTurn:
    made = {"conversation_id": "c1", "turn_id": "t1", "user_text": "我住在杭州", "completed_at": at}
    return FinishedTurn(**{**made, **changes})


def test_an_empty_one_bars_nothing() -> None:
    assert not Ledger().unreadable(turn())
    assert not Ledger().spent_on(turn())


@pytest.mark.parametrize(("at", "barred"), [(NOON - HOUR, True), (NOON, True), (NOON + HOUR, False)])
def test_after_an_erasure_nothing_from_before_is_read(at: datetime, barred: bool) -> None:
    assert Ledger().erased(NOON).unreadable(turn(at)) is barred


def test_what_is_said_while_learning_is_off_is_never_learned_however_late_it_is_read() -> None:
    off = Ledger().switched(False, NOON)
    assert off.unreadable(turn(NOON - HOUR))  # not before it is on again either
    on = off.switched(True, NOON + 2 * HOUR)
    assert [on.unreadable(turn(NOON + n * HOUR)) for n in (-1, 0, 1, 2, 3)] == [False, True, True, True, False]


def test_what_was_said_while_it_was_off_stays_unlearned_after_it_was_off_again() -> None:
    ledger = Ledger()
    for hour in (0, 4):
        ledger = ledger.switched(False, NOON + hour * HOUR).switched(True, NOON + (hour + 2) * HOUR)
    barred = [ledger.unreadable(turn(NOON + n * HOUR)) for n in range(-1, 8)]
    assert barred == [False, True, True, True, False, True, True, True, False]
    assert Ledger.model_validate(ledger.model_dump(mode="json")) == ledger
    for _ in range(2 * MAX_PERIODS):
        ledger = ledger.switched(False, NOON + 8 * HOUR).switched(True, NOON + 9 * HOUR)
    assert len(ledger.off_before) <= MAX_PERIODS
    assert ledger.unreadable(turn(NOON + HOUR))


def test_what_was_said_before_and_answered_after_is_not_read() -> None:
    late = turn(NOON + HOUR, said_at=NOON - HOUR)
    assert Ledger().erased(NOON).unreadable(late)
    off_meanwhile = Ledger().switched(False, NOON - 2 * HOUR).switched(True, NOON)
    assert off_meanwhile.unreadable(late)
    assert not Ledger().unreadable(late)


def test_switching_to_what_it_is_changes_nothing() -> None:
    assert Ledger().switched(True, NOON) == Ledger()
    off = Ledger().switched(False, NOON)
    assert off.switched(False, NOON + HOUR) == off


def test_turns_of_a_forgotten_memory_are_known_by_a_mark_alone() -> None:
    marked = Ledger().forgetting([HOME])
    assert marked.spent_on(turn(conversation_id="conversation-7", turn_id="turn-7"))
    assert not marked.spent_on(turn(conversation_id="conversation-7", turn_id="another"))
    assert not marked.spent_on(turn(conversation_id="another", turn_id="turn-7"))
    kept = marked.model_dump_json()
    assert not any(word in kept for word in ("杭州", "conversation-7", "turn-7"))


def test_marks_are_bounded_and_go_with_an_erasure() -> None:
    many = [
        HOME.model_copy(update={"evidence": [SAID.model_copy(update={"turn_id": str(n)})]})
        for n in range(MAX_SPENT + 10)
    ]
    marked = Ledger().forgetting(many)
    assert len(marked.spent) == MAX_SPENT
    assert marked.forgetting(many[-1:]) == marked
    assert marked.erased(NOON).spent == []


def test_a_switch_survives_an_erasure() -> None:
    assert not Ledger().switched(False, NOON).erased(NOON).learning


def test_of_two_ledgers_of_a_person_everything_stays_barred() -> None:
    """After a rotation the person may have been served before the old one was moved."""
    older = Ledger().forgetting([HOME]).erased(NOON - 5 * HOUR).forgetting([HOME])
    older = older.switched(False, NOON - 3 * HOUR).switched(True, NOON - 2 * HOUR)
    newer = Ledger().forgetting([HOME.model_copy(update={"evidence": [SAID.model_copy(update={"turn_id": "t8"})]})])
    joined = newer.joined(older)
    assert len(joined.spent) == 2
    assert [joined.unreadable(turn(NOON - n * HOUR)) for n in (6, 4, 2.5, 1)] == [True, False, True, False]
    assert Ledger().joined(older) == older.joined(Ledger()).model_copy(
        update={"off_since": None, "off_until": None, "off_before": joined.off_before}
    )


def test_a_person_whose_learning_was_off_before_a_rotation_is_not_learned_from_after_it() -> None:
    older = Ledger().switched(False, NOON)
    assert Ledger().joined(older).unreadable(turn(NOON + HOUR))
    back = Ledger().switched(False, NOON + HOUR).switched(True, NOON + 2 * HOUR)
    assert back.joined(older).learning
    assert back.joined(older).unreadable(turn(NOON + HOUR / 2))
