"""Dates as people say them, counted from when they say it: 去年, 下个月, "three years ago", "since last March".

A memory outlives the day it was said on, so that only an absolute date may stand in it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

_DIGITS = dict(zip("零一二三四五六七八九", range(10), strict=True)) | {"两": 2, "俩": 2, "〇": 0}
_WORDS = {
    word: n
    for n, word in enumerate(
        """
    one two three four five six seven eight nine ten eleven twelve
    """.split(),
        start=1,
    )
} | {"a": 1, "an": 1, "a couple of": 2, "couple of": 2}
_MONTHS = """
    January February March April May June July August September October November December
    """.split()
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_NUM_ZH = r"(?:\d{1,4}|[零一二两三四五六七八九十]{1,4})"
_NUM_EN = r"(?:\d{1,4}|a couple of|an?|" + "|".join(w for w in _WORDS if " " not in w and w not in ("a", "an")) + r")"
_MONTH_EN = "|".join(_MONTHS)
_BARE_MONTHS = {month[:3].casefold(): number for number, month in enumerate(_MONTHS, start=1)}
_BARE_MONTH = re.compile(
    rf"\b(?:in|since|until|by|this|on(?: the)? \d{{1,2}}(?:st|nd|rd"
    rf"|th)?(?: of)?) ({_MONTH_EN})\b(?! \d{{4}})",
    re.I,
)
_BARE_MONTH_ZH = re.compile(r"(?<![\d年])(1[0-2]|[1-9])月(?!\d*租)")
"""A month without its year: the last or the next one."""
_UNRESOLVED = re.compile(
    r"(前阵子|前段时间|这阵子|近来|近期|过几天|过段时间|过阵子|快要|即将|不久|几(?:天|周|个?月|年)[前后]"
    r"|前几[天周年]|前些[天年]|改天|有一阵"
    r"|\b(?:lately|these days|soon|the other day|a while ago|some time ago|(?:a few|several|some) (?:days|weeks"
    r"|months|years) ago|in a few (?:days|weeks|months|years)|nowadays)\b)",
    re.I,
)
_PREPOSITION = re.compile(r"\b(?:in|since|until|till|by|from|before|after|during|on|of|around|for|as of)\s+$", re.I)


@dataclass(frozen=True)
class Said:
    """A relative date in a text and what it means."""

    start: int
    end: int
    zh: str
    en: str
    day: bool
    """Whether it means a single day, not a month or a year."""
    numbers: frozenset[str]


def resolve(text: str, now: datetime) -> str:
    """Return `text` with its relative dates made absolute.

    Args:
        text: a memory, in either language.
        now: when it was said, in the speaker's time zone.
    """
    for said in reversed(relative(text, now)):
        before = text[: said.start]
        chinese = re.search(r"[\u4e00-\u9fff]", text[said.start : said.end])
        new = said.zh if chinese else said.en
        if not chinese and not _PREPOSITION.search(before):
            new = f"{'on' if said.day else 'in'} {new}"
        text = before + new + text[said.end :]
    return text


def unresolved(text: str) -> bool:
    """Whether a date in `text` cannot be told from when it was said: 前阵子, "lately"."""
    return bool(_UNRESOLVED.search(text))


def numbers(text: str, now: datetime) -> frozenset[str]:
    """Return the numbers that the relative dates in `text` stand for."""
    named = {_BARE_MONTHS[month[:3].casefold()] for month in _BARE_MONTH.findall(text)}
    named |= {int(month) for month in _BARE_MONTH_ZH.findall(text)}
    years = {str(now.year - (month > now.month)) for month in named} | {
        str(now.year + (month < now.month)) for month in named
    }
    return frozenset(number for said in relative(text, now) for number in said.numbers) | years


def relative(text: str, now: datetime) -> list[Said]:
    """Return the relative dates in `text`, in order, without overlaps."""
    found: list[Said] = []
    for pattern, meaning in _RULES:
        for match in pattern.finditer(text):
            if not any(said.start < match.end() and match.start() < said.end for said in found):
                found.append(meaning(match, now))
    return sorted(found, key=lambda said: said.start)


def _year(match: re.Match[str], year: int) -> Said:
    return Said(*match.span(), f"{year}年", str(year), False, frozenset({str(year)}))


def _month(match: re.Match[str], now: datetime, months: int) -> Said:
    index = now.year * 12 + now.month - 1 + months
    year, month = divmod(index, 12)
    month += 1
    return Said(
        *match.span(), f"{year}年{month}月", f"{_MONTHS[month - 1]} {year}", False, frozenset({str(year), str(month)})
    )


def _day(match: re.Match[str], day: datetime) -> Said:
    parts = frozenset(
        {str(day.year), str(day.month), str(day.day), f"{day:%Y-%m-%d}", f"{day.month:02}", f"{day.day:02}"}
    )
    return Said(
        *match.span(),
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.day} {_MONTHS[day.month - 1]} {day.year}",
        True,
        parts,
    )


_TENS = {
    word: 10 * n for n, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
_SPELT_TENS = re.compile(
    rf"\b({'|'.join(_TENS)})(?:[- ](one|two|three|four|five|six|seven|eight|nine))?\b(?!-(?:somethings?|ish))", re.I
)


def tens_in_digits(text: str) -> str:
    """Return `text` with English tens in digits: thirty-four as 34."""
    return _SPELT_TENS.sub(lambda m: str(_TENS[m[1].casefold()] + (_WORDS[m[2].casefold()] if m[2] else 0)), text)


def number(word: str) -> int:
    """Return what a number word says: 两, 十二, three, 12."""
    word = word.casefold()
    if re.fullmatch(r"[0-9]{1,4}", word):
        return int(word)
    if word in _WORDS:
        return _WORDS[word]
    tens, ten, ones = word.rpartition("十")
    return (_DIGITS.get(tens, 1) * 10 if ten else 0) + _DIGITS.get(ones, 0)


def _named_month(match: re.Match[str], now: datetime, month: int, which: str) -> Said:
    year = now.year
    if which in ("last", "上", "去") and month >= now.month:
        year -= 1
    if which in ("next", "下", "明") and month <= now.month:
        year += 1
    return _month(match, now, (year - now.year) * 12 + month - now.month)


def _weekday(match: re.Match[str], now: datetime, weekday: int, weeks: int) -> Said:
    return _day(match, now + timedelta(days=weekday - now.weekday() + 7 * weeks))


def _last_or_next_day(match: re.Match[str], now: datetime) -> Said:
    ahead = (_DAYS.index(match[2].casefold()) - now.weekday()) % 7
    days = {"last": (ahead or 7) - 7 if ahead else -7, "next": ahead + (7 if ahead == 0 else 0)}.get(
        match[1].casefold(), ahead
    )
    return _day(match, now + timedelta(days=days))


_WEEKS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_ZH_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2}
_ZH_DAYS = {"大前天": -3, "前天": -2, "昨": -1, "今": 0, "明": 1, "后天": 2, "大后天": 3}
_EN_DAYS = {"yesterday": -1, "last night": -1, "today": 0, "tonight": 0, "this morning": 0, "tomorrow": 1}
_EN_TURNS = {"last": -1, "this": 0, "next": 1}

_Rule = tuple[re.Pattern[str], Callable[[re.Match[str], datetime], Said]]
_RULES: tuple[_Rule, ...] = (
    (
        re.compile(
            r"(大前年|前年|去年|今年|本年|明年|后年)的?(\d{1,2}|十[一二]?"
            r"|[一二三四五六七八九])月(?!份?里?租)"
        ),
        lambda m, now: _month(m, now, _ZH_YEARS[m[1]] * 12 + number(m[2]) - now.month),
    ),
    (
        re.compile(r"今年\s?(?=\d+\s?岁|[一二三四五六七八九十]+岁)"),
        lambda m, now: Said(*m.span(), "", "", False, frozenset()),
    ),
    (re.compile(r"(大前年|前年|去年|今年|本年|明年|后年)"), lambda m, now: _year(m, now.year + _ZH_YEARS[m[1]])),
    (re.compile(rf"({_NUM_ZH})年(?:多)?(?:以|之)?前"), lambda m, now: _year(m, now.year - number(m[1]))),
    (re.compile(rf"({_NUM_ZH})年(?:以|之)?后"), lambda m, now: _year(m, now.year + number(m[1]))),
    (re.compile(r"半年(?:多)?(?:以|之)?前"), lambda m, now: _month(m, now, -6)),
    (re.compile(rf"({_NUM_ZH})个月(?:以|之)?前"), lambda m, now: _month(m, now, -number(m[1]))),
    (re.compile(rf"({_NUM_ZH})个月(?:以|之)?后"), lambda m, now: _month(m, now, number(m[1]))),
    (
        re.compile(r"(?<![晚早])(上上|上|这|本|下下|下)个?月(?!光|亮|台|饼)"),
        lambda m, now: _month(m, now, _WEEKS[m[1]]),
    ),
    (
        re.compile(r"(上上|上|这|本|下下|下)个?(?:周|星期|礼拜)([一二三四五六日天])"),
        lambda m, now: _weekday(m, now, "一二三四五六日天".index(m[2]) % 7 if m[2] != "天" else 6, _WEEKS[m[1]]),
    ),
    (re.compile(r"(大前天|前天|大后天|后天)"), lambda m, now: _day(m, now + timedelta(days=_ZH_DAYS[m[1]]))),
    (
        re.compile(r"(今|昨|明)(?:天(?!集团|公司|科技|系|传媒|头条)|晚|早|儿个?)"),
        lambda m, now: _day(m, now + timedelta(days=_ZH_DAYS[m[1]])),
    ),
    (re.compile(rf"({_NUM_ZH})天(?:以|之)?前"), lambda m, now: _day(m, now - timedelta(days=number(m[1])))),
    (
        re.compile(rf"({_NUM_ZH})(?:周|个?星期)(?:以|之)?前"),
        lambda m, now: _month(m, now - timedelta(weeks=number(m[1])), 0),
    ),
    (re.compile(r"(?:上个?(?:周|星期|礼拜)(?![一二三四五六日天末])|最近|刚刚)"), lambda m, now: _month(m, now, 0)),
    (
        re.compile(rf"\b(last|this|next) ({_MONTH_EN})\b", re.I),
        lambda m, now: _named_month(m, now, _MONTHS.index(m[2].capitalize()) + 1, m[1].casefold()),
    ),
    (re.compile(r"\b(last|this|next) year\b", re.I), lambda m, now: _year(m, now.year + _EN_TURNS[m[1].casefold()])),
    (re.compile(r"\b(last|this|next) month\b", re.I), lambda m, now: _month(m, now, _EN_TURNS[m[1].casefold()])),
    (re.compile(rf"\b({_NUM_EN}) years? ago\b", re.I), lambda m, now: _year(m, now.year - number(m[1]))),
    (re.compile(rf"\bin ({_NUM_EN}) years?\b", re.I), lambda m, now: _year(m, now.year + number(m[1]))),
    (re.compile(rf"\b({_NUM_EN}) months? ago\b", re.I), lambda m, now: _month(m, now, -number(m[1]))),
    (
        re.compile(rf"\b({_NUM_EN}) weeks? ago\b", re.I),
        lambda m, now: _month(m, now - timedelta(weeks=number(m[1])), 0),
    ),
    (re.compile(rf"\b({_NUM_EN}) days? ago\b", re.I), lambda m, now: _day(m, now - timedelta(days=number(m[1])))),
    (re.compile(rf"\b(last|this|next) ({'|'.join(_DAYS)})\b", re.I), _last_or_next_day),
    (
        re.compile(
            r"(?<![A-Z]\w )\b((?:^[Y]|y)esterday|last night|(?:^T|t)oday|tonight|this morning|(?:^T"
            r"|t)omorrow)\b(?!'s)"
        ),
        lambda m, now: _day(m, now + timedelta(days=_EN_DAYS[m[1].casefold()])),
    ),
    (re.compile(r"\b(?:last week|recently|just now)\b", re.I), lambda m, now: _month(m, now, 0)),
)
"""The first rule that fits a place has it."""
