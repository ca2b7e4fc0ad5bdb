"""One person's memories in the LangGraph store; the only module that reads or writes them."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import structlog
from langgraph.store.base import BaseStore, GetOp, Item, PutOp, SearchItem, SearchOp
from pydantic import ValidationError

from memory.platform.identity import ledger_namespace, memory_id, namespace
from memory.platform.postgres.locks import Locks, ProcessLocks
from memory.platform.store import vectors
from memory.platform.store.embeddings import QUERY_PREFIX, MemoryEmbeddings
from memory.platform.store.shelf import Indexed, Shelf, Shelves, revision, stamped
from memory.user.candidate import MIN_CONFIDENCE
from memory.user.document import SCHEMA_VERSION, Status, UserMemory
from memory.user.ledger import Ledger

NEAREST = 24
"""How many memories a statement is compared with, beside those of its keys."""
NEWEST = 200
"""How many when nothing can be embedded."""
PAGE = 2_000
"""Most memories that are read at once."""
TOGETHER = 200
"""Documents that are checked before others may go on."""
LEDGER = "ledger"
"""Key of a person's ledger in its namespace."""
_log = structlog.get_logger("ai_mind.store")


class Changed(Exception):
    """Somebody else has written meanwhile; nothing was written. Read again, and decide again."""


@dataclass(frozen=True)
class UserStore:
    """The memories of the person with this scope.

    Args:
        store: the server's store; only its async methods are used.
        person: the scope, from `identity.scope_of`.
        embeddings: what the store's index embeds with.
        fallback: the local model beside a hosted one.
        locks: held while a write compares what is there with what was read.
        shelves: what this process has read of everybody.
    """

    store: BaseStore
    person: str
    embeddings: MemoryEmbeddings
    fallback: MemoryEmbeddings | None = None
    locks: Locks = field(default_factory=ProcessLocks)
    shelves: Shelves = field(default_factory=Shelves)

    @property
    def _namespace(self) -> tuple[str, ...]:
        return namespace(self.person)

    def id_of(self, stable_key: str) -> str:
        """Return the id of this person's memory with `stable_key`."""
        return memory_id(self.person, stable_key)

    async def by_id(self, ids: Sequence[str]) -> dict[str, UserMemory]:
        """Return the memories that exist under these ids, by id, as they are now in the store."""
        items = await self.store.abatch([GetOp(self._namespace, id) for id in ids])
        read = (_document(item.value) for item in items if isinstance(item, Item))
        return {memory.id: memory for memory in read if memory}

    async def shelf(self) -> Shelf:
        """Return all memories of any status; they are read again only if anybody has written."""
        stamp, (kept_under, kept) = await revision(self.store, self.person), self.shelves.find(self.person)
        if stamp and stamp == kept_under:
            return kept
        # What is written from here on leaves another stamp: what is kept under this one is never older than it says.
        shelf = await self._read(kept)
        if stamp:
            self.shelves.keep(self.person, stamp, shelf)
        return shelf

    async def _read(self, before: Shelf) -> Shelf:
        items: list[SearchItem] = []
        while True:
            page = await self.store.asearch(self._namespace, limit=PAGE, offset=len(items))
            items += page
            if len(page) < PAGE:
                break
        # The store searches by prefix; what is handed out is checked again (case B66).
        own = {item.key: item.value for item in items if item.namespace == self._namespace}
        read: dict[str, tuple[Mapping[str, Any], UserMemory | None]] = {}
        for number, (key, value) in enumerate(own.items(), start=1):
            read[key] = before.known(key, value) or (value, _document(value))
            if number % TOGETHER == 0:
                await asyncio.sleep(0)
        return Shelf(read)

    async def all(self) -> list[UserMemory]:
        """Return all memories of any status."""
        return list((await self.shelf()).memories)

    async def active(self) -> list[UserMemory]:
        """Return the memories that hold."""
        return list((await self.shelf()).active.memories)

    async def ledger(self) -> Ledger:
        """Return what is known of the person's memory as a whole."""
        item = await self.store.aget(ledger_namespace(self.person), LEDGER)
        return Ledger.model_validate(item.value) if item is not None else Ledger()

    async def room(self, wanted: int, limit: int) -> int:
        """Return how many of `wanted` more memories there is room for, when there may be `limit`."""
        return max(0, min(wanted, limit - (await self.shelf()).size))

    async def near(self, texts: Sequence[str], stable_keys: Sequence[str]) -> list[UserMemory]:
        """Return the memories that statements may be about, of any status: by exact key, and the nearest by vector.

        Those that another model has embedded cannot be compared: the newest of them are taken, and where nothing
        can be embedded, the newest of all. What a statement is compared with is bounded, however much is stored
        (R6.13).
        """
        shelf = await self.shelf()
        found = [shelf.by_key[key] for key in stable_keys if key in shelf.by_key]
        try:
            questions = [await self.embeddings.aembed_query(QUERY_PREFIX + text) for text in texts]
        except Exception as error:  # an embedding model may raise anything
            _log.warning("nearest_by_vector_failed", error=type(error).__name__)
            found += shelf.newest[:NEWEST]
        else:
            indexed = self._indexed(shelf)
            for question in questions:
                found += indexed.nearest(question, NEAREST)
            if len(indexed.memories) < len(shelf.memories):
                compared = {memory.id for memory in indexed.memories}
                found += [memory for memory in shelf.newest if memory.id not in compared][:NEWEST]
        return list({memory.id: memory for memory in found}.values())

    async def similar(self, query: str) -> dict[str, float | None]:
        """Return the active memories that can be compared with `query`, by id, with their similarity.

        Status, confidence and index version are looked at here: a suppressed memory keeps its vector (L1) and must
        never take a place.
        """
        return self.similar_in(await self.shelf(), await self.embeddings.aembed_query(QUERY_PREFIX + query))

    def similar_in(self, shelf: Shelf, question: Sequence[float]) -> dict[str, float | None]:
        """Return the same of what was read, by the vector of a query."""
        return self._indexed(shelf).recalled(question)

    def similar_by_fallback(self, shelf: Shelf, question: Sequence[float]) -> dict[str, float | None]:
        """Return the same by the local model's vectors."""
        return shelf.indexed_locally(len(question)).recalled(question)

    def _indexed(self, shelf: Shelf) -> Indexed:
        return shelf.indexed(self.embeddings.index_version, self.embeddings.calibration.dimensions)

    async def write(
        self,
        memories: Mapping[str, UserMemory],
        *,
        known: Mapping[str, UserMemory | None] | None = None,
        read: Ledger | None = None,
        ledger: Ledger | None = None,
        deleted: Sequence[str] = (),
    ) -> None:
        """Write all of `memories` (by id) or, when anything fails, none of them.

        Args:
            memories: what to write.
            known: what was read, and decided upon, of the memories that change; None: there was none.
            read: the ledger that was read.
            ledger: what to write of it; None: it stays.
            deleted: ids of what goes for good.

        Raises:
            Changed: something of what was read is otherwise now.
            Exception: whatever the embedding model or the store raises.
        """
        said = {id: memory for id, memory in memories.items() if not self._embedded(memory, (known or {}).get(id))}
        texts = [memory.search_text for memory in said.values()]
        # Before the lock, and before the store: neither may wait for a model.
        own = await self.embeddings.aembed_documents(texts) if texts else []
        local = await self.fallback.aembed_documents(texts) if self.fallback is not None and texts else None
        puts = [
            PutOp(
                self._namespace, id, self._marked(memory, own[n], local[n] if local else None).model_dump(mode="json")
            )
            for n, (id, memory) in enumerate(said.items())
        ]
        # A forget needs no model: what says the same keeps its vector.
        puts += [
            PutOp(self._namespace, id, memory.model_dump(mode="json"), index=False)
            for id, memory in memories.items()
            if id not in said
        ]
        puts += [PutOp(self._namespace, id, None) for id in deleted]
        if ledger is not None:
            puts.append(PutOp(ledger_namespace(self.person), LEDGER, ledger.model_dump(mode="json"), index=False))
        async with self.locks.of(self.person):
            await self._unchanged(known or {}, read)
            await self.store.abatch([*puts, await stamped(self.store, self.person)])

    async def purge(self, now: datetime, days: int) -> int:
        """Delete what has been forgotten, or replaced, for so many days (B21); 0 days: nothing. Returns how many."""
        if not days:
            return 0
        old = [memory for memory in await self._ended() if now - memory.updated_at > timedelta(days=days)]
        if old:
            await self.write({}, known={memory.id: memory for memory in old}, deleted=[memory.id for memory in old])
        return len(old)

    async def _ended(self) -> list[UserMemory]:
        """Return what was forgotten or replaced; who keeps nothing asks the store for that alone."""
        if self.shelves.most:
            return [memory for memory in (await self.shelf()).memories if memory.status != "active"]
        ended: list[Status] = ["suppressed", "superseded"]
        searches = [SearchOp(self._namespace, filter={"status": status}, limit=PAGE) for status in ended]
        pages = await self.store.abatch(searches)
        items = [item for page in pages if isinstance(page, list) for item in page if isinstance(item, SearchItem)]
        return [memory for item in items if item.namespace == self._namespace and (memory := _document(item.value))]

    async def _unchanged(self, known: Mapping[str, UserMemory | None], read: Ledger | None) -> None:
        now = await self.by_id(list(known)) if known else {}
        if any(now.get(id) != memory for id, memory in known.items()):
            raise Changed
        if read is not None and await self.ledger() != read:
            raise Changed

    def _embedded(self, memory: UserMemory, before: UserMemory | None) -> bool:
        """Whether the store has the vector of `memory` already, because only its status or evidence changes."""
        same = before is not None and all(
            getattr(before, name) == getattr(memory, name)
            for name in ("search_text", "index_version", "vector", "local_vector", "confidence")
        )
        return same and current(memory, self.embeddings, self.fallback)

    def _marked(self, memory: UserMemory, own: Sequence[float], local: Sequence[float] | None) -> UserMemory:
        return memory.model_copy(
            update={
                "index_version": self.embeddings.index_version,
                "confident": memory.confidence >= MIN_CONFIDENCE,
                "vector": vectors.packed(own),
                "local_vector": vectors.packed(local) if local else None,
            }
        )


def current(memory: UserMemory, embeddings: MemoryEmbeddings, fallback: MemoryEmbeddings | None) -> bool:
    """Whether `memory` carries the vectors by which it is found now."""
    own = memory.index_version == embeddings.index_version and memory.vector is not None
    return own and (fallback is None or memory.local_vector is not None)


def _document(value: Mapping[str, Any]) -> UserMemory | None:
    """Return a stored value as a memory; one that does not fit the schema is treated as absent (R2.1.2)."""
    if value.get("schema_version") != SCHEMA_VERSION:
        return None
    try:
        return UserMemory.model_validate(value)
    except ValidationError:
        return None
