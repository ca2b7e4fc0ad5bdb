"""Runs are counted for all processes on one database, and by each while that is down."""

from memory.platform.postgres.database import Database
from memory.platform.postgres.run_rate import PostgresRunRate, ProcessRunRate
from tests.storage.conftest import database_of


async def test_two_processes_count_together_and_people_apart(postgres: str, database: Database) -> None:
    other = database_of(postgres)
    one, two = (PostgresRunRate(each, 3, ProcessRunRate(100)) for each in (database, other))
    assert [await each.take("rate-a") for each in (one, two, one, two)] == [True, True, True, False]
    assert await two.take("rate-b")
    await other.close(["store"])


async def test_a_minute_later_it_begins_again(database: Database) -> None:
    rate = PostgresRunRate(database, 1, ProcessRunRate(100))
    assert [await rate.take("rate-c"), await rate.take("rate-c")] == [True, False]
    async with (await database.pool("store")).connection() as connection:
        await connection.execute("UPDATE runs_started SET minute = minute - interval '1 minute' WHERE owner = 'rate-c'")
    assert await rate.take("rate-c")


async def test_without_an_answer_each_process_counts_for_itself() -> None:
    nowhere = database_of("postgresql://localhost:1/nothing", database_timeout_ms=200)
    rate = PostgresRunRate(nowhere, 5, ProcessRunRate(2))
    assert [await rate.take("rate-d") for _ in range(3)] == [True, True, False]
    await nowhere.close(["store"])


async def test_a_minute_of_one_process() -> None:
    now = [0.0]
    rate = ProcessRunRate(2, lambda: now[0])
    assert [await rate.take("a"), await rate.take("a"), await rate.take("a"), await rate.take("b")] == [
        True,
        True,
        False,
        True,
    ]
    now[0] = 60.0
    assert await rate.take("a")
