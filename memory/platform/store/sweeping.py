"""What was forgotten goes for good after a while, also of people who say nothing any more (B21)."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import structlog
from langgraph.store.base import BaseStore

from memory.platform.store.reindexing import people
from memory.platform.store.shelf import Shelves
from memory.platform.store.stores import UserStores
from memory.platform.store.user_store import Changed

EVERY_S = 24 * 3_600.0
PAUSE_S = 0.02
"""Between two people, so that nobody's turn waits for it."""
_log = structlog.get_logger("ai_mind.sweeping")


async def sweep(store: BaseStore, stores: UserStores, *, days: int, now: Callable[[], datetime]) -> int:
    """Delete what has been forgotten or replaced for so many days, of everybody, and return how many memories.

    Args:
        store: of all people.
        stores: opens a person's memories, with locks as the server's.
        days: 0: nothing.
        now: the time.
    """
    gone, passing = 0, replace(stores, shelves=Shelves())  # who is only passed by takes nobody's place
    for person in await people(store) if days else []:
        try:
            gone += await passing.of(store, person).purge(now(), days)
        except Changed:  # somebody has just restored something; the next sweep looks again
            continue
        await asyncio.sleep(PAUSE_S)
    _log.info("swept", memories=gone)
    return gone
