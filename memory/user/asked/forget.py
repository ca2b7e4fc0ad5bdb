"""Which memories a forget means: found among what exists, by the user's own words, whatever the polarity (B9)."""

import re
from collections.abc import Iterable, Sequence

from memory.language import people
from memory.language.kin import relations
from memory.language.text import clauses, even, fold, has_han, sentences
from memory.language.words import words
from memory.user import corrections
from memory.user.asked import explicit
from memory.user.asked.naming import named_by, names_all, naming
from memory.user.compare import identifiers
from memory.user.document import UserMemory
from memory.user.slots import reference, slots
from memory.user.vocabulary import DEGREES, WEAK

_STATES = re.compile(
    r"(?:我|俺|咱)(?!的|说|们?的|之前|以前|那)[\u4e00-\u9fff]|\bthat i\b|\bi (?:like|love|am"
    r"|have|live|work|play|don't)\b",
    re.I,
)
"""Names a whole statement (我喜欢喝可乐), not a mere subject (可乐)."""
_NOT_ME = re.compile(r"不是我(?!家|的|们)|不是说我|别记成我|\b(?:not|isn't|wasn't|ain't) me\b|\bnot mine\b", re.I)


def everything(text: str) -> bool:
    """Whether the user wants all of it forgotten ("忘掉关于我的一切", "forget everything about me")."""
    said = even(text)
    forgets = [said[slice(*wish.sentence)] for wish in explicit.wishes(said) if wish.kind == "forget"]
    return any(names_all(sentence) for sentence in forgets)


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
    sentence = naming(corrections.without_kept(sentence))
    letters = _letters(sentence)
    found = [
        memory for memory in active if _means(sentence, memory) and (not letters or _letters(memory.text) == letters)
    ]
    theirs = set() if _NOT_ME.search(even(sentence)) else relations(sentence)  # 说的是我老婆，不是我
    own = [memory for memory in found if relations(memory.text) <= theirs]
    named = named_by(sentence)
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
    taste = "=喜欢" in named_by(sentence)
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
    return _exactly(wanted, found) or found or _nearly(candidate_text, sentence, memories)


def _nearly(candidate_text: str, sentence: str, memories: Iterable[UserMemory]) -> list[UserMemory]:
    """Return the one active memory that a model names in other words, or with a value it has no longer; else nothing.

    What the user said of it the memory must hold; of what only the model says, most.
    """
    wanted, said = _naming_words(candidate_text), named_by(sentence)
    spoken = wanted & said | {value for value in words(candidate_text) & said if value.startswith("⟨")}
    near: dict[int, list[UserMemory]] = {}
    for memory in memories:
        shared = wanted & _words(memory)
        about = memory.status == "active" and spoken <= _words(memory) and 2 * len(shared) >= len(wanted)
        if spoken & wanted and about and _of_them(sentence, memory):
            near.setdefault(len(shared), []).append(memory)
    best = near[max(near)] if near else []
    return best if len(best) == 1 else []


def _naming_words(text: str) -> frozenset[str]:
    """Return the words that say what `text` is about, without its values; the weak ones where there are no others."""
    named = frozenset(word for word in words(text) if not word.startswith("⟨"))
    return named - WEAK or named


def _of_them(sentence: str, memory: UserMemory) -> bool:
    """Whether the sentence is about the people and the lettered things that `memory` is about."""
    return relations(memory.text) <= relations(sentence) and _letters(memory.text) <= _letters(sentence)


def _denies(sentence: str, memory: UserMemory) -> bool:
    """Whether a correction names everything `memory` says, but for how much it is so."""
    held = words(memory.text) - WEAK - DEGREES
    others = () if _NOT_ME.search(even(sentence)) else people.somebody_else(sentence, clauses(sentence)[0])
    of_whom = people.names(others, memory.text) if others else not relations(memory.text)
    return bool(held) and held <= words(sentence) and of_whom


def _means(sentence: str, memory: UserMemory) -> bool:
    said, held = even(sentence), _words(memory)
    mentioned = named_by(sentence)
    named = mentioned - WEAK or (frozenset() if slots(said) else frozenset(w for w in mentioned if w[0] == "="))
    if named and named <= held:
        return True
    # "The user is a nurse" names no job as a job, but its subject does.
    sides = slots(said) & (slots(even(memory.text)) | slots(even(memory.identity.subject)))
    beside = named.difference(*(words(reference(side, said)) for side in sides)) if sides else named
    return bool(sides) and beside <= held and relations(memory.text) <= relations(said)


def _words(memory: UserMemory) -> frozenset[str]:
    identity = memory.identity
    return words(" ".join(filter(None, [memory.text, identity.subject, identity.facet, *memory.tags])))


def _shares(sentence: str, memory: UserMemory) -> bool:
    said, about = words(sentence), _words(memory)
    pointing = re.search(r"(这|那|它|\b(?:that|this|it)\b)", fold(sentence))
    return bool(said & about or slots(sentence) & slots(memory.text) or pointing)
