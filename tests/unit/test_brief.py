"""From the short proposal of a small model to full candidates built of the user's words."""

from typing import Any

import pytest

from memory.user.admit import Admitted, admit
from memory.user.brief import JSON_SCHEMA, expand, explicit
from prompts import brief_extraction
from tests.labelled.measure import as_turn


def brief(kind: str, *items: tuple[str, str, str]) -> dict[str, Any]:
    return {
        "kind": kind,
        "candidates": [dict(zip(("evidence", "about", "subject"), item, strict=True)) for item in items],
    }


def texts(said: str, proposal: object) -> list[str]:
    return [raw["text"] for raw in expand(proposal, said) if isinstance(raw, dict)]


def test_the_text_is_the_users_own_without_the_command() -> None:
    said = "请帮我记住，我喜欢吃桃子"
    [raw] = expand(brief("my_taste", ("请帮我记住，我喜欢吃桃子", "likes", "桃子")), said)
    assert isinstance(raw, dict)
    assert raw["text"] == "我喜欢吃桃子"
    assert raw["type"] == "user_preference"
    assert raw["identity"] == {"subject": "桃子", "polarity": "prefer"}
    assert raw["source_signal"] == "explicit_memory_intent"
    assert isinstance(admit(raw, [as_turn(said)]), Admitted)


@pytest.mark.parametrize(
    "said", ["Remember that I'm left-handed", "Please remember: I'm left-handed", "记一下：我是左撇子"]
)
def test_commands_in_both_languages(said: str) -> None:
    assert texts(said, brief("about_me", (said, "who_i_am", "x"))) in (["I'm left-handed"], ["我是左撇子"])


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("对了，我海鲜过敏", "我海鲜过敏"),
        ("btw I'm allergic to bee stings", "I'm allergic to bee stings"),
        ("另外记住我不吃辣", "我不吃辣"),
        ("还有我妈我都不吃肉", "我妈我都不吃肉"),
        ("Sonja is my sister", "Sonja is my sister"),
        ("Okinawa is where I live", "Okinawa is where I live"),
    ],
)
def test_what_only_leads_over_is_left_out(said: str, kept: str) -> None:
    assert texts(said, brief("about_me", (said, "who_i_am", "x"))) == [kept]


@pytest.mark.parametrize("kind", ["question", "request", "small_talk", "mood_or_today", "not_about_me"])
def test_other_kinds_propose_nothing(kind: str) -> None:
    assert expand(brief(kind, ("我喜欢吃桃子", "likes", "桃子")), "我喜欢吃桃子") == []


def test_pieces_of_one_sentence_about_one_side_become_one() -> None:
    said = "我在南京做护士，平时用安卓手机。海鲜过敏，不能碰。"
    found = brief(
        "about_me", ("做护士", "who_i_am", "护士"), ("安卓手机", "who_i_am", "手机"), ("海鲜过敏", "limit", "海鲜")
    )
    assert texts(said, found) == ["我在南京做护士，平时用安卓手机", "海鲜过敏"]


def test_a_piece_inside_another_is_dropped() -> None:
    said = "我在写论文，题目是碳排放"
    found = brief("about_me", (said, "project", "论文"), ("碳排放", "who_i_am", "碳排放"))
    assert texts(said, found) == [said]


def test_words_the_user_never_said_and_whole_messages_are_no_evidence() -> None:
    said = "我喜欢山。周末去爬山。你觉得杖有用吗"
    assert texts(said, brief("my_taste", ("我喜欢海", "likes", "海"))) == []
    assert texts(said, brief("my_taste", (said, "likes", "山"))) == []


@pytest.mark.parametrize("about", ["likes", "dislikes", "project", "who_i_am"])
@pytest.mark.parametrize("said", ["我对花生过敏", "I'm allergic to peanuts", "I'm vegan"])
def test_what_a_body_does_not_take_is_a_limit(said: str, about: str) -> None:
    [raw] = expand(brief("about_me", (said, about, "x")), said)
    assert isinstance(raw, dict)
    assert raw["type"] == "recurring_constraint"


def test_an_instruction_filed_as_a_fact_is_still_one() -> None:
    said = "以后写代码都加注释"
    [raw] = expand(brief("rule_for_you", (said, "who_i_am", "注释")), said)
    assert isinstance(raw, dict)
    assert raw["type"] == "standing_instruction"


def test_forget_becomes_a_suppress() -> None:
    said = "忘掉我的住址"
    [raw] = expand(brief("forget", (said, "who_i_am", "住址")), said)
    assert isinstance(raw, dict)
    assert raw["action"] == "suppress"


def test_a_subject_nobody_said_is_replaced_by_the_statement() -> None:
    said = "I'm vegan"
    [raw] = expand(brief("about_me", (said, "limit", "veganism")), said)
    assert isinstance(raw, dict)
    assert raw["identity"]["subject"] == said


@pytest.mark.parametrize("proposal", [None, [], "text", {"kind": "my_taste"}, {"kind": "x", "candidates": []}])
def test_what_is_no_brief_proposal_gives_nothing(proposal: object) -> None:
    assert expand(proposal, "我喜欢吃桃子") == []


def test_full_candidates_pass_through_to_be_checked() -> None:
    full = {"candidates": [{"action": "add"}]}
    assert expand(full, "我喜欢吃桃子") == [{"action": "add"}]


def test_every_example_of_the_prompt_fits_the_schema_and_stands_in_its_message() -> None:
    kinds = JSON_SCHEMA["properties"]["kind"]["enum"]
    abouts = JSON_SCHEMA["properties"]["candidates"]["items"]["properties"]["about"]["enum"]
    for message, kind, candidates in brief_extraction.EXAMPLES:
        assert kind in kinds
        assert all(
            about in abouts and evidence in message and subject in message for evidence, about, subject in candidates
        )
    assert {kind for _, kind, _ in brief_extraction.EXAMPLES} >= {"question", "request", "about_me", "forget"}
    assert all(f"- {kind}:" in brief_extraction.SYSTEM for kind in kinds)
    assert all(about in brief_extraction.SYSTEM for about in abouts)


@pytest.mark.parametrize(
    ("said", "kept", "type"),
    [
        ("帮我记一下:我们团队每周四下午不排会", "我们团队每周四下午不排会", "stable_user_context"),
        ("你好。请记住，以后用英文回答。", "以后用英文回答", "standing_instruction"),
        (
            "Please remember: my anniversary is September 14. Thanks!",
            "my anniversary is September 14",
            "stable_user_context",
        ),
        ("remember that I'm left-handed", "I'm left-handed", "stable_user_context"),
    ],
)
def test_what_is_expressly_asked_for_is_never_passed_over(said: str, kept: str, type: str) -> None:
    [raw] = explicit(said, [])
    assert isinstance(raw, dict)
    assert (raw["text"], raw["type"], raw["source_signal"]) == (kept, type, "explicit_memory_intent")
    assert isinstance(admit(raw, [as_turn(said)]), Admitted)
    assert explicit(said, [raw["evidence"]]) == []


@pytest.mark.parametrize(
    "said",
    [
        "记得上次爬山",
        "Remember when we went hiking",
        "你能记住我的名字吗",
        "I remember that day",
        "记住了吗？",
        "我不吃香菜",
    ],
)
def test_a_recollection_is_no_order(said: str) -> None:
    assert explicit(said, []) == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("别忘了我的住址", False),
        ("记住我的生日", False),
        ("don't forget my job", False),
        ("记住我的生日是5月1日", True),
        ("记住我的猫怕水", True),
        ("remember my birthday is on May 1st", True),
    ],
)
def test_a_side_of_the_user_that_is_only_named_is_no_memory(said: str, kept: bool) -> None:
    assert bool(explicit(said, [])) is kept
