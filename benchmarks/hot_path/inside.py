"""Milliseconds that memory adds inside a run: before the model is called, and after its last token.

The whole turn hides them: the queue of `langgraph dev` looks for work every 0.5 s when it is idle. So both graphs run
with a clock in them (`timed`), turn about, on the real server; a turn begins when nothing else runs there, as between
two things a person says. On Postgres the database's transactions are counted as well, which no busy machine disturbs.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from json import JSONDecoder
from typing import Any

import psycopg

from benchmarks.hot_path.figures import Spread
from benchmarks.hot_path.names import TIMED
from benchmarks.hot_path.people import KNOWN, Person, Turn, people, quiet
from benchmarks.hot_path.scripted import ZERO, rules
from benchmarks.hot_path.served import BACKENDS, Backend, place
from benchmarks.reporting.results import Result, save
from benchmarks.reporting.table import Row, show
from tests.server.process import Server

KINDS = ("chat", "bare")
GRAPHS = {kind: f"benchmarks.hot_path.timed:{kind}" for kind in KINDS}
BEFORE_MS, AFTER_MS = 40, 15
"""The goals, at the median: added before the model's first call, and after its last token."""
COUNTED = 5
"""Turns of which the database's transactions are counted: a multiple of five, since one of five holds a fact."""
STATISTICS_S = 11
"""After so many seconds a connection that is idle has told the database what it did."""
_TRANSACTIONS = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
WARM = 5
"""Turns that are not counted: the thread is made, and what is needed is loaded."""
QUICK: dict[str, Any] = {"turns": 3, "backends": ("in-memory",)}
"""Arguments of a run that takes seconds."""
Seen = Mapping[str, Any]


async def inside(turns: int = 25, backends: Sequence[Backend] = BACKENDS) -> Result:
    """Measure so many turns of each chat.

    Args:
        turns: of each.
        backends: where checkpoints and memories are kept.
    """
    rows: list[Row] = []
    figures: dict[str, Any] = {"turns": turns, "memories": KNOWN}
    for backend in backends:
        with place(backend) as at:
            at.provider.script(*rules(ZERO))
            with at.server(backend, **GRAPHS) as server:
                async with people(server, 1) as [person]:
                    told = await _talk(server, person, turns)
                    seen = list(_logged(server.logged()))
                    counted = await _transactions(at.database, server, person) if at.database else {}
        figures[backend] = {kind: _figures([one for one in seen if one["graph"] == kind], told[kind]) for kind in KINDS}
        figures[backend]["transactions a turn"] = counted
        rows += _rows(backend, figures[backend])
    return Result(rows, figures)


async def _talk(server: Server, person: Person, turns: int) -> dict[str, list[Turn]]:
    told: dict[str, list[Turn]] = {kind: [] for kind in KINDS}
    for _ in range(WARM + turns):
        for kind in KINDS:
            await quiet(server)
            told[kind].append(await person.turn(kind, kind))
    errors = [turn.error for own in told.values() for turn in own if turn.error]
    if errors:
        raise RuntimeError(errors[0])
    return told


async def _transactions(database: str, server: Server, person: Person) -> dict[str, float]:
    """Return how many transactions of the database a turn of each kind takes, its background runs included."""
    found: dict[str, float] = {}
    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connected:
        before = 0
        for kind in ("", *KINDS):
            for _ in range(COUNTED if kind else 0):
                await person.turn(kind, kind)
                await quiet(server)
            await asyncio.sleep(STATISTICS_S)
            row = await (await connected.execute(_TRANSACTIONS)).fetchone()
            counted = row[0] if row else 0
            if kind:
                found[kind] = (counted - before) / COUNTED
            before = counted
    return found


def _logged(log: str) -> Iterator[Seen]:
    """Return what the clocks have written into the server's log."""
    decoder = JSONDecoder()
    for line in log.split(TIMED)[1:]:
        yield decoder.raw_decode(line)[0]


def _figures(seen: Sequence[Seen], told: Sequence[Turn]) -> dict[str, Any]:
    counted = seen[WARM:]
    if len(seen) != len(told):
        raise RuntimeError(f"{len(told)} turns were answered, {len(seen)} were timed")
    nodes = {name: [one["nodes"][name] for one in counted if name in one["nodes"]] for name in counted[-1]["nodes"]}
    return {
        "load": Spread.of([one["first_node"] for one in counted]).json(),
        "before": Spread.of([one["model"] - one["first_node"] for one in counted]).json(),
        "after": Spread.of([one["end"] - one["last_token"] for one in counted]).json(),
        "run": Spread.of([one["end"] for one in counted]).json(),
        "after, seen by the client": Spread.of([turn.after_ms for turn in told[WARM:]]).json(),
        "nodes": {name: Spread.of([end - start for start, end in times]).json() for name, times in nodes.items()},
    }


def _rows(backend: Backend, figures: Mapping[str, Any]) -> Iterator[Row]:
    measured = (
        ("first node to the model's call", "before", BEFORE_MS),
        ("last token to the end of the run", "after", AFTER_MS),
        ("last token to the end of the stream, at the client", "after, seen by the client", AFTER_MS),
    )
    for what, name, goal in measured:
        ours, bare = (Spread(**figures[kind][name]) for kind in KINDS)
        added = ours.p50 - bare.p50
        figure = f"added {added:.1f} ms p50: ours {ours}, bare {bare}"
        yield Row(f"{backend}: {what}", figure, f"≤ {goal} ms", added <= goal)
    ours, bare = (Spread(**figures[kind]["run"]) for kind in KINDS)
    yield Row(f"{backend}: the run itself, without the queue", f"{ours.p50 / bare.p50:.2f} x: ours {ours}, bare {bare}")
    if counted := figures["transactions a turn"]:
        shown = ", ".join(f"{kind} {number:.0f}" for kind, number in counted.items())
        yield Row(f"{backend}: transactions in the database, a turn with its background runs", shown)
    slowest = sorted(figures["chat"]["nodes"].items(), key=lambda one: -one[1]["p50"])
    yield Row(f"{backend}: our nodes, p50", ", ".join(f"{name} {node['p50']:.1f}" for name, node in slowest))


def main() -> int:
    """Print the table; return how many goals were missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=25, help="of each chat")
    parser.add_argument("--quick", action="store_true", help="only see that it works")
    arguments = parser.parse_args()
    result = asyncio.run(inside(**QUICK) if arguments.quick else inside(arguments.turns))
    save("inside", result)
    return show(result.rows)


if __name__ == "__main__":
    sys.exit(main())
