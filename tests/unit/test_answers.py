"""A bare yes says what was asked, and only that."""

import pytest

from memory.language.answers import reply, statement


@pytest.mark.parametrize(
    ("said", "before", "meant"),
    [
        ("对", "您平时是坐地铁上班的吧？", "我平时是坐地铁上班的"),
        ("嗯，没错", "你不吃辣，对吧？", "我不吃辣"),
        ("是的", "所以以后所有金额都用人民币显示，对吗？", "以后所有金额都用人民币显示"),
        ("不是", "您是在医院工作吗？", "并非我是在医院工作"),
        ("yes", "So you are a vegetarian?", "I am a vegetarian"),
        ("yep, exactly", "Just to check: do you use Windows at work?", "I use Windows at work"),
        ("yes please", "Should I always put the summary at the top?", "please always put the summary at the top"),
        ("是的", "所以你对虾过敏？我确认一下。", "我对虾过敏"),
        ("yes", "So you are a vegetarian? Just checking.", "I am a vegetarian"),
        ("系呀", "您住在沙田吗？", "我住在沙田"),
        ("对，长期这样", "您长期吃素吗？", "我长期吃素"),
        ("no", "Do you eat meat?", "It is not true that I eat meat"),
    ],
)
def test_a_bare_answer_says_what_was_asked(said: str, before: str, meant: str) -> None:
    assert statement(said, before) == meant


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("对", "您住在北京还是上海？"),
        ("yes", "Do you live in Rome or in Oslo?"),
        ("对", "您住在成都吗？您喜欢吃辣吗？"),
        ("对", "成都的火锅很有名。"),
        ("对", "您是要把这一列按日期排序吗？"),
        ("yes", "Do you want me to include the header row?"),
        ("不是", "你不吃辣，对吧？"),
        ("yes", "You don't eat meat, right?"),
        ("对，我就是喜欢街拍", "您喜欢街拍吗？"),
        ("yes", "Which city do you live in?"),
        ("对", ""),
        ("对", "您喜欢吃辣吗？成都的火锅很有名。"),
    ],
)
def test_what_says_nothing_by_itself(said: str, before: str) -> None:
    assert statement(said, before) is None


@pytest.mark.parametrize("text", ["对啊", "是的，没错", "Yep!", "嗯嗯，对", "that's right"])
def test_yes(text: str) -> None:
    assert reply(text) == "yes"


@pytest.mark.parametrize(
    "text", ["对芒果过敏", "不吃辣", "no meat for me", "yes and I also hate jazz", "好吃的我都喜欢"]
)
def test_neither(text: str) -> None:
    assert reply(text) is None
