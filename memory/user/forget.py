"""Which memories a forget means: found among what exists, by the user's own words, whatever the polarity (B9)."""

import re
from collections.abc import Iterable, Sequence

from memory.language.text import fold, simplified
from memory.language.words import words
from memory.user import explicit
from memory.user.compare import holder
from memory.user.document import UserMemory
from memory.user.slots import slots

_ASKING = re.compile(
    r"(请|麻烦|帮我|可以|能不能|能否|能|把|将|关于|有关|之前|以前|上[次回]|刚才|说过?的?|提过?的?|聊过?的?"
    r"|记住?的?|那[条个件些段]?|这[条个件些]?|事情?|信息|内容|忘[了掉记]?|删[掉除了]?|抹掉|清[除空掉]|移除|撤回"
    r"|别再?|不要再?|不用再?|留着?|存着?|记着|吧|吗|了|掉|从你那儿|从记忆里?|惦记着?|一直|就当没|当我没"
    r"|\b(?:please|could|can|would|you|mind|forget(?:ting)?|delete|erase|remove|scrub|scrap|wipe|drop|what"
    r"|everything|anything|all|i|told|said|mentioned|about|my|me|the|that|this|it|from|memory|your|have|on|stop"
    r"|remembering|don'?t|keep|hang|store|rather|any ?more|earlier|old|thing|stuff|note|entry|info\w*|details?"
    r"|of|to|and)\b)",
    re.I,
)
_EVERYTHING = re.compile(
    r"(?:忘|删|清|抹).{0,6}(?:关于|有关)?我的?(?:一切|所有|全部)|(?:一切|所有|全部)(?:的)?(?:记忆|关于我|都?忘"
    r"|都?删)|把我(?:整个人)?忘[了掉]|清空(?:全部|所有)?记忆"
    r"|\b(?:forget|delete|erase|wipe|remove) (?:everything|all)\b(?! (?:about|on) (?!me\b))"
    r"|\bforget (?:about )?me\b(?! )|\b(?:wipe|clear|erase) (?:your |my |the |all )*memor(?:y|ies)\b",
    re.I,
)


def everything(text: str) -> bool:
    """Whether the user wants all of it forgotten ("忘掉关于我的一切", "forget everything about me")."""
    said = simplified(text)
    return bool(_EVERYTHING.search(said)) and any(wish.kind == "forget" for wish in explicit.wishes(said))


def asked_for(text: str, memories: Iterable[UserMemory]) -> list[UserMemory]:
    """Return the active memories that an express forget in `text` means; without one, none.

    A memory is meant when it holds every word the forget names it by, or the one side of the user it names:
    "忘掉我的住址" means 用户住在杭州. Where only some fit in part, nothing is clear and nothing goes.
    """
    forgets = [text[slice(*wish.sentence)] for wish in explicit.wishes(text) if wish.kind == "forget"]
    active = [memory for memory in memories if memory.status == "active"]
    if forgets and everything(text):
        return active
    return [memory for memory in active if any(_means(sentence, memory) for sentence in forgets)]


def named(candidate_text: str, sentence: str, memories: Sequence[UserMemory]) -> list[UserMemory]:
    """Return the active memories that say what a model's forget names, if the user's sentence is about them too."""
    wanted = words(candidate_text)
    return [
        memory
        for memory in memories
        if memory.status == "active" and wanted and wanted <= _words(memory) and _shares(sentence, memory)
    ]


def _means(sentence: str, memory: UserMemory) -> bool:
    named_by = _named_by(sentence)
    if named_by and named_by <= _words(memory):
        return True
    sides = slots(sentence) & slots(memory.text)
    rest = _without_sides(sentence, named_by)
    return bool(sides) and all(not holder(side, memory.text) - rest for side in sides) and rest <= _words(memory)


def _named_by(sentence: str) -> frozenset[str]:
    return words(_ASKING.sub(" ", simplified(sentence)))


def _without_sides(sentence: str, named_by: frozenset[str]) -> frozenset[str]:
    """Return what the forget says beside the side it names: 女儿 in 忘掉我女儿的生日."""
    return frozenset(
        word for word in named_by if not slots(word.removeprefix("=")) and not slots(sentence) <= slots(word)
    )


def _words(memory: UserMemory) -> frozenset[str]:
    identity = memory.identity
    return words(" ".join(filter(None, [memory.text, identity.subject, identity.facet, *memory.tags])))


def _shares(sentence: str, memory: UserMemory) -> bool:
    said, about = words(sentence), _words(memory)
    pointing = re.search(r"(这|那|它|\b(?:that|this|it)\b)", fold(sentence))
    return bool(said & about or slots(sentence) & slots(memory.text) or pointing)
