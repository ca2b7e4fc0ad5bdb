"""Set-up of the database, a command of its own, and the check by which a server starts only after it.

Forward only: the library's migrations of both schemas, then this project's own, each once and in order.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.store.postgres import PostgresStore
from langgraph.store.postgres.base import PostgresIndexConfig
from psycopg import Connection
from psycopg.rows import DictRow

from memory.errors import SettingsError
from memory.platform.postgres.database import CHAT_SCHEMA, USER_SCHEMA, Database, connection, lock_key
from memory.platform.store.embeddings import MemoryEmbeddings

LOCK_TIMEOUT_S = 300.0
OWN: Sequence[str] = (
    # What deletes a cancelled run's checkpoints looks for them by its id.
    f"CREATE INDEX checkpoints_run_id_idx ON {CHAT_SCHEMA}.checkpoints ((metadata ->> 'run_id'))",
    f"""
    CREATE TABLE {USER_SCHEMA}.threads (
        thread_id uuid PRIMARY KEY,
        owner text NOT NULL,
        metadata jsonb NOT NULL DEFAULT '{{}}',
        updated_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    f"CREATE INDEX threads_owner_idx ON {USER_SCHEMA}.threads (owner, updated_at DESC)",
    # Of no worth after a minute, so it need not survive a crash.
    f"CREATE UNLOGGED TABLE {USER_SCHEMA}.runs_started (owner text PRIMARY KEY, minute timestamptz, runs integer)",
)
"""This project's own; one that was released is never changed."""
_DIMENSIONS = f"""SELECT atttypmod FROM pg_attribute
    WHERE attrelid = '{USER_SCHEMA}.store_vectors'::regclass AND attname = 'embedding'"""
_STANDING = f"""
    SELECT (SELECT max(v) FROM {CHAT_SCHEMA}.checkpoint_migrations) AS checkpoints,
           (SELECT max(v) FROM {USER_SCHEMA}.store_migrations) AS store,
           (SELECT max(v) FROM {USER_SCHEMA}.vector_migrations) AS vectors,
           (SELECT max(v) FROM {USER_SCHEMA}.ai_mind_migrations) AS own,
           ({_DIMENSIONS}) AS dimensions
"""


class SetupError(Exception):
    """The set-up failed: names the step and the kind of error, never an address."""


def index_config(embeddings: MemoryEmbeddings, dimensions: int) -> PostgresIndexConfig:
    """Return how the store's vectors are kept and searched.

    Args:
        embeddings: what memories are embedded with.
        dimensions: length of its vectors.
    """
    return {
        "dims": dimensions,
        "embed": embeddings,
        "fields": ["search_text"],
        # Exact: one person's memories are found by their namespace, and an index over everybody's vectors
        # costs memory and writes, and would lose results to its filter (benchmarks/promises/vector_index.py).
        "ann_index_config": {"kind": "flat"},
    }


def set_up(url: str, embeddings: MemoryEmbeddings, dimensions: int) -> None:
    """Bring the database to what this version needs; a second one at once waits for the first.

    Raises:
        SetupError: it failed; what was done before stays, and the next set-up goes on from there.
    """
    step = "connect"
    try:
        with _connected(url, "public") as own, _alone(own):
            step = "schemas"
            for schema in (CHAT_SCHEMA, USER_SCHEMA):
                own.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
            step = "pgvector"
            own.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
            step = "checkpoints"
            with _connected(url, CHAT_SCHEMA) as chat:
                PostgresSaver(chat).setup()
            step = "store"
            with _connected(url, USER_SCHEMA) as user:
                # The library's async set-up (3.2) knows no index kind "flat"; this one does.
                PostgresStore(user, index=index_config(embeddings, dimensions)).setup()
            step = "dimensions"
            _resize(own, dimensions)
            step = "own tables"
            _migrate(own)
    except (psycopg.Error, TimeoutError) as error:
        raise SetupError(f"step {step!r}: {type(error).__name__}") from None


@contextmanager
def _connected(url: str, schema: str) -> Iterator[Connection[DictRow]]:
    with psycopg.connect(url, **connection(url, schema, timeout_ms=0)) as connected:
        yield connected


@contextmanager
def _alone(own: Connection[DictRow]) -> Iterator[None]:
    """Hold the lock of the set-up."""
    # Asked for again and again: one that waits in the database holds a snapshot, and the holder's CREATE INDEX
    # CONCURRENTLY would wait for its end.
    deadline = time.monotonic() + LOCK_TIMEOUT_S
    while not _one(own, "SELECT pg_try_advisory_lock(%s) AS taken", lock_key("setup"))["taken"]:
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.2)
    yield  # the lock ends with the connection


def _resize(own: Connection[DictRow], dimensions: int) -> None:
    """Make room for vectors of another length. Those of the old model are of no use; the memories stay."""
    if _one(own, f"SELECT ({_DIMENSIONS}) AS kept")["kept"] != dimensions:
        with own.transaction():
            own.execute(f"TRUNCATE {USER_SCHEMA}.store_vectors")
            own.execute(f"ALTER TABLE {USER_SCHEMA}.store_vectors ALTER COLUMN embedding TYPE vector({dimensions:d})")


def _migrate(own: Connection[DictRow]) -> None:
    own.execute(f"CREATE TABLE IF NOT EXISTS {USER_SCHEMA}.ai_mind_migrations (v integer PRIMARY KEY)")
    done = _one(own, f"SELECT coalesce(max(v), -1) AS v FROM {USER_SCHEMA}.ai_mind_migrations")["v"]
    for version in range(done + 1, len(OWN)):
        with own.transaction():
            own.execute(OWN[version])
            own.execute(f"INSERT INTO {USER_SCHEMA}.ai_mind_migrations (v) VALUES (%s)", (version,))


def _one(own: Connection[DictRow], query: str, *parameters: Any) -> DictRow:
    row = own.execute(query, parameters).fetchone()
    if row is None:
        raise LookupError(query)
    return row


@dataclass(frozen=True)
class Needed:
    """The migrations without which this version does not work; a database that has more was made by a newer one."""

    checkpoints: int = len(PostgresSaver.MIGRATIONS) - 1
    store: int = len(PostgresStore.MIGRATIONS) - 1
    vectors: int = max(v for v, m in enumerate(PostgresStore.VECTOR_MIGRATIONS) if m.condition is None)
    own: int = len(OWN) - 1


async def check(database: Database, dimensions: int, needed: Needed | None = None) -> None:
    """Make sure that the database answers and was set up; called before a server uses it.

    Args:
        database: the process's own.
        dimensions: length of the vectors that the embedding model makes.
        needed: what this version needs.

    Raises:
        SettingsError: one line that says what to do.
    """
    needed = needed or Needed()
    try:
        async with (await database.pool("store")).connection() as connected:
            standing = await (await connected.execute(_STANDING)).fetchone()
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        standing = {}
    except psycopg.Error as error:
        raise SettingsError(
            f"DATABASE_URL: the database cannot be used ({type(error).__name__}). Does it run, is the address right?"
        ) from None
    names = ("checkpoints", "store", "vectors", "own")
    if not standing or any((standing[name] is None or standing[name] < getattr(needed, name)) for name in names):
        raise SettingsError("DATABASE_URL: the database is not set up for this version. Run `make setup-db` once.")
    if standing["dimensions"] != dimensions:
        raise SettingsError(
            f"AI_MIND_EMBEDDING_DIMENSIONS: is {dimensions}, but the database keeps vectors of "
            f"{standing['dimensions']} dimensions. Set it back, or run `make setup-db` and `make reindex`."
        )
