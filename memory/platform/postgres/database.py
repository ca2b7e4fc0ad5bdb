"""The process's own Postgres: one database, two schemas, and a bounded pool for each purpose.

Checkpoints, memories and locks have pools of their own: who holds a lock reads and writes memories meanwhile, and
must not wait for a connection that another one who waits for a lock holds.
"""

import asyncio
import hashlib
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from selectors import EVENT_READ, DefaultSelector
from typing import Any, Literal
from weakref import WeakKeyDictionary

import psycopg
import structlog
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from memory.errors import DatabaseError, SettingsError
from memory.platform.settings import Settings

CHAT_SCHEMA = "langgraph_chat_memory"
"""Checkpoints: the conversations."""
USER_SCHEMA = "langgraph_user_memory"
"""The store with its vectors, and this project's own tables."""

Pool = AsyncConnectionPool[AsyncConnection[DictRow]]
Purpose = Literal["checkpoints", "store", "locks"]

_log = structlog.get_logger("ai_mind.database")
# Its warnings carry host, user and database; `_unreachable` says the same without.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)


class Claim:
    """Which database a process has begun with; a second one is refused (R2.7.3)."""

    def __init__(self) -> None:
        self._url: str | None = None

    def take(self, url: str) -> None:
        """Begin with `url`, or make sure that it is the one begun with.

        Raises:
            SettingsError: it is another.
        """
        if self._url not in (None, url):
            raise SettingsError("DATABASE_URL: was changed while the process runs. Restart it to use another database.")
        self._url = url


_PROCESS = Claim()


class LivePool(AsyncConnectionPool[AsyncConnection[DictRow]]):
    """Gives nobody a connection that died while it was idle (case B62).

    The library (3.3) can check them too, but waits one second, then two, then four between a dead one and the next:
    after a restart of the database every turn would time out. A server that goes away says so on
    the socket, so only where something has arrived is the database asked: a turn takes some fifty connections, and
    the questions were half of all its statements.
    """

    async def getconn(self, timeout: float | None = None) -> AsyncConnection[DictRow]:  # noqa: ASYNC109
        """Return a connection that works; the dead ones before it are replaced in the background."""
        while True:
            connection = await super().getconn(timeout)
            if not connection.closed and _silent(connection):
                return connection
            try:
                await self.check_connection(connection)
            except psycopg.OperationalError:
                await self.putconn(connection)
            except BaseException:
                await self.putconn(connection)
                raise
            else:
                return connection


def _silent(connection: AsyncConnection[DictRow]) -> bool:
    """Whether nothing has arrived on an idle connection, as it does when the other end closes it."""
    with DefaultSelector() as selector:
        selector.register(connection.fileno(), EVENT_READ)
        return not selector.select(timeout=0)


class Database:
    """Opens each pool when it is first asked for, once an event loop.

    Args:
        settings: the address, the size of a pool, the timeout.
        claim: what makes sure that a process has one database.
    """

    def __init__(self, settings: Settings, claim: Claim = _PROCESS) -> None:
        self._settings = settings
        self._claim = claim
        self._pools: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Purpose, Pool]] = WeakKeyDictionary()

    async def pool(self, purpose: Purpose) -> Pool:
        """Return this event loop's pool; a connection of it is waited for until the timeout, then `PoolTimeout`.

        Raises:
            SettingsError: there is no address, or the process already uses another database.
        """
        pools = self._pools.setdefault(asyncio.get_running_loop(), {})
        pool = pools.get(purpose)
        if pool is None:
            pool = pools[purpose] = self._made(purpose)
        await pool.open()
        return pool

    async def close(self, purposes: Iterable[Purpose]) -> None:
        """Close this event loop's pools for `purposes`."""
        pools = self._pools.get(asyncio.get_running_loop(), {})
        for purpose in purposes:
            if pool := pools.pop(purpose, None):
                await pool.close()

    def _made(self, purpose: Purpose) -> Pool:
        url, timeout_ms = database_url(self._settings), self._settings.database_timeout_ms
        self._claim.take(url)
        return LivePool(
            url,
            name=purpose,
            open=False,
            min_size=1,
            max_size=self._settings.database_pool,
            timeout=timeout_ms / 1_000,
            # Else, after a long outage, it would wait for minutes before it tries again.
            reconnect_timeout=timeout_ms / 2_000,
            reconnect_failed=_unreachable,
            kwargs=connection(url, CHAT_SCHEMA if purpose == "checkpoints" else USER_SCHEMA, timeout_ms),
        )


def connection(url: str, schema: str, timeout_ms: int) -> dict[str, Any]:
    """Return how connections are opened: what the library asks for, and what binds them to a schema.

    Args:
        url: the database; options that it carries itself are kept.
        schema: comes first; `public` follows, because the type `vector` stands there.
        timeout_ms: what one statement may take; 0 for no limit.
    """
    own = conninfo_to_dict(url).get("options") or ""
    return {
        "autocommit": True,
        "prepare_threshold": 0,
        "row_factory": dict_row,
        "application_name": "ai-mind",
        "options": f"{own} -c search_path={schema},public -c statement_timeout={timeout_ms}".strip(),
    }


def database_url(settings: Settings) -> str:
    """Return the address of the database.

    Raises:
        SettingsError: there is none.
    """
    url = settings.database_url.get_secret_value()
    if not url:
        raise SettingsError(
            "DATABASE_URL: is not set, and langgraph.postgres.json keeps everything there. `make serve` starts a "
            "database of its own; `make dev` needs none."
        )
    return url


@contextmanager
def failures_told() -> Iterator[None]:
    """Give what the database raises the words for the person whose request fails by it.

    Raises:
        DatabaseError: instead of any error of the database or of its pool.
    """
    try:
        yield
    except (psycopg.Error, PoolTimeout) as error:
        raise DatabaseError(type(error).__name__) from error


def lock_key(name: str) -> int:
    """Return the 64-bit number that stands for `name` among the database's advisory locks."""
    return int.from_bytes(hashlib.sha256(f"ai-mind:{name}".encode()).digest()[:8], signed=True)


def _unreachable(pool: AsyncConnectionPool[Any]) -> None:
    _log.error("database_unreachable", pool=pool.name)
