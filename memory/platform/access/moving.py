"""After a secret was replaced: what a person has under the scope of an older one moves to the current one (B20)."""

from collections.abc import Awaitable, Callable, Sequence

import structlog
from langgraph.store.base import BaseStore, PutOp
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError

from memory.platform.identity import ledger_namespace, memory_id, memory_thread_id, namespace
from memory.platform.postgres.registry import Registry
from memory.platform.store.shelf import STAMP, stamped
from memory.platform.store.stores import UserStores
from memory.platform.store.user_store import LEDGER

REMEMBERED = 100_000
"""Most people who are known to have been moved; then it is looked up again."""
PAGE = 100
_log = structlog.get_logger("ai_mind.moving")


class Mover:
    """Moves a person at their first request.

    Args:
        store: gives the server's store.
        connect: makes a client that may see every thread.
        stores: opens a person's memories, and says what is held while they move.
        registry: where threads are noted beside the server.
    """

    def __init__(
        self,
        store: Callable[[], Awaitable[BaseStore]],
        connect: Callable[[], LangGraphClient],
        stores: UserStores,
        registry: Registry,
    ) -> None:
        self._store, self._connect = store, connect
        self._stores, self._registry = stores, registry
        self._moved: set[str] = set()

    async def move(self, scopes: Sequence[str]) -> None:
        """Move what is kept under all but the first of a person's scopes; a failure is logged and tried again.

        Args:
            scopes: of the person, under each secret, the current one first (`identity.scopes`).
        """
        current, *older = scopes
        if not older or current in self._moved:
            return
        try:
            for old in older:
                await self._memories(old, current)
                await self._threads(old, current)
                await self._registry.rename(old, current)
        except Exception as error:  # the person is served; what has not moved yet is found at the next request
            _log.error("not_moved", error=type(error).__name__)
            return
        if len(self._moved) >= REMEMBERED:
            self._moved.clear()
        self._moved.add(current)

    async def _memories(self, old: str, new: str) -> None:
        store = await self._store()
        there, here = self._stores.of(store, old), self._stores.of(store, new)
        if not await there.all() and await store.aget(ledger_namespace(old), LEDGER) is None:
            return
        async with self._stores.locks.of(new):
            # Read here: of two requests at once the second must not move what the person has deleted since the first.
            memories, ledger = await there.all(), await store.aget(ledger_namespace(old), LEDGER)
            ids = {memory.id: memory_id(new, memory.stable_key) for memory in memories}
            taken = await here.by_id(list(ids.values()))
            # What was replaced goes first: when this is cut short, the id of its successor is still known.
            for memory in sorted(memories, key=lambda one: (one.superseded_by is None, one.updated_at)):
                moved = {"id": ids[memory.id], "superseded_by": ids.get(memory.superseded_by or "")}
                writes = [PutOp(namespace(old), memory.id, None)]
                if moved["id"] not in taken:
                    await self._stores.embeddings.aembed_documents([memory.search_text])
                    value = memory.model_copy(update=moved).model_dump(mode="json")
                    writes.append(PutOp(namespace(new), ids[memory.id], value))
                await store.abatch([*writes, await stamped(store, old), await stamped(store, new)])
            await store.abatch([PutOp(ledger_namespace(old), STAMP, None)])
            if ledger is not None:
                # There is one already where the person was served before the move succeeded.
                joined = (await here.ledger()).joined(await there.ledger())
                kept = PutOp(ledger_namespace(new), LEDGER, joined.model_dump(mode="json"), index=False)
                await store.abatch([PutOp(ledger_namespace(old), LEDGER, None), kept])
        _log.info("moved", memories=len(memories))

    async def _threads(self, old: str, new: str) -> None:
        async with self._connect() as client:
            await self._cursor(client, old, new)
            while threads := await client.threads.search(metadata={"owner": old}, limit=PAGE):
                for thread in threads:
                    await client.threads.update(thread["thread_id"], metadata={"owner": new})

    async def _cursor(self, client: LangGraphClient, old: str, new: str) -> None:
        """Begin the new memory thread where the old one stands: its id comes from the scope."""
        try:
            state = await client.threads.get_state(memory_thread_id(old))
        except NotFoundError:
            return
        owned = {"owner": new, "graph_id": "memory_extraction"}
        await self._registry.claim(memory_thread_id(new), new, owned)
        await client.threads.create(thread_id=memory_thread_id(new), metadata=owned, if_exists="do_nothing")
        cursor = state["values"].get("cursor") if isinstance(state["values"], dict) else None
        if cursor:
            # As a run leaves the thread that had nothing to do: no node follows.
            left = {"cursor": cursor, "outcome": "skipped"}
            await client.threads.update_state(memory_thread_id(new), left, as_node="gate")
        await client.threads.delete(memory_thread_id(old))
