"""What a person can do with what is remembered of them; the same functions serve the HTTP routes and the chat.

Everything that changes something reads, decides by the rules of `memory.user` and writes only if nothing has changed
meanwhile: an edit made during an extraction is lost by neither.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from memory.errors import InputError, NotNow, OtherVersion, UnknownMemory
from memory.platform.store.user_store import Changed, UserStore
from memory.user import by_hand, changes
from memory.user.asked import forget
from memory.user.document import UserMemory
from memory.user.ledger import Ledger

ATTEMPTS = 5
Done = TypeVar("Done")


@dataclass(frozen=True)
class Control:
    """A person's hands on their memory.

    Args:
        store: their memories.
        now: the time.
    """

    store: UserStore
    now: Callable[[], datetime]

    async def get(self, id: str) -> UserMemory:
        """Return a memory of any status.

        Raises:
            UnknownMemory: there is none with this id.
        """
        found = await self.store.by_id([id])
        if id not in found:
            raise UnknownMemory
        return found[id]

    async def edit(
        self, id: str, *, text: str | None = None, tags: list[str] | None = None, version: int | None = None
    ) -> UserMemory:
        """Change the words of a memory.

        Args:
            id: of the memory.
            text: what it says from now on.
            tags: what else it is found by.
            version: change it only in this version.

        Raises:
            UnknownMemory, OtherVersion: see there.
            InputError: a gate refuses what it would say.
        """

        def change(memory: UserMemory) -> UserMemory:
            changed = changes.edited(memory, text=text, tags=tags, now=self.now())
            # What it rests on was checked when it was said.
            code = by_hand.refused(changed.model_copy(update={"evidence": [], "history": []}))
            if code:
                raise InputError(f"{'text' if text is not None else 'tags'}: this cannot be remembered ({code}).")
            return changed

        return await self._change(id, change, version)

    async def suppress(self, id: str, version: int | None = None) -> UserMemory:
        """Forget a memory: it is kept for a while, recalled by nothing, and can be restored."""

        def change(memory: UserMemory) -> UserMemory:
            return memory if memory.status == "suppressed" else changes.withdrawn(memory, self.now())

        return await self._change(id, change, version)

    async def restore(self, id: str, version: int | None = None) -> UserMemory:
        """Make a memory that was forgotten or replaced active again.

        Raises:
            NotNow: another one has taken its place and is active; both together would contradict each other.
        """

        async def attempt() -> UserMemory:
            memory = await self.get(id)
            if version is not None and memory.version != version:
                raise OtherVersion(memory.version)
            if memory.status == "active":
                return memory
            by = (await self.store.by_id([memory.superseded_by])) if memory.superseded_by else {}
            for other in by.values():
                if other.status == "active":
                    raise NotNow(f"memory {other.id} has taken its place; suppress or delete that one first")
            restored = changes.restored(memory, self.now())
            # It takes the place of what had taken its own, or both could be restored.
            turned = {other.id: other.model_copy(update={"superseded_by": id}) for other in by.values()}
            await self.store.write({id: restored, **turned}, known={id: memory, **by})
            return restored

        return await _again(attempt)

    async def delete(self, ids: Sequence[str], version: int | None = None) -> list[UserMemory]:
        """Delete memories for good, with those whose place they took, and keep them from coming back.

        Returns what is gone; ids that are not there are passed over.

        Args:
            ids: of the memories.
            version: delete only in this version; with one id.

        Raises:
            OtherVersion: it is in another one.
        """

        async def attempt() -> list[UserMemory]:
            everything, ledger = {memory.id: memory for memory in await self.store.all()}, await self.store.ledger()
            gone = _with_predecessors([id for id in ids if id in everything], everything)
            if version is not None and gone and gone[0].version != version:
                raise OtherVersion(gone[0].version)
            if gone:
                await self._write({}, [memory.id for memory in gone], gone, ledger)
            return gone

        return await _again(attempt)

    async def meant(self, query: str, *, ended: bool = False) -> list[UserMemory]:
        """Return the memories a few words mean ("my address", 住址), newest first.

        Args:
            query: the words.
            ended: also those that are not active any more.
        """
        known = [memory for memory in await self.store.all() if ended or memory.status == "active"]
        # Of thousands it takes seconds, in which everybody else would wait.
        meant = await asyncio.to_thread(forget.meant_by_words, query, known)
        return sorted(meant, key=lambda m: (m.updated_at, m.id), reverse=True)

    async def learned_in(self, conversation_id: str) -> list[UserMemory]:
        """Return the memories that rest on what was said in a conversation."""
        memories = await self.store.all()
        return [m for m in memories if any(one.conversation_id == conversation_id for one in m.evidence)]

    async def forget(self, ids: Sequence[str]) -> list[UserMemory]:
        """Suppress those of these memories that are active, all or none, and keep old turns from reviving them.

        Returns what was suppressed, as it was.
        """
        return await self.forget_as(ids, changes.withdrawn)

    async def forget_as(
        self, ids: Sequence[str], withdrawn: Callable[[UserMemory, datetime], UserMemory]
    ) -> list[UserMemory]:
        """Suppress memories by a change of the caller's, such as one that keeps the words that asked for it."""

        async def attempt() -> list[UserMemory]:
            ledger, found = await self.store.ledger(), await self.store.by_id(ids)
            active = [memory for memory in found.values() if memory.status == "active"]
            if active:
                now = self.now()
                written = {memory.id: withdrawn(memory, now) for memory in active}
                await self._write(written, [], active, ledger)
            return active

        return await _again(attempt)

    async def unlearn(self, conversation_id: str, *, only: Sequence[str] | None = None) -> list[UserMemory]:
        """Delete what was learned from a conversation alone; of the rest delete the words said there.

        Returns what is gone.

        Args:
            conversation_id: of the conversation.
            only: ids of the memories that are meant; None: all.
        """

        async def attempt() -> list[UserMemory]:
            ledger, found = await self.store.ledger(), await self._with_words_of(conversation_id)
            found = [memory for memory in found if only is None or memory.id in only]
            kept = {m.id: changes.without_conversation(m, conversation_id, self.now()) for m in found}
            gone = [memory for memory in found if kept[memory.id] is None]
            if found:
                written = {id: memory for id, memory in kept.items() if memory}
                await self._write(written, [m.id for m in gone], found, ledger)
            return gone

        return await _again(attempt)

    async def _with_words_of(self, conversation_id: str) -> list[UserMemory]:
        """Return the memories with words of a conversation, be it only those that replaced or forgot them."""
        return [
            memory
            for memory in await self.store.all()
            if conversation_id in {e.conversation_id for e in memory.evidence}
            or conversation_id in {e.conversation_id for e in memory.history}
        ]

    async def switch(self, learning: bool) -> Ledger:
        """Switch learning on or off for this person, in all conversations."""

        async def attempt() -> Ledger:
            ledger = await self.store.ledger()
            changed = ledger.switched(learning, self.now())
            if changed != ledger:
                await self.store.write({}, read=ledger, ledger=changed)
            return changed

        return await _again(attempt)

    async def _change(self, id: str, change: Callable[[UserMemory], UserMemory], version: int | None) -> UserMemory:
        async def attempt() -> UserMemory:
            memory, ledger = await self.get(id), await self.store.ledger()
            if version is not None and memory.version != version:
                raise OtherVersion(memory.version)
            changed = change(memory)
            if changed is memory:
                return memory
            # What a text said before it was edited comes back from old turns no more than what was forgotten.
            forgotten = changed.status == "suppressed" or changed.text != memory.text
            marked = ledger.forgetting([memory]) if forgotten else None
            await self.store.write({id: changed}, known={id: memory}, read=ledger if forgotten else None, ledger=marked)
            return changed

        return await _again(attempt)

    async def _write(
        self, written: dict[str, UserMemory], deleted: list[str], known: Sequence[UserMemory], ledger: Ledger
    ) -> None:
        await self.store.write(
            written,
            known={memory.id: memory for memory in known},
            read=ledger,
            ledger=ledger.forgetting(known),
            deleted=deleted,
        )


def _with_predecessors(ids: Sequence[str], memories: dict[str, UserMemory]) -> list[UserMemory]:
    """Return these memories, and those whose place they took: an address that has moved twice has three."""
    found = list(dict.fromkeys(ids))
    for id in found:
        found += [m.id for m in memories.values() if m.superseded_by == id and m.id not in found]
    return [memories[id] for id in found]


async def _again(attempt: Callable[[], Awaitable[Done]]) -> Done:
    """Return what `attempt` returns, once nobody writes in between.

    Raises:
        NotNow: somebody always does.
    """
    for _ in range(ATTEMPTS):
        try:
            return await attempt()
        except Changed:
            continue
    raise NotNow("the memory is being written by others; try again")
