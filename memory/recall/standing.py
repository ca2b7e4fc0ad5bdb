"""The memories that hold whatever is talked about: limits, risks, rules, styles (the hard tier, B16).

No similarity finds them: "recommend a restaurant" is not near "allergic to peanuts" (W3.4), and of the standing
instructions of BEAM 38 % are found by meaning.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.recall.conflict import sets_aside
from memory.recall.lexical import coverage
from memory.recall.query import Query
from memory.recall.selection import Limits
from memory.user.candidate import MIN_CONFIDENCE
from memory.user.document import UserMemory

BUDGET = Limits(items=12, item_chars=300, chars=1_200)
"""Beside that of the similar memories: about 1,200 tokens of Chinese at most."""
FIRST = ("recurring_constraint", "risk_preference")
"""What must not happen comes before how it should be said: an allergy never makes room for a rule of style."""


@dataclass(frozen=True)
class Standing:
    """The hard tier of a turn."""

    memories: Sequence[UserMemory] = ()
    left_out: Sequence[UserMemory] = ()
    """Those that found no room."""
    outdated: frozenset[str] = frozenset()
    """Ids of those of which a newer one says otherwise."""
    set_aside: frozenset[str] = frozenset()
    """Ids of those that the newest message sets aside, of those that would have had room."""


def standing(memories: Sequence[UserMemory], query: Query, budget: Limits = BUDGET) -> Standing:
    """Return the standing memories that are given, in an order that does not change from turn to turn.

    Over budget those stay that have most to do with the message, among them the newest; what holds for one kind
    of task only ("when I ask about deadlines …") makes room when the message is about something else.
    """
    eligible = [m for m in memories if m.status == "active" and m.confidence >= MIN_CONFIDENCE]
    valid = _without_outdated(eligible)
    outdated = frozenset(memory.id for memory in eligible) - {memory.id for memory in valid}
    near = coverage(sorted(query.terms), [memory.search_text for memory in valid])
    ranked = sorted(
        zip(near, valid, strict=True),
        key=lambda pair: (pair[1].type in FIRST, pair[0], pair[1].updated_at, pair[1].id),
        reverse=True,
    )
    kept, left_out, set_aside, room = list[UserMemory](), list[UserMemory](), set[str](), budget.chars
    for _, memory in ranked:
        size = len(memory.text)
        if len(kept) == budget.items or size > min(budget.item_chars, room):
            left_out.append(memory)
        elif sets_aside(query.newest, memory):
            set_aside.add(memory.id)
        else:
            kept.append(memory)
            room -= size
    kept.sort(key=lambda memory: (memory.type not in FIRST, memory.created_at, memory.id))
    return Standing(kept, left_out, outdated, frozenset(set_aside))


def _without_outdated(memories: Sequence[UserMemory]) -> list[UserMemory]:
    """Return one memory a subject, the newest: what was said last holds, within its own scope (facet) only."""
    newest = sorted(memories, key=lambda memory: (memory.updated_at, memory.id), reverse=True)
    kept: dict[tuple[str, str, str | None], UserMemory] = {}
    for memory in newest:
        kept.setdefault((memory.type, memory.identity.subject, memory.identity.facet), memory)
    return list(kept.values())
