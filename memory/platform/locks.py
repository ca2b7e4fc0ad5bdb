"""One writer of a person's memory at a time, while it reads, compares and writes: milliseconds."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol
from weakref import WeakValueDictionary

LOCK_TIMEOUT_S = 10.0


class Locks(Protocol):
    """Gives out a lock a person."""

    def of(self, person: str) -> AbstractAsyncContextManager[None]:
        """Wait for the lock of the person with this scope, and hold it.

        Raises:
            TimeoutError: somebody else holds it for too long.
        """


class ProcessLocks:
    """Locks within this process; entries go with their last user."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, person: str) -> AsyncIterator[None]:
        """Wait for the lock and hold it."""
        lock = self._locks.setdefault(person, asyncio.Lock())
        async with asyncio.timeout(LOCK_TIMEOUT_S):
            await lock.acquire()
        try:
            yield
        finally:
            lock.release()
