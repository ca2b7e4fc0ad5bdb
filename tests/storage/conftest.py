"""The same tests on both stores: in memory, and a real Postgres with pgvector from a wheel."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from langgraph.store.postgres import AsyncPostgresStore
from pydantic import SecretStr

from memory.platform.postgres.database import Claim, Database
from memory.platform.postgres.migrations import index_config, set_up
from memory.platform.services import embeddings
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from tests.fakes import DIMENSIONS


def database_of(url: str, **more: Any) -> Database:
    """Return the pools into a database; each is a process of its own for the claim on it."""
    return Database(Settings(_env_file=None, DATABASE_URL=SecretStr(url), **more), Claim())


@pytest.fixture(scope="session")
def postgres(new_database: Callable[[], str]) -> str:
    """Return the address of a database that is set up."""
    url = new_database()
    set_up(url, embeddings, DIMENSIONS)
    return url


@pytest.fixture(scope="session")
async def database(postgres: str) -> AsyncIterator[Database]:
    database = database_of(postgres)
    yield database
    await database.close(["checkpoints", "store", "locks"])


@pytest.fixture(scope="session", params=["memory", "postgres"])
async def store(request: pytest.FixtureRequest, database: Database) -> BaseStore:
    if request.param == "memory":
        return InMemoryStore(index={"dims": DIMENSIONS, "embed": embeddings, "fields": ["search_text"]})
    return AsyncPostgresStore(await database.pool("store"), index=index_config(embeddings, DIMENSIONS))


@pytest.fixture(scope="session")
def embedder() -> MemoryEmbeddings:
    return embeddings


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings(_env_file=None)
