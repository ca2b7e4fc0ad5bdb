"""What a process keeps of a person's memories is never older than what is stored, whoever writes, in any order."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store.base import BaseStore

from memory.platform.identity import ledger_namespace, namespace
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.erasure import erase
from memory.platform.store.shelf import KEPT, STAMP, Shelves, touch
from memory.platform.store.stores import UserStores
from memory.platform.store.user_store import UserStore
from scripts.labelled import labelled_memory

ACTIONS = ("learn", "forget", "delete", "restore", "erase", "put past us", "delete past us")


class NoThreads:
    """Of a person who has no threads."""

    async def remove(self, person: str, *, conversations: bool) -> tuple[int, int, int]:
        return (0, 0, 0)


class Counting:
    """Two processes on one store, each with shelves of its own, and what is stored in truth."""

    def __init__(self, store: BaseStore, embedder: MemoryEmbeddings) -> None:
        self.person = f"person-{uuid4()}"
        self.processes = [UserStores(embedder, shelves=Shelves(KEPT)).of(store, self.person) for _ in range(2)]
        self.fresh = UserStores(embedder)
        self.store = store

    async def act(self, process: int, action: str, number: int) -> None:
        own, id = self.processes[process], f"m{number}"
        memory = labelled_memory(id=id, text=f"我的第{number}号储物柜里放着{number}本书", subject=id)
        known = (await own.by_id([id])).get(id, memory)
        if action == "learn":
            await own.write({id: memory})
        elif action in ("forget", "restore"):
            await own.write(
                {id: known.model_copy(update={"status": "active" if action == "restore" else "suppressed"})}
            )
        elif action == "delete":
            await own.write({}, deleted=[id])
        elif action == "erase":
            await erase(own, NoThreads(), now=datetime.now(UTC), conversations=True)
        else:
            # As the server's own store routes do it: announced first, with no stamp of its own.
            await touch(self.store, self.person)
            await self.processes[1 - process].write({"other": labelled_memory(id="other", text="我在读博士")})
            await own.shelf()
            if action == "put past us":
                await self.store.aput(namespace(self.person), id, memory.model_dump(mode="json"))
            else:
                await self.store.adelete(namespace(self.person), id)

    async def stored(self) -> dict[str, str]:
        return {memory.id: memory.status for memory in await self.fresh.of(self.store, self.person).all()}


STEPS = st.lists(st.tuples(st.integers(0, 1), st.sampled_from(ACTIONS), st.integers(0, 3)), min_size=1, max_size=12)


@given(STEPS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_two_processes_always_read_what_is_stored(
    store: BaseStore, embedder: MemoryEmbeddings, steps: list[tuple[int, str, int]]
) -> None:
    world = Counting(store, embedder)
    for process, action, number in steps:
        await world.act(process, action, number)
        world.fresh.shelves.drop(world.person)
        stored = await world.stored()
        for own in world.processes:
            assert {memory.id: memory.status for memory in await own.all()} == stored
            active = {id for id, status in stored.items() if status == "active"}
            assert set(await own.similar(f"第{number}号储物柜")) <= active


@pytest.fixture
async def own(store: BaseStore, embedder: MemoryEmbeddings) -> UserStore:
    own = UserStores(embedder, shelves=Shelves(KEPT)).of(store, f"person-{uuid4()}")
    await own.write({"m1": labelled_memory(id="m1", text="我住在杭州")})
    return own


async def test_what_was_read_is_kept_until_somebody_writes(own: UserStore) -> None:
    first = await own.shelf()
    assert await own.shelf() is first
    await own.write({"m2": labelled_memory(id="m2", text="I play the viola")})
    second = await own.shelf()
    assert (second is first, len(first.memories), len(second.memories)) == (False, 1, 2)


async def test_while_a_write_past_us_is_under_way_nothing_is_kept(own: UserStore) -> None:
    await touch(own.store, own.person)
    assert await own.shelf() is not await own.shelf()


async def test_who_does_not_see_to_announcements_keeps_nothing(store: BaseStore, embedder: MemoryEmbeddings) -> None:
    own = UserStores(embedder).of(store, f"person-{uuid4()}")
    await own.write({"m1": labelled_memory(id="m1", text="我住在杭州")})
    assert [memory.id for memory in await own.all()] == ["m1"]
    await own.store.adelete(namespace(own.person), "m1")
    assert await own.all() == []


async def test_without_a_stamp_nothing_is_kept(own: UserStore) -> None:
    """Data that something else has written; from its first write on there is one."""
    await own.store.adelete(ledger_namespace(own.person), STAMP)
    assert await own.shelf() is not await own.shelf()


async def test_a_change_of_the_switch_alone_changes_no_memory(own: UserStore) -> None:
    before = await own.all()
    await own.write({}, ledger=(await own.ledger()).switched(False, datetime.now(UTC)))
    assert await own.all() == before


async def test_an_erasure_leaves_nothing_in_this_process(own: UserStore) -> None:
    await own.shelf()
    await erase(own, NoThreads(), now=datetime.now(UTC), conversations=True)
    assert not own.shelves.held
    assert await own.all() == []


async def test_a_vector_that_cannot_be_read_costs_the_comparison_alone(own: UserStore) -> None:
    [memory] = await own.all()
    await touch(own.store, own.person)
    for vector in ("not base64", "AAAA", "", None):
        document = memory.model_copy(update={"vector": vector}).model_dump(mode="json")
        await own.store.aput(namespace(own.person), "m1", document)
        assert await own.similar("我住在哪里") == {}
        assert [known.id for known in await own.near(["我住在哪里"], [])] == ["m1"]


async def test_a_process_keeps_those_who_asked_last(store: BaseStore, embedder: MemoryEmbeddings) -> None:
    stores = UserStores(embedder, shelves=Shelves(most=5))
    people = [stores.of(store, f"person-{uuid4()}") for _ in range(3)]
    for person in people:
        await person.write({f"m{n}": labelled_memory(id=f"m{n}", text=f"第{n}条") for n in range(2)})
        await person.shelf()
    assert stores.shelves.held == {person.person: 2 for person in people[1:]}
