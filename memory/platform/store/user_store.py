"""One person's memories in the LangGraph store; the only module that reads or writes them."""

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
from memory.user.candidate import MIN_CONFIDENCE
from memory.user.document import SCHEMA_VERSION, Status, UserMemory
from memory.user.ledger import Ledger

OVERFETCH = 200
"""How many memories the store compares a question with; what is injected is chosen of them in code (R3.7, W3.2)."""
NEAREST = 24
"""How many memories a statement is compared with, beside those of its keys."""
NEWEST = 200
"""How many when nothing can be embedded."""
EVERYTHING = 1_000
"""Most memories that are read at once."""
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
    """

    store: BaseStore
    person: str
    embeddings: MemoryEmbeddings
    fallback: MemoryEmbeddings | None = None
    locks: Locks = field(default_factory=ProcessLocks)

    @property
    def _namespace(self) -> tuple[str, ...]:
        return namespace(self.person)

    def id_of(self, stable_key: str) -> str:
        """Return the id of this person's memory with `stable_key`."""
        return memory_id(self.person, stable_key)

    async def by_key(self, stable_keys: Sequence[str]) -> dict[str, UserMemory]:
        """Return the memories that exist under these stable keys, by stable key."""
        reads = [GetOp(self._namespace, self.id_of(key)) for key in stable_keys]
        items = await self.store.abatch(reads)
        read = [_document(item.value) for item in items if isinstance(item, Item)]
        return {memory.stable_key: memory for memory in read if memory}

    async def by_id(self, ids: Sequence[str]) -> dict[str, UserMemory]:
        """Return the memories that exist under these ids, by id."""
        items = await self.store.abatch([GetOp(self._namespace, id) for id in ids])
        read = (_document(item.value) for item in items if isinstance(item, Item))
        return {memory.id: memory for memory in read if memory}

    async def all(self) -> list[UserMemory]:
        """Return all memories of any status."""
        items: list[SearchItem] = []
        while True:
            page = await self.store.asearch(self._namespace, limit=EVERYTHING, offset=len(items))
            items += page
            if len(page) < EVERYTHING:
                found = (self._own(item) for item in items)
                return list({memory.id: memory for memory in found if memory}.values())

    async def ledger(self) -> Ledger:
        """Return what is known of the person's memory as a whole."""
        item = await self.store.aget(ledger_namespace(self.person), LEDGER)
        return Ledger.model_validate(item.value) if item is not None else Ledger()

    async def room(self, wanted: int, limit: int) -> int:
        """Return how many of `wanted` more memories there is room for, when there may be `limit`."""
        last = min(wanted, limit)
        return last - len(await self.store.asearch(self._namespace, limit=last, offset=limit - last))

    async def near(self, texts: Sequence[str], stable_keys: Sequence[str]) -> list[UserMemory]:
        """Return the memories that statements may be about, of any status: by exact key, and the nearest by vector.

        When nothing can be embedded, the newest memories stand in for the nearest. What is read is bounded,
        however much is stored, and so is what a statement is compared with (R6.13).
        """
        found = dict(await self.by_key(stable_keys))
        try:
            # First by ourselves: the server sends the operations of all its runs to the store together, and an
            # embedding that hangs in there would stop every one of them.
            for text in texts:
                await self.embeddings.aembed_query(QUERY_PREFIX + text)
            searches = [
                SearchOp(self._namespace, query=QUERY_PREFIX + text, filter=_readable(), limit=NEAREST)
                for text in texts
            ]
            results = await self.store.abatch(searches)
        except Exception as error:  # an embedding model may raise anything
            _log.warning("nearest_by_vector_failed", error=type(error).__name__)
            results = [await self._newest()]
        items = [item for result in results if isinstance(result, list) for item in result]
        read = (self._own(item) for item in items if isinstance(item, SearchItem))
        found |= {memory.stable_key: memory for memory in read if memory}
        return list(found.values())

    async def _newest(self) -> list[SearchItem]:
        """Return the newest memories; a store lists in an order of its own."""
        found = await self.store.asearch(self._namespace, filter=_readable(), limit=EVERYTHING)
        return sorted(found, key=lambda item: item.updated_at, reverse=True)[:NEWEST]

    async def active(self) -> list[UserMemory]:
        """Return the person's active memories: all standing ones, and of the others at most `EVERYTHING`."""
        wanted = _readable() | {"status": "active"}
        found = await self.store.asearch(self._namespace, filter=wanted, limit=EVERYTHING)
        if len(found) == EVERYTHING:  # a rule must not be lost among thousands of facts
            found += await self.store.asearch(self._namespace, filter=wanted | {"tier": "standing"}, limit=EVERYTHING)
        return list({memory.id: memory for item in found if (memory := self._own(item))}.values())

    async def similar(self, query: str) -> dict[str, float | None]:
        """Return the nearest memories to `query` by id, with the store's similarity.

        Status, confidence and index version are filtered by the store: a suppressed memory keeps its vector
        (L1) and must never take a place.

        The caller has embedded it: inside the store a failing embedding would fail whatever is batched with it.
        """
        current = _readable() | {"status": "active", "confident": True, "index_version": self.embeddings.index_version}
        found = await self.store.asearch(self._namespace, query=QUERY_PREFIX + query, filter=current, limit=OVERFETCH)
        return {item.key: item.score for item in found if item.namespace == self._namespace}

    async def similar_by_fallback(self, query: str, memories: Sequence[UserMemory]) -> dict[str, float | None]:
        """Return the similarity of `memories` to `query` by the local model; nothing where there is none."""
        if self.fallback is None:
            return {}
        return vectors.similarities(await self.fallback.aembed_query(query), memories)

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
        if texts:  # before the lock, and before the store: neither may wait for a model
            await self.embeddings.aembed_documents(texts)
        local = await self.fallback.aembed_documents(texts) if self.fallback is not None and texts else None
        puts = [
            PutOp(self._namespace, id, self._marked(memory, local[n] if local else None).model_dump(mode="json"))
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
            await self.store.abatch(puts)

    async def purge(self, now: datetime, days: int) -> int:
        """Delete what has been forgotten, or replaced, for so many days (B21); 0 days: nothing. Returns how many."""
        if not days:
            return 0
        ended: list[Status] = ["suppressed", "superseded"]
        searches = [SearchOp(self._namespace, filter={"status": status}, limit=EVERYTHING) for status in ended]
        found = [item for page in await self.store.abatch(searches) if isinstance(page, list) for item in page]
        old = [memory for item in found if isinstance(item, SearchItem) and (memory := self._own(item))]
        old = [memory for memory in old if now - memory.updated_at > timedelta(days=days)]
        if old:
            await self.write({}, known={memory.id: memory for memory in old}, deleted=[memory.id for memory in old])
        return len(old)

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
            for name in ("search_text", "index_version", "local_vector", "confidence")
        )
        local = self.fallback is None or memory.local_vector is not None
        return same and memory.index_version == self.embeddings.index_version and local

    def _marked(self, memory: UserMemory, local: Sequence[float] | None) -> UserMemory:
        return memory.model_copy(
            update={
                "index_version": self.embeddings.index_version,
                "confident": memory.confidence >= MIN_CONFIDENCE,
                "local_vector": vectors.packed(local) if local else None,
            }
        )

    def _own(self, item: Item) -> UserMemory | None:
        # The store searches by prefix; what is handed out is checked again (case B66).
        return _document(item.value) if item.namespace == self._namespace else None


def _readable() -> dict[str, Any]:
    return {"schema_version": SCHEMA_VERSION}


def _document(value: Mapping[str, Any]) -> UserMemory | None:
    """Return a stored value as a memory; one that does not fit the schema is treated as absent (R2.1.2)."""
    try:
        return UserMemory.model_validate(value)
    except ValidationError:
        return None
