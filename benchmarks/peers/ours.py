"""Our extraction graph and recall, as delivered: its own prompts, gates, rules and limits.

The graph runs on each person's memory thread with an in-memory saver and store, and is handed what the chat graph
hands over: the newest turn with up to four older ones of its conversation. Left out is the server around it, as it
is around the peers: no queue, no HTTP.
"""

import asyncio
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver

from benchmarks.peers.answers import OURS
from benchmarks.peers.embedding import DIMENSIONS, Encoder, own
from benchmarks.peers.library import Turn
from benchmarks.peers.store import CountingStore
from graphs.dispatch import Dispatcher
from graphs.memory_extraction import MemoryExtraction
from memory.platform.identity import memory_thread_id, scope
from memory.platform.models.models import ConfiguredModels
from memory.platform.settings import Settings
from memory.platform.store.control import Control
from memory.platform.store.recalling import recall
from memory.platform.store.shelf import KEPT, Shelves
from memory.platform.store.stores import UserStores
from memory.platform.store.user_store import UserStore
from memory.recall.selection import Limits
from memory.thread.handover import OLDER_TURNS
from tests.graph.seeds import remember

FAILED = frozenset({"malformed_output", "provider_failed", "store_failed"})
"""Outcomes that would be exceptions elsewhere."""
FILLED_AT_ONCE = 500


class Ours:
    """The product.

    Args:
        url: of the scripted model, with its `/v1`.
        encoder: for all libraries.
    """

    name = "ours"

    def __init__(self, url: str, encoder: Encoder) -> None:
        self._settings = Settings(_env_file=None, OPENAI_BASE_URL=url, chat_model=OURS)
        self._embeddings = own(encoder)
        self._stores = UserStores(self._embeddings, shelves=Shelves(KEPT))
        index = {"dims": DIMENSIONS, "embed": self._embeddings, "fields": ["search_text"]}
        self._store = CountingStore(index=index)
        self._said: defaultdict[str, deque[dict[str, Any]]] = defaultdict(lambda: deque(maxlen=1 + OLDER_TURNS))
        nodes = MemoryExtraction(
            ConfiguredModels(self._settings, _nothing_embedded), self._stores, self._settings, Dispatcher()
        )
        self._saver = InMemorySaver()
        self._graph = nodes.graph().compile(store=self._store, checkpointer=self._saver)

    @property
    def operations(self) -> Counter[str]:
        """Operations of the store."""
        return self._store.operations

    async def add(self, person: str, turn: Turn) -> None:
        """Run the extraction of a turn.

        Raises:
            RuntimeError: it ended with one of the outcomes that say that something failed.
        """
        said = self._said[turn.conversation]
        now = datetime.now(UTC).isoformat()
        said.append(
            {
                "conversation_id": turn.conversation,
                "turn_id": turn.id,
                "in_reply_to": said[-1]["assistant_text"] if said else "",
                "user_text": turn.user,
                "assistant_text": turn.assistant,
                "said_at": now,
                "completed_at": now,
                "kind": "ordinary_chat",
            }
        )
        given: Any = {"turns": list(said), "summary": "", "pinned_decisions": []}
        result = await self._graph.ainvoke(given, self._config(person), durability="exit")
        if result["outcome"] in FAILED:
            raise RuntimeError(result["outcome"])

    async def add_at_once(self, person: str, turns: Sequence[Turn]) -> None:
        """Run the extractions side by side, which the server never does: it enqueues them.

        Raises:
            RuntimeError: one failed.
        """
        await asyncio.gather(*(self.add(person, turn) for turn in turns))

    async def search(self, person: str, text: str) -> list[str]:
        """Recall for a message.

        Raises:
            RuntimeError: something was done without, for want of time for one.
        """
        set_ = self._settings
        limits = Limits(set_.recall_max_items, set_.recall_max_item_chars, set_.recall_max_chars)
        given = await recall(self._own(person), [text], limits=limits, deadline_ms=set_.recall_deadline_ms)
        if given.degraded:
            raise RuntimeError(f"degraded: {', '.join(given.degraded)}")
        return [memory.text for memory in given.memories]

    async def records(self, person: str) -> list[str]:
        """Return the active memories."""
        return [memory.text for memory in await self._own(person).all() if memory.status == "active"]

    async def delete(self, person: str, text: str) -> None:
        """Delete as the HTTP routes do."""
        own = self._own(person)
        ids = [memory.id for memory in await own.all() if memory.text == text]
        await Control(own, lambda: datetime.now(UTC)).delete(ids)

    async def kept(self, person: str) -> Mapping[str, bytes]:
        """Return what is in the store, and the checkpoints of the person's memory thread."""
        states = [found.checkpoint["channel_values"] async for found in self._saver.alist(self._config(person))]
        return {"store": await self._store.everything(), "memory thread": repr(states).encode()}

    async def fill(self, person: str, texts: Sequence[str]) -> None:
        """Store statements by the product's own rules, without the model."""
        for start in range(0, len(texts), FILLED_AT_ONCE):
            part = texts[start : start + FILLED_AT_ONCE]
            await remember(self._store, self._embeddings, self._settings, *part, person=person)

    async def close(self) -> None:
        """Nothing is open."""

    def _own(self, person: str) -> UserStore:
        return self._stores.of(self._store, scope(person, self._settings))

    def _config(self, person: str) -> RunnableConfig:
        known = scope(person, self._settings)
        user = SimpleNamespace(identity=known)  # as the server names who is authenticated
        return {"configurable": {"thread_id": memory_thread_id(known), "langgraph_auth_user": user}}


async def _nothing_embedded() -> str:
    raise AssertionError("a provider is configured")
