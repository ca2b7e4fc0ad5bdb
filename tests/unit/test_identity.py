"""Stable keys: one subject, one key, whatever its script; two subjects, two keys."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.user.candidate import Identity
from memory.user.identity import canonical, related_keys, stable_key


def key(subject: str, facet: str | None = None) -> str:
    return stable_key("stable_user_context", Identity(subject=subject, facet=facet))


def test_keys_are_readable_as_in_the_article() -> None:
    peach = Identity(subject="桃子", polarity="prefer")
    assert stable_key("user_preference", peach) == "user_preference:prefer-桃子"
    style = Identity(subject="技术解释", facet="先大白话再专业")
    assert stable_key("communication_preference", style) == "communication_preference:技术解释/先大白话再专业"
    assert key("前端工程师", "Windows PowerShell") == "stable_user_context:前端工程师/windows-powershell"


@pytest.mark.parametrize(
    "subjects",
    [
        ("攀岩", "龙井茶", "API 网关用 Kong", "API 密钥每季度轮换", "🍵"),
        ("C", "C++", "C#", "F#"),
        ("a/b", "a%2fb", "a", "b"),
        ("x" * 200 + "1", "x" * 200 + "2"),
    ],
)
def test_different_subjects_have_different_keys(subjects: tuple[str, ...]) -> None:
    """Cases B20 and W2.10."""
    subjects = tuple(s[:80] if len(s) > 80 and s[0] != "x" else s for s in subjects)
    for one, other in combinations(subjects, 2):
        assert stable_key(
            "project_context", Identity.model_construct(subject=one, facet=None, polarity=None)
        ) != stable_key("project_context", Identity.model_construct(subject=other, facet=None, polarity=None))


def test_where_subject_ends_and_facet_begins_counts() -> None:
    assert key("Vue", "React") != key("Vue React")
    assert key("Vue", "React") != key("Vue/React")


@pytest.mark.parametrize(
    ("one", "other"), [("ＡＢＣ 项目", "abc 项目"), ("台灣", "台湾"), ("Power Shell", "power-shell")]
)
def test_forms_of_one_subject_share_a_key(one: str, other: str) -> None:
    assert key(one) == key(other)


def test_polarity_counts_for_tastes_only_and_both_are_looked_up() -> None:
    avoid = Identity(subject="桃子", polarity="avoid")
    assert related_keys("user_preference", avoid) == ["user_preference:avoid-桃子", "user_preference:prefer-桃子"]
    assert related_keys("project_context", avoid) == ["project_context:桃子"]


@given(st.text(max_size=80), st.one_of(st.none(), st.text(max_size=80)))
def test_keys_are_bounded_and_legal(subject: str, facet: str | None) -> None:
    made = stable_key("standing_instruction", Identity(subject=subject, facet=facet))
    assert made.startswith("standing_instruction:")
    assert len(made) <= 160
    assert bool(canonical(subject)) == bool(made.split(":", 1)[1].split("/")[0])
