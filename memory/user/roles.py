"""Who does it to whom: Ann lent Bob a book is not what Bob lent Ann."""

import re

from memory.language import people
from memory.language.words import words

_RELATING = re.compile(
    r"([\u4e00-\u9fff]给|欠|比|管理?|教(?![授师练育室])|带|照看|领导|汇报|打败|赢|喜欢上|\b(?:lent|lend|owes?"
    r"|manages?"
    r"|reports? to|than"
    r"|teaches|pays?|gave|gives|beat|hired|introduced|sold|bought)\b)"
)
_PASSIVE = re.compile(r"(被|由(?=[\u4e00-\u9fff]{1,6}(?:照|管|教|带))|\b(?:by|was|were) \w)")


def swapped(old: str, new: str) -> bool:
    """Whether the two that are related have changed places: A lent B, B lent A."""
    if (
        bool(_PASSIVE.search(old)) == bool(_PASSIVE.search(new))
        and None is not _acts(old, new) != _acts(new, old) is not None
    ):
        return True
    known, said = people.belongings(old), people.belongings(new)
    if known != said and all({pair[side] for pair in known} == {pair[side] for pair in said} for side in (0, 1)):
        return True
    one, other = _RELATING.search(old), _RELATING.search(new)
    if not one or not other:
        return False
    before, after = _sides(old, one.span())
    first, second = _sides(new, other.span())
    if bool(_PASSIVE.search(old)) != bool(_PASSIVE.search(new)):
        first, second = second, first
    return len(before & second) + len(after & first) > len(before & first) + len(after & second)


def _acts(text: str, other: str) -> bool | None:
    """Whether the user does it (True) or somebody with a name (False); None: neither begins the sentence.

    A word with which the sentence begins is a name when the other statement writes it large inside.
    """
    if re.match(r"(?i)(?:the )?user (?!is\b|was\b)|i (?!am\b)", text):
        return True
    begins = re.match(r"([A-Z][a-z]+) (?!is\b|was\b|and\b)\w", text)
    return False if begins and re.search(rf"\w\W+{begins[1]}\b", other) else None


def _sides(text: str, at: tuple[int, int]) -> tuple[frozenset[str], frozenset[str]]:
    return _with_user(text[: at[0]]), _with_user(text[at[1] :])


def _with_user(text: str) -> frozenset[str]:
    user = re.search(r"用户|我|\buser\b|\bi\b|\bme\b", text, re.I)
    return frozenset(word for word in words(text) if not word.startswith("⟨")) | ({"user"} if user else set())
