"""What a part of `make bench` has measured, kept as JSON so that plots and page can be made of it again."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.reporting.machine import describe
from benchmarks.reporting.table import Row

FOLDER = Path(__file__).parents[1] / "results"


@dataclass(frozen=True)
class Result:
    """What one part has come to.

    Args:
        rows: the lines of its table, with goals where there are any.
        figures: everything that was counted, plain JSON values; plots are drawn of it.
    """

    rows: Sequence[Row]
    figures: dict[str, Any] = field(default_factory=dict)


def save(part: str, result: Result, folder: Path = FOLDER) -> None:
    """Write `<part>.json`, with the time and the machine."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": describe(),
        "rows": [asdict(row) for row in result.rows],
        "figures": result.figures,
    }
    (folder / f"{part}.json").write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def load(part: str, folder: Path = FOLDER) -> dict[str, Any] | None:
    """Return what was saved of a part; None when it was never measured."""
    path = folder / f"{part}.json"
    if not path.exists():
        return None
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return kept
