"""The rules of the write path on labelled lines: detectors, gate, evidence, resolution.

Sets: the rules were made with `dev` in sight. `held` was measured before anybody looked at it, and looked at
afterwards; so was `fresh`, written when those two were done, and `last`, pairs written when all three were. The
README says the figures of those first looks.
"""

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from memory.sensitive import mask, sensitive
from memory.user.admit import Admitted, admit
from memory.user.asked.explicit import wishes
from memory.user.asked.off_record import off_record
from memory.user.candidate import RULES
from memory.user.compare import relation
from memory.user.gate import worth_extracting
from memory.user.turn import FinishedTurn

HERE = Path(__file__).parent
Name = Literal["detectors", "gate", "evidence", "resolution"]
Row = dict[str, Any]


def rows(name: Name, **wanted: Any) -> list[Row]:
    """Return the rows of a labelled file that have these values."""
    read = [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [row for row in read if all(row.get(key) == value for key, value in wanted.items())]


def detected(row: Row) -> bool:
    """Whether a line is blocked, and, but for an address, what is secret in it masked."""
    hidden = "address" in row["kind"] or row.get("secret", "") not in mask(row["text"])
    return sensitive(row["text"]) and (row["expect"] == "allow" or hidden)


def passes(row: Row) -> bool:
    """Whether the turn reaches a model."""
    turn = FinishedTurn(
        conversation_id="c",
        turn_id="t",
        user_text=row["user"],
        in_reply_to=row["before"],
        completed_at=datetime.now(UTC),
    )
    return bool(worth_extracting([turn]))


def wished(row: Row) -> str:
    """Return what the user expressly asks of memory."""
    return "not_kept" if off_record(row["user"]) else next((wish.kind for wish in wishes(row["user"])), "")


def stored(row: Row) -> bool:
    """Whether the candidate is admitted as it was proposed, with its relative dates made absolute."""
    turn = FinishedTurn(
        conversation_id="c",
        turn_id="t",
        in_reply_to=row["before"],
        user_text=row["user"],
        assistant_text=row["assistant"],
        completed_at=datetime.fromisoformat(row["said_at"]),
    )
    verdict = admit(row["candidate"], [turn])
    if not isinstance(verdict, Admitted) or verdict.candidate.action != row["candidate"]["action"]:
        return False
    wanted = row.get("stored_text") or {}
    return all(part in verdict.candidate.text for part in wanted.get("contains", []))


def related(row: Row) -> str:
    """Return what the rules say of a pair."""
    old, new = row["old"], row["new"]
    return relation(old["text"], new["text"], rules={old["type"], new["type"]} <= RULES)


def share(name: Name, **wanted: Any) -> tuple[int, int]:
    """Return how many of some rows come out as labelled, and how many there are."""
    found = rows(name, **wanted)
    right = {
        "detectors": lambda row: detected(row) == (row["expect"] == "block"),
        "gate": lambda row: passes(row) == row["holds"],
        "evidence": lambda row: stored(row) == (row["expect"] == "stored"),
        "resolution": lambda row: related(row) == row["relation"],
    }[name]
    return sum(map(right, found)), len(found)


def resolved(**wanted: Any) -> Counter[str]:
    """Count what matters of the pairs: duplicates left, false merges, updates lost, updates imagined."""
    counts: Counter[str] = Counter()
    for row in rows("resolution", **wanted):
        label, found = row["relation"], related(row)
        counts["pairs"] += 1
        counts["duplicates left"] += label == "same" and found in ("different", "unsure")
        counts["false merges"] += label != "same" and found == "same"
        counts["updates lost"] += label == "update" and found in ("different", "unsure")
        counts["updates imagined"] += label == "different" and found == "update"
        counts["left open"] += found == "unsure"
    return counts
