"""After the embedding model, or how it is used, has changed: every memory is embedded anew (R3.4, B19).

Until then a memory's old vector is not trusted and it is found by its words. May run while the server serves, and may
be stopped: what is current already is passed over.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import structlog
from langgraph.store.base import BaseStore

from memory.platform.identity import namespace
from memory.platform.store.shelf import Shelves
from memory.platform.store.stores import UserStores
from memory.platform.store.user_store import Changed, UserStore, current
from memory.user.document import UserMemory

PAGE = 1_000
TOGETHER = 50
"""Memories of one person that are written at once."""
_log = structlog.get_logger("ai_mind.reindexing")


@dataclass
class Reindexed:
    """How far it has come."""

    people: int = 0
    memories: int = 0
    """Embedded anew."""
    current: int = 0
    """That were so already."""


async def people(store: BaseStore) -> list[str]:
    """Return the scopes of all people who have memories."""
    above, found = namespace("")[:-1], list[str]()
    while True:
        page = await store.alist_namespaces(prefix=above, max_depth=len(above) + 1, limit=PAGE, offset=len(found))
        found += [one[len(above)] for one in page if len(one) > len(above)]
        if len(page) < PAGE:
            return list(dict.fromkeys(found))


async def reindex(
    store: BaseStore,
    stores: UserStores,
    *,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Reindexed:
    """Embed every memory whose index version is not the current one.

    Args:
        store: of all people.
        stores: opens a person's memories, with what is embedded now and locks as the server's.
        progress: told after each person, with how many are done and how many there are.

    Raises:
        Exception: whatever the embedding model or the store raises; what was done stays done.
    """
    everybody, done, passing = await people(store), Reindexed(), replace(stores, shelves=Shelves())
    for person in everybody:
        mine = passing.of(store, person)
        memories = await mine.all()
        old = [memory for memory in memories if not current(memory, stores.embeddings, stores.fallback)]
        done.current += len(memories) - len(old)
        for start in range(0, len(old), TOGETHER):
            done.memories += await _embedded(mine, old[start : start + TOGETHER])
        done.people += 1
        progress(done.people, len(everybody))
    _log.info("reindexed", people=done.people, memories=done.memories, current=done.current)
    return done


async def _embedded(store: UserStore, memories: list[UserMemory]) -> int:
    """Write memories as they are, which embeds them; what somebody changes meanwhile is embedded by their writing."""
    try:
        await store.write({memory.id: memory for memory in memories}, known={memory.id: memory for memory in memories})
        return len(memories)
    except Changed:
        if len(memories) == 1:
            return 0
        return sum([await _embedded(store, [memory]) for memory in memories])
