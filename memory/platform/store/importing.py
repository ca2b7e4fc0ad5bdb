"""Memories from a file: each is decided upon like a statement, so that a file read twice changes nothing."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from memory.errors import NotNow
from memory.platform.store.control import ATTEMPTS
from memory.platform.store.user_store import Changed, UserStore
from memory.user import by_hand, changes
from memory.user.decide import Decision, decide
from memory.user.document import UserMemory
from memory.user.resolve import keys_to_read


class StoreFull(Exception):
    """There is no room for more memories.

    Args:
        taken: what was imported before.
    """

    def __init__(self, taken: "list[Imported]") -> None:
        super().__init__()
        self.taken = taken


@dataclass(frozen=True)
class Imported:
    """What became of one memory of a file."""

    status: str
    code: str | None = None
    memory_id: str | None = None


async def take_in(
    store: UserStore, memories: Sequence[UserMemory], *, now: datetime, max_memories: int
) -> list[Imported]:
    """Write what of `memories` is not known yet, oldest first, and return what became of each in that order.

    Args:
        store: the person's memories.
        memories: of a file (`portable.imported`).
        now: the time of writing.
        max_memories: most memories of one person.

    Raises:
        StoreFull: there are that many; what was taken before it stays.
        NotNow: everything was erased meanwhile; the rest is not taken.
    """
    done: list[Imported] = []
    ids: dict[str, str | None] = {}
    erased_at = (await store.ledger()).erased_at
    for line in sorted(memories, key=lambda one: one.last_seen_at):
        # Nothing newer could ever be said of what was last seen in the future.
        memory = line.model_copy(update={"last_seen_at": min(line.last_seen_at, now)})
        code = by_hand.refused(memory)
        if code:
            done.append(Imported("rejected", code))
            continue
        taken = await _one(store, memory, now, max_memories, erased_at)
        if taken is None:
            raise StoreFull(done)
        done.append(taken)
        ids[line.id] = taken.memory_id
    await _link(store, memories, ids)
    return done


async def _link(store: UserStore, memories: Sequence[UserMemory], ids: Mapping[str, str | None]) -> None:
    """Let what was replaced point to what took its place, as in the file: who deletes the one deletes the other.

    Args:
        store: the person's memories.
        memories: of the file.
        ids: what the memories of the file are here.
    """
    for one in memories:
        id, by = ids.get(one.id), ids.get(one.superseded_by or "")
        if not id or not by or id == by:
            continue
        known = (await store.by_id([id])).get(id)
        if known is not None and known.status == "superseded" and known.superseded_by is None:
            with suppress(Changed):  # somebody has just made something else of it
                await store.write({id: known.model_copy(update={"superseded_by": by})}, known={id: known})


async def _one(
    store: UserStore, memory: UserMemory, now: datetime, max_memories: int, erased_at: datetime | None
) -> Imported | None:
    admitted = by_hand.stated(memory)
    for _ in range(ATTEMPTS):
        ledger = await store.ledger()
        if ledger.erased_at != erased_at:
            raise NotNow("everything was erased while the file was read; import it again")
        near = await store.near([memory.text], keys_to_read(admitted.candidate))
        known = {one.id: one for one in near}
        decisions = _decided(memory, decide(admitted, near, id_of=store.id_of, now=now), now)
        written = {d.memory.id: d.memory for d in decisions if d.memory}
        if any(d.verdict == "new" for d in decisions) and not await store.room(1, max_memories):
            return None
        try:
            await store.write(written, known={id: known.get(id) for id in written}, read=ledger)
        except Changed:
            continue
        first = decisions[0]
        return Imported(first.verdict, first.code, first.memory_id)
    raise NotNow("the memory is being written by others; import the file again")


def _decided(memory: UserMemory, decisions: list[Decision], now: datetime) -> list[Decision]:
    """Return what to write: something new comes with its past; what had ended in the file ends nothing here."""
    first, *others = decisions
    if first.verdict == "new" and first.memory is not None:
        first = Decision("new", changes.taken_over(first.memory, memory, now), first.memory_id)
        return [first, *(others if memory.status == "active" else [])]
    if memory.status != "active":
        return [Decision("duplicate", None, first.memory_id)]
    return decisions
