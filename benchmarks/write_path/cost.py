"""What a turn's write costs and what comes of it: ours, mem0 and LangMem on the same 500 turns, turn about.

Run as `python -m benchmarks.write_path.cost`. One run with the hash encoder gives times, model calls, tokens and store
operations; one with the product's embedding model gives the rates, since what a library recognises depends on its
vectors. Each peer is there twice, with a careless model and with a careful one (`benchmarks.peers.answers`).
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from statistics import fmean

from benchmarks.peers.answers import Said
from benchmarks.peers.embedding import E5Encoder, Encoder, HashEncoder
from benchmarks.peers.figures import Spread, beside, in_one_line, ratios
from benchmarks.peers.langmem_ import LangMem
from benchmarks.peers.library import Library
from benchmarks.peers.measured import Spent, added
from benchmarks.peers.mem0_ import Mem0
from benchmarks.peers.model import ModelProcess
from benchmarks.peers.ours import Ours
from benchmarks.peers.quiet import quiet
from benchmarks.reporting.results import Result, save
from benchmarks.reporting.table import Row, show
from benchmarks.write_path.invented import turns as invented
from benchmarks.write_path.rates import Counts, Share, rates
from benchmarks.write_path.saying import script
from benchmarks.write_path.turns import Turn, load

PROMPT_GOAL = 1_500
REFUSED = frozenset({"ungrounded", "secrets_kept", "injections_kept"})
"""Of which nothing may be stored."""
WARM = 3
"""Turns of somebody else before anything counts."""


@dataclass(frozen=True)
class Cost:
    """What one turn has cost one library."""

    milliseconds: float
    cpu_milliseconds: float
    calls: int
    prompt_tokens: int
    """Tools and the schema of the answer included."""
    schema_tokens: int
    """Of these, tools and schema."""
    completion_tokens: int
    operations: int
    error: str

    @classmethod
    def of(cls, spent: Spent) -> "Cost":
        """Return what `spent` comes to."""
        return cls(
            milliseconds=spent.milliseconds,
            cpu_milliseconds=spent.cpu_milliseconds,
            calls=len(spent.calls),
            prompt_tokens=spent.prompt_tokens,
            schema_tokens=sum(call.schema_tokens for call in spent.calls),
            completion_tokens=spent.completion_tokens,
            operations=sum(spent.operations.values()),
            error=spent.error,
        )


@dataclass
class Played:
    """All turns through one library."""

    costs: list[Cost] = field(default_factory=list)
    stored: dict[str, list[str]] = field(default_factory=dict)
    """By person, what is active at the end."""

    @property
    def asked(self) -> list[Cost]:
        """Of the turns with a model call."""
        return [cost for cost in self.costs if cost.calls]


async def measure(turns: Sequence[Turn]) -> Result:
    """Return costs and rates of these turns: whole people of the set, 25 turns each."""
    costs = await played(turns, HashEncoder())
    outcomes = await played(turns, E5Encoder())
    rated = {name: rates(turns, one.stored) for name, one in outcomes.items()}
    total = {name: one.total for name, one in rated.items()}
    figures = {
        "turns": len(turns),
        "costs": {name: [asdict(cost) for cost in one.costs] for name, one in costs.items()},
        "rates": {name: asdict(one) for name, one in rated.items()},
        "errors": {name: dict(Counter(c.error for c in one.costs if c.error)) for name, one in outcomes.items()},
    }
    return Result([*_rows(costs), *_rated(total)], figures)


async def played(turns: Sequence[Turn], encoder: Encoder) -> dict[str, Played]:
    """Hand every turn to every library, one after the other, and return what each made of them, by its name."""
    with ModelProcess.started() as model:
        libraries = _opened(model.base_url, encoder)
        try:
            for told, _ in zip(invented("warm"), range(WARM), strict=False):
                for library in libraries:
                    await added(library, model, "warm", told, told.said)
            found = {library.name: Played() for library in libraries}
            for turn, said in zip(turns, script(turns), strict=True):
                for library in libraries:
                    found[library.name].costs.append(await _cost(library, model, turn, said))
            for library in libraries:
                for person in dict.fromkeys(turn.person for turn in turns):
                    found[library.name].stored[person] = await library.records(person)
            return found
        finally:
            for library in libraries:
                await library.close()


def _opened(url: str, encoder: Encoder) -> list[Library]:
    return [
        Ours(url, encoder),
        Mem0(url, encoder, skipping=False),
        Mem0(url, encoder, skipping=True),
        LangMem(url, encoder, patching=False),
        LangMem(url, encoder, patching=True),
    ]


async def _cost(library: Library, model: ModelProcess, turn: Turn, said: Said) -> Cost:
    return Cost.of(await added(library, model, turn.person, turn, said))


def _rows(found: Mapping[str, Played]) -> list[Row]:
    ours = found[Ours.name]
    most = max(cost.calls for cost in ours.costs)
    prompt = Spread.of([cost.prompt_tokens / cost.calls for cost in ours.asked])

    def mean(of: Callable[[Cost], float]) -> str:
        return "; ".join(f"{name} {fmean(map(of, one.costs)):,.2f}" for name, one in found.items())

    def spread(of: Callable[[Cost], float]) -> str:
        return beside({name: Spread.of([of(cost) for cost in one.asked]) for name, one in found.items()})

    failed = {name: sum(bool(cost.error) for cost in one.costs) for name, one in found.items()}
    return [
        Row("model calls a turn, mean", mean(lambda cost: cost.calls)),
        Row("model calls of one of our turns, most", str(most), "≤ 1", most <= 1),
        Row(
            "prompt tokens of a call with tools and schema, p50 (p95)",
            spread(lambda cost: cost.prompt_tokens / cost.calls),
            f"ours ≤ {PROMPT_GOAL:,}",
            prompt.p50 <= PROMPT_GOAL,
        ),
        Row("of them tools and schema, p50 (p95)", spread(lambda cost: cost.schema_tokens / cost.calls)),
        Row("prompt tokens a turn, mean", mean(lambda cost: cost.prompt_tokens)),
        Row("completion tokens a turn, mean", mean(lambda cost: cost.completion_tokens)),
        Row("store operations a turn, mean", mean(lambda cost: cost.operations)),
        *_times("all turns", {name: one.costs for name, one in found.items()}),
        *_times("turns that we ask the model about", _where_we_ask(found)),
        Row(
            "turns that raised", "; ".join(f"{name} {n}" for name, n in failed.items()), "ours 0", not failed[Ours.name]
        ),
    ]


def _where_we_ask(found: Mapping[str, Played]) -> dict[str, list[Cost]]:
    """Return everybody's costs of the turns that pass our gate: of the others ours are next to nothing."""
    passed = [bool(cost.calls) for cost in found[Ours.name].costs]
    return {name: [cost for cost, asked in zip(one.costs, passed, strict=True) if asked] for name, one in found.items()}


def _times(which: str, costs: Mapping[str, Sequence[Cost]]) -> list[Row]:
    spreads = {name: Spread.of([cost.milliseconds for cost in of]) for name, of in costs.items()}
    compared = ratios({name: spread.p50 for name, spread in spreads.items()}, Ours.name)
    busy = {name: Spread.of([cost.cpu_milliseconds for cost in of]) for name, of in costs.items()}
    number = len(costs[Ours.name])
    return [
        Row(f"ms of a turn, {which} ({number}), p50 (p95)", beside(spreads)),
        Row(f"ms of processor, {which}, p50 (p95)", beside(busy)),
        Row(f"{which}, ours over theirs", in_one_line(compared), "< 1", all(ratio < 1 for ratio in compared.values())),
    ]


def _rated(rated: Mapping[str, Counts]) -> list[Row]:
    """Return a row a rate; where the issue names no number, ours must be no worse than anybody's."""
    found = [Row("memories stored", "; ".join(f"{name} {counts.stored}" for name, counts in rated.items()))]
    for what in (one.name for one in fields(Counts) if one.name != "unmatched"):
        shares: dict[str, Share] = {name: getattr(counts, what) for name, counts in rated.items()}
        figure = "; ".join(f"{name} {share.found}/{share.of}" for name, share in shares.items())
        ours = shares[Ours.name].share or 0.0
        if what in REFUSED:
            found.append(Row(what.replace("_", " "), figure, "ours 0", not ours))
        elif what == "facts_kept":
            found.append(Row(what.replace("_", " "), figure))
        else:
            least = all(ours <= (share.share or 0.0) for share in shares.values())
            found.append(Row(what.replace("_", " "), figure, "ours least", least))
    return found


def main() -> int:
    """Print the table and save it; return how many goals were missed."""
    quiet()
    result = asyncio.run(measure(load()))
    save("write-path-cost", result)
    return show(result.rows)


if __name__ == "__main__":
    sys.exit(main())
