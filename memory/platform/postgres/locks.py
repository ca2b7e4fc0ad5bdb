"""One at a time for each person, for the milliseconds in which something is read, checked and written.

The server already runs a person's extractions one after the other; this keeps edits, imports and erasure apart
from them, and replicas from each other.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Protocol
from weakref import WeakValueDictionary

from psycopg_pool import PoolTimeout

from memory.platform.postgres.database import Database, lock_key

WAIT_S = 5.0
"""How long the lock is waited for."""
HELD_S = 60.0
"""After how long without a word the database takes the lock from a holder whose machine is gone."""


class Locks(Protocol):
    """Keeps those who write one person's memories apart."""

    def of(self, person: str) -> AbstractAsyncContextManager[None]:
        """Hold the person's lock, which is not re-entrant.

        Args:
            person: the scope.

        Raises:
            TimeoutError: somebody else has held it for too long.
        """


class ProcessLocks:
    """Locks within one process and event loop; one that nobody holds or waits for is forgotten.

    Args:
        wait_s: how long the lock is waited for.
    """

    def __init__(self, wait_s: float = WAIT_S) -> None:
        self._wait_s = wait_s
        self._locks: WeakValueDictionary[tuple[asyncio.AbstractEventLoop, str], asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, person: str) -> AsyncIterator[None]:
        """Hold the person's lock."""
        lock = self._locks.setdefault((asyncio.get_running_loop(), person), asyncio.Lock())
        async with asyncio.timeout(self._wait_s):
            await lock.acquire()
        try:
            yield
        finally:
            lock.release()


class PostgresLocks:
    """Locks that all processes on one database share; the database frees those of a holder that died.

    Args:
        database: its pool for locks has a connection for each holder, and for one who waits in this process.
        wait_s: how long the lock is waited for.
    """

    def __init__(self, database: Database, wait_s: float = WAIT_S) -> None:
        self._database = database
        self._wait_s = wait_s
        self._here = ProcessLocks(wait_s)

    @asynccontextmanager
    async def of(self, person: str) -> AsyncIterator[None]:
        """Hold the person's lock."""
        async with AsyncExitStack() as held:
            try:
                async with asyncio.timeout(self._wait_s):
                    await self._take(person, held)
            except (TimeoutError, PoolTimeout):
                raise TimeoutError(f"the person's memories were busy for {self._wait_s:g} seconds") from None
            yield

    async def _take(self, person: str, held: AsyncExitStack) -> None:
        await held.enter_async_context(self._here.of(person))
        pool = await self._database.pool("locks")
        connection = await held.enter_async_context(pool.connection())
        await held.enter_async_context(connection.transaction())
        await connection.execute(
            "SELECT set_config('statement_timeout', '0', true),"
            " set_config('idle_in_transaction_session_timeout', %s, true)",
            (f"{HELD_S}s",),
        )
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock_key(f"person:{person}"),))
