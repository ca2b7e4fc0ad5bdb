"""Whose a thread is, kept in Postgres."""

import asyncio
from uuid import uuid4

import pytest

from memory.platform.postgres.database import Database
from memory.platform.postgres.registry import NoRegistry, PostgresRegistry, Registry


@pytest.fixture
def registry(database: Database) -> Registry:
    return PostgresRegistry(database)


def new(count: int) -> list[str]:
    return [str(uuid4()) for _ in range(count)]


async def test_a_thread_belongs_to_who_claimed_it_first(registry: Registry) -> None:
    thread, mine, other = new(3)
    assert await registry.owner_of(thread) is None
    assert await registry.claim(thread, mine, {"title": "one"})
    assert not await registry.claim(thread, other, {"title": "stolen"})
    assert not await registry.claim(thread.upper(), other, {})
    assert await registry.claim(thread, mine, {"graph_id": "chat"})
    assert await registry.owner_of(thread) == mine
    assert await registry.owned(mine) == [(thread, {"title": "one", "graph_id": "chat"})]
    assert await registry.owned(other) == []


async def test_a_change_claims_nothing(registry: Registry) -> None:
    thread, other_thread, mine, other = new(4)
    await registry.change(thread, mine, {"title": "none"})
    assert await registry.owner_of(thread) is None
    await registry.claim(other_thread, mine, {"title": "one", "graph_id": "chat"})
    await registry.change(other_thread, other, {"title": "stolen"})
    await registry.change(other_thread, mine, {"title": "two"})
    assert await registry.owned(mine) == [(other_thread, {"title": "two", "graph_id": "chat"})]


async def test_of_many_at_once_one_wins(registry: Registry) -> None:
    thread, *people = new(21)
    won = await asyncio.gather(*(registry.claim(thread, person, {}) for person in people))
    assert won.count(True) == 1
    assert await registry.owner_of(thread) == people[won.index(True)]


async def test_the_newest_comes_first(registry: Registry) -> None:
    mine, *threads = new(4)
    for thread in threads:
        await registry.claim(thread, mine, {})
    await registry.claim(threads[0], mine, {})
    assert [thread for thread, _ in await registry.owned(mine)] == [threads[0], threads[2], threads[1]]


async def test_a_person_is_renamed_and_their_threads_go_along(registry: Registry) -> None:
    old, renamed, one, two = new(4)
    await registry.claim(one, old, {})
    await registry.claim(two, old, {})
    await registry.rename(old, renamed)
    assert await registry.owned(old) == []
    assert {thread for thread, _ in await registry.owned(renamed)} == {one, two}


async def test_what_is_dropped_is_nobodys(registry: Registry) -> None:
    mine, other, one, two, three = new(5)
    for thread, owner in ((one, mine), (two, mine), (three, other)):
        await registry.claim(thread, owner, {})
    await registry.drop(one)
    assert await registry.owner_of(one) is None
    await registry.drop_all(mine)
    assert await registry.owned(mine) == []
    assert await registry.owner_of(three) == other


async def test_names_are_values_and_never_words_of_the_query(registry: Registry) -> None:
    thread, other = new(2)
    for owner in ("li_wei", "100%", "a.b@example.com", "张三", "'; DROP TABLE threads; --"):
        await registry.claim(thread, owner, {"title": "x'y"})
        assert await registry.owned(owner) == [(thread, {"title": "x'y"})]
        await registry.drop(thread)
    assert await registry.claim(other, "li", {})
    with pytest.raises(ValueError, match="UUID"):
        await registry.claim("not-a-thread", "li", {})


async def test_without_a_database_the_server_decides() -> None:
    none: Registry = NoRegistry()
    assert await none.claim("t", "me", {})
    assert (await none.owner_of("t"), await none.owned("me")) == (None, [])
