"""What each library does where something goes wrong, counted by code: ours, mem0 and LangMem, turn about.

Run as `python -m benchmarks.write_path.cases`. The model is scripted and the encoder is the hash, so nothing here
depends on how well a model reads. Each peer is there twice, with a careless model and with a careful one. In the turn
after a failure the model names all that a library shows it: what mem0 shows again as context counts as kept.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import partial
from typing import TypeVar, get_args

from benchmarks.peers.embedding import HashEncoder
from benchmarks.peers.langmem_ import LangMem
from benchmarks.peers.library import Library
from benchmarks.peers.manners import Form
from benchmarks.peers.mem0_ import Mem0
from benchmarks.peers.model import ModelProcess
from benchmarks.peers.ours import Ours
from benchmarks.peers.quiet import quiet
from benchmarks.reporting.results import Result, save
from benchmarks.reporting.table import Row, show
from benchmarks.write_path.going_wrong import Kept, Outage, Residue, outage, residue, spoilt, twice_at_once

GIVEN_UP_S = 60.0
"""After which a library's turn is ended from outside."""
MOST_REQUESTS = 3
FORMS: tuple[Form, ...] = tuple(form for form in get_args(Form) if form != "error 500")
Outcome = TypeVar("Outcome")


async def measure(forms: Sequence[Form] = FORMS, *, given_up_s: float = GIVEN_UP_S) -> Result:
    """Put every library into every case.

    Args:
        forms: in which the model answers.
        given_up_s: how long a library may take for a turn; LangMem uses all of it in an outage.
    """
    async with _opened() as (model, libraries):

        async def each(case: Callable[[Library, ModelProcess], Awaitable[Outcome]]) -> dict[str, Outcome]:
            return {library.name: await case(library, model) for library in libraries}

        formats = {form: await each(partial(spoilt, form=form, given_up_s=given_up_s)) for form in forms}
        parallel, residues = await each(twice_at_once), await each(residue)
        outages = await each(partial(outage, given_up_s=given_up_s))  # last: who is given up may still be at it
    figures = {
        "outage": {name: asdict(one) for name, one in outages.items()},
        "formats": {form: {name: [*map(asdict, of)] for name, of in found.items()} for form, found in formats.items()},
        "parallel": parallel,
        "residue": {name: asdict(one) for name, one in residues.items()},
    }
    return Result([*_outage(outages), *_formats(formats), _parallel(parallel), *_residue(residues)], figures)


@asynccontextmanager
async def _opened() -> AsyncIterator[tuple[ModelProcess, Sequence[Library]]]:
    with ModelProcess.started() as model:
        url, encoder = model.base_url, HashEncoder()
        libraries: list[Library] = [
            Ours(url, encoder),
            Mem0(url, encoder, skipping=False),
            Mem0(url, encoder, skipping=True),
            LangMem(url, encoder, patching=False),
            LangMem(url, encoder, patching=True),
        ]
        try:
            yield model, libraries
        finally:
            for library in libraries:
                await library.close()


def _outage(found: Mapping[str, Outage]) -> list[Row]:
    ours = found[Ours.name]
    kept = {name: [one.kept] for name, one in found.items()}
    errors = {
        name: one.kept.error.removeprefix("RuntimeError: ").split(":")[0] or "nothing" for name, one in found.items()
    }
    return [
        Row(
            "outage: requests in the turn",
            _beside({name: one.requests for name, one in found.items()}),
            f"ours ≤ {MOST_REQUESTS}",
            ours.requests <= MOST_REQUESTS,
        ),
        Row("outage: what the caller is told", _beside(errors)),
        _kept_row("outage: facts kept after the next turn", kept),
    ]


def _formats(found: Mapping[Form, Mapping[str, Sequence[Kept]]]) -> list[Row]:
    rows: list[Row] = []
    for form, of in found.items():
        at_once = {name: f"{_sum(one, 'at_once')}/{_sum(one, 'sent')}" for name, one in of.items()}
        rows.append(Row(f"answer {form}: facts kept at once", _beside(at_once)))
        rows.append(_kept_row(f"answer {form}: after the next turn", of))
    return rows


def _kept_row(what: str, found: Mapping[str, Sequence[Kept]]) -> Row:
    shares = {name: f"{_sum(of, 'in_the_end')}/{_sum(of, 'sent')}" for name, of in found.items()}
    ours = found[Ours.name]
    return Row(what, _beside(shares), "ours all", all(one.in_the_end == one.sent for one in ours))


def _sum(found: Sequence[Kept], what: str) -> int:
    return sum(getattr(one, what) for one in found)


def _parallel(found: Mapping[str, int]) -> Row:
    return Row("one fact twice at once: records", _beside(found), "ours 1", found[Ours.name] == 1)


def _residue(found: Mapping[str, Residue]) -> list[Row]:
    memory = {name: ", ".join(one.memory) or "nowhere" for name, one in found.items()}
    words = {name: ", ".join(one.words) or "nowhere" for name, one in found.items()}
    again = any("next request" in (*one.memory, *one.words) for name, one in found.items() if name == Ours.name)
    return [
        Row("deleted: the memory is still in", _beside(memory), "ours nowhere", not found[Ours.name].memory),
        Row("deleted: the user's words are still in", _beside(words), "ours: not sent", not again),
    ]


def _beside(found: Mapping[str, object]) -> str:
    return "; ".join(f"{name} {one}" for name, one in found.items())


def main() -> int:
    """Print the table and save it; return how many goals were missed."""
    quiet()
    result = asyncio.run(measure())
    save("write-path-cases", result)
    return show(result.rows)


if __name__ == "__main__":
    sys.exit(main())
