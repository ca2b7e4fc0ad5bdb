"""Whom a clause is about."""

import pytest

from memory.language.kin import opens_with_family
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
        ("my mate Dave can't stand cricket", "can't stand cricket", "mate"),
        ("our lodger hates cricket", "hates cricket", "lodger"),
        ("my carer loves opera", "loves opera", "carer"),
        ("the missus is vegan", "is vegan", "missus"),
        ("guests are vegan", "are vegan", "guest"),
        ("half the team are vegan", "are vegan", "team"),
        ("My mum lives with us. She doesn't eat onion", "doesn't eat onion", "mum"),
        ("my supervisor likes British English so always use it", "likes British English", "supervisor"),
        ("我教的学生很皮", "很皮", "学生"),
        ("潮汕人爱喝茶", "爱喝茶", "潮汕人"),
        ("我闺蜜怕狗，她男友偏要养两只", "养两只", "男友"),
        ("我爸是出租车司机，妈妈退休了", "妈妈退休了", "妈妈"),
        ("my sister hates dogs, her boyfriend keeps two", "keeps two", "boyfriend"),
        ("我们办公室的人都爱喝茶", "都爱喝茶", "我们办公室的人都"),
        ("佢對花生過敏", "對花生過敏", "他"),
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
        "pls don't rely on red",
        "my stomach doesn't like milk",
        "me and my wife moved to Leeds",
        "其实不是，是对菠萝过敏",
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


@pytest.mark.parametrize("clause", ["小儿子不敢吃青椒", "大女儿读初中", "wife can't have gluten", "Dad hates olives"])
def test_a_clause_that_begins_with_family_is_of_the_speakers(clause: str) -> None:
    assert opens_with_family(clause)


@pytest.mark.parametrize(
    "clause", ["猫不能吃巧克力", "老师是一种职业", "cats can't eat chocolate", "mathematics is hard"]
)
def test_what_begins_otherwise(clause: str) -> None:
    assert not opens_with_family(clause)
