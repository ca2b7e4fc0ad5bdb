"""What a benchmark prints: one line a figure, with its goal."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    what: str
    figure: str
    goal: str = ""
    met: bool = True


def show(rows: Sequence[Row]) -> int:
    """Print the table; return how many goals were missed."""
    widths = [
        max(len(column) for column in columns) for columns in zip(*((r.what, r.figure) for r in rows), strict=True)
    ]
    for row in rows:
        verdict = "" if not row.goal else "ok" if row.met else "MISSED"
        print(f"{row.what:<{widths[0]}}  {row.figure:<{widths[1]}}  {row.goal:<12} {verdict}".rstrip(), flush=True)
    return sum(not row.met for row in rows)
