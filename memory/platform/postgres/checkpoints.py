"""The conversations' checkpoints in Postgres."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from typing import Any

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg import AsyncCursor
from psycopg.rows import DictRow

from memory.platform.background import begin
from memory.platform.postgres.database import Pool, failures_told

_CHECKPOINTS = """
    DELETE FROM checkpoints WHERE metadata ->> 'run_id' = ANY(%s) RETURNING thread_id, checkpoint_ns, checkpoint_id
"""
_WRITES = """
    DELETE FROM checkpoint_writes
    WHERE (thread_id, checkpoint_ns, checkpoint_id) IN (SELECT * FROM unnest(%s::text[], %s::text[], %s::text[]))
"""
_BLOBS = """
    DELETE FROM checkpoint_blobs AS blob
    WHERE thread_id = ANY(%s) AND NOT EXISTS (
        SELECT FROM checkpoints AS kept
        WHERE (kept.thread_id, kept.checkpoint_ns) = (blob.thread_id, blob.checkpoint_ns)
            AND kept.checkpoint -> 'channel_versions' ->> blob.channel = blob.version
    )
"""


class Checkpoints(AsyncPostgresSaver):
    """The library's saver, which a run that is rolled back leaves nothing in, and whose failures can be read.

    Args:
        pool: connections into the schema of the checkpoints.
    """

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool)
        # The library (3.2) lets only one statement run at a time, also on a pool: one that hangs stops every chat.
        self.lock = nullcontext()  # type: ignore[assignment]

    async def adelete_thread(self, thread_id: str) -> None:
        """Begin to delete a thread's checkpoints, without waiting for the end (`purge` waits).

        The server (0.36) takes the thread's record out of its list by the place it had before this call. If this call
        waited, a deletion meanwhile would move the others, and somebody else's record would go.
        """
        begin(self.purge(thread_id))

    async def purge(self, thread_id: str) -> None:
        """Delete a thread's checkpoints."""
        await super().adelete_thread(thread_id)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete what these runs have saved, so that the thread is as it was before them.

        The server calls it for a run that `multitask_strategy="rollback"` cancels, and for one that is deleted.
        """
        async with self._cursor() as cursor, cursor.connection.transaction():
            await cursor.execute(_CHECKPOINTS, ([str(id) for id in run_ids],))
            gone = await cursor.fetchall()
            if gone:
                columns = ("thread_id", "checkpoint_ns", "checkpoint_id")
                await cursor.execute(_WRITES, [[row[column] for row in gone] for column in columns])
                await cursor.execute(_BLOBS, (list({row["thread_id"] for row in gone}),))

    @asynccontextmanager
    async def _cursor(self, **options: Any) -> AsyncIterator[AsyncCursor[DictRow]]:
        with failures_told():
            async with super()._cursor(**options) as cursor:
                yield cursor
