"""Retrieval quality of ours, mem0 and LangMem on the same documents, with the same vectors.

mem0's further signals (spaCy's entities, fastembed's BM25) are not there: a plain `pip install mem0ai` has neither.
"""

import argparse
import asyncio
import logging
import sys
from pathlib import Path
from typing import Any

import structlog

from benchmarks.recall.bench import Bench
from benchmarks.recall.rankings import FAST
from benchmarks.reporting.results import Result, save
from benchmarks.reporting.table import Row, show
from benchmarks.retrieval.delivered import delivered, forgotten
from benchmarks.retrieval.ranking import NAMES, ranking
from benchmarks.retrieval.vectors import Vectors

DATA = Path("../shared/data")
ALL = 1_000_000


async def measure(*, folder: Path = DATA, most: int = ALL) -> Result:
    """Return how well each ranks, and what each would give to the model.

    Args:
        folder: of the public data; a set that is not there is skipped, and said so.
        most: questions of each set, at most.
    """
    bench, rows, figures = Bench(), list[Row](), dict[str, Any]()
    vectors = Vectors(bench.encoder)
    for name in NAMES:
        try:
            figures[name], found = await ranking(bench, vectors, name, folder, most)
        except FileNotFoundError:
            found = [Row(name, "SKIPPED, its data is not there")]
        rows += found
    for name, part in (("labelled people", delivered), ("forgotten", forgotten)):
        figures[name], found = await part(bench, vectors, most)
        rows += found
    rows.append(Row("mem0", "without spaCy and fastembed, as `pip install mem0ai` leaves it: vectors alone"))
    return Result(rows, figures)


def main() -> int:
    """Print the table and save the figures, those of a quick run not; missed goals are shown, not failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--most", type=int, default=ALL, help="questions of each set")
    parser.add_argument("--quick", action="store_true", help=f"{FAST} questions of each set")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    result = asyncio.run(measure(folder=arguments.data, most=FAST if arguments.quick else arguments.most))
    show(result.rows)
    if not arguments.quick:
        save("retrieval", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
