"""One turn through one library, and what it cost."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time

from benchmarks.peers.answers import Said
from benchmarks.peers.library import Library, Turn
from benchmarks.peers.model import Call, ModelProcess


@dataclass(frozen=True)
class Spent:
    """What an addition or a search has cost."""

    milliseconds: float
    cpu_milliseconds: float
    """Of this process, whatever else the machine was busy with: without the model's, and without waiting."""
    calls: Sequence[Call]
    operations: Mapping[str, int]
    error: str = ""
    """What it raised, if anything."""

    @property
    def prompt_tokens(self) -> int:
        """Of all its calls."""
        return sum(call.prompt_tokens for call in self.calls)

    @property
    def completion_tokens(self) -> int:
        """Of all its calls."""
        return sum(call.completion_tokens for call in self.calls)


async def added(library: Library, model: ModelProcess, person: str, turn: Turn, said: Said) -> Spent:
    """Add a turn of which the model says `said`; an exception is noted, and the run goes on."""
    model.say(said)
    return await _spent(library, model, lambda: library.add(person, turn))


async def searched(library: Library, model: ModelProcess, person: str, text: str) -> Spent:
    """Search once."""
    model.say(Said())
    return await _spent(library, model, lambda: library.search(person, text))


async def _spent(library: Library, model: ModelProcess, act: Callable[[], Awaitable[object]]) -> Spent:
    library.operations.clear()
    error = ""
    await asyncio.sleep(0)  # what the one before has left to the loop is not this one's
    started, busy = perf_counter(), process_time()
    try:
        await act()
    except Exception as raised:
        error = f"{type(raised).__name__}: {raised}"[:200]
    took, busied = (perf_counter() - started) * 1_000, (process_time() - busy) * 1_000
    return Spent(took, busied, model.calls(), dict(library.operations), error)
