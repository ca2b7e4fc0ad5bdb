"""Whom a question asks about, and whether a memory is about them."""

import pytest

from memory.recall.cast import Cast
from memory.recall.subjects import asked_about

MEMORIES = (
    "我对海鲜过敏",
    "我妹妹家养了两只布偶猫",
    "老婆林悦是哈尔滨人",
    "My brother Alan keeps pigeons",
    "Ana is my manager",
    "I drive a blue Skoda",
    "弟弟子安在悉尼当纹身师",
    "爸妈在老家开五金店",
)
CAST = Cast.of(MEMORIES)


def about(question: str) -> list[str]:
    asked = asked_about(question, CAST)
    return [text for text in MEMORIES if asked and CAST.concerns(text, asked)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("婆婆有没有什么东西吃了会过敏的？", []),
        ("我妹妹养了什么猫来着", ["我妹妹家养了两只布偶猫"]),
        ("林悦是哪里人", ["老婆林悦是哈尔滨人"]),
        ("我老婆是哪里人", ["老婆林悦是哈尔滨人"]),
        ("what pets does my brother have?", ["My brother Alan keeps pigeons", "弟弟子安在悉尼当纹身师"]),
        ("Does Alan have a hobby?", ["My brother Alan keeps pigeons"]),
        ("what's my boss called?", ["Ana is my manager"]),
        ("what car did my aunt Ros end up buying?", []),
        ("What breed is the vicar's dog?", []),
        ("What port does Redis use?", []),
        ("Would Zoe like a pigeon?", []),
        ("which town do my parents live in", ["爸妈在老家开五金店"]),
        ("我哥是做什么的", ["My brother Alan keeps pigeons"]),
    ],
)
def test_a_question_about_somebody_wants_memories_about_them(question: str, expected: list[str]) -> None:
    assert asked_about(question, CAST)
    assert about(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "我对什么过敏",
        "what am I allergic to?",
        "想给老公换个坐垫，买哪种好",
        "闺蜜约我周五去吃自助，帮我看看",
        "my girlfriend is visiting, where should we go?",
        "A present for my sister, what do you suggest I buy?",
        "今天天气怎么样",
        "What's the capital of France?",
        "那几个小姑娘练得怎么样",
        "苏黎世的博士现在发信会不会太早，老师会看吗",
        "what is the dog's name?",
        "what is the router's model?",
        "When is mother's day?",
        "老婆饼哪里好吃",
        "项目经理是谁",
        "合同老板签了吗",
    ],
)
def test_a_question_that_only_speaks_of_somebody_wants_everything(question: str) -> None:
    assert asked_about(question, CAST) == frozenset()


def test_a_name_that_stands_in_most_memories_is_the_users_own() -> None:
    cast = Cast.of([f"Caroline went to place {n}" for n in range(10)])
    assert asked_about("When did Caroline go to place 3?", cast) == frozenset()


def test_one_name_among_few_memories_is_not_the_users() -> None:
    cast = Cast.of(["I am allergic to peanuts", "My sister Anna is a nurse", "I live in Leeds"])
    assert asked_about("Is Anna allergic to anything?", cast) == {"Anna"}


def test_a_short_form_of_a_name_is_the_name() -> None:
    cast = Cast.of(["Mel came by with her kids", "Tom came by"])
    assert cast.concerns("Mel came by with her kids", frozenset({"Melanie"}))
    assert not cast.concerns("Tom came by", frozenset({"Melanie"}))
