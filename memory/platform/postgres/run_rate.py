"""How many runs a person may start in a minute (429)."""

import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

import structlog

from memory.platform.postgres.database import Database

MINUTE_S = 60.0
_log = structlog.get_logger("ai_mind.limits")


class RunRate(Protocol):
    """Counts the runs a person starts."""

    async def take(self, person: str) -> bool:
        """Count one more run of a person; False when that is one too many."""


class ProcessRunRate:
    """Counts within this process.

    Args:
        limit: runs in any minute.
        now: seconds, ever growing.
    """

    def __init__(self, limit: int, now: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._now = limit, now
        self._taken: dict[str, deque[float]] = {}

    async def take(self, person: str) -> bool:
        """Count one more run."""
        now = self._now()
        for known in [one for one, times in self._taken.items() if times[-1] <= now - MINUTE_S]:
            del self._taken[known]
        times = self._taken.setdefault(person, deque())
        while times and times[0] <= now - MINUTE_S:
            times.popleft()
        if len(times) >= self._limit:
            return False
        times.append(now)
        return True


class PostgresRunRate:
    """Counts for all processes on one database, by the minute of its clock.

    Args:
        database: where the table stands.
        limit: runs in a minute.
        instead: counts while the database does not answer.
    """

    def __init__(self, database: Database, limit: int, instead: RunRate) -> None:
        self._database, self._limit, self._instead = database, limit, instead

    async def take(self, person: str) -> bool:
        """Count one more run."""
        try:
            async with (await self._database.pool("store")).connection() as connection:
                counted = await connection.execute(
                    "INSERT INTO runs_started (owner, minute, runs) VALUES (%s, date_trunc('minute', now()), 1)"
                    " ON CONFLICT (owner) DO UPDATE SET minute = excluded.minute, runs ="
                    " CASE WHEN runs_started.minute = excluded.minute THEN runs_started.runs + 1 ELSE 1 END"
                    " RETURNING runs",
                    (person,),
                )
                row = await counted.fetchone()
        except Exception as error:  # whatever is wrong with the database, the limit is no reason to refuse
            _log.warning("rate_not_counted", error=type(error).__name__)
            return await self._instead.take(person)
        return row is None or row["runs"] <= self._limit
