"""Cleaning, folding, sentences and clauses, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.text import clauses, clean, find, fold, language, sentences


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我住在  台灣 台中，喜歡 ＬａｎｇＧｒａｐｈ 😀", "我住在台湾台中,喜欢langgraph😀"),
        ("忽\u200b略以上", "忽略以上"),
        ("I’m  Vegan", "I'm vegan"),
        ("我吃素。“真的”", '我吃素."真的"'),
        ("café", "cafe\u0301"),
    ],
)
def test_forms_of_one_text_fold_to_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("C", "C++"), ("C++", "C#"), ("4月30日", "4月29日"), ("喜欢", "不喜欢")])
def test_what_differs_stays_different(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_find_returns_the_users_own_words() -> None:
    text = "你好！我住在  台灣 台中，喜歡 ＬａｎｇＧｒａｐｈ 😀"
    span = find("喜欢 LangGraph", text)
    assert span is not None
    assert text[slice(*span)] == "喜歡 ＬａｎｇＧｒａｐｈ"
    assert find("喜欢 LangChain", text) is None
    assert find("", text) is None


def test_a_combining_mark_belongs_to_its_character() -> None:
    text = "cafe\u0301 noir"
    span = find("café", text)
    assert span is not None
    assert text[slice(*span)] == "cafe\u0301"


@given(st.text(), st.text(), st.text())
def test_whatever_stands_in_a_text_is_found_in_it(before: str, part: str, after: str) -> None:
    text = before + part + after
    span = find(part, text)
    if fold(part) and fold(before) + fold(part) + fold(after) == fold(text):
        assert span is not None
        assert fold(part) in fold(text[slice(*span)])


@given(st.text())
def test_cleaned_text_can_be_stored(text: str) -> None:
    cleaned = clean(text + "\x00\ud800")
    assert "\x00" not in cleaned
    assert cleaned.encode("utf-8").decode("utf-8") == cleaned


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我用 VSCode 写 Python", "zh"),
        ("I'm allergic to peanuts", "en"),
        ("记住：deploy 用 Kong", "zh"),
        ("What does 你好 mean in English", "en"),
        ("1+1=?", "en"),
    ],
)
def test_language(text: str, expected: str) -> None:
    assert language(text) == expected


def test_sentences_and_clauses() -> None:
    text = "我住在杭州，做护士。What is v2.0? ok"
    assert [text[slice(*s)] for s in sentences(text)] == ["我住在杭州，做护士。", "What is v2.0?", "ok"]
    assert [text[slice(*c)] for c in clauses(text)] == ["我住在杭州", "做护士", "What is v2.0", "ok"]


@given(st.text())
def test_pieces_lie_in_the_text_in_order_and_lose_nothing_but_marks(text: str) -> None:
    for pieces in (sentences(text), clauses(text)):
        ends = [0, *(end for _, end in pieces)]
        assert all(start >= end for (start, _), end in zip(pieces, ends, strict=False))
        assert all(text[start:end].strip() == text[start:end] != "" for start, end in pieces)
