"""Erase everything about a person, in every place this server keeps anything, and say what was removed where (R6.35).

The one function that knows all places. It can be called again at any time: what a crash has left is erased then.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import structlog
from langgraph.store.base import PutOp
from pydantic import BaseModel

from memory.platform.identity import ledger_namespace, namespace
from memory.platform.store.shelf import stamped
from memory.platform.store.user_store import LEDGER, PAGE, UserStore

OUTSIDE = (
    "the logs of the model provider and of tools, which got the messages",
    "backups and write-ahead logs of the database, until they are overwritten",
    "answers that were shown or copied elsewhere",
)
"""What no receipt can cover."""
KEPT = "the time of this erasure, so that old turns bring nothing back"
_log = structlog.get_logger("ai_mind.erasure")


class Receipt(BaseModel):
    """What was removed where."""

    erased_at: datetime
    memories: int
    """Documents with text, versions, evidence, history and vectors, of any status."""
    conversations: int
    """Threads with messages, summary, pinned decisions and all checkpoints."""
    background_threads: int
    """Memory thread and companion threads, with their runs and checkpoints."""
    runs_cancelled: int
    kept: str = KEPT
    outside_our_control: Sequence[str] = OUTSIDE


class Threads(Protocol):
    """A person's threads on this server."""

    async def remove(self, person: str, *, conversations: bool) -> tuple[int, int, int]:
        """Delete them; return how many conversations, background threads and runs in flight there were."""


async def erase(store: UserStore, threads: Threads, *, now: datetime, conversations: bool) -> Receipt:
    """Erase a person.

    The ledger comes first: from then on no run in flight writes anything that was said before.

    Args:
        store: their memories.
        threads: their threads.
        now: the time; nothing said until then is ever learned again.
        conversations: whether the conversations go too; else only what was learned and the background threads.
    """
    removed = 0
    async with store.locks.of(store.person):
        ledger = (await store.ledger()).erased(now).model_dump(mode="json")
        written = PutOp(ledger_namespace(store.person), LEDGER, ledger, index=False)
        await store.store.abatch([written, await stamped(store.store, store.person)])
        # Also what no longer fits the schema, which nobody reads but which is there.
        while items := await store.store.asearch(namespace(store.person), limit=PAGE):
            own = [item for item in items if item.namespace == namespace(store.person)]
            await store.store.abatch(
                [*(PutOp(item.namespace, item.key, None) for item in own), await stamped(store.store, store.person)]
            )
            removed += len(own)
    store.embeddings.forget()
    store.shelves.drop(store.person)
    spoken, background, cancelled = await threads.remove(store.person, conversations=conversations)
    _log.info("erased", memories=removed, conversations=spoken, background=background, runs=cancelled)
    return Receipt(
        erased_at=now, memories=removed, conversations=spoken, background_threads=background, runs_cancelled=cancelled
    )
