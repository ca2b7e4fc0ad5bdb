"""Which memories a forget means: found among what exists, by the user's own words, whatever the polarity (B9)."""

import re
from collections.abc import Iterable, Sequence

from memory.language import people
from memory.language.kin import relations
from memory.language.text import clauses, even, fold, has_han, sentences
from memory.language.words import words
from memory.user import corrections, explicit
from memory.user.compare import identifiers
from memory.user.document import UserMemory
from memory.user.slots import reference, slots
from memory.user.vocabulary import DEGREES, WEAK

_ASKING = re.compile(
    r"(记忆里?的?|请|麻烦|帮我|可以|能不能|能否|能|把|将|关于|有关|之前|以前|上[次回]|刚才|说过?的?|提过?的?|聊过?的?"
    r"|记住?的?|记忆里?的?|那[条个件些段]?|这[条个件些]?|事情?|信息|内容|忘[了掉记]?|删[掉除了]?|抹掉|清[除空掉]"
    r"|移除|撤回"
    r"|别再?|不要再?|不用再?|留着?|存着?|记着|吧|吗|了|掉|从你那儿|从记忆里?|惦记着?|一直|就当没|当我没"
    r"|\b(?:please|could|can|would|you|mind|forget(?:ting)?|delete|erase|remove|scrub|scrap|wipe|drop|what"
    r"|everything|anything|all|i|told|said|mentioned|about|my|me|the|that|this|it|from|memory|know|knew|scratch"
    r"|anymore|possible|like|would|be|your|have|on|stop"
    r"|remember(?:ing|ed)?|sav(?:e|ed|ing)|stor(?:ed|ing)|recall|hold(?:ing)?|onto|longer|never|more|discard|bin"
    r"|unlearn|strike|don'?t|keep|hang|store|rather|any ?more|earlier|old|thing|stuff|note|entry|info\w*|details?"
    r"|of|to|and|where|when|who|how|which|didn'?t|you'?d)\b)",
    re.I,
)
_STATES = re.compile(
    r"(?:我|俺|咱)(?!的|说|们?的|之前|以前|那)[\u4e00-\u9fff]|\bthat i\b|\bi (?:like|love|am"
    r"|have|live|work|play|don't)\b",
    re.I,
)
"""Names a whole statement (我喜欢喝可乐), not a mere subject (可乐)."""
_NOT_ME = re.compile(r"不是我(?!家|的|们)|不是说我|别记成我|\b(?:not|isn't|wasn't|ain't) me\b|\bnot mine\b", re.I)
_ALL_ZH = r"(?:(?:一切|所有|全部)的?(?:东西|事情?|记忆|信息|内容|资料|数据)?|东西|事情?|记忆|信息|资料)"
_END_ZH = r"(?=[都全统给]*(?:吧|了|掉|好吗|可以吗|行吗)?\W*(?:$|[，。！!？?；;]))"
_EVERYTHING = re.compile(
    rf"(?:忘[了掉记]?|删[掉除了]?|清[除空掉]|抹掉)(?:所有|全部|一切)?(?:关于|有关|和)我的?{_ALL_ZH}{_END_ZH}"
    rf"|(?:关于|有关)我的?{_ALL_ZH}[，,]?[都全统给]*(?:忘|删|清|抹)[了掉除空]?{_END_ZH}"
    rf"|把我(?:整个人)?(?:给)?忘[了掉]{_END_ZH}"
    rf"|(?:清空|清除|删除?|忘掉)(?:所有|全部|我的?|你的?)*(?:的)?(?:长期)?记忆{_END_ZH}"
    r"|\b(?:forget|delete|erase|wipe|remove|clear) (?:everything|all)(?: that)? (?:about me"
    r"|you(?:'ve| have)? (?:ever )?"
    r"(?:know|knew|learn(?:ed|t)|remember(?:ed)?|saved|stored|have)(?: (?:about|of|on) me)?)"
    r"(?: from (?:your )?memory)?(?:,? (?:please|now))?\W*$"
    r"|\bforget (?:all )?about me(?:,? please)?\W*$|\bforget me(?:,? please)?\W*$"
    r"|\b(?:wipe|clear|erase|delete) (?:all )?(?:your |my |the )?memor(?:y|ies)(?: of me| about me)?"
    r"(?:,? please)?\W*$",
    re.I,
)
"""With nothing after it: 删掉关于我的一段 and "everything about me in this paragraph" are said of a text."""


def everything(text: str) -> bool:
    """Whether the user wants all of it forgotten ("忘掉关于我的一切", "forget everything about me")."""
    said = even(text)
    forgets = [said[slice(*wish.sentence)] for wish in explicit.wishes(said) if wish.kind == "forget"]
    return any(_EVERYTHING.search(sentence) for sentence in forgets)


def asked_for(text: str, memories: Iterable[UserMemory]) -> list[UserMemory]:
    """Return the active memories that an express forget in `text` means; without one, none.

    A memory is meant when it holds every word the forget names it by, or the one side of the user it names:
    "忘掉我的住址" means 用户住在杭州. Where only some fit in part, nothing is clear and nothing goes.
    """
    forgets = [text[slice(*wish.sentence)] for wish in explicit.wishes(text) if wish.kind == "forget"]
    active = [memory for memory in memories if memory.status == "active"]
    if forgets and everything(text):
        return active
    return [memory for sentence in forgets for memory in _meant_by(sentence, active)]


def meant_by_words(query: str, memories: Iterable[UserMemory]) -> list[UserMemory]:
    """Return the memories that a few words mean, of any status: what a forget of them would mean, or who hold them."""
    known = list(memories)
    live = [memory.model_copy(update={"status": "active"}) for memory in known]
    asked = [f"忘掉{query}", f"忘掉我的{query}"] if has_han(query) else [f"forget {query}", f"forget my {query}"]
    meant = {memory.id for sentence in asked for memory in asked_for(sentence, live)}
    named = fold(query)
    whole = len(named) >= (2 if has_han(query) else 4)
    return [m for m in known if m.id in meant or (whole and named in fold(f"{m.text} {' '.join(m.tags)}"))]


def _meant_by(sentence: str, active: Sequence[UserMemory]) -> list[UserMemory]:
    """Return the memories that a forget means; where some say all of it, only these.

    忘掉我喜欢喝可乐 does not mean the dog called 可乐, nor what somebody else likes.
    """
    letters = _letters(sentence)
    found = [
        memory for memory in active if _means(sentence, memory) and (not letters or _letters(memory.text) == letters)
    ]
    theirs = set() if _NOT_ME.search(even(sentence)) else relations(sentence)  # 说的是我老婆，不是我
    own = [memory for memory in found if relations(memory.text) <= theirs]
    named = _named_by(corrections.without_kept(sentence))
    whole = [memory for memory in own if named <= words(memory.text)]
    if _STATES.search(even(sentence)):
        found = [memory for memory in own if _of_the_same_kind(sentence, memory)]
        whole = _exactly(named, own)
    return [memory for memory in found if memory in whole] if whole and whole != found else found


def _letters(text: str) -> set[str]:
    """Return the letters that tell things apart: A of 项目A."""
    return {name for name in identifiers(even(text)) if len(name) == 1 and name.isalpha()}


def _exactly(named: frozenset[str], memories: Sequence[UserMemory]) -> list[UserMemory]:
    """Return those that say all of `named`; where some say nothing else, only these: tea is not green tea ice cream."""
    whole = [memory for memory in memories if named <= words(memory.text)]
    return [memory for memory in whole if words(memory.text) - WEAK <= named] or whole


def _of_the_same_kind(sentence: str, memory: UserMemory) -> bool:
    """Whether `memory` is a taste, if the sentence names one."""
    taste = "=喜欢" in _named_by(sentence)
    return not taste or memory.type == "user_preference" or "=喜欢" in words(memory.text)


def denied(text: str, memories: Iterable[UserMemory]) -> list[UserMemory]:
    """Return the active memories that a correction in `text` means: 对坚果过敏的不是我 ends 用户对坚果过敏."""
    wrong = [text[slice(*span)] for span in sentences(text) if corrections.corrects(text[slice(*span)])]
    return [memory for memory in memories if memory.status == "active" and any(_denies(said, memory) for said in wrong)]


def named(candidate_text: str, sentence: str, memories: Sequence[UserMemory]) -> list[UserMemory]:
    """Return the active memories that say what a model's forget names, if the user's sentence is about them too."""
    wanted = words(candidate_text)
    found = [
        memory
        for memory in memories
        if memory.status == "active" and wanted and wanted <= _words(memory) and _shares(sentence, memory)
        if relations(memory.text) <= relations(candidate_text) | relations(sentence)
    ]
    return _exactly(wanted, found) or found


def _denies(sentence: str, memory: UserMemory) -> bool:
    """Whether a correction names everything `memory` says, but for how much it is so."""
    held = words(memory.text) - WEAK - DEGREES
    others = () if _NOT_ME.search(even(sentence)) else people.somebody_else(sentence, clauses(sentence)[0])
    of_whom = people.names(others, memory.text) if others else not relations(memory.text)
    return bool(held) and held <= words(sentence) and of_whom


def _means(sentence: str, memory: UserMemory) -> bool:
    sentence = corrections.without_kept(sentence)
    named, held = _named_by(sentence) - WEAK, _words(memory)
    if named and named <= held:
        return True
    said = even(sentence)
    sides = slots(said) & slots(even(memory.text))
    beside = named.difference(*(words(reference(side, said)) for side in sides)) if sides else named
    return bool(sides) and beside <= held and relations(memory.text) <= relations(said)


def _named_by(sentence: str) -> frozenset[str]:
    return words(_ASKING.sub(" ", even(sentence)))


def _words(memory: UserMemory) -> frozenset[str]:
    identity = memory.identity
    return words(" ".join(filter(None, [memory.text, identity.subject, identity.facet, *memory.tags])))


def _shares(sentence: str, memory: UserMemory) -> bool:
    said, about = words(sentence), _words(memory)
    pointing = re.search(r"(这|那|它|\b(?:that|this|it)\b)", fold(sentence))
    return bool(said & about or slots(sentence) & slots(memory.text) or pointing)
