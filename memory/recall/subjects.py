"""Who a question is about, and whether a memory is about the same: my sister's allergy is not mine (B17, point 9).

Similarity cannot tell: the nearest memory to "is my brother allergic to anything?" is the user's own allergy.
"""

import re

from memory.language.kin import ANIMALS, KIN_EN, KIN_ZH, aliases
from memory.language.people import somebody_else
from memory.language.text import clauses, even, has_han
from memory.recall.cast import MORE_KIN_ZH, Cast, people_in

_QUESTION_EN = re.compile(
    r"\b(?:what|which|where|when|who|whose|how)(?:'s)?\b|^\W*(?:(?:so|and|but|hey|ok|please|remind me) )*"
    r"(?:is|are|was|were|do|does|did|has|have|had|can|will|would|should|might|could)\b",
    re.I,
)
_QUESTION_ZH = re.compile(r"([\u4e00-\u9fff])不\1|来着|什么|哪|谁|几|多少|多大|有没有|是不是|吗|呢|么[？?]?$")
_SELF_EN = re.compile(r"\b(?:i|me|us|we|i'm|i've|i'd)\b|\bfor (?:my|our)\b|\bbetween\b", re.I)
_SELF_ZH = re.compile(
    rf"(?:我|俺|咱)(?!们?(?:的|家|那个?|最?大|最?小|二|亲|表|堂)*(?:{KIN_ZH}|{MORE_KIN_ZH}))|我们|咱们"
    rf"|[帮给送买带陪约替]"
)
"""Says that the user has a part in it: then what is known of them matters too."""
_HOUSE_ZH = re.compile(r"(?<![我俺咱你他她国专回在])([小阿老][\u4e00-\u9fff])家(?=[的那养住])")
_NEXT_DOOR = re.compile(r"隔壁|对门|楼上|楼下|\bnext door\b|\bupstairs\b|\bdownstairs\b", re.I)
_ROLES = "vicar|priest|doctor|dentist|barber|mechanic|plumber|landlord|nanny|midwife|carer|postman|builder|vet"
_OWNER_EN = re.compile(rf"\b(?:the|my|our) ({_ROLES}|{KIN_EN})'s (?!day\b)[a-z]+")
_NAME_EN = re.compile(
    r"\b(?:does|do|did|is|was|has|had|will|can|would|might|could|should)\s+([A-Z][a-z]+)\b(?!\s+[A-Z])"
    r"|(?<=\s)([A-Z][a-z]+)\s(?:has|is|was|had|will|does|did|feels?|thinks?|likes?|plans?)\b"
)
"""Who or what is asked about by name, known or not: what is known of others says nothing about Zoe or Redis."""
_NAMES_EN = re.compile(
    r"(?<=\s)(?!Today|Tomorrow|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|New|Mother|Father"
    r"|Valentine)([A-Z][a-z]+)'s\b"
)
_KIN_NAME_EN = re.compile(rf"\b(?:{KIN_EN})\s+([A-Z]\w+)\b")
_NAME_ZH = re.compile(r"[小阿老][\u4e00-\u9fff]|[A-Z][A-Za-z]+")
_OTHERS = frozenset("同事 同学 老板 组长 总监 下属 徒弟 学生 老师 导师 教练 客户 客人 房东 房客 朋友 孩子".split())


def asked_about(text: str, cast: Cast) -> frozenset[str]:
    """Return whom a question asks about when that is not the user: words for kin, and names.

    "What laptop did my dad buy?" and 婆婆有没有什么东西吃了会过敏的？ ask about somebody. 想给老公换个坐垫 and
    "my girlfriend is visiting, where should we go?" only speak of somebody: what is known of the user matters too.
    """
    found: set[str] = set()
    for span in clauses(text):
        clause = text[slice(*span)]
        if not _asks(clause):
            continue
        who = {word for word in somebody_else(text, span) if _is_name(word)} if not _of_oneself(clause) else set()
        who |= (
            _kin_in(clause)
            | {one or other for one, other in _NAME_EN.findall(clause)}
            | set(_KIN_NAME_EN.findall(clause))
        )
        who |= set(_NAMES_EN.findall(clause))
        who |= set(_HOUSE_ZH.findall(clause)) | ({"邻居"} if _NEXT_DOOR.search(clause) else set())
        who |= {word for word in _OWNER_EN.findall(clause.casefold()) if aliases(word)[0] not in ANIMALS} | _named(
            clause, cast
        )
        if _of_oneself(clause) or not who or any(map(cast.is_user, who)):
            return frozenset()
        found |= who
    return frozenset(found)


def _kin_in(clause: str) -> set[str]:
    """Return the family in a clause, and others only where they are the user's: 我老板, not 合同老板签了吗."""
    mine = bool(re.search(r"我们?的?|\b(?:my|our)\b", clause, re.I))
    return {word for word in people_in(clause) if mine or aliases(word)[0] not in _OTHERS}


def _named(clause: str, cast: Cast) -> set[str]:
    return {
        name
        for name in cast.names
        if re.search(
            rf"{re.escape(name)}(?! (?:it|you|we|the|this|that"
            rf"|i)\b)",
            clause,
        )
    }


def _asks(clause: str) -> bool:
    said = even(clause)
    return bool((_QUESTION_ZH if has_han(said) else _QUESTION_EN).search(said))


def _of_oneself(clause: str) -> bool:
    said = even(clause)
    return bool((_SELF_ZH if has_han(said) else _SELF_EN).search(said))


def _is_name(word: str) -> bool:
    return bool(_NAME_ZH.fullmatch(word)) and len(aliases(word)) == 1 and not _QUESTION_EN.fullmatch(word)
