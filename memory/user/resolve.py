"""Which known memory a new statement is about: exact key first, then what was found near (design section 6)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memory.language.kin import relations
from memory.language.text import fold, has_han
from memory.language.words import words
from memory.user.candidate import RULES, Candidate
from memory.user.compare import Relation, adds, changes, identifiers, relation
from memory.user.document import UserMemory
from memory.user.evidence import Quote
from memory.user.identity import related_keys, stable_key
from memory.user.sides import is_role, one_at_a_time, owner, same_partner, same_side, two_things
from memory.user.slots import stated
from memory.user.vocabulary import ACTS, MARKERS, TASTES, VALUES_ONCE_CHANGED, WEAK

Judged = Mapping[tuple[str, str], Relation]
"""What a model said of pairs that rules leave open, by the statement's and the memory's text; already checked."""


@dataclass(frozen=True)
class Resolution:
    """What a statement is to what is known."""

    same: UserMemory | None = None
    """The memory that says it already, active if there is an active one."""
    older: Sequence[UserMemory] = ()
    """The active memories whose place it takes."""
    unsure: Sequence[UserMemory] = ()
    """Active ones that may be either; without a model they stay beside it."""
    by_key: Mapping[str, UserMemory] = field(default_factory=dict)
    """What is known under the keys it may have."""


def keys_to_read(candidate: Candidate) -> list[str]:
    """Return the stable keys under which the candidate, or what it contradicts, may already be known."""
    return [*related_keys(candidate.type, candidate.identity), own_key(candidate)]


def own_key(candidate: Candidate) -> str:
    """Return the key of another fact about the same subject: its whole text is its facet."""
    identity = candidate.identity.model_copy(update={"facet": candidate.text})
    return stable_key(candidate.type, identity)


def resolve(
    candidate: Candidate,
    known: Iterable[UserMemory],
    judged: Judged | None = None,
    *,
    quote: Quote | None = None,
) -> Resolution:
    """Compare a statement with each known memory; the number of comparisons is bounded by what was read.

    Args:
        candidate: the statement.
        known: what it may be about, of any status.
        judged: what a model said of pairs that rules leave open.
        quote: the user's words it rests on.
    """
    memories = list(known)
    compared = [(memory, _relation(candidate, memory, judged or {}, quote)) for memory in memories]
    same = [memory for memory, found in compared if found == "same"]
    same.sort(key=lambda memory: (memory.status == "active", memory.last_seen_at, memory.id), reverse=True)
    active = [(memory, found) for memory, found in compared if memory.status == "active"]
    keys = set(keys_to_read(candidate))
    return Resolution(
        same=same[0] if same else None,
        older=[memory for memory, found in active if found == "update"],
        unsure=[memory for memory, found in active if found == "unsure"],
        by_key={memory.stable_key: memory for memory in memories if memory.stable_key in keys},
    )


def _relation(candidate: Candidate, memory: UserMemory, judged: Judged, quote: Quote | None) -> Relation:
    rules = candidate.type in RULES and memory.type in RULES
    found = relation(memory.text, candidate.text, rules=rules)
    if found != "same" and _numbered_apart(candidate, memory):
        return "different"
    if found == "unsure":
        found = judged.get((candidate.text, memory.text), found)
    if found in ("different", "unsure") and _opposite(candidate, memory):
        return "update"
    if quote is None:
        return found
    if found == "unsure" and _sent_again(candidate, memory, quote):
        return "update"
    if found == "update" and adds(quote.said) and not changes(quote.said):
        return "different"  # 我周五也要接孩子
    if _told_beside(memory, quote):
        return "different" if found == "update" else found
    return "update" if found in ("different", "unsure") and _changed(candidate, memory, quote.sentence) else found


def _changed(candidate: Candidate, memory: UserMemory, said: str) -> bool:
    """Whether the sentence says that it is otherwise now, and means this memory: by what both are about, or its value.

    "I switched from Windows to Linux" ends 用 Windows; 我最喜欢的颜色现在是蓝色 ends another favourite colour. A key
    alone means nothing: a model may file a new bicycle under the home.
    """
    others = relations(candidate.text) | relations(said)
    partner = same_partner(memory.text, said)
    whose = relations(memory.text) <= others and owner(candidate.text) == owner(memory.text)
    if not changes(said) or not (whose or partner or is_role(memory.text)) or two_things(memory.text, candidate.text):
        return False
    lettered = {name for name in identifiers(memory.text) if name.isalpha()}
    if not lettered <= identifiers(said) | identifiers(candidate.text):
        return False  # 项目A, 项目B
    old, new = words(memory.text) - WEAK, words(candidate.text) - WEAK
    same_key = memory.stable_key in related_keys(candidate.type, candidate.identity)
    about = words(candidate.identity.subject) & words(said)
    if same_key and (old & new or about or partner or _same_side(memory.text, candidate.text)):
        return True
    apart = {word for word in (old ^ new) - MARKERS - ACTS if not word.startswith("⟨")}  # iPhone 12, Pixel 8
    replaced = any(apart and apart <= kind and old - new and new - old for kind in VALUES_ONCE_CHANGED)
    sided = one_at_a_time(memory.text, candidate.text)
    return memory.type == candidate.type and (replaced or sided or (bool(old) and old <= words(said)))


def _same_side(old: str, new: str) -> bool:
    """Whether both speak of one side of the user, or in two languages, where words tell nothing."""
    return bool(same_side(old, new) or stated(old).keys() & stated(new).keys() or has_han(old) != has_han(new))


def _numbered_apart(candidate: Candidate, memory: UserMemory) -> bool:
    """Whether the two are about things told apart by a number in their names: 一号机床, 二号机床."""
    mine, other = (
        {word for word in words(identity.subject) if word.startswith("⟨")}
        for identity in (candidate.identity, memory.identity)
    )
    return bool(mine and other and mine != other)


def _sent_again(candidate: Candidate, memory: UserMemory, quote: Quote) -> bool:
    """Whether all that `memory` rests on is this very turn, said in other words before (B4)."""
    return _told_in(memory, quote) and memory.stable_key == stable_key(candidate.type, candidate.identity)


def _told_beside(memory: UserMemory, quote: Quote) -> bool:
    """Whether all that `memory` rests on stands in this very message: it does not end what it says itself."""
    said = fold(quote.turn.user_text)
    return _told_in(memory, quote) and all(fold(one.quote) in said for one in memory.evidence)


def _told_in(memory: UserMemory, quote: Quote) -> bool:
    here = (quote.turn.conversation_id, quote.turn.turn_id)
    return {(one.conversation_id, one.turn_id) for one in memory.evidence} == {here}


def _opposite(candidate: Candidate, memory: UserMemory) -> bool:
    """Whether one is for and the other against exactly the same thing (W2.12)."""
    mine, other = candidate.identity, memory.identity
    said, known = words(candidate.text) - WEAK - MARKERS - TASTES, words(memory.text) - WEAK - MARKERS - TASTES
    old, new = known - said, said - known
    return (
        candidate.type == memory.type == "user_preference"
        and memory.stable_key in related_keys(candidate.type, mine)
        and mine.polarity != other.polarity
        and relations(memory.text) == relations(candidate.text)
        and not (old and new)  # red wine, white wine
    )
