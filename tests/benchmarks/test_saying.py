"""The scripted model is told which earlier texts say the same, or something else of the same matter."""

from typing import Any

import pytest

from benchmarks.write_path.saying import script
from benchmarks.write_path.turns import Turn


def proposal(text: str, value: str, slot: str = "home", **changes: Any) -> dict[str, Any]:
    made = {"text": text, "evidence": text, "subject": "住址", "type": "stable_user_context", "label": "right"}
    return made | {"slot": slot, "value": value, "marks": [], "action": "add"} | changes


def turn(id: str, *proposals: dict[str, Any], **changes: Any) -> Turn:
    made = {"id": id, "person": "p", "lang": "zh", "conversation": "c", "kind": "fact", "user": "…", "assistant": "…"}
    return Turn.model_validate(made | {"proposals": list(proposals), "forgets": []} | changes)


def test_earlier_texts_of_a_slot_are_told_apart_by_their_value() -> None:
    first, moved, again = script(
        [
            turn("1", proposal("住在杭州", "杭州")),
            turn("2", proposal("住在上海", "上海")),
            turn("3", proposal("家在上海", "上海")),
        ]
    )
    assert (first.facts[0].same, first.facts[0].about) == ((), ())
    assert (moved.facts[0].same, moved.facts[0].about) == ((), ("住在杭州",))
    assert (again.facts[0].same, again.facts[0].about) == (("住在上海",), ("住在杭州",))


def test_what_is_forgotten_is_known_by_all_that_was_said_of_it() -> None:
    said = script([turn("1", proposal("住在杭州", "杭州")), turn("2", forgets=["home"])])
    assert said[1].ended == ("住在杭州",)


def test_people_and_what_has_no_slot_are_kept_apart() -> None:
    said = script(
        [
            turn("1", proposal("住在杭州", "杭州")),
            turn("2", proposal("住在上海", "上海"), person="q"),
            turn("3", proposal("无稽之谈", "…", slot="")),
            turn("4", proposal("另一句", "…", slot="")),
        ]
    )
    assert not any(fact.same or fact.about for one in said for fact in one.facts)


def test_what_the_assistant_claims_is_its_own() -> None:
    [said] = script([turn("1", proposal("住在杭州", "杭州"), kind="assistant_claim")])
    assert said.facts[0].by == "assistant"


@pytest.mark.parametrize(
    ("text", "polarity"),
    [("用户不吃香菜", "avoid"), ("用户的店只用手工面，不要机器面", "prefer"), ("User can't stand mushrooms", "avoid")],
)
def test_a_taste_has_the_side_that_its_first_clause_names(text: str, polarity: str) -> None:
    [said] = script([turn("1", proposal(text, "…", type="user_preference"))])
    assert said.facts[0].polarity == polarity
