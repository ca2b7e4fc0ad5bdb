"""After a rotation of secrets everything is moved once, on both stores, also when that is cut short."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, cast
from uuid import uuid4

import httpx
import pytest
from langgraph.store.base import BaseStore, Op, PutOp, Result
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError

from memory.platform.access.moving import Mover
from memory.platform.identity import scope
from memory.platform.postgres.registry import NoRegistry
from memory.platform.settings import Settings
from memory.platform.store.control import Control
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.stores import UserStores
from memory.platform.store.user_store import UserStore
from tests.graph.seeds import remember

NOW = datetime(2027, 1, 1, tzinfo=UTC)
TEXTS = ("我住在哈尔滨", "我住在苏州", "我住在杭州", "我养了一只叫团子的猫")


class NoThreads:
    """A server on which the person has no thread."""

    threads = property(lambda self: self)

    async def __aenter__(self) -> "NoThreads":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def get_state(self, thread_id: str) -> Any:
        raise NotFoundError("gone", response=httpx.Response(404, request=httpx.Request("GET", "http://x")), body=None)

    async def search(self, **_: Any) -> list[Any]:
        return []


class Breaking:
    """Takes so many writes, then none."""

    def __init__(self, store: BaseStore, after: int) -> None:
        self._store, self.left = store, after

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        self.left -= any(isinstance(op, PutOp) for op in listed)
        if self.left < 0:
            raise ConnectionError("killed")
        return await self._store.abatch(listed)


def mover(store: object, embedder: MemoryEmbeddings) -> Mover:
    async def opened() -> BaseStore:
        return cast("BaseStore", store)

    return Mover(opened, lambda: cast("LangGraphClient", NoThreads()), UserStores(embedder), NoRegistry())


@pytest.fixture
async def scopes(store: BaseStore, settings: Settings, embedder: MemoryEmbeddings) -> tuple[str, str]:
    """A person's new and old scope; under the old one an address that was replaced twice, and a switch."""
    person = f"person-{uuid4()}"
    await remember(store, embedder, settings, *TEXTS, person=person)
    old = UserStore(store, scope(person, settings), embedder)
    first, second, third, _ = [next(m for m in await old.all() if m.text == text) for text in TEXTS]
    for one, by in ((first, second), (second, third)):
        ended = one.model_copy(update={"status": "superseded", "superseded_by": by.id})
        await old.write({one.id: ended})
    await Control(old, lambda: NOW).switch(learning=False)
    return scope(f"{person}-new", settings), old.person


async def replaced(store: UserStore) -> dict[str, str]:
    texts = {memory.id: memory.text for memory in await store.all()}
    return {memory.text: texts.get(memory.superseded_by or "", "") for memory in await store.all()}


@pytest.mark.parametrize("cut_after", [0, 1, 2, 3, 4, 99])
async def test_everything_is_moved_with_what_took_its_place(
    store: BaseStore, embedder: MemoryEmbeddings, scopes: tuple[str, str], cut_after: int
) -> None:
    await mover(Breaking(store, cut_after), embedder).move(scopes)
    await mover(store, embedder).move(scopes)
    new, old = (UserStore(store, person, embedder) for person in scopes)
    assert await old.all() == []
    assert await replaced(new) == {TEXTS[0]: TEXTS[1], TEXTS[1]: TEXTS[2], TEXTS[2]: "", TEXTS[3]: ""}
    assert not (await new.ledger()).learning
