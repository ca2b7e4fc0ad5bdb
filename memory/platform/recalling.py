"""Recall under a deadline: what a person's store holds for this turn, or a reason why nothing came."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Protocol

import structlog

from memory.language.text import language
from memory.platform.user_store import UserStore
from memory.user import forget
from memory.user.document import UserMemory
from memory.user.gate import idle
from memory.user.recall import Limits, query_of, select, similar, standing

_log = structlog.get_logger("ai_mind.recall")


class QueryEmbedder(Protocol):
    """Embeds what is searched for; the store asks the same object again and gets the same vector."""

    async def aembed_query(self, text: str) -> list[float]:
        """Return the vector of `text`."""


@dataclass(frozen=True)
class Recalled:
    """The memories of a turn."""

    memories: Sequence[UserMemory] = ()
    degraded: Sequence[str] = ()
    """What did not work: `store`, `embedding`, `deadline`."""
    milliseconds: int = 0


@dataclass
class _Tiers:
    standing: list[UserMemory] = field(default_factory=list)
    soft: list[UserMemory] = field(default_factory=list)
    degraded: list[str] = field(default_factory=list)


async def recall(store: UserStore, embedder: QueryEmbedder, text: str, *, limits: Limits, deadline_ms: int) -> Recalled:
    """Return the memories for what the user just said; never raises and never takes longer than asked.

    Args:
        store: the person's memories.
        embedder: the store's embedding model.
        text: the newest user text.
        limits: of the memories found by similarity; the standing ones have their own.
        deadline_ms: hard bound on everything.
    """
    started = perf_counter()
    tiers = _Tiers()
    try:
        async with asyncio.timeout(deadline_ms / 1000), asyncio.TaskGroup() as group:
            group.create_task(_standing(store, tiers))
            group.create_task(_soft(store, embedder, text, tiers))
    except TimeoutError:
        tiers.degraded.append("deadline")
    elapsed = round((perf_counter() - started) * 1000)
    # A standing memory that found no place in its budget may still be similar to what was said.
    forgotten = {memory.id for memory in forget.asked_for(text, [*tiers.standing, *tiers.soft])}  # case B12
    tiers.standing = [memory for memory in tiers.standing if memory.id not in forgotten]
    given = {memory.id for memory in tiers.standing} | forgotten
    soft = select([memory for memory in tiers.soft if memory.id not in given], limits)
    recalled = Recalled([*tiers.standing, *soft], tiers.degraded, elapsed)
    _log.info(
        "recalled",
        standing=len(tiers.standing),
        soft=len(soft),
        degraded=list(recalled.degraded),
        milliseconds=elapsed,
    )
    return recalled


async def _standing(store: UserStore, tiers: _Tiers) -> None:
    try:
        tiers.standing = standing(await store.standing())
    except Exception as error:  # a store may raise anything; the turn goes on
        _failed(tiers, "store", error)


async def _soft(store: UserStore, embedder: QueryEmbedder, text: str, tiers: _Tiers) -> None:
    if idle(text):
        return
    query = query_of(text)
    try:
        # First by ourselves: inside the store a failing embedding would fail whatever it batches with it.
        await embedder.aembed_query(query)
    except Exception as error:
        _failed(tiers, "embedding", error)
        return
    try:
        hits = await store.similar(query)
    except Exception as error:
        _failed(tiers, "store", error)
        return
    tiers.soft = similar(hits, language=language(text))


def _failed(tiers: _Tiers, what: str, error: Exception) -> None:
    if what not in tiers.degraded:
        tiers.degraded.append(what)
    _log.warning("recall_degraded", what=what, error=type(error).__name__)
