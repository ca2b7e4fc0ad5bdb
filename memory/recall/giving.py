"""What a turn is given of a person's memories: the standing ones, and the best of the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memory.recall.calibration import Calibration
from memory.recall.cast import Cast
from memory.recall.lexical import coverage
from memory.recall.query import EARLIER_TURNS, Query, both_ends
from memory.recall.rules import THRESHOLD, beside, by_rules
from memory.recall.scoring import Scored, Seen, by_meaning
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
    shares: Sequence[float]
    """Which share of the query's terms each of them answers."""
    cast: Cast


@dataclass(frozen=True)
class Given:
    """The memories of a turn."""

    memories: Sequence[UserMemory] = ()
    left_out: Sequence[UserMemory] = ()
    """Standing memories that found no room."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """How many memories each filter dropped."""


def consider(query: Query, turns: Sequence[str], memories: Sequence[UserMemory]) -> Considered:
    """Return what can be said of a person's memories before they are compared.

    Args:
        query: of the turn.
        turns: the user's texts; what the newest or one just before it wants forgotten is not given, though it
            may not have been learned yet (case B12).
        memories: the person's active memories.
    """
    asked = [both_ends(turn) for turn in turns[-1 - EARLIER_TURNS :]]
    forgotten = {memory.id for turn in asked for memory in forget.asked_for(turn, memories)}
    known = [memory for memory in memories if memory.id not in forgotten]
    always = standing([memory for memory in known if memory.tier == "standing"], query)
    settled = {memory.id for memory in always.memories} | always.set_aside | always.outdated
    # A standing memory that found no room may still be what is asked for.
    others = [memory for memory in known if memory.id not in settled] if query.text else []
    shares = coverage(sorted(query.terms), [memory.search_text for memory in others])
    return Considered(query, always, others, shares, Cast.of(memory.text for memory in known))


def give(considered: Considered, compared: Compared | None, limits: Limits) -> Given:
    """Return what is injected.

    Args:
        considered: what is known already.
        compared: the similarities; without any, rules decide (R2.8).
        limits: of what is given beside the standing memories.
    """
    always, chosen = considered.always, Chosen()
    if considered.query.text:
        scored, threshold = _scored(considered, compared)
        chosen = choose(considered.query, scored, threshold=threshold, cast=considered.cast, limits=limits)
    chosen.dropped["conflict"] += len(always.set_aside)
    dropped = {str(reason): count for reason, count in chosen.dropped.items() if count}
    given = [*always.memories, *chosen.memories]
    return Given(given, [memory for memory in always.left_out if memory not in given], dropped)


def limits_and_risks(memories: Sequence[UserMemory]) -> Given:
    """Return what must not be missing even when a rule of recall has failed."""
    return Given([memory for memory in memories if memory.type in FIRST][: BUDGET.items])


def _scored(considered: Considered, compared: Compared | None) -> tuple[list[Scored], float]:
    """Return the scores, and the one that is enough.

    Where nothing can be compared, rules decide; also for a single memory that another model has embedded (B19).
    """
    query, memories, cast = considered.query, considered.others, considered.cast
    if compared is None:
        return by_rules(query, memories), THRESHOLD
    own = query.own or bool(cast.mentioned(query.newest))
    threshold = compared.calibration.threshold_for(own=own, among=len(memories))
    seen, unknown = list[Seen](), list[UserMemory]()
    for memory, share in zip(memories, considered.shares, strict=True):
        cosine = compared.similar.get(memory.id)
        if cosine is None:
            unknown.append(memory)
        else:
            seen.append(Seen(memory, cosine, share))
    others = by_rules(query, unknown)
    return [*by_meaning(query, seen, cast, threshold), *(beside(one, threshold) for one in others)], threshold
