"""Whom a clause is about."""

import pytest

from memory.language.people import called, names, somebody_else
from memory.language.text import find


@pytest.mark.parametrize(
    ("text", "clause", "who"),
    [
        ("我同事老赵讨厌游泳", "讨厌游泳", "老赵"),
        ("王芳在杭州做律师", "在杭州做律师", "王芳"),
        ("我弟在上海，做设计师", "做设计师", "弟"),
        ("隔壁工位的小孟晕车", "晕车", "小孟"),
        ("女儿五岁", "五岁", "女儿"),
        ("那个男的喜欢爬山", "喜欢爬山", "那个男的"),
        ("Tom is allergic to peanuts", "allergic to peanuts", "Tom"),
        ("My grandson's favourite colour is orange", "favourite colour", "grandson"),
        ("the guy I share an office with is a smoker", "is a smoker", "the guy"),
        ("My dog Rex hates thunder", "hates thunder", "Rex"),
        ("She works in Paris", "works in Paris", "She"),
    ],
)
def test_somebody_else(text: str, clause: str, who: str) -> None:
    span = find(clause, text)
    assert span is not None
    assert who in somebody_else(text, span)


@pytest.mark.parametrize(
    "text",
    [
        "我喜欢我妈做的菜",
        "周末喜欢爬山",
        "黄瓜过敏",
        "花生过敏",
        "方便面不吃",
        "马上要高考",
        "同事都叫我小王",
        "老家在湖南",
        "小时候住乡下",
        "My friends call me Al",
        "My name is Tom",
        "Coffee keeps me up",
        "I love my sister",
    ],
)
def test_the_speaker(text: str) -> None:
    assert somebody_else(text, (0, len(text))) == ()


def test_a_relation_is_named_by_its_synonyms_and_by_whole_words() -> None:
    mother = somebody_else("我妈不能吃糯米", (0, 7))
    assert names(mother, "用户的母亲不能吃糯米")
    assert not names(mother, "用户不能吃糯米")
    son = somebody_else("my son plays chess", (0, 18))
    assert names(son, "User's son plays chess")
    assert not names(son, "One person plays chess")


def test_names_that_are_given() -> None:
    assert called("用户的猫叫煤球") == {"煤球"}
    assert called("User has a beagle named Biscuit") == {"Biscuit"}
    assert called("叫我小王") == set()
