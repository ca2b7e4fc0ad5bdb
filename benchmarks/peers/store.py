"""LangGraph's in-memory store, counting what it is asked for; ours and LangMem's."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from langgraph.store.base import GetOp, Op, PutOp, Result, SearchOp
from langgraph.store.memory import InMemoryStore

EVERYTHING = 100_000


class CountingStore(InMemoryStore):
    """Counts gets, puts, deletes and searches, however they are batched.

    Args:
        index: of the store.
    """

    def __init__(self, *, index: Any) -> None:
        super().__init__(index=index)
        self.operations: Counter[str] = Counter()

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Count, then do it."""
        asked = list(ops)
        self.operations.update(_kind(op) for op in asked)
        return await super().abatch(asked)

    async def everything(self) -> bytes:
        """Return all that is in it, of everybody, as text."""
        found = await self.asearch((), limit=EVERYTHING)
        return "\n".join(f"{item.namespace} {item.key} {item.value}" for item in found).encode()


def _kind(op: Op) -> str:
    match op:
        case GetOp():
            return "get"
        case SearchOp():
            return "search"
        case PutOp(value=None):
            return "delete"
        case PutOp():
            return "put"
        case _:
            return "list"
