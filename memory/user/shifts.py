"""A memory that says another thing of the user than their words do, although it has the same nouns in it.

我开车去台中 is no home in 台中, 我在卖车 no car that was bought, 我给糖尿病病人做饭 no illness of one's own.
"""

import re

from memory.language.text import even
from memory.user.slots import slots, stated

_TRAVELS = re.compile(
    r"[去到飞](?:了|过)?[\u4e00-\u9fff]{2}|路上|出差|旅[行游]|机票|车票"
    r"|\b(?:go(?:ing)?|went|been|fly(?:ing)?|flew|driv(?:e|ing)|drove|travel(?:l?ing|l?ed)?|trip|visit\w*|train"
    r"|flight)\b",
    re.I,
)
_REVERSED = tuple(
    (re.compile(one, re.I), re.compile(other, re.I))
    for one, other in (
        (r"买|购|\b(?:buys?|buying|bought)\b", r"卖|出售|\b(?:sells?|selling|sold)\b"),
        (
            r"教(?!授|育|程|材|堂)|\b(?:teach\w*|taught)\b",
            r"学(?!生|校|院|位|历)|\b(?:learn\w*|stud(?:y|ies|ying"
            r"|ied))\b",
        ),
        (r"借给|\b(?:lends?|lent|lending)\b", r"借(?!给)|\b(?:borrow\w*)\b"),
        (r"租给|出租|\b(?:lets|rents? out)\b", r"租(?!给)|\b(?:rents?(?! out)|renting(?! out))\b"),
    )
)
_PATIENTS = re.compile(r"病人|患者|病友|\b(?:patients?|sufferers?)\b", re.I)
_ILL = re.compile(
    r"(?:有|患有?|得了?|是)[\u4e00-\u9fff]{0,6}(?:病|症|癌|炎|压|瘤)|\b(?:has|suffers from"
    r"|is (?:a )?)\w*",
    re.I,
)
_IS = re.compile(r"(?:用户|我)(?:是|当|做)(?:一?[名个位])?([\u4e00-\u9fff]{2,6})$")


def shifted(memory: str, said: str) -> bool:
    """Whether `memory` says something of the user that `said` does not, in words that stand in it."""
    text, told = even(memory), even(said)
    moved = "home" in stated(text) and "home" not in slots(told) | stated(told).keys() and _TRAVELS.search(told)
    reversed_ = any(_only(text, told, one, other) or _only(text, told, other, one) for one, other in _REVERSED)
    ill = _PATIENTS.search(told) and not _PATIENTS.search(text) and _ILL.search(text)
    return bool(moved or reversed_ or ill or _only_met(text, told))


def _only(text: str, told: str, one: re.Pattern[str], other: re.Pattern[str]) -> bool:
    """Whether `text` has one of two opposite deeds and `told` only the other."""
    return bool(one.search(text) and other.search(told) and not other.search(text) and not one.search(told))


def _only_met(text: str, told: str) -> bool:
    """Whether `text` says that the user is what they only met: 我采访了一位航天员."""
    is_ = _IS.search(text)
    if not is_:
        return False
    met = rf"(?:采访|认识|见到?|遇到?|找|看|问|嫁给?|陪|喜欢|讨厌|崇拜)[了过]?(?:一?[名个位])?{re.escape(is_[1])}"
    return bool(re.search(met, told)) and not re.search(rf"[是当做](?:一?[名个位])?{re.escape(is_[1])}", told)
