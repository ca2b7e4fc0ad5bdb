"""What two statements put against each other: one for a thing and one against it, or a choice the other way round."""

import re
from functools import lru_cache

from memory.language.kin import ALIASES, ANIMALS
from memory.language.sense import exceptions, parts, senses, without_double_negations
from memory.language.text import even
from memory.language.words import words
from memory.user.vocabulary import WEAK

_CHOICES = (
    (re.compile(r"\bprefers? (.+?) (?:to|over|rather than) (.+)", re.I), False),
    (re.compile(r"\b(?:likes?|loves?|choose|picks?) (.+?) (?:over|more than|better than) (.+)", re.I), False),
    (re.compile(r"\brather (.+?) than (.+)", re.I), False),
    (re.compile(r"(.{1,12}?)(?:胜过|多过|好过|强过|而不是)(.+)"), False),
    (re.compile(r"比起(.+?)[，,].*?(?:更|宁)(?:喜欢|爱吃|爱喝|爱|愿意?|想|偏爱|倾向)*(.+)"), True),
    (re.compile(r"(?:喜欢|爱|选)(.+?)(?:不选|不要|不喜欢|不爱)(.+)"), False),
    (re.compile(r"(\w+) > (\w+)"), False),
)


RELATED = frozenset(f"={line.split()[0]}" for line in ALIASES) - {f"={animal}" for animal in ANIMALS}
"""Whose it is, is said neither for nor against: my mum is allergic to nuts and she lives with us."""


def reversed_choice(one: str, other: str) -> bool:
    """Whether one prefers what the other puts second: tea to coffee, coffee to tea."""
    first, second = _choice(one), _choice(other)
    if first is None or second is None:
        return False
    (wanted, left), (wanted_now, left_now) = first, second
    return bool(wanted & left_now and left & wanted_now) and not (wanted & wanted_now or left & left_now)


def contradicts(memory: str, said: str) -> bool:
    """Whether `memory` takes from a sentence with two senses the thing for which it was not said.

    我喜欢狗，不喜欢猫 does not carry 喜欢猫, and "trains to planes" does not carry planes to trains.
    """
    if reversed_choice(memory, said):
        return True
    if len(senses(said)) < 2 and _choice(said) is None:
        return False
    said_for, said_against = _signs(said)
    kept_for, kept_against = _signs(memory)
    agree = kept_for & said_for or kept_against & said_against
    return _excepted(memory, said) or (not agree and bool(kept_for & said_against or kept_against & said_for))


def _excepted(memory: str, said: str) -> bool:
    """Whether `memory` says of the exception what was said of the rest: "allergic to cats but not dogs"."""
    kept, told = _signs(memory), _signs(said)
    # signs[sense]: said for (False), said against (True)
    return any(
        (words(part) - WEAK - told[not sense]) & kept[not sense]
        for part, sense in exceptions(without_double_negations(said))
    )


def contradict(old: str, new: str) -> bool:
    """Whether something is said for in one and against in the other."""
    (known_for, known_against), (said_for, said_against) = _signs(old), _signs(new)
    return bool(
        (known_for - known_against) & (said_against - said_for)
        | (known_against - known_for) & (said_for - said_against)
    )


def _signs(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words said for and those said against; 不吃猪肉但喝酒 is not 吃猪肉但不喝酒."""
    chosen = _choice(text)
    if chosen is not None:
        return chosen
    signed: dict[bool, set[str]] = {True: set(), False: set()}
    for part, is_against in parts(without_double_negations(text)):
        signed[is_against] |= words(part) - WEAK - RELATED
    return frozenset(signed[False]), frozenset(signed[True])


@lru_cache(maxsize=8_192)
def _choice(text: str) -> tuple[frozenset[str], frozenset[str]] | None:
    for pattern, turned in _CHOICES:
        match = pattern.search(even(text))
        if match:
            sides = words(match[1]) - WEAK, words(match[2]) - WEAK
            return (sides[1], sides[0]) if turned else sides
    return None
