"""Labelled memories and questions, as calibration, benchmarks and tests read them (JSON lines)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memory.user.candidate import Identity
from memory.user.document import STANDING_TYPES, UserMemory, search_text

NOW = datetime(2026, 11, 30, tzinfo=UTC)
"""The day that the ages in the sets count back from."""


@dataclass(frozen=True)
class Question:
    """What a person says, and which of their memories it needs."""

    person: str
    turns: Sequence[str]
    expect: frozenset[str]
    """Ids of the memories without which the answer would be worse; none: nothing must be injected."""
    also: frozenset[str]
    """Ids of those that may be injected without being wrong."""
    language: str
    kind: str


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_people(path: Path) -> dict[str, list[UserMemory]]:
    """Return each person's memories."""
    people: dict[str, list[UserMemory]] = {}
    for line in read_lines(path):
        people.setdefault(line["person"], []).append(labelled_memory(**line))
    return people


def read_questions(path: Path) -> list[Question]:
    """Return the questions."""
    return [
        Question(q["person"], q["turns"], frozenset(q["expect"]), frozenset(q["also"]), q["lang"], q["kind"])
        for q in read_lines(path)
    ]


def labelled_memory(
    *, id: str, text: str, subject: str = "", type: Any = "stable_user_context", tags: Sequence[str] = (), **other: Any
) -> UserMemory:
    """Return a document as the write path makes it."""
    seen = NOW - timedelta(days=other.get("days_ago", 0))
    identity = Identity(
        subject=subject[:80] or text[:80],
        polarity=None if other.get("polarity") == "neutral" else other.get("polarity"),
    )
    return UserMemory(
        id=id, stable_key=f"{type}:{id}", type=type, text=text, identity=identity, tags=list(tags), confidence=0.9,
        status=other.get("status", "active"), source_signal=None, evidence=[], evidence_count=1, history=[],
        created_at=seen, updated_at=seen, last_seen_at=seen, tier="standing" if type in STANDING_TYPES else "soft",
        search_text=search_text(text, subject, list(tags)),
    )  # fmt: skip
