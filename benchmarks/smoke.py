"""A guard over the ratios that `make bench` measures, in less than two minutes: `make bench-smoke`.

Small sizes, on a machine that is busy with other things, so the bounds are generous: each is what a regression of the
kind that was once mended would break. What counts is read from the same figures as the pages.
"""

import asyncio
import statistics
import sys
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any

from benchmarks.hot_path import inside
from benchmarks.hot_path.recall_sizes import recall_sizes
from benchmarks.peers.embedding import HashEncoder
from benchmarks.peers.ours import Ours
from benchmarks.peers.quiet import quiet
from benchmarks.prefix import __main__ as prefix
from benchmarks.reporting.table import Row, show
from benchmarks.write_path import cost, growth
from benchmarks.write_path.rates import rates
from benchmarks.write_path.turns import load

PEOPLE = ("zh-02", "en-02")
"""Whose turns are played: two of twenty people."""
LARGE, SMALL = 1_000, 10
"""Memories stored."""


def at_most(what: str, found: float, bound: float, unit: str = "x") -> Row:
    """Return a line that is met while `found` is no more than `bound`."""
    return Row(what, f"{found:.2f} {unit}", f"≤ {bound:g}", found <= bound)


def at_least(what: str, found: float, bound: float, unit: str) -> Row:
    """Return a line that is met while `found` is no less than `bound`."""
    return Row(what, f"{found:.2f} {unit}", f"≥ {bound:g}", found >= bound)


async def written() -> list[Row]:
    """What a turn's write costs, and what it must never store."""
    turns = [turn for turn in load() if turn.person in PEOPLE]
    found = await cost.played(turns, HashEncoder())
    ours, langmem = found[Ours.name], next(one for name, one in found.items() if name.startswith("LangMem"))
    total = rates(turns, ours.stored).total
    bad = total.ungrounded.found + total.language_switches.found + total.secrets_kept.found
    spent = [statistics.median(one.cpu_milliseconds for one in played.costs) for played in (ours, langmem)]
    return [
        at_most("model calls of one of our turns", max(one.calls for one in ours.costs), 1, ""),
        at_most("prompt tokens of a call", statistics.median(one.prompt_tokens for one in ours.asked), 1_600, ""),
        at_most("memories nobody said, in another language or secret", bad, 0, ""),
        at_most("turns that raised", sum(bool(one.error) for one in ours.costs), 0, ""),
        at_most("a turn to LangMem's", spent[0] / spent[1], 1.3),
    ]


async def grown() -> list[Row]:
    """How the cost of a turn and a search grows, beside the peer on the same store."""
    figures = (await growth.measure((SMALL, LARGE), rounds=8, others=0)).figures

    def busy(what: str, name: str, size: int = LARGE) -> float:
        return float(statistics.median(figures[str(size)][what][name]["cpu_milliseconds"]))

    langmem = next(name for name in figures[str(LARGE)]["turns"] if name.startswith("LangMem"))
    return [
        at_most(f"a turn with {LARGE:,} memories to LangMem's", busy("turns", "ours") / busy("turns", langmem), 1.2),
        at_most(f"a search with {LARGE:,} to LangMem's", busy("searches", "ours") / busy("searches", langmem), 1.2),
        at_most(f"a turn with {LARGE:,} to one with {SMALL}", busy("turns", "ours") / busy("turns", "ours", SMALL), 3),
    ]


async def shared() -> list[Row]:
    """What a request shares with the one before it, in a conversation of two languages."""
    figures = (await prefix.measure(turns=8, names=("zh and en",))).figures["zh and en"]
    return [at_least("of a request, as in the one before", figures[prefix.OURS]["chat"]["share"], 75, "%")]


async def recalled() -> list[Row]:
    """What recall takes beside the embedding, with many memories and among many people."""
    sized = await recall_sizes(questions=15, sizes=(SMALL, LARGE), crowds=(10, 1_000), backends=("in-memory",))
    found: Mapping[str, Any] = sized.figures["in-memory"]
    few, many = (found["people"][people]["rest"]["p50"] for people in ("10", "1000"))
    return [
        at_most(f"recall with {LARGE:,} memories, without the embedding", many, 40, "ms"),
        at_most("recall among 1,000 people to 10, without the embedding", many / few, 3),
    ]


async def ran() -> list[Row]:
    """What memory adds inside a run."""
    found = (await inside.inside(turns=10, backends=("in-memory",))).figures["in-memory"]

    def added(what: str) -> float:
        return float(found["chat"][what]["p50"] - found["bare"][what]["p50"])

    return [
        at_most("added before the model's call", added("before"), 120, "ms"),
        at_most("added after the last token", added("after"), 60, "ms"),
    ]


def main() -> int:
    """Print the table; return how many bounds are broken."""
    quiet()
    return show(list(_all()))


def _all() -> Iterator[Row]:
    for part in (written, grown, shared, recalled, ran):
        started = perf_counter()
        yield from asyncio.run(part())
        yield Row(f"  {part.__name__}", f"took {perf_counter() - started:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
