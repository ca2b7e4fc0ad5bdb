"""A person's memory thread: the extraction graph with saver, store and fakes, run after run."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore

from graphs.dispatch import Dispatcher
from graphs.memory_extraction import MemoryExtraction
from memory.platform.identity import LOCAL_USER, namespace, scope
from memory.platform.settings import Role, Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.stores import UserStores
from tests.fakes import FakeChat, FakeModels, FakeRuns

LATER = datetime(2026, 12, 1, tzinfo=UTC)


def output(*candidates: Mapping[str, Any]) -> str:
    return json.dumps({"candidates": candidates}, ensure_ascii=False)


def turn(text: str, id: str = "t1", *, hour: int = 8, **changes: Any) -> dict[str, Any]:
    made = {
        "conversation_id": "c1",
        "turn_id": id,
        "user_text": text,
        "assistant_text": "好的",
        "completed_at": f"2026-11-30T{hour:02}:00:00+08:00",
        "kind": "ordinary_chat",
    }
    return made | changes


class Person:
    """One person whose turns are extracted on one thread."""

    now = LATER

    def __init__(
        self,
        settings: Settings,
        store: BaseStore,
        embedder: MemoryEmbeddings,
        *,
        runs: FakeRuns | None = None,
        stores: UserStores | None = None,
        **changes: Any,
    ) -> None:
        self.settings, self.store = settings.model_copy(update=changes), store
        self.chats: dict[Role, FakeChat] = {role: FakeChat() for role in ("extraction", "gate", "resolve")}
        self.runs = runs or FakeRuns()
        nodes = MemoryExtraction(
            FakeModels(self.chats),
            stores or UserStores(embedder),
            self.settings,
            cast("Dispatcher", self.runs),
            now=lambda: self.now,
        )
        self.graph = nodes.graph().compile(store=store, checkpointer=InMemorySaver())

    async def says(self, *turns: dict[str, Any], proposed: Any = None, **context: Any) -> dict[str, Any]:
        """Extract turns; the extraction model proposes `proposed` (candidates, or anything a chat may answer)."""
        if proposed is not None:
            self.chats["extraction"].answers = list(proposed) if isinstance(proposed, list) else [proposed]
        sent: Any = {"turns": list(turns), **context}
        return dict(await self.graph.ainvoke(sent, {"configurable": {"thread_id": "person"}}))

    @property
    def asked(self) -> int:
        """How often the extraction model was asked."""
        return len(self.chats["extraction"].asked)

    async def stored(self) -> dict[str, dict[str, Any]]:
        items = await self.store.asearch(namespace(scope(LOCAL_USER, self.settings)), limit=1_000)
        return {item.value["text"]: item.value for item in items}

    async def active(self) -> set[str]:
        return {text for text, value in (await self.stored()).items() if value["status"] == "active"}


def statuses(result: Mapping[str, Any]) -> list[tuple[str, str | None]]:
    return [(one["status"], one["code"]) for one in result["results"]]
