"""Memories from a file: each is decided upon like a statement, so that a file read twice changes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.platform.store.control import ATTEMPTS, NotNow
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
    """
    done: list[Imported] = []
    ids: dict[str, str] = {}
    replaced: dict[str, str] = {}
    for line in sorted(memories, key=lambda one: one.last_seen_at):
        # Nothing newer could ever be said of what was last seen in the future.
        memory = line.model_copy(update={"last_seen_at": min(line.last_seen_at, now)})
        code = by_hand.refused(memory)
        if code:
            done.append(Imported("rejected", code))
            continue
        taken = await _one(store, memory, now, max_memories)
        if taken is None:
            raise StoreFull(done)
        done.append(taken)
        if taken.memory_id:
            ids[line.id] = taken.memory_id
        if taken.status == "new" and line.superseded_by:
            replaced[line.id] = line.superseded_by
    for old, by in replaced.items():
        if by in ids:
            await _linked(store, ids[old], ids[by])
    return done


async def _linked(store: UserStore, id: str, by: str) -> None:
    """Let a memory point to the one that took its place, whose id is another here than in the file."""
    for _ in range(ATTEMPTS):
        found = await store.by_id([id])
        if id not in found or found[id].status != "superseded" or id == by:
            return
        try:
            await store.write({id: found[id].model_copy(update={"superseded_by": by})}, known=found)
        except Changed:
            continue
        return
    raise NotNow("the memory is being written by others; import the file again")


async def _one(store: UserStore, memory: UserMemory, now: datetime, max_memories: int) -> Imported | None:
    admitted = by_hand.stated(memory)
    for _ in range(ATTEMPTS):
        near = await store.near([memory.text], keys_to_read(admitted.candidate))
        known = {one.id: one for one in near}
        decisions = _decided(memory, decide(admitted, near, id_of=store.id_of, now=now), now)
        written = {d.memory.id: d.memory for d in decisions if d.memory}
        if any(d.verdict == "new" for d in decisions) and not await store.room(1, max_memories):
            return None
        try:
            await store.write(written, known={id: known.get(id) for id in written})
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
