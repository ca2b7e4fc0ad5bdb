"""What is injected of what was found: the six filters of the seeds, each counted, and the limits (R3.8, R3.10)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from memory.recall.cast import Cast
from memory.recall.conflict import sets_aside
from memory.recall.query import Query
from memory.recall.scoring import Scored
from memory.recall.subjects import asked_about
from memory.user.candidate import MIN_CONFIDENCE
from memory.user.document import UserMemory

Reason = Literal[
    "ineligible",
    "invalid_score",
    "below_threshold",
    "conflict",
    "same_key",
    "same_subject",
    "another_subject",
    "no_room",
]


@dataclass(frozen=True)
class Limits:
    """R3.10: three memories, 300 characters each, 900 in all."""

    items: int
    item_chars: int
    chars: int


@dataclass
class Chosen:
    """The memories that are given, best first, and why others were not."""

    memories: list[UserMemory] = field(default_factory=list)
    dropped: Counter[Reason] = field(default_factory=Counter)


def choose(query: Query, scored: Sequence[Scored], *, threshold: float, cast: Cast, limits: Limits) -> Chosen:
    """Return what is injected, in the order of the seeds' filters; each memory is counted by the first that drops it.

    Args:
        query: what was searched for; a conflict is looked for in its newest message.
        scored: the person's soft memories.
        threshold: least score.
        cast: the people in the person's memories.
        limits: of the result; whole memories only.
    """
    chosen, passed = Chosen(), list[tuple[float, UserMemory]]()
    asked = asked_about(query.newest, cast)
    about = cast.about(asked) if asked else None
    for one in scored:
        reason = _refused(one, query, threshold, about)
        if reason is not None:
            chosen.dropped[reason] += 1
        elif one.score is not None:
            passed.append((one.score, one.memory))
    passed.sort(key=lambda pair: (pair[0], pair[1].updated_at, pair[1].id), reverse=True)
    _fill(chosen, _newest_of_a_subject(passed, chosen), limits)
    return chosen


def _refused(one: Scored, query: Query, threshold: float, about: Callable[[str], bool] | None) -> Reason | None:
    if one.memory.status != "active" or one.memory.confidence < MIN_CONFIDENCE:
        return "ineligible"
    if one.score is None:
        return "invalid_score"
    if one.score < threshold:
        return "below_threshold"
    if about is not None and not about(one.memory.text):
        return "another_subject"
    return "conflict" if sets_aside(query.newest, one.memory) else None


def _newest_of_a_subject(passed: Sequence[tuple[float, UserMemory]], chosen: Chosen) -> list[UserMemory]:
    """Return one memory a key and one a subject: the newest of it, at the place of the best (R3.8)."""
    newest: dict[tuple[str, ...], UserMemory] = {}
    for _, memory in passed:
        key = _subject(memory)
        if key not in newest or newest[key].updated_at < memory.updated_at:
            newest[key] = memory
    kept: dict[str, UserMemory] = {}
    keys: set[str] = set()
    for _, memory in passed:
        first = newest.pop(_subject(memory), None)
        if first is not None:
            kept[first.id] = first
            keys.add(first.stable_key)
        if kept.get(memory.id) is not memory:
            chosen.dropped["same_key" if memory.stable_key in keys else "same_subject"] += 1
    return list(kept.values())


def _subject(memory: UserMemory) -> tuple[str, ...]:
    return (memory.type, memory.identity.subject, memory.identity.facet or "")


def _fill(chosen: Chosen, memories: Sequence[UserMemory], limits: Limits) -> None:
    """Take what fits; of what does not, a shorter one after it still may."""
    room = limits.chars
    for memory in memories:
        size = len(memory.text)
        if len(chosen.memories) < limits.items and size <= min(limits.item_chars, room):
            chosen.memories.append(memory)
            room -= size
        else:
            chosen.dropped["no_room"] += 1
