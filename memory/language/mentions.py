"""Numbers and names that a text mentions: what a memory must have from the user's own words."""

import re

from memory.language import dates
from memory.language.people import called
from memory.language.text import fold, language, plain, sentences

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_HAN_NUMBER = re.compile(r"[一二两俩三四五六七八九]?十[一二三四五六七八九]?|[一二两俩三四五六七八九]")
_YEAR_ZH = re.compile(r"[零〇一二三四五六七八九]{2,4}(?=年[的生出，。]|年$|后)")
_DIGITS = str.maketrans("零〇一二三四五六七八九", "00123456789")
_SHORT_YEAR = re.compile(r"(?<!\d)(\d\d)年(?=[的生出，。]|$)")
_WORD_NUMBER = re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.I)
_LATIN_NAME = re.compile(r"(?<![A-Za-z0-9])[A-Z][A-Za-z0-9+#]+")
LATIN_TOKEN = re.compile(r"[A-Za-z0-9]*[A-Za-z][A-Za-z0-9+#']*")
_MONTHS = frozenset(
    """
    January February March April May June July August September October November December
    """.split()
)
EMPTY_WORDS = frozenset(
    """
    the a an user user's users they their them he his she her i i'm my me mine we our you your is are am was be
    been has have had do does did not no never and or of to in on at for with by from as that this it its wants
    want would like likes prefers prefer uses use should always when who which all any because due so than very
    really currently now can cannot can't don't doesn't won't has been being there about
    """.split()
)
"""Words that say nothing by themselves."""


def numbers(text: str) -> set[str]:
    """Return the numbers in `text`; 三, three and 3 are the same, and 一 and "a" are none."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", plain(text))
    text = re.sub(r"(?<![a-zA-Z\d])(\d+(?:\.\d+)?)[kK](?![a-zA-Z\d])", lambda m: f"{float(m[1]) * 1_000:g}", text)
    text = dates.tens_in_digits(_YEAR_ZH.sub(lambda m: m[0].translate(_DIGITS), text))
    written = {number.lstrip("0") or "0" for number in _NUMBER.findall(text)}
    spelt = {dates.number(word) for word in (*_HAN_NUMBER.findall(text), *_WORD_NUMBER.findall(text))}
    return written | {str(number) for number in spelt if number > 1}


def short_years(said: str) -> set[str]:
    """Return the years that two digits may stand for: 八六年的 is of 1986."""
    short = _SHORT_YEAR.findall(_YEAR_ZH.sub(lambda m: m[0].translate(_DIGITS), plain(said)))
    return {century + year for year in short for century in ("19", "20")}


def says(said: str, name: str) -> bool:
    """Whether `name` stands in `said` as a whole: Ann is not in "planned"."""
    if not name.isascii():
        return fold(name) in fold(said)
    return bool(re.search(rf"(?<![a-z0-9]){re.escape(name.casefold())}(?![a-z0-9])", plain(said).casefold()))


def names(text: str) -> list[str]:
    """Return what counts as a name: in Chinese every Latin word, in English what is capitalised mid-sentence."""
    named = called(text)
    if language(text) == "zh":
        return [*LATIN_TOKEN.findall(text), *named]
    begins = {start for start, _ in sentences(text)}
    names = [m.group() for m in _LATIN_NAME.finditer(text) if m.start() not in begins]
    return [*(name for name in names if name.casefold() not in EMPTY_WORDS and name not in _MONTHS), *named]
