"""How good recall is: on public data, on the project's own labelled sets, and how fast (`make eval-recall`).

Everything goes through the product's own `recall` with its store, index and filters. Rankings are read with the
threshold off and room for ten; what is injected, with everything as it is delivered.
"""

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import structlog

from benchmarks.recall.bench import Bench
from benchmarks.recall.given import own_set, speed, standing_rules, threshold
from benchmarks.recall.rankings import FAST, rankings
from benchmarks.recall.sets import SETS
from benchmarks.reporting.table import Row, show


async def run(folder: Path, most: int) -> tuple[dict[str, Any], int]:
    """Run everything; return the figures and how many goals were missed."""
    bench, figures, missed = Bench(), dict[str, Any](), 0

    async def part(name: str, made: Callable[[], Awaitable[tuple[dict[str, Any], list[Row]]]]) -> None:
        nonlocal missed
        try:
            figures[name], rows = await made()
        except FileNotFoundError:
            print(f"{name}: SKIPPED, its data is not in {folder}", flush=True)
            return
        missed += show(rows)

    await part("speed", lambda: speed(bench, most))
    for one in ("first", "second", "third"):
        await part(f"own set, {one}", lambda one=one: own_set(bench, one))  # type: ignore[misc]
    await part("BEAM instructions", lambda: standing_rules(bench, folder, most))
    await part("threshold", lambda: threshold(bench, folder, most))
    for name, load in SETS.items():
        await part(name, lambda name=name, load=load: rankings(bench, name, load(folder), most))  # type: ignore[misc]
    return figures, missed


def main() -> int:
    """Print the figures and write them as JSON; missed goals are shown, not failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--fast", action="store_true", help="a sample of each set")
    parser.add_argument("--json", type=Path, default=Path(".ai-mind/recall.json"))
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    figures, missed = asyncio.run(run(arguments.data, FAST if arguments.fast else 1_000_000))
    arguments.json.parent.mkdir(exist_ok=True)
    arguments.json.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{missed} goals missed; all figures in {arguments.json}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
