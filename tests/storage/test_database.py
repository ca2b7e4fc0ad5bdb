"""The process's own Postgres: set-up, the check at the start, and what bounds a connection."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from psycopg.errors import QueryCanceled
from psycopg_pool import PoolTimeout
from pydantic import SecretStr

from memory.errors import SettingsError
from memory.platform.postgres.database import CHAT_SCHEMA, USER_SCHEMA, Claim, Database, connection, database_url
from memory.platform.postgres.migrations import Needed, SetupError, check, set_up
from memory.platform.services import embeddings
from memory.platform.settings import Settings, load_settings
from tests.fakes import DIMENSIONS
from tests.server.process import PROJECT, clean_environment
from tests.storage.conftest import database_of

NOWHERE = "postgresql://somebody:s3cret@127.0.0.1:9/nothing"


def rows(url: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connected:
        return connected.execute(query.encode()).fetchall()


def command(url: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scripts.setup_database"],
        cwd=PROJECT,
        env=clean_environment(DATABASE_URL=url),
        capture_output=True,
        text=True,
        check=False,
    )


def test_set_up_makes_two_schemas_and_nothing_else(postgres: str) -> None:
    tables = rows(postgres, "SELECT schemaname, tablename FROM pg_tables WHERE schemaname !~ '^(pg_|information)'")
    assert set(tables) == {
        *((CHAT_SCHEMA, f"checkpoint{name}") for name in ("s", "_blobs", "_writes", "_migrations")),
        *((USER_SCHEMA, f"store{name}") for name in ("", "_vectors", "_migrations")),
        *((USER_SCHEMA, name) for name in ("vector_migrations", "ai_mind_migrations", "threads", "runs_started")),
    }
    assert rows(postgres, "SELECT indexname FROM pg_indexes WHERE indexdef ~ 'hnsw|ivfflat'") == []


def test_set_up_is_safe_twice_at_once_and_again(new_database: Callable[[], str]) -> None:
    url = new_database()
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: set_up(url, embeddings, DIMENSIONS), range(3)))
    done = rows(url, f"SELECT v FROM {USER_SCHEMA}.ai_mind_migrations ORDER BY v")
    set_up(url, embeddings, DIMENSIONS)
    assert done == rows(url, f"SELECT v FROM {USER_SCHEMA}.ai_mind_migrations ORDER BY v")
    assert done == [(v,) for v in range(Needed().own + 1)]


def test_the_command_prints_one_fixed_line(new_database: Callable[[], str]) -> None:
    first = command(url := new_database())
    assert (first.returncode, first.stdout) == (0, "The database is set up.\n")
    assert command(url).stdout == first.stdout


def test_a_failed_set_up_names_its_step_and_the_kind_of_error_alone() -> None:
    failed = command(NOWHERE)
    assert failed.returncode == 1
    assert failed.stderr.strip() == "The database could not be set up: step 'connect': OperationalError"
    with pytest.raises(SetupError) as caught:
        set_up(NOWHERE, embeddings, DIMENSIONS)
    assert caught.value.__cause__ is None


def test_without_an_address_the_command_says_so() -> None:
    assert "DATABASE_URL: is not set" in command("").stderr


@pytest.mark.parametrize("url", ["mysql://a:s3cret@b/c", "host=localhost password=s3cret"])
def test_another_kind_of_address_is_refused_and_not_shown(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(SettingsError, match="DATABASE_URL: must be an address") as caught:
        load_settings(None)
    assert "s3cret" not in str(caught.value)


async def test_a_database_that_is_set_up_passes_the_check(database: Database) -> None:
    await check(database, DIMENSIONS)


async def test_one_that_is_not_set_up_does_not(new_database: Callable[[], str], database: Database) -> None:
    empty = database_of(new_database())
    with pytest.raises(SettingsError, match="make setup-db"):
        await check(empty, DIMENSIONS)
    await empty.close(["store"])
    with pytest.raises(SettingsError, match="make setup-db"):
        await check(database, DIMENSIONS, Needed(own=Needed().own + 1))
    await check(database, DIMENSIONS, Needed(own=0))  # made by a newer version


async def test_vectors_of_another_length_stop_the_start_with_both_numbers(database: Database) -> None:
    with pytest.raises(SettingsError, match=rf"is 8, but .* {DIMENSIONS} dimensions"):
        await check(database, 8)


async def test_one_that_does_not_answer_is_said_within_the_timeout_and_without_its_address() -> None:
    gone = database_of(NOWHERE, database_timeout_ms=300)
    async with asyncio.timeout(3):
        with pytest.raises(SettingsError, match="cannot be used") as caught:
            await check(gone, DIMENSIONS)
        await gone.close(["store"])
    assert not [secret for secret in ("s3cret", "somebody", "127.0.0.1") if secret in str(caught.value)]


async def test_a_second_database_in_one_process_is_refused(postgres: str) -> None:
    """R2.7.3."""
    claim = Claim()
    first, second = (Database(Settings(_env_file=None, DATABASE_URL=SecretStr(u)), claim) for u in (postgres, NOWHERE))
    await first.pool("store")
    with pytest.raises(SettingsError, match="DATABASE_URL: was changed") as caught:
        await second.pool("store")
    assert "s3cret" not in str(caught.value)
    await first.close(["store"])


async def test_pools_and_statements_are_bounded(postgres: str) -> None:
    small = database_of(postgres, database_pool=1, database_timeout_ms=1_000)
    pool = await small.pool("store")
    async with pool.connection() as held:
        with pytest.raises(QueryCanceled):
            await held.execute("SELECT pg_sleep(5)")
        with pytest.raises(PoolTimeout):
            async with pool.connection():
                pass
    await small.close(["store"])


def test_options_of_the_address_are_kept() -> None:
    made = connection("postgresql://h/d?options=-c%20work_mem%3D8MB", USER_SCHEMA, 100)
    assert made["options"].startswith("-c work_mem=8MB -c search_path=langgraph_user_memory,public")


def test_nothing_of_the_address_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", NOWHERE)
    settings = load_settings(None)
    assert database_url(settings) == NOWHERE
    assert "s3cret" not in repr(settings)


async def test_connections_that_died_while_they_were_idle_cost_nobody_a_second(postgres: str) -> None:
    """Case B62: a restart of the database cuts them all."""
    database = database_of(postgres)
    pool = await database.pool("checkpoints")

    async def use() -> int:
        async with pool.connection() as connected:
            await connected.execute("SELECT pg_sleep(0.1)")
            return int(connected.info.backend_pid)

    pids = set(await asyncio.gather(*(use() for _ in range(8))))
    assert len(pids) > 3
    for pid in pids:
        rows(postgres, f"SELECT pg_terminate_backend({pid})")
    async with asyncio.timeout(1):
        assert await use() not in pids
    await database.close(["checkpoints"])
