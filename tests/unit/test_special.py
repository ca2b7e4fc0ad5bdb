"""Health, belief, children: what each decision of the table lets through, and what not."""

import pytest

from memory.user.candidate import MemoryType
from memory.user.special import withheld

CONSTRAINT: MemoryType = "recurring_constraint"
CONTEXT: MemoryType = "stable_user_context"
TASTE: MemoryType = "user_preference"


@pytest.mark.parametrize(
    ("type", "text"),
    [
        (CONTEXT, "用户对花生过敏"),
        (TASTE, "用户吃素"),
        (CONSTRAINT, "用户有糖尿病，要少糖"),
        (CONTEXT, "User has asthma"),
        (CONSTRAINT, "用户信佛，不吃荤"),
        (CONSTRAINT, "User is Muslim and eats halal"),
        (CONTEXT, "用户的女儿五岁，喜欢恐龙"),
        (CONTEXT, "User's hive of bees"),
        (CONTEXT, "I am 13 m from the sea"),
    ],
)
def test_what_is_stored(type: MemoryType, text: str) -> None:
    assert not withheld(type, text, asked=False)


@pytest.mark.parametrize(
    ("type", "text"),
    [
        (TASTE, "用户有糖尿病"),
        (CONTEXT, "用户有抑郁症"),
        (CONSTRAINT, "User is depressed"),
        (CONTEXT, "用户是基督徒"),
        (CONTEXT, "User voted for the greens"),
        (CONTEXT, "User is gay"),
    ],
)
def test_what_is_stored_only_when_it_is_asked_for(type: MemoryType, text: str) -> None:
    assert withheld(type, text, asked=False)
    assert not withheld(type, text, asked=True)


@pytest.mark.parametrize(
    "text",
    [
        "用户的儿子在人大附小三年级二班",
        "User's daughter attends Oak Hill Elementary School",
        "我今年12岁",
        "I'm 12 years old",
    ],
)
def test_what_is_never_stored(text: str) -> None:
    assert withheld(CONTEXT, text, asked=True)
