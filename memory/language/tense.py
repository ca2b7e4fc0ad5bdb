"""What is over or only hoped for, made into what is: "I lived in Madrid" as "lives in Madrid", 我想养猫 as 养猫."""

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
_WISHED = re.compile(
    r"(?<![不理思])想(?![法念象起到着说问讲]|让?[你您])|打算|希望(?!你|您)|考虑|盼着|梦想"
    r"|\b(?:hope|hoping|hopefully|want to|wanna|fingers crossed|plan(?:ning)? (?:to|on)|thinking (?:of|about)"
    r"|would love to"
    r"|dream(?:ing)? of|(?:going to|gonna)(?! (?:be honest|say|tell|admit)))\b"
)
_AS_A_WISH = re.compile(
    r"想|打算|希望|考虑|准备|计划|目标|愿望|盼|备考|备孕|转行|将"
    r"|hop(?:e|ing)|want|wish|plan|think|consider|would|dream|goal|try|interest|going|will|aim|aspir|looking"
    r"|sav(?:e|ing)"
)
_NO_MORE = re.compile(r"过|曾|以前|之前|从前|当年")


def made_present(memory: str, said: str) -> bool:
    """Whether `memory` states as lasting what the user only says of a time that is over: 我学过钢琴 as 用户学钢琴."""
    told, kept = even(said).casefold(), even(memory).casefold()
    words, stated = set(_WORD.findall(told)), set(_WORD.findall(kept))
    english = any(past in words and stated & forms and not words & forms for past, forms in _PRESENT.items())
    return english or any(verb in kept for verb in _DONE.findall(told) if not _NO_MORE.search(kept))


def made_real(memory: str, said: str) -> bool:
    """Whether `memory` states as so what the user only wishes or plans: "hope I get the job" as "has the job"."""
    return bool(_WISHED.search(even(said).casefold())) and not _AS_A_WISH.search(even(memory).casefold())
