"""Recall under a deadline: what a person's store holds for this turn, or a reason why nothing came."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Literal

import structlog

from memory.platform.store.embeddings import QUERY_PREFIX
from memory.platform.store.shelf import NOTHING, Shelf
from memory.platform.store.user_store import UserStore
from memory.recall.giving import Compared, Considered, consider, give, limits_and_risks
from memory.recall.known import Known
from memory.recall.query import Query, query_of
from memory.recall.selection import Limits
from memory.user.document import UserMemory

RESERVED_MS = 50
"""Of the deadline, kept for choosing among what was read."""
Means = Literal["meaning", "local", "words", ""]
"""By what the similar memories were found: the configured embedding model, the local one instead of it, words alone,
nothing searched for."""
_log = structlog.get_logger("ai_mind.recall")


@dataclass(frozen=True)
class Recalled:
    """The memories of a turn."""

    memories: Sequence[UserMemory] = ()
    found: Sequence[UserMemory] = ()
    """Those of them that were found for this message."""
    earlier: Sequence[UserMemory] = ()
    """Found for earlier messages in sight, and still true."""
    degraded: Sequence[str] = ()
    """What did not work: `store`, `embedding`, `deadline`, `rules`."""
    milliseconds: int = 0
    by: Means = ""
    left_out: Sequence[UserMemory] = ()
    """Standing memories that found no room."""
    dropped: Mapping[str, int] = field(default_factory=dict)
    """How many memories each filter dropped."""


@dataclass
class _Read:
    """What is there when the time is over."""

    shelf: Shelf = NOTHING
    considered: Considered | None = None
    question: Sequence[float] | None = None
    by: Means = "words"
    degraded: list[str] = field(default_factory=list)


async def recall(
    store: UserStore, turns: Sequence[str], *, limits: Limits, deadline_ms: int, shown: Collection[str] = ()
) -> Recalled:
    """Return the memories for what the user just said; never raises and never takes longer than asked.

    What is not there in time is done without: an embedding that hangs costs the search by meaning, not the turn.

    Args:
        store: the person's memories.
        turns: the texts of the user's turns, oldest first; the last is the newest.
        limits: of the memories found for this message; the standing ones have their own.
        deadline_ms: hard bound on everything.
        shown: ids of the memories that earlier messages in sight were given.
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
                # First, so that a worker embeds while the memories are read and considered here.
                group.create_task(_embed(store, query, read))
            group.create_task(_consider(store, query, turns, shown, read))
    except TimeoutError:
        read.degraded.append("deadline")
    try:
        given = give(read.considered or consider(query, turns, Known()), _compared(store, read), limits)
    except Exception as error:
        _failed(read, "rules", error)
        given = limits_and_risks(read.shelf.active.memories)
    elapsed = round((perf_counter() - started) * 1000)
    by = read.by if query.text else ""
    recalled = Recalled(
        given.memories, given.found, given.earlier, read.degraded, elapsed, by, given.left_out, given.dropped
    )
    _log.info(
        "recalled",
        given=len(recalled.memories),
        by=recalled.by,
        left_out=len(recalled.left_out),
        dropped=dict(recalled.dropped),
        degraded=list(recalled.degraded),
        milliseconds=recalled.milliseconds,
    )
    return recalled


async def _consider(store: UserStore, query: Query, turns: Sequence[str], shown: Collection[str], read: _Read) -> None:
    try:
        read.shelf = await store.shelf()
    except Exception as error:  # a store may raise anything; the turn goes on
        _failed(read, "store", error)
        return
    try:
        read.considered = consider(query, turns, read.shelf.active, shown)
    except Exception as error:
        _failed(read, "rules", error)


async def _embed(store: UserStore, query: Query, read: _Read) -> None:
    """Embed by the index's model, or else by the local one; when neither can, words remain (R6.10)."""
    try:
        read.question, read.by = await store.embeddings.aembed_query(QUERY_PREFIX + query.meaning), "meaning"
    except Exception as error:  # a model may raise anything
        _failed(read, "embedding", error)
    else:
        return
    try:
        if store.fallback is not None:
            read.question, read.by = await store.fallback.aembed_query(QUERY_PREFIX + query.meaning), "local"
    except Exception as error:
        _failed(read, "embedding", error)


def _compared(store: UserStore, read: _Read) -> Compared | None:
    if read.question is None:
        return None
    if read.by == "local" and store.fallback is not None:
        similar = store.similar_by_fallback(read.shelf, read.question)
        if not similar:  # nothing carries a vector of the local model
            read.by = "words"
            return None
        return Compared(similar, store.fallback.calibration)
    return Compared(store.similar_in(read.shelf, read.question), store.embeddings.calibration)


def _failed(read: _Read, what: str, error: Exception) -> None:
    if what not in read.degraded:
        read.degraded.append(what)
    _log.warning("recall_degraded", what=what, error=type(error).__name__)
