"""What a turn is given of a person's memories: the standing ones, and the best of the others."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from memory.recall.calibration import Calibration
from memory.recall.cast import Cast
from memory.recall.conflict import sets_aside
from memory.recall.known import Known
from memory.recall.query import EARLIER_TURNS, Query, both_ends
from memory.recall.rules import THRESHOLD, beside, by_rules
from memory.recall.scoring import Scored, by_meaning, by_words
from memory.recall.selection import Chosen, Limits, choose
from memory.recall.standing import BUDGET, FIRST, Standing, standing
from memory.user.asked import forget
from memory.user.document import UserMemory


@dataclass(frozen=True)
class Compared:
    """What a model has said of the memories' similarity to the query."""

    similar: Mapping[str, float | None]
    """By memory id; those that are not there cannot be compared."""
    calibration: Calibration


@dataclass(frozen=True)
class Considered:
    """What is decided without knowing any similarity, while the query is still being embedded."""

    query: Query
    always: Standing
    others: Sequence[UserMemory]
    """What may be searched for, beside the standing ones that are given anyway."""
    words: NDArray[np.float64]
    """What its words count of each of them, beside a similarity."""
    cast: Cast
    earlier: Sequence[UserMemory] = ()
    """Given with earlier messages that are still in sight, and not set aside by the newest."""


@dataclass(frozen=True)
class Given:
    """The memories of a turn."""

    memories: Sequence[UserMemory] = ()
    found: Sequence[UserMemory] = ()
    """Those of them that were found for this message."""
    earlier: Sequence[UserMemory] = ()
    """Found for earlier messages, and the newest one does not set them aside."""
    left_out: Sequence[UserMemory] = ()
    """Standing memories that found no room."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """How many memories each filter dropped."""


def consider(query: Query, turns: Sequence[str], known: Known, shown: Collection[str] = ()) -> Considered:
    """Return what can be said of a person's memories before they are compared.

    Args:
        query: of the turn.
        turns: the user's texts; what the newest or one just before it wants forgotten is not given, though it
            may not have been learned yet (case B12).
        known: the person's active memories.
        shown: ids of the memories that earlier messages were given.
    """
    asked = [both_ends(turn) for turn in turns[-1 - EARLIER_TURNS :]]
    forgotten = {memory.id for turn in asked for memory in forget.asked_for(turn, known.memories)}
    if forgotten:
        known = Known([memory for memory in known.memories if memory.id not in forgotten])
    always = standing([memory for memory in known.memories if memory.tier == "standing"], query)
    settled = {memory.id for memory in always.memories} | always.set_aside | always.outdated
    # A standing memory that found no room may still be what is asked for.
    rows = [row for row, memory in enumerate(known.memories) if memory.id not in settled] if query.text else []
    others = [known.memories[row] for row in rows]
    earlier = [
        one
        for one in (m for m in known.memories if m.id in shown and m.id not in settled)
        if not sets_aside(query.newest, one)
    ]
    return Considered(query, always, others, by_words(query, known.lexicon, rows), known.cast, earlier)


def give(considered: Considered, compared: Compared | None, limits: Limits) -> Given:
    """Return what is injected.

    Args:
        considered: what is known already.
        compared: the similarities; without any, rules decide (R2.8).
        limits: of what is given beside the standing memories.
    """
    always, chosen = considered.always, Chosen()
    if considered.query.text:
        scored, threshold, far = _scored(considered, compared)
        chosen = choose(considered.query, scored, threshold=threshold, cast=considered.cast, limits=limits)
        chosen.dropped["below_threshold"] += far
    chosen.dropped["conflict"] += len(always.set_aside)
    dropped = {str(reason): count for reason, count in chosen.dropped.items() if count}
    given = [*always.memories, *chosen.memories]
    ids = {memory.id for memory in given}
    left_out = [memory for memory in always.left_out if memory.id not in ids]
    return Given(given, chosen.memories, considered.earlier, left_out, dropped)


def limits_and_risks(memories: Sequence[UserMemory]) -> Given:
    """Return what must not be missing even when a rule of recall has failed."""
    return Given([memory for memory in memories if memory.type in FIRST][: BUDGET.items])


def _scored(considered: Considered, compared: Compared | None) -> tuple[list[Scored], float, int]:
    """Return the scores that matter, the one that is enough, and how many are certainly below it.

    Where nothing can be compared, rules decide; also for a single memory that another model has embedded (B19).
    """
    query, memories, cast = considered.query, considered.others, considered.cast
    if compared is None:
        return by_rules(query, memories), THRESHOLD, 0
    own = query.own or bool(cast.mentioned(query.newest))
    threshold = compared.calibration.threshold_for(own=own, among=len(memories))
    seen = [row for row, memory in enumerate(memories) if compared.similar.get(memory.id) is not None]
    compared_with = [memories[row] for row in seen]
    cosines = np.array([compared.similar[memory.id] for memory in compared_with], dtype=np.float64)
    near, far = by_meaning(query, compared_with, cosines, considered.words[seen], cast=cast, threshold=threshold)
    ids = {memory.id for memory in compared_with}
    others = by_rules(query, [memory for memory in memories if memory.id not in ids])
    return [*near, *(beside(one, threshold) for one in others)], threshold, far
