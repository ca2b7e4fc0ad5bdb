"""What a turn and a search cost with more and more stored: ours, mem0 and LangMem, turn about.

Run as `python -m benchmarks.write_path.growth`. Of each peer the cheaper setting is taken (a model that adds, no
deletes offered). The encoder is the hash and the model answers at once, so what is measured is the libraries' own work.
A search is what each does for a message with its defaults: ours is the whole of recall, at most 3 chosen memories;
mem0 returns 20 and LangMem 10, the nearest by vector.
"""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from benchmarks.peers.embedding import HashEncoder
from benchmarks.peers.figures import Spread, beside, in_one_line, ratios
from benchmarks.peers.langmem_ import LangMem
from benchmarks.peers.library import Library
from benchmarks.peers.measured import Spent, added, searched
from benchmarks.peers.mem0_ import Mem0
from benchmarks.peers.model import ModelProcess
from benchmarks.peers.ours import Ours
from benchmarks.peers.quiet import quiet
from benchmarks.reporting.results import Result, save
from benchmarks.reporting.table import Row, show
from benchmarks.write_path.invented import question, statement, turns

SIZES = (10, 100, 1_000, 10_000)
MOST = 10_000
"""Memories of a person that the product takes as delivered; what a measurement adds must fit in."""
OTHERS, EACH = 99, 100
WARM = 3
"""Turns and searches of somebody else before anything counts."""


@dataclass
class _Taken:
    """What was spent on each library's turns and searches."""

    turns: dict[str, list[Spent]] = field(default_factory=dict)
    searches: dict[str, list[Spent]] = field(default_factory=dict)


async def measure(sizes: Sequence[int] = SIZES, *, rounds: int = 40, others: int = OTHERS) -> Result:
    """Return a turn's and a search's cost at each size, and of a search beside other people's memories.

    Args:
        sizes: memories of one person.
        rounds: turns, and searches, at each; at most 98.
        others: people with a hundred memories each; 0 leaves that part out.
    """
    rows: list[Row] = []
    figures: dict[str, Any] = {"sizes": list(sizes), "rounds": rounds}
    with ModelProcess.started() as model:
        for size in sizes:
            taken = await _with_stored(model, size, rounds)
            rows += _rows(f"{size:,} memories", taken)
            figures[str(size)] = _plain(taken)
        if others:
            taken = await _among_others(model, others, rounds)
            rows += _rows(f"{EACH} memories beside {others} people's as many", taken)
            figures["among others"] = _plain(taken)
    return Result(rows, figures)


async def _with_stored(model: ModelProcess, size: int, rounds: int) -> _Taken:
    async with _opened(model) as libraries:
        stored = min(size, MOST - rounds)
        for library in libraries:
            await library.fill("somebody", [statement(number) for number in range(stored)])
        _set_aside()
        taken = _Taken()
        for turn, _ in zip(turns("measured"), range(rounds), strict=False):
            for library in libraries:
                spent = await added(library, model, "somebody", turn, turn.said)
                taken.turns.setdefault(library.name, []).append(spent)
        await _search(model, libraries, taken, stored, rounds)
        return taken


async def _among_others(model: ModelProcess, others: int, rounds: int) -> _Taken:
    async with _opened(model) as libraries:
        for library in libraries:
            for person in ("somebody", *(f"other-{number}" for number in range(others))):
                await library.fill(person, [statement(number) for number in range(EACH)])
        _set_aside()
        taken = _Taken()
        await _search(model, libraries, taken, EACH, rounds)
        return taken


async def _search(model: ModelProcess, libraries: Sequence[Library], taken: _Taken, stored: int, rounds: int) -> None:
    for number in range(rounds):
        asked = question(number * 37 % stored)
        for library in libraries:
            spent = await searched(library, model, "somebody", asked)
            taken.searches.setdefault(library.name, []).append(spent)


@asynccontextmanager
async def _opened(model: ModelProcess) -> AsyncIterator[list[Library]]:
    """Open empty libraries and warm them with somebody else."""
    encoder = HashEncoder()
    url = model.base_url
    libraries: list[Library] = [
        Ours(url, encoder),
        Mem0(url, encoder, skipping=False),
        LangMem(url, encoder, patching=False),
    ]
    try:
        for turn, _ in zip(turns("warm"), range(WARM), strict=False):
            for library in libraries:
                await added(library, model, "warm", turn, turn.said)
                await searched(library, model, "warm", turn.user)
        yield libraries
    finally:
        gc.unfreeze()
        for library in libraries:
            await library.close()


def _set_aside() -> None:
    """Keep the collector from walking through what all three have stored in the time of one of them."""
    gc.collect()
    gc.freeze()


def _rows(where: str, taken: _Taken) -> list[Row]:
    found: list[Row] = []
    for what, spent in (("a turn", taken.turns), ("a search", taken.searches)):
        if not spent:
            continue
        spreads = _spreads(spent, lambda one: one.milliseconds)
        found.append(Row(f"{where}: {what}, ms p50 (p95)", beside(spreads)))
        busy = _spreads(spent, lambda one: one.cpu_milliseconds)
        found.append(Row(f"{where}: {what}, ms of processor p50 (p95)", beside(busy)))
        compared = ratios({name: spread.p50 for name, spread in spreads.items()}, Ours.name)
        faster = all(ratio < 1 for ratio in compared.values())
        found.append(Row(f"{where}: {what}, ours over theirs", in_one_line(compared), "< 1", faster))
        failed = {name: errors for name, of in spent.items() if (errors := sum(bool(one.error) for one in of))}
        if failed:
            found.append(Row(f"{where}: {what}, failed", str(failed), "0", False))
    if taken.turns:
        tokens = _spreads(taken.turns, lambda one: one.prompt_tokens)
        found.append(Row(f"{where}: a turn, prompt tokens p50 (p95)", beside(tokens)))
    return found


def _spreads(spent: Mapping[str, Sequence[Spent]], of: Callable[[Spent], float]) -> dict[str, Spread]:
    return {name: Spread.of([of(one) for one in all_]) for name, all_ in spent.items()}


def _plain(taken: _Taken) -> dict[str, Any]:
    return {
        what: {
            name: {
                "milliseconds": [round(one.milliseconds, 3) for one in of],
                "cpu_milliseconds": [round(one.cpu_milliseconds, 3) for one in of],
                "prompt_tokens": [one.prompt_tokens for one in of],
                "calls": [len(one.calls) for one in of],
                "operations": dict(of[-1].operations),
                "errors": [one.error for one in of if one.error],
            }
            for name, of in spent.items()
        }
        for what, spent in (("turns", taken.turns), ("searches", taken.searches))
        if spent
    }


def main() -> int:
    """Print the table and save it; return how many goals were missed."""
    quiet()
    result = asyncio.run(measure())
    save("write-path-growth", result)
    return show(result.rows)


if __name__ == "__main__":
    sys.exit(main())
