"""What a new statement is to a known one: cases B16, B20, B21, O04 and their kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.words import number, words
from memory.user.compare import may_be, relation


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("甲店租约 4 月 30 日到期", "乙店租约 4 月 30 日到期"),
        ("儿子生日 3 月 2 日", "女儿生日 3 月 2 日"),
        ("早餐选燕麦不选面包", "通勤选地铁不选开车"),
        ("我喜欢攀岩", "我喜欢龙井茶"),
        ("这款手表没有防水功能", "这家店没有停车位"),
        ("用户不吃猪肉，但喝酒", "用户吃猪肉，但不喝酒"),
        ("用户借给了小赵五百元", "小赵借给了用户五百元"),
        ("User lent Marcus $200", "Marcus lent the user $200"),
        ("Server web-01 runs Ubuntu", "Server web-02 runs Ubuntu"),
        ("用户会写 C++", "用户会写 C#"),
        ("User is allergic to nuts", "User is allergic to pine nuts"),
        ("用户下午不喝咖啡", "用户不喝咖啡"),
        ("用户的姐姐在深圳当律师", "用户的哥哥在深圳当律师"),
        ("User's sister lives in Paris", "User lives in Rome"),
        ("用户养了一只布偶猫", "用户还养了一只垂耳兔"),
        ("用户养了两只猫", "用户又捡了一只三花猫"),
        ("用户数学最弱", "给用户出题时尽量从导数开始"),
        ("User's locker is number 214", "User's gym locker is number 215"),
        ("User's car is a Fiat", "User's work car is a Skoda"),
    ],
)
def test_a_detail_of_difference_is_never_merged_nor_replaced(old: str, new: str) -> None:
    assert relation(old, new) in ("different", "unsure")
    assert relation(new, old) in ("different", "unsure")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("周报要先给组长看再发出", "发周报之前，请先给组长过目"),
        ("用户对花生过敏", "I'm allergic to peanuts"),
        ("用户養了一隻叫團子的橘貓", "用户养了一只叫团子的橘猫"),
        ("用户每周去三次健身房", "用户一星期上健身房3次"),
        ("Never delete files without asking the user first", "Always ask for permission before deleting a file"),
        ("组会固定在每周一早上10点", "用户的组会每周一上午十点开"),
        ("用户住在　台湾 台中", "用户住在台灣台中"),
    ],
)
def test_the_same_in_other_words_is_one(old: str, new: str) -> None:
    assert relation(old, new) == "same"
    assert relation(new, old) == "same"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("甲店租约 4 月 30 日到期", "甲店租约 4 月 29 日到期"),
        ("用户不喜欢重金属音乐", "用户现在喜欢重金属音乐了"),
        ("用户住在杭州", "用户搬到了成都"),
        ("User lives in Rome", "User lives in Oslo"),
        ("User is vegetarian", "User has started eating meat again"),
        ("用户每天跑5公里", "用户每天跑10公里"),
        ("User prefers tea to coffee", "User prefers coffee to tea"),
        ("比起咖啡，用户更喜欢茶", "比起茶，用户更喜欢咖啡"),
        ("User's wedding is in September 2027", "User's wedding is in May 2027"),
        ("User takes tea with two sugars", "User takes tea with no sugar"),
        ("用户每月还房贷6500", "用户每月还房贷5900"),
        ("User is thirty-four", "User is 35"),
    ],
)
def test_the_same_thing_otherwise_now_is_an_update(old: str, new: str) -> None:
    assert relation(old, new) == "update"


def test_of_languages_only_a_rule_has_one_at_a_time() -> None:
    assert relation("请用英文回答", "请用中文回答", rules=True) == "update"
    assert relation("用户会说法语", "用户会说德语") == "different"


def test_a_models_word_counts_only_where_nothing_tells_the_two_apart() -> None:
    assert may_be("same", "用户喜欢古典音乐", "用户很爱古典乐")
    assert not may_be("same", "用户每天跑5公里", "用户每天跑10公里")
    assert not may_be("same", "儿子喜欢游泳", "女儿喜欢游泳")
    assert not may_be("same", "用户吃辣", "用户不吃辣")
    assert not may_be("update", "儿子喜欢游泳", "女儿喜欢篮球")
    assert may_be("different", "anything", "else")


def test_numbers_dates_and_times_have_one_form() -> None:
    assert words("3月2日") == words("March 2") == words("2 March")
    assert words("晚上十一点") == words("23点") == words("11 pm")
    assert words("$300") == words("300 dollars") == words("三百元")
    assert words("一小时") == words("60 minutes")
    assert [number(word) for word in ("六十二", "两千", "二十万", "十")] == [62, 2000, 200000, 10]


@given(st.sampled_from(["用户喜欢", "User likes ", "用户每天跑", "用户住在"]), st.integers(2, 99), st.integers(2, 99))
def test_two_numbers_are_never_the_same(frame: str, one: int, other: int) -> None:
    found = relation(f"{frame}{one}公里", f"{frame}{other}公里")
    assert (found == "same") == (one == other)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_can_be_compared(one: str, other: str) -> None:
    assert relation(one, other) in ("same", "update", "different", "unsure")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("用户饭前吃药", "用户饭后吃药"),
        ("用户开会前写纪要", "用户开会后写纪要"),
        ("The user takes the pill before meals", "The user takes the pill after meals"),
        ("The user starts work at noon", "The user stops work at noon"),
    ],
)
def test_before_and_after_are_never_one(old: str, new: str) -> None:
    assert relation(old, new) != "same"
    assert not may_be("same", old, new)
