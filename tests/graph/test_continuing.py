"""What only what is known makes whole: an update of it, and never a new memory."""

from typing import Any

import pytest

from tests.graph.people import Person, output, statuses, turn
from tests.provider.process import candidate


async def told(person: Person, first: str, known: str, then: str, text: str, **changes: Any) -> dict[str, Any]:
    """Tell one thing, then how it is now; return how the second ended."""
    subject = changes.pop("subject", "x")
    before, after = changes.pop("before", {}), changes.pop("after", {})
    await person.says(turn(first), proposed=output(candidate(known, first, subject, **before | changes)))
    assert await person.active() == {known}
    said = output(candidate(text, then, subject, **after | changes))
    return await person.says(turn(then, "t2", hour=9), proposed=said)


@pytest.mark.parametrize(
    ("first", "known", "then", "text"),
    [
        ("我每天背50个新词", "用户每天背50个新词", "50个太多了我扛不住，改成20个吧", "用户每天背20个新词"),
        ("我平时写python行宽120", "用户写python行宽120", "行宽改成100吧，以后都100", "用户写python行宽100"),
        ("我们周三晚上固定排练", "用户周三晚上固定排练", "排练挪到周五晚上了", "用户周五晚上固定排练"),
        ("我房租月租3200", "用户房租月租3200", "房东又涨了，从3200涨到3500", "用户房租月租3500"),
        ("My shoe size is UK 9", "User's shoe size is UK 9", "sorry i meant a UK 10", "User's shoe size is UK 10"),
        (
            "I charge 40 an hour for gardening",
            "User charges 40 an hour for gardening",
            "I've put my rate up to 45 an hour for gardening",
            "User charges 45 an hour for gardening",
        ),
    ],
)
async def test_an_update_takes_the_rest_from_what_is_known(
    person: Person, first: str, known: str, then: str, text: str
) -> None:
    result = await told(person, first, known, then, text)
    assert result["outcome"] == "processed"
    assert await person.active() == {text}


@pytest.mark.parametrize(
    ("first", "known", "then", "text"),
    [
        # Nothing says that it is otherwise now.
        ("我每天背50个新词", "用户每天背50个新词", "20个图标", "用户每天背20个新词"),
        # What is new was not said.
        ("我每天背50个新词", "用户每天背50个新词", "改成20个吧", "用户每天背30个新词"),
        # It is of somebody else.
        ("我妈每天背50个新词", "用户的妈妈每天背50个新词", "改成20个吧", "用户每天背20个新词"),
        # Nothing in common with what is known.
        ("我养了一只猫", "用户养了一只猫", "改成20个吧", "用户每天背20个新词"),
        # It is said of something else, or of somebody else.
        (
            "Our production runs on port 8080",
            "Production runs on port 8080",
            "staging is on port 9090 now",
            "Production runs on port 9090",
        ),
        ("My mum lives in Cork", "User's mum lives in Cork", "Dad lives in Galway now", "User's mum lives in Galway"),
        ("我弟弟身高180", "用户的弟弟身高180", "算了还是用简体", "用户的弟弟用简体"),
        # One more is no change.
        ("I run two marathons a year", "User runs two marathons a year", "and changed one more", "User runs 3 a year"),
    ],
)
async def test_nothing_is_made_up(person: Person, first: str, known: str, then: str, text: str) -> None:
    await told(person, first, known, then, text)
    assert await person.active() == {known}


async def test_without_anything_known_it_is_refused_with_the_code_of_its_gate(person: Person) -> None:
    said = "50个太多了我扛不住，改成20个吧"
    result = await person.says(turn(said), proposed=output(candidate("用户每天背20个新词", said, "新词")))
    assert (result["outcome"], statuses(result)) == ("rejected_all", [("rejected", "unsupported_detail")])
    assert await person.stored() == {}


@pytest.mark.parametrize("forgotten", [True, False])
async def test_what_the_words_do_not_carry_neither_refreshes_nor_revives(person: Person, forgotten: bool) -> None:
    """A mention of something else, with a known memory proposed for it, changes nothing; nor when it was forgotten."""
    known = "用户在学法语"
    await person.says(turn("我在学法语"), proposed=output(candidate(known, "我在学法语", "法语")))
    if forgotten:
        await person.says(turn("忘掉我在学法语", "t2", hour=9), proposed=output())
    before = await person.stored()
    said = "房东换了，房租涨到3500"
    result = await person.says(turn(said, "t3", hour=10), proposed=output(candidate(known, said, "法语")))
    assert statuses(result) == [("rejected", "unsupported_detail")]
    assert await person.stored() == before


async def test_the_same_update_twice_is_done_once(person: Person) -> None:
    said, text = "50个太多了我扛不住，改成20个吧", "用户每天背20个新词"
    await told(person, "我每天背50个新词", "用户每天背50个新词", said, text)
    before = await person.stored()
    proposed = output(candidate(text, said, "x"))
    again = await person.says(turn("改一下", "t3", hour=10), turn(said, "t2", hour=9), proposed=proposed)
    assert ("duplicate", "already_processed") in statuses(again) or again["outcome"] == "skipped"
    assert await person.stored() == before


async def test_a_taste_that_turned_needs_no_subject(person: Person) -> None:
    taste: dict[str, Any] = {"type": "user_preference", "subject": "香菜"}
    avoid, prefer = ({"identity": {"subject": "香菜", "polarity": side}} for side in ("avoid", "prefer"))
    said = "诶真香了，最近突然爱上香菜了"
    await told(person, "我不吃香菜", "用户不吃香菜", said, "用户喜欢香菜", before=avoid, after=prefer, **taste)
    assert await person.active() == {"用户喜欢香菜"}
