"""LangMem's memory store manager as its guide sets it up, with `ainvoke`, on LangGraph's in-memory store.

With the careless model defaults are kept: five memories in the extraction prompt, no deletes offered. They are looked
for by the last message alone, which is the assistant's answer. With the careful one `enable_deletes` is on and
`query_limit` is 8, the least with which the user's own words are searched for too: else it is not shown what they
want changed or forgotten. A search returns ten in both.
"""

import asyncio
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from langchain_core.runnables import RunnableConfig
from langchain_openai import ChatOpenAI
from langgraph.store.base import PutOp, SearchItem
from pydantic import SecretStr

from benchmarks.peers.answers import INSERTS, PATCHES
from benchmarks.peers.embedding import DIMENSIONS, Encoder, Shared
from benchmarks.peers.library import Turn
from benchmarks.peers.store import EVERYTHING, CountingStore

FILLED_AT_ONCE = 500
DEFAULT_LIMIT, CAREFUL_LIMIT = 5, 8


class LangMem:
    """A manager for many people.

    Args:
        url: of the scripted model, with its `/v1`.
        encoder: for all libraries.
        patching: whether the model changes and removes what it is shown, which is the good case; else it inserts.
    """

    def __init__(self, url: str, encoder: Encoder, *, patching: bool) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it imports what LangGraph has deprecated
            from langmem import create_memory_store_manager  # of the group `bench`

        self.name = "LangMem, patching" if patching else "LangMem, inserting"
        self._store = CountingStore(index={"dims": DIMENSIONS, "embed": Shared(encoder)})
        model = ChatOpenAI(model=PATCHES if patching else INSERTS, base_url=url, api_key=SecretStr("none"))
        self._manager: Any = create_memory_store_manager(
            model,
            store=self._store,
            namespace=("memories", "{langgraph_user_id}"),
            enable_deletes=patching,
            query_limit=CAREFUL_LIMIT if patching else DEFAULT_LIMIT,
        )

    @property
    def operations(self) -> Counter[str]:
        """Operations of the store."""
        return self._store.operations

    async def add(self, person: str, turn: Turn) -> None:
        """Hand over the two messages of a turn."""
        messages = [{"role": "user", "content": turn.user}, {"role": "assistant", "content": turn.assistant}]
        await self._manager.ainvoke({"messages": messages}, config=_config(person))

    async def add_at_once(self, person: str, turns: Sequence[Turn]) -> None:
        """Run the manager for each, in one loop."""
        await asyncio.gather(*(self.add(person, turn) for turn in turns))

    async def search(self, person: str, text: str) -> list[str]:
        """Search with the defaults."""
        found = await self._manager.asearch(query=text, config=_config(person))
        return [item.value.content for item in found]

    async def records(self, person: str) -> list[str]:
        """Return everything of a person; a document without its content as it is."""
        items = await self._items(person)
        return [str(item.value["content"].get("content", item.value)) for item in items]

    async def delete(self, person: str, text: str) -> None:
        """Delete by key, which the manager leaves to the store."""
        for item in await self._items(person):
            if item.value["content"].get("content") == text:
                await self._store.adelete(item.namespace, item.key)

    async def kept(self, person: str) -> Mapping[str, bytes]:
        """Return what is in the store: it keeps nothing else."""
        return {"store": await self._store.everything()}

    async def fill(self, person: str, texts: Sequence[str]) -> None:
        """Put documents as the manager does."""
        for start in range(0, len(texts), FILLED_AT_ONCE):
            puts = [
                PutOp(("memories", person), str(uuid4()), {"kind": "Memory", "content": {"content": text}})
                for text in texts[start : start + FILLED_AT_ONCE]
            ]
            await self._store.abatch(puts)

    async def close(self) -> None:
        """Nothing is open."""

    async def _items(self, person: str) -> list[SearchItem]:
        return await self._store.asearch(("memories", person), limit=EVERYTHING)


def _config(person: str) -> RunnableConfig:
    return {"configurable": {"langgraph_user_id": person}}
