"""What a candidate does to what is known; the documents are written by nobody here."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.user.admit import Admitted, admit
from memory.user.decide import Decision, Verdict, decide, unless_forgotten
from memory.user.document import UserMemory
from memory.user.ledger import Ledger
from memory.user.turn import PROMOTED_KIND, FinishedTurn
from tests.provider.process import candidate

MORNING = datetime(2026, 11, 30, 8, tzinfo=UTC)
Known = dict[str, UserMemory]


def said(text: str, *, turn: str, hours: int = 0, known: Known | None = None, **changes: Any) -> list[Decision]:
    """Decide on a taste stated in `text`; `known` takes up what is written."""
    identity = {"subject": "桃子", "polarity": "prefer"}
    raw = candidate(text, text, "桃子", **({"type": "user_preference", "identity": identity} | changes))
    at = MORNING + timedelta(hours=hours)
    finished = FinishedTurn(conversation_id="c", turn_id=turn, user_text=text, completed_at=at)
    admitted = admit(raw, [finished])
    assert isinstance(admitted, Admitted), admitted
    known = {} if known is None else known
    taken = decide(admitted, known.values(), id_of=lambda key: f"id of {key}", now=at)
    known.update({d.memory.stable_key: d.memory for d in taken if d.memory})
    return taken


def only(known: Known) -> UserMemory:
    [memory] = known.values()
    return memory


AVOID: dict[str, Any] = {"identity": {"subject": "桃子", "polarity": "avoid"}}
FORGET: dict[str, Any] = {"action": "suppress"}


def test_new_then_duplicate_then_updated() -> None:
    known: Known = {}
    [new] = said("我喜欢吃桃子", turn="1", known=known)
    assert new.verdict == "new"
    first = only(known)

    [again] = said("我喜欢吃桃子", turn="2", hours=1, known=known)
    assert again.verdict == "duplicate"
    refreshed = only(known)
    assert (refreshed.evidence_count, refreshed.last_seen_at) == (2, MORNING + timedelta(hours=1))
    changed = {"evidence", "evidence_count", "last_seen_at"}
    assert refreshed.model_dump(exclude=changed) == first.model_dump(exclude=changed)

    [reworded] = said("桃子是我很爱吃的", turn="3", hours=2, known=known)
    assert reworded.verdict == "duplicate"
    assert (only(known).text, only(known).evidence_count) == ("我喜欢吃桃子", 3)


def test_an_update_keeps_the_text_before_it_in_the_history() -> None:
    known: Known = {}
    fact("我每天跑5公里", "跑步", turn="1", hours=0, known=known)
    first = only(known)
    [update] = fact("我每天跑10公里", "跑步", turn="2", hours=1, known=known)
    assert update.verdict == "updated"
    updated = only(known)
    assert (updated.text, updated.version, updated.id) == ("我每天跑10公里", 2, first.id)
    assert [(e.what, e.text) for e in updated.history] == [("created", ""), ("updated", "我每天跑5公里")]


def test_the_same_turn_again_changes_nothing() -> None:
    known: Known = {}
    said("我喜欢吃桃子", turn="1", known=known)
    before = only(known)
    [again] = said("我喜欢吃桃子", turn="1", known=known)
    assert (again.verdict, again.code, again.memory) == ("duplicate", "already_processed", None)
    assert only(known) == before


def test_forgetting_takes_both_polarities_and_finds_nothing_where_nothing_is() -> None:
    known: Known = {}
    said("我喜欢吃桃子", turn="1", known=known)
    [gone] = said("忘掉桃子吧", turn="2", hours=1, known=known, **FORGET, **AVOID)
    assert gone.verdict == "suppressed"
    assert only(known).status == "suppressed"
    assert only(known).text == "我喜欢吃桃子"
    [nothing] = said("忘掉桃子吧", turn="3", hours=2, known=known, **FORGET)
    assert (nothing.verdict, nothing.memory) == ("not_found", None)


def test_what_was_forgotten_returns_only_by_a_newer_statement() -> None:
    known: Known = {}
    said("我喜欢吃桃子", turn="1", known=known)
    said("忘掉桃子吧", turn="2", hours=2, known=known, **FORGET)
    [late] = said("我挺喜欢吃桃子", turn="old", hours=1, known=known)
    assert (late.code, only(known).status) == ("outdated", "suppressed")
    [revived] = said("我又喜欢吃桃子了", turn="3", hours=3, known=known)
    assert revived.verdict == "updated"
    assert only(known).status == "active"
    assert only(known).history[-1].what == "revived"


def test_a_changed_taste_leaves_one_active_memory() -> None:
    """Case B13: it says what was said last, and the old one is history."""
    known: Known = {}
    said("我不喜欢桃子", turn="1", known=known, **AVOID)
    taken = said("我现在喜欢桃子了", turn="2", hours=1, known=known)
    assert [d.verdict for d in taken] == ["new", "superseded"]
    assert [m.text for m in known.values() if m.status == "active"] == ["我现在喜欢桃子了"]
    assert said("我现在喜欢桃子了", turn="2", hours=1, known=known)[0].code == "already_processed"
    assert [m.text for m in known.values() if m.status == "active"] == ["我现在喜欢桃子了"]


def test_an_older_statement_that_comes_late_undoes_nothing() -> None:
    known: Known = {}
    said("我喜欢吃桃子", turn="2", hours=2, known=known)
    [late] = said("我不喜欢桃子", turn="1", hours=1, known=known, **AVOID)
    assert (late.verdict, late.code) == ("duplicate", "outdated")
    assert [m.text for m in known.values() if m.status == "active"] == ["我喜欢吃桃子"]


def test_evidence_and_history_are_bounded() -> None:
    known: Known = {}
    for hour in range(40):
        fact(f"我每天跑{hour + 2}公里", "跑步", turn=str(hour), hours=hour, known=known)
    memory = only(known)
    assert (len(memory.evidence), memory.evidence_count, len(memory.history)) == (5, 40, 20)
    assert memory.evidence[-1].turn_id == "39"


def fact(text: str, subject: str, *, turn: str, hours: int, known: Known) -> list[Decision]:
    return said(text, turn=turn, hours=hours, known=known, type="stable_user_context", identity={"subject": subject})


def test_another_fact_about_the_same_subject_stands_beside_the_first() -> None:
    known: Known = {}
    fact("我的猫叫煤球", "猫", turn="1", hours=0, known=known)
    [second] = fact("我的猫对鸡肉过敏", "猫", turn="2", hours=1, known=known)
    assert second.verdict == "new"
    assert {m.text for m in known.values() if m.status == "active"} == {"我的猫叫煤球", "我的猫对鸡肉过敏"}
    [again] = fact("我的猫对鸡肉过敏", "猫", turn="3", hours=2, known=known)
    assert again.verdict == "duplicate"
    assert len(known) == 2


@pytest.mark.parametrize(
    ("old", "new", "subject"), [("我住在杭州", "我住在成都", "住"), ("I live in Rome", "I live in Oslo", "home")]
)
def test_the_same_side_of_a_subject_is_updated(old: str, new: str, subject: str) -> None:
    known: Known = {}
    fact(old, subject, turn="1", hours=0, known=known)
    [update] = fact(new, subject, turn="2", hours=1, known=known)
    assert update.verdict == "updated"
    assert only(known).text == new


def test_two_statements_of_one_turn_about_one_subject_are_both_kept() -> None:
    known: Known = {}
    fact("我的猫叫煤球", "猫", turn="1", hours=0, known=known)
    fact("我的猫对鸡肉过敏", "猫", turn="1", hours=0, known=known)
    assert {m.text for m in known.values()} == {"我的猫叫煤球", "我的猫对鸡肉过敏"}


def test_a_message_sent_again_with_other_words_is_another_statement() -> None:
    known: Known = {}
    fact("我的猫叫煤球", "猫", turn="1", hours=0, known=known)
    [update] = fact("我的猫叫豆豆", "猫", turn="1", hours=1, known=known)
    assert update.verdict == "updated"
    assert only(known).text == "我的猫叫豆豆"


def test_a_forget_that_comes_late_undoes_no_newer_statement() -> None:
    known: Known = {}
    said("我喜欢吃桃子", turn="2", hours=2, known=known)
    [late] = said("忘掉桃子吧", turn="1", hours=1, known=known, **FORGET)
    assert (late.verdict, late.code, late.memory) == ("not_found", "outdated", None)
    assert only(known).status == "active"


def test_what_takes_its_place_is_pointed_to_and_the_old_one_keeps_its_text() -> None:
    """Requirement B10."""
    known: Known = {}
    fact("我住在杭州", "杭州", turn="1", hours=0, known=known)
    [new, old] = fact("我搬到成都了", "成都", turn="2", hours=1, known=known)
    assert (new.verdict, old.verdict) == ("new", "superseded")
    assert old.memory is not None
    assert (old.memory.text, old.memory.superseded_by, old.memory.history[-1].text) == (
        "我住在杭州",
        new.memory_id,
        "我住在杭州",
    )
    [back, away] = fact("我又搬到杭州住了", "杭州", turn="3", hours=2, known=known)
    assert away.verdict == "superseded"
    assert [m.status for m in known.values()].count("active") == 1
    assert back.memory is not None


def test_conflict_signal_never_changes_an_add() -> None:
    """W2.5."""
    known: Known = {}
    [new] = said("我喜欢吃桃子", turn="1", known=known, conflict_signal=True)
    assert (new.verdict, only(known).status) == ("new", "active")


def test_a_promotion_never_revives_and_never_refreshes() -> None:
    """Requirement B15."""
    known: Known = {}
    said("我喜欢吃桃子", turn="1", known=known)
    said("忘掉桃子吧", turn="2", hours=1, known=known, **FORGET)
    raw = candidate("我喜欢吃桃子", "我喜欢吃桃子", "桃子", type="user_preference", identity=AVOID["identity"])
    pin = FinishedTurn(
        conversation_id="c",
        turn_id="pin:1",
        user_text="我喜欢吃桃子",
        completed_at=MORNING + timedelta(hours=5),
        kind=PROMOTED_KIND,
    )
    admitted = admit(raw, [pin])
    assert isinstance(admitted, Admitted)
    assert (admitted.candidate.confidence, admitted.source) == (0.85, "pinned_decision_promotion")
    [kept] = decide(admitted, known.values(), id_of=str, now=MORNING)
    assert (kept.verdict, kept.code, kept.memory) == ("duplicate", "not_revived", None)


STATEMENTS = [
    "我喜欢吃桃子",
    "我不喜欢吃桃子",
    "我每天跑5公里",
    "我每天跑10公里",
    "我住在杭州",
    "我搬到成都了",
    "我的猫叫煤球",
]


@given(st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=8))
def test_saying_it_all_again_in_the_same_turns_changes_nothing(order: list[str]) -> None:
    known: Known = {}
    for n, text in enumerate(order):
        fact(text, text, turn=str(n), hours=n, known=known)
    before = dict(known)
    for n, text in enumerate(order):
        assert all(d.memory is None for d in fact(text, text, turn=str(n), hours=n, known=known))
    assert known == before


@given(st.permutations(["我的猫叫煤球", "我对芒果过敏", "我会说法语", "我会说德语", "I like jazz"]))
def test_statements_about_different_things_are_kept_in_whatever_order(order: list[str]) -> None:
    known: Known = {}
    for n, text in enumerate(order):
        fact(text, text, turn=text, hours=n, known=known)
    assert {m.text for m in known.values() if m.status == "active"} == set(order)


@pytest.mark.parametrize(
    ("verdict", "kept"),
    [("new", False), ("updated", False), ("duplicate", True), ("suppressed", True), ("not_found", True)],
)
def test_a_turn_whose_memory_was_forgotten_mentions_and_forgets_but_brings_nothing_back(
    verdict: Verdict, *, kept: bool
) -> None:
    known: Known = {}
    said("我喜欢吃桃子", turn="1", known=known)
    spent, old = Ledger().forgetting([only(known)]), [Decision(verdict, None, None)]
    forgotten = [Decision("rejected", None, None, "forgotten")]
    assert unless_forgotten(peach("1"), old, spent) == (old if kept else forgotten)
    assert unless_forgotten(peach("2"), old, spent) == old


@pytest.mark.parametrize("ledger", [Ledger().erased(MORNING), Ledger().switched(False, MORNING)])
def test_nothing_at_all_comes_of_a_turn_that_must_not_be_read(ledger: Ledger) -> None:
    for verdict in ("duplicate", "suppressed", "new"):
        [taken] = unless_forgotten(peach("1"), [Decision(verdict, None, None)], ledger)
        assert (taken.verdict, taken.code) == ("rejected", "forgotten")


def peach(turn: str) -> Admitted:
    text = "我喜欢吃桃子"
    finished = FinishedTurn(conversation_id="c", turn_id=turn, user_text=text, completed_at=MORNING)
    raw = candidate(text, text, "桃子", type="user_preference", identity={"subject": "桃子", "polarity": "prefer"})
    admitted = admit(raw, [finished])
    assert isinstance(admitted, Admitted)
    return admitted
