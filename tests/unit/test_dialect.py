"""Cantonese and what looks like it: read as Mandarin, character for character, and stored as it was said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.dialect import as_mandarin
from memory.language.sense import against
from memory.language.text import even, fold
from memory.language.words import words


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("我唔鍾意食辣", "我不喜欢吃辣"),
        ("佢而家喺溫哥華讀書", "他现在在温哥华读书"),
        ("我細佬對花生敏感", "我弟弟对花生敏感"),
        ("我係護士", "我是护士"),
        ("系呀", "是呀"),
        ("回覆我唔好用emoji", "回复我不要用emoji"),
        ("呢封信唔使太長", "这封信不用太长"),
        ("我大佬喺英國", "我哥哥在英国"),
        ("我唔食牛肉", "我不吃牛肉"),
        ("阿拉是浦东人，从小欢喜吃大闸蟹", "我们是浦东人，从小喜欢吃大闸蟹"),
    ],
)
def test_read_as_mandarin(said: str, read: str) -> None:
    assert even(said) == read
    assert fold(said) != fold(read)  # what is stored, and looked for as evidence, stays as it was said


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("我哋嘅關係幾好", "我们的关系几好"),
        ("我读中文系，研究操作系统", "我读中文系，研究操作系统"),
        ("唔好意思，遲到咗", "不好意思，迟到了"),
        ("呢間嘢唔好食", "呢间事不好食"),
        ("大佬，幫個手", "大佬，帮个手"),
        ("阿拉伯语和阿拉斯加", "阿拉伯语和阿拉斯加"),
        ("宜家买的书架", "宜家买的书架"),
    ],
)
def test_what_is_no_such_word_stays(said: str, read: str) -> None:
    assert even(said) == read


def test_a_statement_in_cantonese_and_the_same_in_mandarin_have_the_same_words_and_sense() -> None:
    assert words("我鍾意睇韓劇") == words("用户喜欢看韩剧")
    assert against("我唔鍾意飲茶")
    assert not against("我鍾意飲茶")


CANTONESE = st.sampled_from("我唔好鍾意係系關阿拉歡喜欢食飲大佬呢封個宜家，。 a1")


@given(st.text(alphabet=CANTONESE | st.characters(codec="utf-8"), max_size=40))
def test_every_character_keeps_its_place(text: str) -> None:
    assert len(as_mandarin(text)) == len(text)
    assert len(even(text)) == len(text)
