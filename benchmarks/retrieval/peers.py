"""mem0 and LangMem as stores of texts that are searched as their documentation says."""

import asyncio
import hashlib
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol, Self
from uuid import NAMESPACE_OID, uuid5

from langchain_openai import ChatOpenAI
from langgraph.store.memory import InMemoryStore
from pydantic import SecretStr

from benchmarks.retrieval.vectors import Vectors
from memory.platform.store.encoders import LOCAL_DIMENSIONS

USER = "u1"
NAMESPACE = ("memories", USER)
MODEL = "extractor"
NOWHERE = "http://127.0.0.1:9/v1"
"""Searching asks no model."""
_worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mem0")
"""mem0's local store and history belong to the thread that has opened them."""


class Peer(Protocol):
    """A store of one person's memories."""

    async def search(self, text: str, most: int) -> list[str]:
        """Return the ids of what is found, best first."""

    async def delete(self, ids: Sequence[str]) -> None:
        """Delete memories by the library's own means."""


async def in_worker(work: Callable[[], Any]) -> Any:
    """Return what a call into mem0 returns; it blocks, so it has a thread of its own."""
    return await asyncio.get_running_loop().run_in_executor(_worker, work)


def mem0_memory(vectors: Vectors, url: str) -> Any:
    """Return a `Memory` on its default store, in memory; to be used in the worker only."""
    from mem0 import Memory  # of the group `bench`
    from qdrant_client import QdrantClient

    store = {
        "client": QdrantClient(":memory:"),
        "collection_name": "memories",
        "embedding_model_dims": LOCAL_DIMENSIONS,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it asks for indexes of the payload, which only a server has
        return Memory.from_config(
            {
                "llm": {"provider": "openai", "config": {"model": MODEL, "openai_base_url": url, "api_key": "sk-none"}},
                "embedder": {"provider": "langchain", "config": {"model": vectors}},
                "vector_store": {"provider": "qdrant", "config": store},
                "history_db_path": ":memory:",
            }
        )


def langmem_manager(store: InMemoryStore, url: str) -> Any:
    """Return a store manager with its default settings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # trustcall imports what LangGraph 1 deprecates
        from langmem import create_memory_store_manager  # of the group `bench`

    chat = ChatOpenAI(model=MODEL, base_url=url, api_key=SecretStr("sk-none"), max_retries=0)
    return create_memory_store_manager(chat, store=store, namespace=NAMESPACE)


@dataclass
class Mem0:
    """mem0 2: `search(query, filters={"user_id": …}, top_k=…)`, its threshold as delivered (0.1)."""

    memory: Any
    ids: Mapping[str, str]
    """Ours by mem0's."""

    @classmethod
    async def of(cls, texts: Mapping[str, str], vectors: Vectors, *, passages: bool, url: str = NOWHERE) -> Self:
        """Return a store of these texts by id, put straight into the shape that `add(infer=False)` writes.

        Args:
            texts: by id.
            vectors: of all texts.
            passages: embed what is stored as documents; mem0 itself embeds it as questions.
            url: of the provider that its `add` asks.
        """
        embedded = (
            await vectors.aembed_documents(list(texts.values()))
            if passages
            else [await vectors.aembed_query(text) for text in texts.values()]
        )
        ids = {str(uuid5(NAMESPACE_OID, id)): id for id in texts}
        payloads = [payload(text) for text in texts.values()]

        def filled() -> Any:
            memory = mem0_memory(vectors, url)
            memory.vector_store.insert(vectors=embedded, ids=list(ids), payloads=payloads)
            return memory

        return cls(await in_worker(filled), ids)

    async def search(self, text: str, most: int = 20, **options: Any) -> list[str]:
        """Return the ids of what is found."""
        found = await in_worker(lambda: self.memory.search(text, filters={"user_id": USER}, top_k=most, **options))
        return [self.ids[one["id"]] for one in found["results"]]

    async def delete(self, ids: Sequence[str]) -> None:
        """Delete by `Memory.delete`."""
        for own in [own for own, id in self.ids.items() if id in ids]:
            await in_worker(lambda own=own: self.memory.delete(own))  # type: ignore[misc]


def payload(text: str) -> dict[str, Any]:
    """Return what `add(infer=False)` keeps of a user's message; `text_lemmatized` is the text without spaCy."""
    now = datetime.now(UTC).isoformat()
    hashed = hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
    told = {"data": text, "hash": hashed, "created_at": now, "updated_at": now, "text_lemmatized": text}
    return {"user_id": USER, "role": "user", **told}


@dataclass
class LangMem:
    """LangMem: a store manager's `asearch(query=…)` on an `InMemoryStore`."""

    manager: Any

    @classmethod
    async def of(cls, texts: Mapping[str, str], vectors: Vectors, *, whole: bool, url: str = NOWHERE) -> Self:
        """Return a store of these texts by id, in the shape its manager writes.

        Args:
            texts: by id.
            vectors: of all texts.
            whole: index the whole document as JSON, as the store does unless told otherwise; else its text alone.
            url: of the provider that its manager asks.
        """
        index: Any = {"dims": LOCAL_DIMENSIONS, "embed": vectors} | ({} if whole else {"fields": ["content.content"]})
        store = InMemoryStore(index=index)
        for id, text in texts.items():
            await store.aput(NAMESPACE, id, {"kind": "Memory", "content": {"content": text}})
        return cls(langmem_manager(store, url))

    async def search(self, text: str, most: int = 10) -> list[str]:
        """Return the ids of what is found."""
        return [item.key for item in await self.manager.asearch(query=text, limit=most)]

    async def delete(self, ids: Sequence[str]) -> None:
        """Delete by the manager's `adelete`."""
        for id in ids:
            await self.manager.adelete(id)
