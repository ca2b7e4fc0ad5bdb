"""What a turn is given of a person's memories: the standing ones, and the best of the others."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memory.recall.calibration import Calibration
from memory.recall.cast import Cast
from memory.recall.query import EARLIER_TURNS, Query, both_ends
from memory.recall.rules import THRESHOLD, beside, by_rules
from memory.recall.scoring import Scored, Seen, by_meaning
from memory.recall.selection import Chosen, Limits, choose
from memory.recall.standing import BUDGET, FIRST, standing
from memory.user.asked import forget
from memory.user.document import UserMemory


@dataclass(frozen=True)
class Compared:
    """What a store or a model has said of the memories' similarity to the query."""

    similar: Mapping[str, float | None]
    """By memory id."""
    calibration: Calibration
    full_of: str = ""
    """The index version of which there may be more, at most as similar as the last; empty: there are no more."""


@dataclass(frozen=True)
class Given:
    """The memories of a turn."""

    memories: Sequence[UserMemory] = ()
    left_out: Sequence[UserMemory] = ()
    """Standing memories that found no room."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """How many memories each filter dropped."""


def give(
    query: Query, turns: Sequence[str], memories: Sequence[UserMemory], compared: Compared | None, limits: Limits
) -> Given:
    """Return what is injected.

    Args:
        query: of the turn.
        turns: the user's texts; what the newest or one just before it wants forgotten is not given, though it
            may not have been learned yet (case B12).
        memories: the person's active memories.
        compared: their similarities; without any, rules decide (R2.8).
        limits: of what is given beside the standing memories.
    """
    asked = [both_ends(turn) for turn in turns[-1 - EARLIER_TURNS :]]
    forgotten = {memory.id for turn in asked for memory in forget.asked_for(turn, memories)}
    known = [memory for memory in memories if memory.id not in forgotten]
    always = standing([memory for memory in known if memory.tier == "standing"], query)
    settled = {memory.id for memory in always.memories} | always.set_aside | always.outdated
    chosen = Chosen()
    if query.text:
        # A standing memory that found no room may still be what is asked for.
        others = [memory for memory in known if memory.id not in settled]
        cast = Cast.of(memory.text for memory in known)
        scored, threshold = _scored(query, others, compared, cast)
        chosen = choose(query, scored, threshold=threshold, cast=cast, limits=limits)
    chosen.dropped["conflict"] += len(always.set_aside)
    dropped = {str(reason): count for reason, count in chosen.dropped.items() if count}
    given = [*always.memories, *chosen.memories]
    return Given(given, [memory for memory in always.left_out if memory not in given], dropped)


def limits_and_risks(memories: Sequence[UserMemory]) -> Given:
    """Return what must not be missing even when a rule of recall has failed."""
    return Given([memory for memory in memories if memory.type in FIRST][: BUDGET.items])


def _scored(
    query: Query, memories: Sequence[UserMemory], compared: Compared | None, cast: Cast
) -> tuple[list[Scored], float]:
    """Return the scores of `memories`, and the one that is enough.

    Where nothing can be compared, rules decide; also for a single memory that another model has embedded (B19).
    """
    if compared is None:
        return by_rules(query, memories), THRESHOLD
    own = query.own or bool(cast.mentioned(query.newest))
    threshold = compared.calibration.threshold_for(own=own, among=len(memories))
    similar = _similarities(memories, compared)
    seen = [Seen(memory, cosine) for memory in memories if (cosine := similar[memory.id]) is not None]
    others = by_rules(query, [memory for memory in memories if similar[memory.id] is None])
    return [*by_meaning(query, seen, cast), *(beside(one, threshold) for one in others)], threshold


def _similarities(memories: Sequence[UserMemory], compared: Compared) -> dict[str, float | None]:
    known = [score for score in compared.similar.values() if score is not None and math.isfinite(score)]
    least = min(known, default=None) if compared.full_of else None
    return {
        memory.id: compared.similar.get(
            memory.id, least if memory.index_version == compared.full_of and memory.confident else None
        )
        for memory in memories
    }
