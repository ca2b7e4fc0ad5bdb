"""The five hundred turns hold what their labels say, and what is true in the end is derived of them rightly."""

from collections import Counter

import pytest

from benchmarks.write_path.matching import GROUNDED, holds, matched, switched
from benchmarks.write_path.turns import Proposal, Truth, Turn, load, truths

TURNS = load()
PROPOSED = [(turn, proposal) for turn in TURNS for proposal in turn.proposals]


def labelled(*labels: str) -> list[tuple[Turn, Proposal]]:
    return [(turn, proposal) for turn, proposal in PROPOSED if proposal.label in labels]


def test_there_are_five_hundred_turns_of_twenty_people() -> None:
    assert len({turn.id for turn in TURNS}) == len(TURNS) == 500
    assert set(Counter(turn.person for turn in TURNS).values()) == {25}
    assert Counter(turn.lang for turn in TURNS) == {"zh": 250, "en": 250}
    assert [turn.id for turn in TURNS] == [f"{turn.person}-{index % 25 + 1:03}" for index, turn in enumerate(TURNS)]
    assert all(turn.person.startswith(turn.lang) and turn.conversation.startswith(turn.person) for turn in TURNS)


@pytest.mark.parametrize(
    ("kind", "least"),
    [
        ("chat", 140),
        ("fact", 100),
        ("update", 60),
        ("forget", 40),
        ("echo", 40),
        ("repeat", 20),
        ("question", 20),
        ("assistant_claim", 20),
        ("secret", 15),
        ("injection", 15),
    ],
)
def test_each_kind_is_there_in_both_languages(kind: str, least: int) -> None:
    found = Counter(turn.lang for turn in TURNS if turn.kind == kind)
    assert found["zh"] + found["en"] >= least
    assert min(found["zh"], found["en"]) >= 0.35 * least


@pytest.mark.parametrize(
    ("label", "share"), [("hallucinated", 0.12), ("assistant_only", 0.08), ("translated", 0.08), ("junk", 0.1)]
)
def test_the_model_errs_about_as_often_as_models_do(label: str, share: float) -> None:
    turns = {turn.id for turn, _ in labelled(label)}
    assert len(turns) / len(TURNS) == pytest.approx(share, abs=0.015)


def test_no_two_users_say_the_same() -> None:
    assert [said for said, times in Counter(turn.user for turn in TURNS).items() if times > 1] == []


def test_evidence_stands_where_its_label_says() -> None:
    assert [
        turn.id for turn, one in labelled("right", "duplicate", "translated") if one.evidence not in turn.user
    ] == []
    assert [turn.id for turn, one in labelled("assistant_only", "echo") if one.evidence in turn.user] == []
    assert [turn.id for turn, one in labelled("assistant_only", "echo") if one.evidence not in turn.assistant] == []


def test_secrets_and_injections_stand_in_the_users_words() -> None:
    assert [turn.id for turn, one in labelled("secret", "injection") if one.evidence not in turn.user] == []
    assert [turn.id for turn, one in labelled("secret") if not all(mark in turn.user for mark in one.marks)] == []


def test_marks_stand_in_their_own_text() -> None:
    assert [turn.id for turn, one in PROPOSED if one.marks and not holds(one.text, one.marks)] == []
    assert [turn.id for turn, one in PROPOSED if not one.marks and one.label != "junk"] == []


def test_marks_alone_find_the_slot_and_the_value_and_nothing_wrong() -> None:
    for turn, one in labelled(*GROUNDED):
        own = [proposal for other, proposal in PROPOSED if other.person == turn.person]
        found = matched(f"{one.text} …", own)
        assert (one.slot, one.value) in {(each.slot, each.value) for each in found}, one.text
        assert {each.label for each in found} <= set(GROUNDED), one.text


def test_a_text_says_the_same_wherever_a_person_is_given_it() -> None:
    meant: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for turn, one in PROPOSED:
        meant.setdefault((turn.person, one.text), set()).add((one.slot, one.value))
    assert [text for text, facts in meant.items() if len(facts) > 1] == []


def test_slots_are_the_persons_own_and_only_junk_has_none() -> None:
    assert [turn.id for turn, one in PROPOSED if one.slot and not one.slot.startswith(f"{turn.person}/")] == []
    assert [turn.id for turn, one in PROPOSED if (one.label == "junk") == bool(one.slot)] == []


def test_what_is_wrong_shares_no_slot_with_what_was_said() -> None:
    said = {one.slot for _, one in labelled(*GROUNDED)}
    wrong = {one.slot for _, one in labelled("hallucinated", "assistant_only", "secret", "injection")}
    assert said & wrong == set()


def test_only_translations_are_in_the_other_language() -> None:
    assert [turn.id for turn, one in labelled("translated") if not switched(one.text, turn.lang)] == []
    assert [turn.id for turn, one in PROPOSED if one.label != "translated" and switched(one.text, turn.lang)] == []


def test_each_fact_and_update_is_proposed() -> None:
    for turn in TURNS:
        labels = {proposal.label for proposal in turn.proposals}
        if turn.kind == "update":
            assert "right" in labels, turn.id
        if turn.kind == "fact":
            assert labels & {"right", "translated"}, turn.id


def test_each_turn_speaks_of_what_was_known_as_its_kind_says() -> None:
    people: dict[str, Truth] = {}
    for turn in TURNS:
        known = dict(people.setdefault(turn.person, Truth()).active)
        added = [one for one in turn.proposals if one.label == "right" and one.action == "add"]
        replaced = [one for one in added if one.slot in known]
        if turn.kind == "update":
            assert any(known[one.slot] != one.value for one in replaced), turn.id
        else:
            assert not replaced, turn.id
        assert all(known.get(one.slot) == one.value for one in turn.proposals if one.label in ("duplicate", "echo"))
        assert bool(turn.forgets) == (turn.kind == "forget"), turn.id
        suppressed = [one for one in turn.proposals if one.action == "suppress"]
        assert [one.slot for one in suppressed] == list(turn.forgets), turn.id
        assert all(known.get(one.slot) == one.value for one in suppressed), turn.id
        people[turn.person].tell(turn)


def turn(kind: str, *proposals: Proposal, forgets: tuple[str, ...] = ()) -> Turn:
    line = {"id": "x", "person": "p", "lang": "en", "conversation": "c", "user": "u", "assistant": "a", "kind": kind}
    return Turn.model_validate(line | {"proposals": proposals, "forgets": forgets})


def right(slot: str, value: str) -> Proposal:
    line = {"text": value, "evidence": "u", "subject": slot, "label": "right", "slot": slot, "value": value}
    return Proposal.model_validate(line | {"type": "stable_user_context", "marks": (value,)})


def test_the_last_value_is_true_and_the_former_is_old() -> None:
    truth = truths([turn("fact", right("city", "Leeds")), turn("update", right("city", "York"))])["p"]
    assert (truth.active, truth.old, truth.updated) == ({"city": "York"}, {"city": {"Leeds"}}, {"city"})


def test_a_value_that_comes_back_is_not_old() -> None:
    truth = truths([turn("fact", right("city", city)) for city in ("Leeds", "York", "Leeds")])["p"]
    assert (truth.active, truth.old["city"]) == ({"city": "Leeds"}, {"York"})


def test_what_is_forgotten_is_not_true_until_it_is_said_again() -> None:
    told = [turn("fact", right("city", "Leeds")), turn("forget", forgets=("city",))]
    assert (truths(told)["p"].active, truths(told)["p"].forgotten) == ({}, {"city"})
    again = truths([*told, turn("fact", right("city", "York"))])["p"]
    assert (again.active, again.forgotten, again.updated) == ({"city": "York"}, set(), set())


def test_wrong_proposals_make_nothing_true() -> None:
    wrong = right("city", "Leeds").model_copy(update={"label": "hallucinated"})
    assert truths([turn("fact", wrong)])["p"].active == {}
