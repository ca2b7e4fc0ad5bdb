"""A time that is over, made into one that lasts: "I lived in Madrid as a student" is not "lives in Madrid"."""

import re

from memory.language.text import even

_FORMS = """
lived live lives living
worked work works working
played play plays playing
studied study studies studying
taught teach teaches teaching
owned own owns owning
smoked smoke smokes smoking
drank drink drinks drinking
drove drive drives driving
ran run runs running
rode ride rides riding
sang sing sings singing
kept keep keeps keeping
rented rent rents renting
trained train trains training
"""
_PRESENT = {past: set(present) for past, *present in (line.split() for line in _FORMS.strip().splitlines())}
_WORD = re.compile(r"[a-z]+")
_DONE = re.compile(r"([住学养当做干待读练打弹教开租卖抽])过(?!敏|期|年|节|生日|夜|去|来|程|分|于|度|滤|街|河|马路)")
_NO_MORE = re.compile(r"过|曾|以前|之前|从前|当年")


def made_present(memory: str, said: str) -> bool:
    """Whether `memory` states as lasting what the user only says of a time that is over: 我学过钢琴 as 用户学钢琴."""
    told, kept = even(said).casefold(), even(memory).casefold()
    words, stated = set(_WORD.findall(told)), set(_WORD.findall(kept))
    english = any(past in words and stated & forms and not words & forms for past, forms in _PRESENT.items())
    return english or any(verb in kept for verb in _DONE.findall(told) if not _NO_MORE.search(kept))
