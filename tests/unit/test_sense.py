"""For or against, through double negations."""

import pytest

from memory.language.sense import against, parts


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
        "我唔飲酒",
        "法语我放弃了",
        "please keep nuts out of any recipes",
        "i have a peanut allegry",
        "dun ever recommend durian",
    ],
)
def test_against(text: str) -> None:
    assert against(text)


@pytest.mark.parametrize(
    "text",
    [
        "我不是不喜欢古典乐",
        "我不讨厌榴莲",
        "法语我没放弃",
        "I haven't given up French",
        "I'll never quit chess",
        "没有不吃的",
        "不得不说我喜欢它",
        "我特别喜欢桃子",
        "I don't dislike opera",
        "It's not that I don't like jazz",
        "I eat gluten with no trouble at all",
        "nothing against jazz",
        "预算不超过三千",
        "进货预算一般不超两万",
        "I wouldn't say no to dark chocolate",
        "语法错了直接指出来别客气",
        "没有咖啡我活不下去",
    ],
)
def test_for(text: str) -> None:
    assert not against(text)


@pytest.mark.parametrize(
    ("text", "senses_of_its_parts"),
    [
        ("I never eat mussels since I'm allergic to mussels", [True, True]),
        ("no mussels because I'm allergic to them", [True, True]),
        ("as a nurse on a ward i can't have long nails", [False, True]),
        ("talk to me in simple english pls i don't speak it well", [False, True]),
        ("I love liver even though everyone hates it", [False, True]),
        ("User keeps halal: no pork", [True, True]),
        ("攻略别剧透！我最烦剧透了", [True, True]),
    ],
)
def test_a_reason_or_an_aside_has_a_sense_of_its_own(text: str, senses_of_its_parts: list[bool]) -> None:
    assert [sense for _, sense in parts(text)] == senses_of_its_parts
