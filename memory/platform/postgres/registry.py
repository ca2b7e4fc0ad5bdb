"""Whose a thread is, where the server forgets it.

Under `langgraph dev` the records of threads live in the memory of one process, and their checkpoints in Postgres:
after a crash, or on a second process, the server knows no owner of a thread that has a history, and whoever names
its id would get it.
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol
from uuid import UUID

from psycopg.rows import DictRow
from psycopg.types.json import Jsonb

from memory.platform.postgres.database import Database, failures_told

Metadata = Mapping[str, Any]
_dumped = partial(json.dumps, default=str)


class Registry(Protocol):
    """Keeps the owner and the metadata of each thread. A `thread_id` that is no UUID is a `ValueError`."""

    async def claim(self, thread_id: str, owner: str, metadata: Metadata) -> bool:
        """Give a thread that is nobody's to `owner`, or merge `metadata` into theirs; False: it is somebody else's."""

    async def change(self, thread_id: str, owner: str, metadata: Metadata) -> None:
        """Merge `metadata` into those of a thread, if it is noted as `owner`'s."""

    async def owner_of(self, thread_id: str) -> str | None:
        """Return whose a thread is; None: nobody's."""

    async def owned(self, owner: str) -> list[tuple[str, Metadata]]:
        """Return a person's threads with their metadata, the newest first."""

    async def rename(self, old_owner: str, new_owner: str) -> None:
        """Give all threads of one name to another, as when a secret is rotated."""

    async def drop(self, thread_id: str) -> None:
        """Forget a thread."""

    async def drop_all(self, owner: str) -> None:
        """Forget a person's threads."""


class NoRegistry:
    """For a server that keeps its own records as long as the threads."""

    async def claim(self, thread_id: str, owner: str, metadata: Metadata) -> bool:
        """Let the server decide."""
        return True

    async def change(self, thread_id: str, owner: str, metadata: Metadata) -> None:
        """Do nothing."""

    async def owner_of(self, thread_id: str) -> str | None:
        """Know nobody."""
        return None

    async def owned(self, owner: str) -> list[tuple[str, Metadata]]:
        """Know nothing."""
        return []

    async def rename(self, old_owner: str, new_owner: str) -> None:
        """Do nothing."""

    async def drop(self, thread_id: str) -> None:
        """Do nothing."""

    async def drop_all(self, owner: str) -> None:
        """Do nothing."""


class PostgresRegistry:
    """The table `threads`, which all processes on one database share.

    Args:
        database: where the table stands.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, thread_id: str, owner: str, metadata: Metadata) -> bool:
        """Insert or merge in one statement, so that of two at once only one owner wins."""
        mine = await self._run(
            "INSERT INTO threads (thread_id, owner, metadata) VALUES (%s, %s, %s)"
            " ON CONFLICT (thread_id) DO UPDATE"
            " SET metadata = threads.metadata || excluded.metadata, updated_at = now()"
            " WHERE threads.owner = excluded.owner RETURNING thread_id",
            UUID(thread_id),
            owner,
            Jsonb(dict(metadata), dumps=_dumped),
        )
        return bool(mine)

    async def change(self, thread_id: str, owner: str, metadata: Metadata) -> None:
        """Merge, where the owner is the same."""
        await self._run(
            "UPDATE threads SET metadata = metadata || %s, updated_at = now()"
            " WHERE thread_id = %s AND owner = %s RETURNING thread_id",
            Jsonb(dict(metadata)),
            UUID(thread_id),
            owner,
        )

    async def owner_of(self, thread_id: str) -> str | None:
        """Return whose a thread is; None: nobody's."""
        found = await self._run("SELECT owner FROM threads WHERE thread_id = %s", UUID(thread_id))
        return found[0]["owner"] if found else None

    async def owned(self, owner: str) -> list[tuple[str, Metadata]]:
        """Return a person's threads with their metadata, the newest first."""
        query = "SELECT thread_id, metadata FROM threads WHERE owner = %s ORDER BY updated_at DESC, thread_id"
        return [(str(row["thread_id"]), row["metadata"]) for row in await self._run(query, owner)]

    async def rename(self, old_owner: str, new_owner: str) -> None:
        """Give all threads of one name to another."""
        await self._run("UPDATE threads SET owner = %s WHERE owner = %s RETURNING thread_id", new_owner, old_owner)

    async def drop(self, thread_id: str) -> None:
        """Forget a thread."""
        await self._run("DELETE FROM threads WHERE thread_id = %s RETURNING thread_id", UUID(thread_id))

    async def drop_all(self, owner: str) -> None:
        """Forget a person's threads."""
        await self._run("DELETE FROM threads WHERE owner = %s RETURNING thread_id", owner)

    async def _run(self, query: str, *parameters: Any) -> list[DictRow]:
        with failures_told():
            async with (await self._database.pool("store")).connection() as connection:
                return await (await connection.execute(query, parameters)).fetchall()
