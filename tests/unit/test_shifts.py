"""A memory that says another thing of the user than they did, in words that stand in it."""

import pytest

from memory.language.tense import made_present, made_real
from memory.user.shifts import shifted


@pytest.mark.parametrize(
    ("said", "memory"),
    [
        ("我开车去台中，路上想听播客", "用户住在台中"),
        ("我飛東京開會", "用户住在东京"),
        ("I'm flying to Oslo on business", "User lives in Oslo"),
        ("我在二手平台卖车", "用户买车"),
        ("I sold my bike", "User bought a bike"),
        ("我教钢琴", "用户学钢琴"),
        ("I teach chess", "User learns chess"),
        ("我给糖尿病病人做饭", "用户有糖尿病"),
        ("I cook for diabetes patients", "User has diabetes"),
        ("我采访了一位航天员", "用户是航天员"),
        ("我看中医", "用户是中医"),
    ],
)
def test_another_thing_with_the_same_nouns(said: str, memory: str) -> None:
    assert shifted(memory, said)


@pytest.mark.parametrize(
    ("said", "memory"),
    [
        ("我搬去台中了", "用户住在台中"),
        ("坐标杭州，去年来的", "用户住在杭州"),
        ("I moved to Oslo and drive to work", "User lives in Oslo"),
        ("我把车卖了，又买了一辆", "用户买了一辆车"),
        ("I teach chess", "User teaches chess"),
        ("我是糖尿病患者", "用户是糖尿病患者"),
        ("我是航天员，采访过一位航天员", "用户是航天员"),
        ("我当中医十年了", "用户是中医"),
    ],
)
def test_the_same_thing(said: str, memory: str) -> None:
    assert not shifted(memory, said)


@pytest.mark.parametrize(
    ("said", "memory"),
    [
        ("我想养猫", "用户养猫"),
        ("我打算明年考驾照", "用户有驾照"),
        ("Hope I get the job at Rolls-Royce!", "User works at Rolls-Royce"),
        ("Fingers crossed I work at Google soon", "User works at Google"),
    ],
)
def test_a_wish_is_no_fact(said: str, memory: str) -> None:
    assert made_real(memory, said)


@pytest.mark.parametrize(
    ("said", "memory"),
    [
        ("我想转行做 UX", "用户想转行做 UX"),
        ("希望你能记住我不吃猪肉", "用户不吃猪肉"),
        ("我想法很多，养了三只猫", "用户养了三只猫"),
        ("I'm planning to retire in Spain", "User plans to retire in Spain"),
        ("I'm gonna be honest, I'm scared of flying", "User is scared of flying"),
    ],
)
def test_a_wish_told_as_one_and_what_only_sounds_like_one(said: str, memory: str) -> None:
    assert not made_real(memory, said)


def test_a_time_that_is_over() -> None:
    assert made_present("User lives in Madrid", "I lived in Madrid as a student")
    assert made_present("用户学钢琴", "我学过钢琴")
    assert not made_present("用户学过钢琴", "我学过钢琴")
    assert not made_present("User lived in Madrid", "I lived in Madrid as a student")
