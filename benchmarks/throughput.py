"""Many people for a long time on Postgres, two server processes: does anything fail, grow, or stay behind?

Each person talks to one of the two, as a load balancer with sticky sessions lets them. A person thinks for a moment
between two turns; the scripted models keep a realistic pace. What both processes, the database and the background runs
are at is looked at every few seconds; at the end what is left to extract is waited for and counted.
"""

import argparse
import asyncio
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import Any

import httpx
import numpy as np
import psycopg

from benchmarks.hot_path.figures import Spread
from benchmarks.hot_path.people import KNOWN, Person, Turn, backlog, people, quiet
from benchmarks.hot_path.processes import memory_mb
from benchmarks.hot_path.scripted import REAL, rules
from benchmarks.hot_path.served import Place, place
from benchmarks.reporting.results import Result, save
from benchmarks.reporting.table import Row, show
from tests.server.process import Server

SERVERS = 2
POOLS, POOL = 3, 10
"""Each process has so many pools of so many connections at most (AI_MIND_DATABASE_POOL)."""
MOST_CONNECTIONS = SERVERS * POOLS * POOL
DRAIN_S = 60
"""Within so many seconds what is left to extract must be done."""
_CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'ai-mind'"
QUICK: dict[str, Any] = {"minutes": 0.1, "users": 2, "every_s": 1, "think_s": 0.5}
"""Arguments of a run that takes seconds."""


@dataclass(frozen=True)
class Look:
    """What everything was at, at one moment.

    Args:
        at_s: seconds since people began to talk.
        memory_mb: of each server process.
        connections: to the database, of both.
        waiting: runs that wait or are in progress and are nobody's turn, of both.
    """

    at_s: float
    memory_mb: list[float]
    connections: int
    waiting: int


@dataclass
class Talk:
    """What people were told, and when."""

    started: float = field(default_factory=perf_counter)
    ended: list[tuple[float, Turn]] = field(default_factory=list)
    talking: int = 0

    async def by(self, person: Person, until_s: float, think_s: float) -> None:
        """Let somebody talk until it is over."""
        pause = random.Random(person.number)
        await asyncio.sleep(pause.uniform(0, think_s))  # they do not all begin at once
        while self.now < until_s:
            self.talking += 1
            turn = await person.turn("chat", "chat")
            self.talking -= 1
            self.ended.append((self.now, turn))
            await asyncio.sleep(pause.uniform(0.5, 1.5) * think_s)

    @property
    def now(self) -> float:
        """Seconds since they began."""
        return perf_counter() - self.started


async def throughput(minutes: float = 10, users: int = 50, every_s: float = 10, think_s: float = 2) -> Result:
    """Let people talk.

    Args:
        minutes: how long.
        users: how many people.
        every_s: seconds between two looks at what everything is at.
        think_s: what a person thinks between two turns, in the mean.
    """
    async with AsyncExitStack() as opened:
        at = opened.enter_context(place("Postgres"))
        at.provider.script(*rules(REAL))
        servers = [opened.enter_context(at.server("Postgres", f"server-{number}")) for number in range(SERVERS)]
        known: list[Person] = []
        for number, server in enumerate(servers):
            own = users // SERVERS
            known += await opened.enter_async_context(people(server, own, first=number * own))
        talk, looks, over = Talk(), list[Look](), asyncio.Event()
        watching = asyncio.create_task(_watch(at, servers, talk, looks, over, every_s))
        await asyncio.gather(*(talk.by(person, minutes * 60, think_s) for person in known))
        talked_s = talk.now
        await quiet(*servers)
        drained_s = talk.now - talked_s
        over.set()
        await watching
        counted = [await _counters(server) for server in servers]
        told = sum(len(person.told) for person in known)
        forgotten = sum([len(await person.forgotten()) for person in known])
    figures = _figures(talk.ended, looks, talked_s, drained_s, counted)
    figures |= {
        "minutes": minutes,
        "users": users,
        "memories": KNOWN,
        "think_s": think_s,
        "told": told,
        "forgotten": forgotten,
    }
    return Result(list(_rows(figures)), figures)


async def _watch(
    at: Place, servers: Sequence[Server], talk: Talk, looks: list[Look], over: asyncio.Event, every_s: float
) -> None:
    async with (
        await psycopg.AsyncConnection.connect(at.database, autocommit=True) as database,
        httpx.AsyncClient(timeout=60) as http,
    ):
        while not over.is_set():
            runs = sum([sum((await backlog(http, server)).values()) for server in servers])
            row = await (await database.execute(_CONNECTIONS)).fetchone()
            memory = [round(memory_mb(server.process.pid), 1) for server in servers]
            waiting = max(0, runs - talk.talking)
            looks.append(Look(round(talk.now, 1), memory, row[0] if row else 0, waiting))
            at.provider.script(*rules(REAL))  # it would keep every request it has seen
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), every_s)


async def _counters(server: Server) -> dict[str, int]:
    async with httpx.AsyncClient(timeout=60) as http:
        counters: dict[str, int] = (await http.get(f"{server.url}/health")).raise_for_status().json()["counters"]
    return counters


def _figures(
    ended: Sequence[tuple[float, Turn]],
    looks: Sequence[Look],
    talked_s: float,
    drained_s: float,
    counted: Sequence[Mapping[str, int]],
) -> dict[str, Any]:
    thirds = [[turn for when, turn in ended if n <= 3 * when / talked_s < n + 1] for n in range(3)]
    warm = [look for look in looks if talked_s / 3 <= look.at_s <= talked_s]
    return {
        "turns": len(ended),
        "turns a second": round(len(ended) / talked_s, 2),
        "errors": [turn.error for _, turn in ended if turn.error],
        "whole turn by thirds": [Spread.of([turn.whole_ms for turn in third]).json() for third in thirds],
        "first token by thirds": [Spread.of([turn.first_ms for turn in third]).json() for third in thirds],
        "looks": [asdict(look) for look in looks],
        "MB a minute": [
            _slope([look.at_s / 60 for look in warm], [look.memory_mb[n] for look in warm]) for n in range(SERVERS)
        ],
        "most connections": max(look.connections for look in looks),
        "most waiting": max(look.waiting for look in looks),
        "drained_s": round(drained_s, 1),
        "turns counted": sum(one.get("chat_turns", 0) for one in counted),
        "extractions": sum(n for one in counted for name, n in one.items() if name.startswith("extractions.")),
        "outcomes": {
            name: sum(one.get(name, 0) for one in counted)
            for name in sorted({name for one in counted for name in one if name.startswith("extractions.")})
        },
    }


def _slope(x: Sequence[float], y: Sequence[float]) -> float:
    """Return by how much `y` grows with one of `x`; 0 of too few points."""
    return round(float(np.polyfit(x, y, 1)[0]), 2) if len(x) > 2 else 0.0


def _rows(figures: Mapping[str, Any]) -> Iterator[Row]:
    errors, most = figures["errors"], figures["most connections"]
    yield Row(f"turns of {figures['users']} people in {figures['minutes']:g} minutes", str(figures["turns"]))
    yield Row("turns a second, two processes", f"{figures['turns a second']:.1f}")
    yield Row("errors", str(len(errors)), "0", not errors)
    for what in ("first token", "whole turn"):
        first, _, last = (Spread(**third) for third in figures[f"{what} by thirds"])
        yield Row(f"{what}, first third and last", f"{first}, {last}")
    yield Row("most connections to the database", str(most), f"≤ {MOST_CONNECTIONS}", most <= MOST_CONNECTIONS)
    slopes = ", ".join(f"{slope:+.1f}" for slope in figures["MB a minute"])
    yield Row("memory of each process after the first third, MB a minute", slopes)
    drained = figures["drained_s"]
    yield Row("background runs waiting, at most", str(figures["most waiting"]))
    yield Row(
        "until all of them had ended, after the last turn", f"{drained:.0f} s", f"≤ {DRAIN_S} s", drained <= DRAIN_S
    )
    yield Row("extractions done, of turns", f"{figures['extractions']} of {figures['turns counted']}")
    told, forgotten = figures["told"], figures["forgotten"]
    yield Row("facts told that are known then", f"{told - forgotten} of {told}", "all", not forgotten)


def main() -> int:
    """Print the table; return how many goals were missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--every", type=float, default=10, help="seconds between two looks")
    parser.add_argument("--quick", action="store_true", help="only see that it works")
    arguments = parser.parse_args()
    whole = {"minutes": arguments.minutes, "users": arguments.users, "every_s": arguments.every}
    result = asyncio.run(throughput(**(QUICK if arguments.quick else whole)))
    save("throughput", result)
    return show(result.rows)


if __name__ == "__main__":
    sys.exit(main())
