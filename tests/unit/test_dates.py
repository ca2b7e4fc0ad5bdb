"""Dates counted from when they were said, in the speaker's zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language import dates
from memory.language.dates import resolve

NOW = datetime.fromisoformat("2026-03-18T09:30:00+08:00")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("用户去年搬到成都", "用户2025年搬到成都"),
        ("用户去年9月入职", "用户2025年9月入职"),
        ("用户三年前开始学大提琴", "用户2023年开始学大提琴"),
        ("用户十二年前毕业", "用户2014年毕业"),
        ("用户半年前换了工作", "用户2025年9月换了工作"),
        ("用户下个月起调到深圳", "用户2026年4月起调到深圳"),
        ("用户上周三结婚", "用户2026年3月11日结婚"),
        ("用户昨天领养了一只狗", "用户2026年3月17日领养了一只狗"),
        ("用户两个月前搬家", "用户2026年1月搬家"),
        ("User quit smoking last year", "User quit smoking in 2025"),
        ("User has run a studio since last March", "User has run a studio since March 2025"),
        ("User founded a company five years ago", "User founded a company in 2021"),
        ("User moved last Friday", "User moved on 13 March 2026"),
        ("User will retire in two years", "User will retire in 2028"),
        ("User starts next June", "User starts in June 2026"),
        ("User adopted a dog yesterday", "User adopted a dog on 17 March 2026"),
    ],
)
def test_relative_dates_become_absolute(said: str, kept: str) -> None:
    assert resolve(said, NOW) == kept


@pytest.mark.parametrize(
    "text",
    [
        "用户1990年出生",
        "用户每天跑步",
        "用户在明天集团上班",
        "用户常看今日头条",
        "用户喜欢年糕",
        "User was born in 1990",
        "User likes today's special",
        "User reads USA Today",
        "User's favourite song is Yesterday",
    ],
)
def test_what_is_absolute_stays(text: str) -> None:
    assert resolve(text, NOW) == text


def test_the_zone_decides_which_day_it_is() -> None:
    """One moment is still yesterday in London."""
    moment = datetime.fromisoformat("2027-01-01T07:00:00+08:00")
    assert resolve("去年", moment) == "2026年"
    assert resolve("去年", moment.astimezone(ZoneInfo("Europe/London"))) == "2025年"


@pytest.mark.parametrize("text", ["用户前阵子搬家了", "几年前学过钢琴", "User moved a while ago", "a few years ago"])
def test_what_cannot_be_told_is_known_as_such(text: str) -> None:
    assert dates.unresolved(text)
    assert not dates.unresolved("用户2020年搬家")


@given(st.datetimes(min_value=datetime(1970, 1, 1), max_value=datetime(2100, 1, 1)), st.integers(1, 40))
def test_years_ago_are_years_ago(now: datetime, years: int) -> None:
    assert resolve(f"{years}年前", now) == f"{now.year - years}年"
    assert str(now.year - years) in dates.numbers(f"{years} years ago", now)
