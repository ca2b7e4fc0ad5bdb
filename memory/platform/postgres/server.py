"""What langgraph.postgres.json names: the server's checkpointer and its store, both in the process's own Postgres.

The server loads this file by its path, as modules of their own, and opens each once an event loop. What must exist
once lives in modules that are imported by name.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from langgraph.store.postgres import AsyncPostgresStore

from memory.platform.postgres import migrations
from memory.platform.postgres.checkpoints import Checkpoints
from memory.platform.services import database, embeddings, settings


@asynccontextmanager
async def checkpointer() -> AsyncIterator[Checkpoints]:
    """Open the checkpoints.

    Raises:
        SettingsError: the database does not answer or is not set up; the server does not start.
    """
    await migrations.check(database, settings.embedding_dimensions)
    try:
        yield Checkpoints(await database.pool("checkpoints"))
    finally:
        await database.close(["checkpoints"])


@asynccontextmanager
async def store() -> AsyncIterator[AsyncPostgresStore]:
    """Open the store.

    Raises:
        SettingsError: as above.
    """
    await migrations.check(database, settings.embedding_dimensions)
    try:
        index = migrations.index_config(embeddings, settings.embedding_dimensions)
        yield AsyncPostgresStore(await database.pool("store"), index=index)
    finally:
        await database.close(["store", "locks"])
