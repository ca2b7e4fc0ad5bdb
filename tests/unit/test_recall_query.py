"""What is searched for: the user's texts alone, joined where one does not stand alone."""

import pytest

from memory.recall.query import ending, query_of, speaks_of_oneself, stands_alone


def test_white_space_is_one_space_and_a_long_text_is_searched_for_by_both_ends() -> None:
    """R3.6."""
    assert query_of(["我对 \n\t 什么过敏"]).text == "我对 什么过敏"
    assert query_of(["x" * 800]).text == "x" * 800
    assert query_of(["x" * 500 + "y" * 500]).text == "x" * 400 + " " + "y" * 400


@pytest.mark.parametrize(
    "text", ["你好", "谢谢！", "嗯嗯", "继续吧", "👍", "hello there", "Thanks a lot!", "ok, go on"]
)
def test_greetings_and_fillers_search_for_nothing(text: str) -> None:
    assert query_of(["我喜欢吃什么", text]).text == ""


@pytest.mark.parametrize(
    "text",
    [
        "那这个呢",
        "那国内的便宜多少？",
        "再来一个",
        "换一种说法",
        "它多少钱",
        "and the other one?",
        "what about for my wife?",
        "next one: the second paragraph",
        "how much is it",
        "对啊，我每天都练了好久。",
        "我还是觉得有点害怕。",
    ],
)
def test_what_does_not_stand_alone_is_searched_for_with_the_turns_before(text: str) -> None:
    """W3.6: 那这个呢 alone finds nothing useful."""
    assert not stands_alone(text)
    assert query_of(["我想买一台投影仪", text]).text == f"我想买一台投影仪 {text}"


@pytest.mark.parametrize(
    "text",
    [
        "帮我订一家杭州的餐厅",
        "解释一下 React useEffect 的依赖数组",
        "周末去南京玩两天怎么安排",
        "Could you write a cover letter for a nursing job?",
        "What is the difference between a virus and a bacterium?",
    ],
)
def test_a_question_that_names_its_subject_stands_alone(text: str) -> None:
    assert stands_alone(text)
    assert query_of(["我想买一台投影仪", text]).text == text


def test_three_turns_before_at_most_and_400_characters_of_them() -> None:
    turns = ["一" * 150, "二" * 150, "三" * 150, "四" * 150, "那个呢"]
    assert query_of(turns).text == "三" * 150 + " " + "四" * 150 + " 那个呢"
    assert query_of([*"甲乙丙丁", "那个呢"]).text == "乙 丙 丁 那个呢"
    assert query_of(["我想买投影仪", "谢谢", "那个呢"]).text == "我想买投影仪 那个呢"


def test_the_newest_message_is_kept_apart() -> None:
    query = query_of(["我不吃香菜", "那这次呢"])
    assert query.newest == "那这次呢"
    assert query.language == "zh"


@pytest.mark.parametrize(
    "text",
    [
        "我对什么过敏",
        "我们家的狗几岁了",
        "想给老公换个坐垫，买哪种好",
        "闺蜜约周五吃自助",
        "帮我家孩子选个书包",
        "what is my blood type",
        "which novels do I usually like?",
        "need a present for my sister",
        "My wife is tired",
    ],
)
def test_who_speaks_of_themselves(text: str) -> None:
    assert speaks_of_oneself(text)


@pytest.mark.parametrize(
    "text",
    [
        "帮我翻译这句话",
        "给我讲个笑话",
        "请告诉我北京到上海多远",
        "猫为什么会发出呼噜声",
        "tell me a joke",
        "Can you help me with this regex?",
        "How do I undo a git merge?",
        "Is a tomato a fruit under US law?",
        "把下面这段改得正式：我们公司上个月做了个调查，大家觉得发货还行",
    ],
)
def test_who_only_asks(text: str) -> None:
    assert not speaks_of_oneself(text)


def test_people_and_sides_are_noted() -> None:
    assert "老公" in query_of(["想给老公换个坐垫"]).people
    assert query_of(["你知道我的工作吗"]).sides == {"job"}
    assert query_of(["do you remember what I do for a living?"]).sides == {"job"}
    assert query_of(["这份工作怎么样"]).sides == frozenset()


@pytest.mark.parametrize(
    ("text", "size", "end"),
    [
        ("我想问一下，备用钥匙放哪了", 7, "备用钥匙放哪了"),
        ("please tell me where the spare key is", 4, "the spare key is"),
        ("please tell me where the spare key is", 3, "spare key is"),
        ("where is 备用钥匙", 4, "备用钥匙"),
        ("备用钥匙", 64, "备用钥匙"),
        ("spare key", 64, "spare key"),
        ("x" * 100, 4, "x" * 16),
        ("", 4, ""),
    ],
)
def test_of_a_long_query_its_end_is_embedded(text: str, size: int, end: str) -> None:
    assert ending(text, size) == end


def test_words_are_searched_in_the_whole_query_and_meaning_in_its_end() -> None:
    query = query_of(["我昨天在超市买了很多东西，" * 20 + "备用钥匙放哪了"])
    assert "超市" in query.terms
    assert query.meaning.endswith("备用钥匙放哪了")
    assert 64 <= len(query.meaning) <= 70
