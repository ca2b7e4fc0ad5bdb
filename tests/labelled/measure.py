"""How well extraction finds what is lasting, on labelled turns.

Splits: rules and prompt were made after `dev` and `test`. `fresh` was written later by somebody who
knew neither; the faults of some runs on it were looked at, and the general ones among them mended.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from memory.model_output import MalformedOutput
from memory.platform.models.models import Model
from memory.platform.models.proposing import propose
from memory.user.admit import Admitted, admit_all
from memory.user.gate import worth_extracting
from memory.user.turn import FinishedTurn

LABELLED = Path(__file__).with_name("extraction.jsonl")


@dataclass
class Score:
    """Counts over some turns."""

    expected: int = 0
    found: int = 0
    typed: int = 0
    stored: int = 0
    right: int = 0
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / self.stored if self.stored else 1.0

    @property
    def recall(self) -> float:
        return self.found / self.expected if self.expected else 1.0

    def report(self, name: str) -> str:
        return "\n  ".join([f"{name}: {self}", *self.faults])

    def __str__(self) -> str:
        seconds = sorted(self.seconds)
        return (
            f"{len(seconds)} turns: precision {self.right}/{self.stored} = {self.precision:.2f}, "
            f"recall {self.found}/{self.expected} = {self.recall:.2f}, type right {self.typed}/{self.found}, "
            f"seconds a turn median {seconds[len(seconds) // 2]:.1f}, max {seconds[-1]:.1f}"
        )


def rows(split: str | None = None) -> list[dict[str, Any]]:
    read = [json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines()]
    return [row for row in read if split in (None, row["split"])]


def as_turn(text: str, id: str = "t1") -> FinishedTurn:
    return FinishedTurn(conversation_id="c1", turn_id=id, user_text=text, completed_at=datetime.now(UTC))


async def extract(model: Model, text: str) -> tuple[list[Admitted], str]:
    """Return what would be stored for one message, and what was refused."""
    turns = worth_extracting([as_turn(text)])
    if not turns:
        return [], "gate"
    try:
        proposed = await propose(model, turns, summary="", pins=[])
    except MalformedOutput as error:
        return [], f"malformed: {error}"
    verdicts = admit_all(proposed.candidates, turns)
    refused = [v.code for v in verdicts if not isinstance(v, Admitted)]
    return [v for v in verdicts if isinstance(v, Admitted)], f"{refused} of {proposed.candidates}"


async def measure(model: Model, labelled: Iterable[dict[str, Any]]) -> Score:
    score = Score()
    for row in labelled:
        started = perf_counter()
        stored, refused = await extract(model, row["user_text"])
        score.seconds.append(perf_counter() - started)
        count(score, row, stored, refused)
    return score


def count(score: Score, row: dict[str, Any], stored: Sequence[Admitted], refused: str) -> None:
    found: set[int] = set()
    for admitted in stored:
        hits = {i for i, expected in enumerate(row["expect"]) if _matches(admitted, expected)}
        score.stored += 1
        score.right += bool(hits)
        score.typed += sum(admitted.candidate.type in row["expect"][i]["types"] for i in hits - found)
        found |= hits
        if not hits:
            score.faults.append(f"FALSE  {row['id']} {row['user_text']!r} -> {admitted.candidate.text!r}")
    score.expected += len(row["expect"])
    score.found += len(found)
    if len(found) < len(row["expect"]):
        score.faults.append(f"MISSED {row['id']} {row['user_text']!r} {refused}")


def _matches(admitted: Admitted, expected: dict[str, Any]) -> bool:
    text = admitted.candidate.text.casefold()
    words = all(word.casefold() in text for word in expected["must_contain"])
    return words and admitted.candidate.action == expected["action"]
