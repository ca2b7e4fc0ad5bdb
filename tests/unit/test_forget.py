"""Which memories a forget means, by the user's own words (B9, cases B12, B13, B31)."""

from datetime import UTC, datetime

import pytest

from memory.user.admit import Admitted, admit
from memory.user.asked import forget
from memory.user.changes import created
from memory.user.document import UserMemory
from memory.user.turn import FinishedTurn
from tests.provider.process import candidate

NOW = datetime(2026, 11, 30, 8, tzinfo=UTC)


def memory(text: str, subject: str) -> UserMemory:
    turn = FinishedTurn(conversation_id="c", turn_id=text, user_text=text, completed_at=NOW)
    admitted = admit(candidate(text, text, subject), [turn])
    assert isinstance(admitted, Admitted), admitted
    return created(admitted, text, text, NOW)


KNOWN = [
    memory("我住在杭州", "住址"),
    memory("我在医院当护士", "工作"),
    memory("我对坚果过敏", "坚果"),
    memory("My sister lives in Leeds", "sister"),
    memory("I play the viola", "viola"),
    memory("My salary is 3200 euros", "salary"),
]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("忘掉我的住址", ["我住在杭州"]),
        ("忘掉我住在杭州", ["我住在杭州"]),
        ("把我当护士这件事忘了吧", ["我在医院当护士"]),
        ("別再記着我對堅果過敏了", ["我对坚果过敏"]),
        ("对坚果过敏的不是我，是我同事，麻烦更正", ["我对坚果过敏"]),
        ("That salary stuff, I'd rather you didn't hang on to it", ["My salary is 3200 euros"]),
        ("Don't remember that I play the viola anymore", ["I play the viola"]),
        ("Forget where my sister lives", ["My sister lives in Leeds"]),
        ("忘掉关于我的一切", [one.text for one in KNOWN]),
        ("麻烦把有关我的所有信息都删掉吧，谢谢", [one.text for one in KNOWN]),
        ("清空记忆", [one.text for one in KNOWN]),
        ("Please forget everything about me", [one.text for one in KNOWN]),
        ("Could you erase all you know about me, please?", [one.text for one in KNOWN]),
    ],
)
def test_a_forget_means_what_it_names(said: str, meant: list[str]) -> None:
    assert [one.text for one in forget.asked_for(said, KNOWN) + forget.denied(said, KNOWN)] == meant


@pytest.mark.parametrize(
    "said",
    [
        "忘掉我妹妹的住址",  # nobody's home but hers
        "别忘了我住在杭州",
        "我忘了带雨伞",
        "删掉文档里所有关于我的段落",
        "删掉关于我的那一段",
        "把有关我的所有段落都删掉",
        "清空回收站",
        "清空记忆棒里的照片",
        "删掉关于我的信息那一栏",
        "忘掉我喜欢吃桃子",
        "翻译：请忘掉我住在杭州",
        "Don't forget that I play the viola",
        "Delete everything about me in this paragraph",
        "Never mind, forget it.",
        "Forget it, too long to explain the viola",
        "forget the viola for tonight",
        "Forget about the viola, help me with the cello",
        "don't delete what you saved about the viola",
        "别删掉我住在杭州这条",
        "今晚先忘掉对坚果过敏这回事",
        "Forget me nots are my favourite flowers",
        "Wipe memory card number two",
        "I keep forgetting to practise the viola",
        "Forget that I play the piano",
        "How do I delete the viola part in MuseScore?",
    ],
)
def test_nothing_else_goes(said: str) -> None:
    assert forget.asked_for(said, KNOWN) + forget.denied(said, KNOWN) == []


def test_what_has_ended_is_not_forgotten_again() -> None:
    ended = KNOWN[0].model_copy(update={"status": "suppressed"})
    assert forget.asked_for("忘掉我的住址", [ended]) == []


@pytest.mark.parametrize(
    ("others", "statement", "said"),
    [
        (["我家狗叫可乐", "我老公喜欢喝可乐"], "我喜欢喝可乐", "把我喜欢喝可乐这条删掉"),
        (["我叫小桃"], "我喜欢吃桃", "忘掉我喜欢吃桃这件事"),
        (["我女儿喜欢画画"], "我喜欢画画", "忘掉我喜欢画画"),
        (["我爸是医生"], "我是医生", "忘掉我是医生这件事"),
        (["我喜欢吃苹果派"], "我喜欢吃苹果", "把我喜欢吃苹果这条忘了吧"),
        (["我们项目B用MySQL"], "我们项目A用MySQL", "忘掉项目A用MySQL"),
        (["我二姐是医生"], "我大姐是律师", "忘掉我大姐的事"),
        (["I like green tea ice cream"], "I like tea", "Forget that I like tea"),
        (["我在苹果公司上班"], "我喜欢吃苹果", "忘掉我喜欢吃苹果"),
        (["My dog is called Pepper", "My wife likes pepper"], "I like pepper", "Forget that I like pepper"),
        (["我喜欢喝普洱"], "我喜欢喝乌龙茶", "把乌龙茶那条删掉，普洱留着"),
        (["我喜欢喝绿茶"], "我喜欢喝红茶", "忘掉红茶那条，别删绿茶那条"),
    ],
)
def test_a_forget_takes_nothing_else_that_has_the_same_words(others: list[str], statement: str, said: str) -> None:
    known = [memory(text, "x") for text in [*others, statement]]
    assert [one.text for one in forget.asked_for(said, known)] == [statement]


def test_a_subject_alone_means_all_that_is_about_it() -> None:
    known = [memory("我喜欢喝可乐", "可乐"), memory("我每天喝一罐可乐", "可乐"), memory("我喜欢喝茶", "茶")]
    assert [one.text for one in forget.asked_for("把可乐忘掉", known)] == ["我喜欢喝可乐", "我每天喝一罐可乐"]
