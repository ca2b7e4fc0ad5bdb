"""One writer a person at a time, within a process and across processes."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from uuid import uuid4

import pytest

from memory.platform.postgres.database import Database
from memory.platform.postgres.locks import Locks, PostgresLocks, ProcessLocks
from tests.server.process import PROJECT, clean_environment
from tests.storage.conftest import database_of


@pytest.fixture(params=["process", "postgres", "two processes"])
async def pair(request: pytest.FixtureRequest, postgres: str, database: Database) -> AsyncIterator[tuple[Locks, Locks]]:
    """The locks of two writers: the same, or those of two replicas, which share nothing but the database."""
    if request.param == "process":
        locks: Locks = ProcessLocks()
        yield locks, locks
    elif request.param == "postgres":
        locks = PostgresLocks(database)
        yield locks, locks
    else:
        other = database_of(postgres)
        yield PostgresLocks(database), PostgresLocks(other)
        await other.close(["locks"])


async def test_two_writers_of_one_person_exclude_each_other(pair: tuple[Locks, Locks]) -> None:
    person, counted = str(uuid4()), 0

    async def add(locks: Locks) -> None:
        nonlocal counted
        async with locks.of(person):
            read = counted
            await asyncio.sleep(0.002)
            counted = read + 1

    await asyncio.gather(*(add(pair[n % 2]) for n in range(30)))
    assert counted == 30


async def test_different_people_do_not_wait_for_each_other(pair: tuple[Locks, Locks]) -> None:
    async with asyncio.timeout(2), pair[0].of(str(uuid4())), pair[1].of(str(uuid4())):
        pass


async def test_an_error_frees_the_lock(pair: tuple[Locks, Locks]) -> None:
    person = str(uuid4())
    with pytest.raises(LookupError):
        async with pair[0].of(person):
            raise LookupError
    async with asyncio.timeout(2), pair[1].of(person):
        pass


async def test_a_cancelled_waiter_keeps_nothing(pair: tuple[Locks, Locks]) -> None:
    person = str(uuid4())

    async def wait() -> None:
        async with pair[1].of(person):
            pass

    async with pair[0].of(person):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0.1)
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting
    async with asyncio.timeout(2), pair[0].of(person), pair[1].of(str(uuid4())):
        pass


async def test_the_wait_is_bounded(postgres: str, database: Database) -> None:
    here, other = ProcessLocks(wait_s=0.1), database_of(postgres)
    person = str(uuid4())
    async with here.of(person):
        with pytest.raises(TimeoutError):
            await here.of(person).__aenter__()
    async with PostgresLocks(database).of(person):
        with pytest.raises(TimeoutError, match=r"0\.1 seconds"):
            await PostgresLocks(other, wait_s=0.1).of(person).__aenter__()
    async with PostgresLocks(other, wait_s=0.1).of(person):
        pass
    await other.close(["locks"])


async def test_more_people_than_connections_wait_and_then_go_on(postgres: str) -> None:
    small = database_of(postgres, database_pool=2)
    locks = PostgresLocks(small)

    async def hold() -> None:
        async with locks.of(str(uuid4())):
            await asyncio.sleep(0.01)

    await asyncio.gather(*(hold() for _ in range(20)))
    await small.close(["locks"])


async def test_what_nobody_holds_is_forgotten() -> None:
    locks = ProcessLocks()
    for _ in range(10):
        async with locks.of(str(uuid4())):
            assert len(locks._locks) == 1
    assert len(locks._locks) == 0


async def test_a_killed_holder_loses_the_lock(postgres: str, database: Database) -> None:
    person = str(uuid4())
    holder = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.storage.holder", person),
        cwd=PROJECT,
        env=clean_environment(DATABASE_URL=postgres),
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert await holder.stdout.readline() == b"held\n"
    with pytest.raises(TimeoutError):
        await PostgresLocks(database, wait_s=0.2).of(person).__aenter__()
    holder.kill()
    await holder.communicate()
    async with asyncio.timeout(2), PostgresLocks(database).of(person):
        pass
