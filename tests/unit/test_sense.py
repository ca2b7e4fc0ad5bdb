"""For or against, through double negations."""

import pytest

from memory.language.sense import against


@pytest.mark.parametrize(
    "text",
    [
        "用户不喜欢古典乐",
        "我讨厌榴莲",
        "吃不了辣",
        "对花生过敏",
        "I don't eat meat",
        "I never fly",
        "can't stand jazz",
        "I'm vegan",
    ],
)
def test_against(text: str) -> None:
    assert against(text)


@pytest.mark.parametrize(
    "text",
    [
        "我不是不喜欢古典乐",
        "我不讨厌榴莲",
        "没有不吃的",
        "不得不说我喜欢它",
        "我特别喜欢桃子",
        "I don't dislike opera",
        "It's not that I don't like jazz",
        "I eat gluten with no trouble at all",
        "nothing against jazz",
        "预算不超过三千",
    ],
)
def test_for(text: str) -> None:
    assert not against(text)
