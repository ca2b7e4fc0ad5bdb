"""One person's memories in the LangGraph store; the only module that reads or writes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import structlog
from langgraph.store.base import BaseStore, GetOp, Item, PutOp, SearchItem, SearchOp
from pydantic import ValidationError

from memory.platform.embeddings import QUERY_PREFIX
from memory.platform.identity import memory_id, namespace
from memory.user.document import INDEX_VERSION, SCHEMA_VERSION, Semantic, UserMemory
from memory.user.recall import Hit

OVERFETCH = 24
NEAREST = 24
"""How many memories a statement is compared with, beside those of its keys."""
NEWEST = 200
"""How many when nothing can be embedded."""
EVERYTHING = 1_000
"""Most memories that one sentence can make the assistant forget."""
_log = structlog.get_logger("ai_mind.store")


class Meter(Protocol):
    """Measures how a text is embedded."""

    async def semantic(self, text: str) -> Semantic:
        """Return the correction of `text`."""


@dataclass(frozen=True)
class UserStore:
    """The memories of the person with this scope.

    Args:
        store: the server's store; only its async methods are used.
        person: the scope, from `identity.scope_of`.
    """

    store: BaseStore
    person: str

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

    async def similar(self, query: str) -> list[Hit]:
        """Return the active memories nearest to `query`, with the store's cosine.

        Status and index version are filtered by the store: a suppressed memory keeps its vector (L1)
        and must never take a place.
        """
        found = await self.store.asearch(
            self._namespace, query=QUERY_PREFIX + query, filter=_current(), limit=OVERFETCH
        )
        return [Hit(memory, item.score) for item in found if (memory := self._own(item))]

    async def standing(self) -> list[UserMemory]:
        """Return the active standing memories."""
        current = _current() | {"tier": "standing"}
        found = await self.store.asearch(self._namespace, filter=current, limit=EVERYTHING)
        return [memory for item in found if (memory := self._own(item))]

    async def write(self, memories: Mapping[str, UserMemory], meter: Meter) -> None:
        """Write all of `memories` (by id) or, when anything fails, none of them."""
        measured = {
            id: memory.model_copy(update={"semantic": await meter.semantic(memory.search_text)})
            for id, memory in memories.items()
        }
        puts = [PutOp(self._namespace, id, memory.model_dump(mode="json")) for id, memory in measured.items()]
        await self.store.abatch(puts)

    def _own(self, item: Item) -> UserMemory | None:
        # The store searches by prefix; what is handed out is checked again (case B66).
        return _document(item.value) if item.namespace == self._namespace else None


def _readable() -> dict[str, Any]:
    return {"schema_version": SCHEMA_VERSION}


def _current() -> dict[str, Any]:
    return {"status": "active", "schema_version": SCHEMA_VERSION, "index_version": INDEX_VERSION}


def _document(value: Mapping[str, Any]) -> UserMemory | None:
    """Return a stored value as a memory; one that does not fit the schema is treated as absent (R2.1.2)."""
    try:
        return UserMemory.model_validate(value)
    except ValidationError:
        return None
