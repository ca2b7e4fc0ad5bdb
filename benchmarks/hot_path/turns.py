"""Time to first token and whole turn: our chat, with memory and without, beside a bare chat on the same server.

People talk at once, each on a thread of their own, streamed through the SDK; the kinds of chat take turns about, and
one begins only when the background runs of the one before have ended.

`langgraph dev` looks into its queue every 0.5 s when it is idle, and then takes only what was there the time before:
0.75 s of a turn in the mean, at low load most of it. An echo without a model shows that floor. People therefore think
for a random moment between two turns: else each turn would begin at the same place of that beat, and a few milliseconds
more or less would cost half a second or nothing. Ten runs at most are in progress at once (`--n-jobs-per-worker 10`),
background runs among them.
"""

import argparse
import asyncio
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from benchmarks.hot_path.figures import Spread
from benchmarks.hot_path.people import KNOWN, Person, Turn, people, quiet
from benchmarks.hot_path.processes import cpu_s
from benchmarks.hot_path.scripted import REAL, ZERO, Pace, rules
from benchmarks.hot_path.served import BACKENDS, Backend, Place, place
from benchmarks.reporting.results import Result, save
from benchmarks.reporting.table import Row, show
from tests.server.process import Server

LEVELS: Mapping[int, int] = {1: 4, 5: 2, 20: 2, 50: 1}
"""How many people talk at once, and how many turns each has in a round."""
GOALS: Mapping[int, float] = {1: 1.1, 5: 1.1, 20: 1.5}
"""By how much longer our whole turn may be than the bare one's, at the median."""
PACES = (ZERO, REAL)
THINK_S = 1.0
"""What a person thinks between two turns, at most: two beats of the queue."""
QUICK: dict[str, Any] = {"rounds": 1, "levels": {2: 2}, "paces": (ZERO,), "backends": ("in-memory",)}
"""Arguments of a run that takes seconds."""


@dataclass(frozen=True)
class Kind:
    """What is talked to.

    Args:
        name: as tables show it.
        graph: its id.
        context: of its runs.
    """

    name: str
    graph: str
    context: dict[str, Any] | None = None


CHAT, BARE = Kind("chat", "chat"), Kind("bare", "bare")
KINDS = (CHAT, BARE, Kind("memory off", "chat", {"memory_enabled": False}), Kind("echo", "echo"))


@dataclass
class Measured:
    """What one kind has come to at one level."""

    told: list[Turn] = field(default_factory=list)
    server_s: float = 0.0
    """Processor time of the server, until the background runs had ended too."""
    provider_share: list[float] = field(default_factory=list)
    """How busy the scripted model was, of one core."""

    def figures(self) -> dict[str, Any]:
        """Return it as plain values."""
        good = [turn for turn in self.told if not turn.error]
        return {
            "first token": Spread.of([turn.first_ms for turn in good]).json(),
            "whole turn": Spread.of([turn.whole_ms for turn in good]).json(),
            "errors": sorted({turn.error for turn in self.told if turn.error}),
            "failed": len(self.told) - len(good),
            "processor ms a turn": round(self.server_s * 1_000 / len(self.told), 1),
            "provider busy": round(max(self.provider_share), 2),
        }


async def turns(
    rounds: int = 2,
    levels: Mapping[int, int] = LEVELS,
    paces: Sequence[Pace] = PACES,
    backends: Sequence[Backend] = BACKENDS,
) -> Result:
    """Measure so many rounds at each level, pace and backend.

    Args:
        rounds: how often the kinds take turns.
        levels: people at once, and turns of each in a round.
        paces: of the scripted models.
        backends: where checkpoints and memories are kept.
    """
    rows: list[Row] = []
    figures: dict[str, Any] = {"rounds": rounds, "memories": KNOWN}
    for backend in backends:
        figures[backend] = {}
        with place(backend) as at, at.server(backend) as server:
            async with people(server, max(levels)) as known:
                for pace in paces:
                    at.provider.script(*rules(pace))
                    found = figures[backend][pace.name] = {}
                    for level, each in levels.items():
                        print(f"  {backend}, {pace.name}, {level} at once", flush=True)
                        found[str(level)] = await _level(at, server, known[:level], each, rounds, pace)
                    rows += _rows(f"{backend}, {pace.name}", found)
    return Result(rows, figures)


async def _level(
    at: Place, server: Server, talking: Sequence[Person], each: int, rounds: int, pace: Pace
) -> dict[str, Any]:
    threads = f"{pace.name}, {len(talking)}"  # new ones at each level
    measured = {kind.name: Measured() for kind in KINDS}
    for kind in KINDS:
        await asyncio.gather(*(_talk(person, kind, threads, 1, 0) for person in talking))  # makes the threads
        await quiet(server)
    for number in range(rounds):
        for kind in KINDS if number % 2 == 0 else reversed(KINDS):
            one = measured[kind.name]
            started, server_s, provider_s = perf_counter(), cpu_s(server.process.pid), cpu_s(at.provider.pid)
            for told in await asyncio.gather(*(_talk(person, kind, threads, each, number) for person in talking)):
                one.told += told
            seconds = perf_counter() - started
            one.provider_share.append((cpu_s(at.provider.pid) - provider_s) / seconds)
            await quiet(server)
            one.server_s += cpu_s(server.process.pid) - server_s
    return {name: one.figures() for name, one in measured.items()}


async def _talk(person: Person, kind: Kind, threads: str, turns: int, round_: int) -> list[Turn]:
    think = random.Random(f"{person.number}, {round_}")  # the same for each kind
    told = []
    for _ in range(turns):
        await asyncio.sleep(think.uniform(0, THINK_S))
        told.append(await person.turn(kind.graph, f"{kind.name} {threads}", kind.context))
    return told


def _rows(where: str, levels: Mapping[str, Mapping[str, Any]]) -> Iterator[Row]:
    for level, found in levels.items():
        ours, bare = found[CHAT.name], found[BARE.name]
        goal, ratio = GOALS.get(int(level)), ours["whole turn"]["p50"] / bare["whole turn"]["p50"]
        yield Row(
            f"{where}, {level} at once: whole turn, ours to bare",
            f"{ratio:.2f} x p50",
            f"≤ {goal}" if goal else "",
            goal is None or ratio <= goal,
        )
        for name, one in found.items():
            first, whole = Spread(**one["first token"]), Spread(**one["whole turn"])
            shown = f"first token {first}, whole turn {whole}"
            yield Row(f"  {name}", f"{shown}, {one['processor ms a turn']:.0f} ms of processor a turn")
        failed = sum(one["failed"] for one in found.values())
        yield Row("  failed turns", str(failed), "0", not failed)
    busy = max(one["provider busy"] for found in levels.values() for one in found.values())
    yield Row(f"{where}: the scripted model was busy at most", f"{100 * busy:.0f} % of a core")


def main() -> int:
    """Print the table; return how many goals were missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="how often the kinds take turns")
    parser.add_argument("--levels", type=int, nargs="+", default=list(LEVELS), help="people at once")
    parser.add_argument("--backends", nargs="+", choices=BACKENDS, default=BACKENDS)
    parser.add_argument("--quick", action="store_true", help="only see that it works")
    arguments = parser.parse_args()
    levels = {level: LEVELS.get(level, 2) for level in arguments.levels}
    whole = {"rounds": arguments.rounds, "levels": levels, "backends": arguments.backends}
    result = asyncio.run(turns(**(QUICK if arguments.quick else whole)))
    save("turns", result)
    return show(result.rows)


if __name__ == "__main__":
    sys.exit(main())
