"""Recall under a deadline: what a person's store holds for this turn, or a reason why nothing came."""

import asyncio
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Literal

import structlog

from memory.platform.embeddings import QUERY_PREFIX
from memory.platform.user_store import OVERFETCH, UserStore
from memory.recall.query import EARLIER_TURNS, Query, both_ends, query_of
from memory.recall.rules import THRESHOLD, beside, by_rules
from memory.recall.scoring import Scored, Seen, by_meaning
from memory.recall.selection import Chosen, Limits, choose
from memory.recall.standing import BUDGET, FIRST, standing
from memory.recall.subjects import Cast
from memory.user import forget
from memory.user.document import UserMemory

RESERVED_MS = 50
"""Of the deadline, kept for choosing among what was read: 1,000 memories take some 15 ms."""
Means = Literal["meaning", "local", "words", ""]
"""By what the similar memories were found: the configured embedding model, the local one instead of it, words alone,
nothing searched for."""
_log = structlog.get_logger("ai_mind.recall")


@dataclass(frozen=True)
class Recalled:
    """The memories of a turn."""

    memories: Sequence[UserMemory] = ()
    degraded: Sequence[str] = ()
    """What did not work: `store`, `embedding`, `deadline`, `rules`."""
    milliseconds: int = 0
    by: Means = ""
    left_out: int = 0
    """Standing memories that found no room."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """How many memories each filter dropped."""


@dataclass
class _Read:
    """What has been read when the time is over."""

    memories: list[UserMemory] = field(default_factory=list)
    similar: Mapping[str, float | None] | None = None
    by: Means = "words"
    degraded: list[str] = field(default_factory=list)
    listed: asyncio.Event = field(default_factory=asyncio.Event)


async def recall(store: UserStore, turns: Sequence[str], *, limits: Limits, deadline_ms: int) -> Recalled:
    """Return the memories for what the user just said; never raises and never takes longer than asked.

    What is not there in time is done without: an embedding that hangs costs the search by meaning, not the turn.

    Args:
        store: the person's memories.
        turns: the texts of the user's turns, oldest first; the last is the newest.
        limits: of the memories found for this message; the standing ones have their own.
        deadline_ms: hard bound on everything.
    """
    started = perf_counter()
    read = _Read()
    try:
        query = query_of(turns)
    except Exception as error:  # a rule that trips over a text costs what it would have found
        _failed(read, "rules", error)
        query = Query("", "", "zh", own=False)
    try:
        async with (
            asyncio.timeout(max(deadline_ms - RESERVED_MS, deadline_ms / 2) / 1000),
            asyncio.TaskGroup() as group,
        ):
            if query.text:
                # First, so that a worker embeds while the memories are read here.
                group.create_task(_compare(store, query, read))
            group.create_task(_list(store, read))
    except TimeoutError:
        read.degraded.append("deadline")
    try:
        recalled = _chosen(query, read, turns, limits, store, started)
    except Exception as error:
        _failed(read, "rules", error)
        recalled = _standing_only(read, started)
    _log.info(
        "recalled",
        given=len(recalled.memories),
        by=recalled.by,
        left_out=recalled.left_out,
        dropped=dict(recalled.dropped),
        degraded=list(recalled.degraded),
        milliseconds=recalled.milliseconds,
    )
    return recalled


async def _list(store: UserStore, read: _Read) -> None:
    try:
        read.memories = await store.active()
    except Exception as error:  # a store may raise anything; the turn goes on
        _failed(read, "store", error)
    read.listed.set()


async def _compare(store: UserStore, query: Query, read: _Read) -> None:
    """Compare by the store's model, or else by the local one; when neither can, words remain (R6.10)."""
    try:
        await store.embeddings.aembed_query(QUERY_PREFIX + query.text)
    except Exception as error:  # a model may raise anything
        _failed(read, "embedding", error)
        await read.listed.wait()
        await _compare_locally(store, query, read)
        return
    try:
        read.similar, read.by = await store.similar(query.text), "meaning"
    except Exception as error:
        _failed(read, "store", error)


async def _compare_locally(store: UserStore, query: Query, read: _Read) -> None:
    try:
        read.similar = await store.similar_by_fallback(query.text, read.memories) or None
    except Exception as error:
        _failed(read, "embedding", error)
    read.by = "local" if read.similar else "words"


def _chosen(
    query: Query, read: _Read, turns: Sequence[str], limits: Limits, store: UserStore, started: float
) -> Recalled:
    """Choose among what was read."""
    # Case B12; also what was asked for a turn ago, which may not have been learned yet.
    asked = [both_ends(turn) for turn in turns[-1 - EARLIER_TURNS :]]
    forgotten = {memory.id for turn in asked for memory in forget.asked_for(turn, read.memories)}
    known = [memory for memory in read.memories if memory.id not in forgotten]
    always = standing([memory for memory in known if memory.tier == "standing"], query)
    settled = {memory.id for memory in always.memories} | always.set_aside | always.outdated
    chosen = Chosen()
    if query.text:
        # A standing memory that found no room may still be what is asked for.
        cast = Cast.of(memory.text for memory in known)
        scored, threshold = _scored(query, [m for m in known if m.id not in settled], read, store, cast)
        chosen = choose(query, scored, threshold=threshold, cast=cast, limits=limits)
    chosen.dropped["conflict"] += len(always.set_aside)
    return Recalled(
        [*always.memories, *chosen.memories],
        read.degraded,
        round((perf_counter() - started) * 1000),
        read.by if query.text else "",
        always.left_out,
        {str(reason): count for reason, count in chosen.dropped.items() if count},
    )


def _scored(
    query: Query, memories: Sequence[UserMemory], read: _Read, store: UserStore, cast: Cast
) -> tuple[list[Scored], float]:
    """Return the scores of `memories`, and the one that is enough.

    Where nothing can be compared, rules decide; also for a single memory that another model has embedded (B19).
    """
    embeddings = store.embeddings if read.by == "meaning" else store.fallback
    if read.similar is None or embeddings is None:
        return by_rules(query, memories), THRESHOLD
    threshold = embeddings.calibration.threshold_for(
        own=query.own or bool(cast.mentioned(query.newest)), among=len(memories)
    )
    similar = _similarities(memories, read, store)
    compared = [Seen(memory, cosine) for memory in memories if (cosine := similar[memory.id]) is not None]
    others = by_rules(query, [memory for memory in memories if similar[memory.id] is None])
    return [*by_meaning(query, compared, cast), *(beside(one, threshold) for one in others)], threshold


def _similarities(memories: Sequence[UserMemory], read: _Read, store: UserStore) -> dict[str, float | None]:
    """Return the similarity of each memory; of one beyond those the store returned, that of the last of them."""
    known = dict(read.similar or {})
    finite = [score for score in known.values() if score is not None and math.isfinite(score)]
    full = read.by == "meaning" and len(known) >= OVERFETCH
    beyond = min(finite, default=None) if full else None
    version = store.embeddings.index_version
    return {
        memory.id: known.get(memory.id, beyond if memory.index_version == version and memory.confident else None)
        for memory in memories
    }


def _standing_only(read: _Read, started: float) -> Recalled:
    """Return limits and risks alone, for when a rule has failed."""
    held = [memory for memory in read.memories if memory.type in FIRST][: BUDGET.items]
    return Recalled(held, read.degraded, round((perf_counter() - started) * 1000))


def _failed(read: _Read, what: str, error: Exception) -> None:
    if what not in read.degraded:
        read.degraded.append(what)
    _log.warning("recall_degraded", what=what, error=type(error).__name__)
