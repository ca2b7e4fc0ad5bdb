"""What optimising has brought: the same probe in an older checkout and in this one, turn about in one run.

    git worktree add ../before 3a9b54e
    python -m benchmarks.faster --before ../before

Milliseconds are those of the processor, which others on the machine disturb least.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.reporting.results import Result, save
from benchmarks.reporting.table import Row, show

PROBE = Path(__file__).with_name("probe.py")
HERE = Path(__file__).parents[1]


def probed(checkout: Path) -> dict[str, float]:
    """Return what the probe finds in a checkout."""
    environment = os.environ | {"PYTHONPATH": str(checkout), "AI_MIND_ENV_FILE": ""}
    command = (sys.executable, str(PROBE))
    output = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=True).stdout
    found: dict[str, float] = json.loads(output)
    return found


def compared(before: Path, rounds: int) -> Result:
    """Run the probe in both checkouts, turn about.

    Args:
        before: the older checkout.
        rounds: how often.
    """
    runs: dict[str, list[dict[str, float]]] = {"before": [], "after": []}
    for number in range(rounds):
        for name, checkout in (("before", before), ("after", HERE)) if number % 2 == 0 else (
            ("after", HERE), ("before", before)
        ):  # fmt: skip
            runs[name].append(probed(checkout))
    medians = {name: {what: statistics.median(r[what] for r in of) for what in of[0]} for name, of in runs.items()}
    rows = [_row(what, medians["before"][what], medians["after"][what]) for what in medians["after"]]
    return Result(rows, {"rounds": rounds, **medians})


def _row(what: str, before: float, after: float) -> Row:
    unit = "%" if "share" in what else "ms"
    ratio = f", {after / before:.2f} x" if before else ""
    return Row(what, f"{before:.1f} -> {after:.1f} {unit}{ratio}")


def main() -> int:
    """Print the table and save it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, required=True, help="an older checkout")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    result = compared(arguments.before.resolve(), arguments.rounds)
    save("faster", result)
    return show(result.rows)


if __name__ == "__main__":
    sys.exit(main())
