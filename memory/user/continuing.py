"""What only what is known makes whole: 改成 20 个吧 says how 每天背 50 个新词 is now, and nothing by itself.

A statement that the user's words alone do not carry is never a new memory. It may be the update of one that is
known: what is new in it must stand in their words, word for word, and everything else in the memory.
"""

import re
from collections.abc import Iterable

from memory.language import lasting, mentions
from memory.language.clauses import FIRST_PERSON
from memory.language.kin import KIN_EN, KIN_ZH, relations
from memory.language.people import called
from memory.language.sense import against
from memory.language.text import clauses
from memory.language.words import words
from memory.user.candidate import RULES, Candidate
from memory.user.compare import corrects_or_changes
from memory.user.document import UserMemory
from memory.user.evidence import Quote
from memory.user.identity import stable_key
from memory.user.opposites import RELATED
from memory.user.sides import same_side
from memory.user.slots import slots
from memory.user.support import supported
from memory.user.vocabulary import MARKERS, TIME, WEAK

_NAME = re.compile(
    rf"(?:{KIN_ZH})叫?([\u4e00-\u9fff]{{2}})|\b(?:{KIN_EN}),? ([A-Z][a-z]+)|^([A-Z][a-z]+)(?='s| is| has)"
)
_WHO_DECIDES = frozenset("房东 老板 组长".split())
"""Who changes what is the user's: 房东又涨了，从3200涨到3500."""


def may_continue(quote: Quote) -> bool:
    """Whether the sentence says that something is otherwise now, or was told wrongly."""
    return corrects_or_changes(quote.sentence)


def changes_rule(quote: Quote) -> bool:
    """Whether the clause asks for another way from now on, and not of one text: 还是详细点吧."""
    return may_continue(quote) and not lasting.of_one_text(quote.said)


def names_somebody(candidate: Candidate, quote: Quote) -> bool:
    """Whether the candidate is about somebody by a name that the user has said."""
    return any(mentions.says(quote.sentence, name) for name in _names(candidate.text))


def of_somebody_known(candidate: Candidate, quote: Quote, memories: Iterable[UserMemory]) -> bool:
    """Whether it is about somebody of whom the user has told: who Leo is, is known, and what of him, they say now."""
    names = {name for name in _names(candidate.text) if mentions.says(quote.sentence, name)}
    return any(
        memory.status == "active"
        and relations(candidate.text) <= relations(memory.text) != set()
        and any(mentions.says(memory.text, name) for name in names)
        and supported(candidate, quote, known=frozenset(relations(memory.text)))
        for memory in memories
    )


def _names(text: str) -> set[str]:
    """Return by what names `text` calls those whom it is about: Leo of "User's son Leo", 多多 of 用户的孩子多多."""
    return {name for names in _NAME.findall(text) for name in names if name} | called(text)


def continued(candidate: Candidate, quote: Quote, memories: Iterable[UserMemory]) -> UserMemory | None:
    """Return the active memory that `candidate` brings up to date; of several the one it shares most with."""
    new = words(candidate.text)
    found = [memory for memory in memories if memory.status == "active" and _continues(candidate, quote, memory)]
    return max(found, key=lambda memory: (len(words(memory.text) & new), memory.last_seen_at), default=None)


def _of_another(quote: Quote, come: frozenset[str], old: frozenset[str]) -> bool:
    """Whether the clause that says what is new says it of something else: staging is on 9090 now, not production."""
    pieces = [quote.source[slice(*piece)] for piece in clauses(quote.source)]
    saying = [piece for piece in pieces if words(piece) & come and not FIRST_PERSON.search(piece)]
    beside = (word for piece in saying for word in words(piece) - come - old - WEAK - MARKERS - TIME)
    return any(not word.startswith("⟨") for word in beside)


def _addressed(old: str, new: str) -> bool:
    """Whether both say how the user is called, where 老师 is nobody else."""
    return "form of address" in slots(old) & slots(new)


def _is_number(value: str) -> bool:
    return value.startswith("⟨")


def _bare(values: frozenset[str], old: frozenset[str]) -> frozenset[str]:
    """Return `values` without the units that stand in what is known: 3200 says 3200 yuan of a rent of 2800 yuan."""
    units = {value.partition(" ")[2] for value in old if value.startswith("⟨")}
    return frozenset(
        f"{value.partition(' ')[0]}⟩"
        if value.startswith("⟨") and " " in value and value.partition(" ")[2] in units
        else value
        for value in values
    )


def _continues(candidate: Candidate, quote: Quote, memory: UserMemory) -> bool:
    old, new = words(memory.text), words(candidate.text)
    come, gone = (side - WEAK - MARKERS - TIME for side in (new - old, old - new))
    turned = against(memory.text) != against(candidate.text)
    named = relations(quote.said) - _WHO_DECIDES
    same_key = memory.stable_key == stable_key(candidate.type, candidate.identity)
    rules = memory.type in RULES and candidate.type in RULES
    if (memory.type != candidate.type and not rules) or (
        relations(memory.text) != relations(candidate.text) and not _addressed(memory.text, candidate.text)
    ):
        return False
    if not named <= relations(memory.text):
        return False
    alike = same_key and (same_side(memory.text, candidate.text) or all(map(_is_number, come | gone)))
    if not ((new & old) - WEAK - RELATED or alike) or _of_another(quote, come, old):
        return False
    if not _bare(come, old) <= _bare(words(quote.sentence), old):
        return False
    return bool(come and gone) or (turned and not come and against(quote.said) == against(candidate.text))
