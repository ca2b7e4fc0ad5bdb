"""One person's memories in the LangGraph store; the only module that reads or writes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from langgraph.store.base import BaseStore, GetOp, Item, PutOp, SearchItem, SearchOp
from pydantic import ValidationError

from memory.platform import vectors
from memory.platform.embeddings import QUERY_PREFIX, MemoryEmbeddings
from memory.platform.identity import memory_id, namespace
from memory.user.candidate import MIN_CONFIDENCE
from memory.user.document import SCHEMA_VERSION, UserMemory

OVERFETCH = 200
"""How many memories the store compares a question with; what is injected is chosen of them in code (R3.7, W3.2)."""
NEAREST = 24
"""How many memories a statement is compared with, beside those of its keys."""
NEWEST = 200
"""How many when nothing can be embedded."""
EVERYTHING = 1_000
"""Most memories that one sentence can make the assistant forget."""
_log = structlog.get_logger("ai_mind.store")


@dataclass(frozen=True)
class UserStore:
    """The memories of the person with this scope.

    Args:
        store: the server's store; only its async methods are used.
        person: the scope, from `identity.scope_of`.
        embeddings: what the store's index embeds with.
        fallback: the local model beside a hosted one.
    """

    store: BaseStore
    person: str
    embeddings: MemoryEmbeddings
    fallback: MemoryEmbeddings | None = None

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
        """Return the person's active memories, at most `EVERYTHING`."""
        found = await self.store.asearch(self._namespace, filter=_readable() | {"status": "active"}, limit=EVERYTHING)
        return [memory for item in found if (memory := self._own(item))]

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

    async def write(self, memories: Mapping[str, UserMemory]) -> None:
        """Write all of `memories` (by id) or, when anything fails, none of them.

        Raises:
            Exception: whatever the embedding model or the store raises.
        """
        texts = [memory.search_text for memory in memories.values()]
        await self.embeddings.aembed_documents(texts)
        local = await self.fallback.aembed_documents(texts) if self.fallback is not None else None
        puts = [
            PutOp(self._namespace, id, self._marked(memory, local[n] if local else None).model_dump(mode="json"))
            for n, (id, memory) in enumerate(memories.items())
        ]
        await self.store.abatch(puts)

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
