"""One value at a time, once the user says that it has changed; and what is true side by side."""

import pytest

from memory.user.sides import one_at_a_time, owner, two_things


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("User works day shifts", "User works night shifts"),
        ("User is vegetarian", "User eats fish"),
        ("User's son Leo is in Year 2", "User's son Leo is in Year 3"),
        ("User's girlfriend is Ana", "User is single"),
        ("用户上白班", "用户上夜班"),
        ("用户吃素", "用户可以吃鱼"),
        ("用户在读大三", "用户大四了"),
        ("用户的女朋友叫小雅", "用户和小雅结婚了"),
    ],
)
def test_nobody_has_two_of_these(old: str, new: str) -> None:
    assert one_at_a_time(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("User works an early shift on Fridays", "User works a late shift on Tuesdays"),
        ("User's son Leo is in Year 2", "User's son Max is in Year 4"),
        ("User eats fish", "User eats chicken"),
        ("User's husband works in Leeds", "User got married in Vegas"),
        ("用户周三上夜班", "用户周五上早班"),
        ("用户的老公在上海", "用户结婚了"),
    ],
)
def test_of_these_one_may_have_two(old: str, new: str) -> None:
    assert not one_at_a_time(old, new)


@pytest.mark.parametrize(
    ("old", "new", "two"),
    [
        ("User is allergic to peanuts", "User is allergic to shellfish", True),
        ("User's kitchen budget is £8,000", "User's bathroom budget is £5,000", True),
        ("User's team uses React", "User's team uses Postgres", True),
        ("User's team uses React", "User uses Svelte for a side project", True),
        ("用户的装修预算是15万", "用户的买车预算是20万", True),
        ("User's kitchen budget is £8,000", "User's kitchen budget is £9,500", False),
        ("用户的装修预算是15万", "用户的装修预算增加到18万", False),
        ("User's team uses React", "User's team uses Svelte", False),
    ],
)
def test_two_things_of_a_kind(old: str, new: str, *, two: bool) -> None:
    assert two_things(old, new) is two


def test_whose_it_is() -> None:
    assert owner("User's wife works nights") == owner("用户的老婆上夜班") != owner("User works nights")
