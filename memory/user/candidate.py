"""What a model may propose: the closed candidate schema (R2.1.5-R2.1.7)."""

import re
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from memory.language.text import visible
from memory.model_output import MalformedOutput, read_object

MemoryType = Literal[
    "user_preference",
    "communication_preference",
    "workflow_preference",
    "standing_instruction",
    "recurring_constraint",
    "stable_user_context",
    "project_context",
    "risk_preference",
]
"""The eight types of the seeds."""
RULES: frozenset[MemoryType] = frozenset({"standing_instruction", "communication_preference", "workflow_preference"})
"""Types that may be addressed to the assistant instead of being about the user."""
AFFAIRS: frozenset[MemoryType] = frozenset({"project_context", "recurring_constraint"})
"""Types of which a statement need not speak of a person: 甲店租约 4 月 30 日到期."""

SourceSignal = Literal[
    "explicit_memory_intent",
    "implicit_stable_preference",
    "standing_instruction_signal",
    "forget_or_negation",
    "pinned_decision_signal",
]
Stability = Literal["stable", "temporary", "speculative"]
Polarity = Literal["prefer", "avoid"]

MAX_CANDIDATES = 5
MAX_TEXT_CHARS = 300
MAX_EVIDENCE_CHARS = 600
MAX_NAME_CHARS = 80
MIN_CONFIDENCE = 0.7


_ACTIONS = {word: "add" for word in ("update", "replace", "merge", "none", "noop", "keep")} | {
    word: "suppress" for word in ("delete", "remove", "forget")
}


def _action(value: object) -> object:
    return _ACTIONS.get(value, value) if isinstance(value, str) else value


def _seen(value: object) -> object:
    return visible(value) if isinstance(value, str) else value


Seen = BeforeValidator(_seen)
"""Text without hidden characters (case B32)."""


def _number(value: object) -> object:
    return float(value) if isinstance(value, str) and re.fullmatch(r"[01](?:\.[0-9]{1,6})?", value) else value


class Closed(BaseModel):
    """A model with no room for fields nobody declared, and no silent conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Identity(Closed):
    """What a memory is about: the input of its stable key."""

    subject: Annotated[str, Seen] = Field(max_length=MAX_NAME_CHARS)
    facet: Annotated[str | None, Seen] = Field(None, max_length=MAX_NAME_CHARS)
    polarity: Polarity | None = None
    """Kept for `user_preference` only, where it is required."""


class Candidate(Closed):
    """One thing a model thinks worth remembering, or forgetting. Only a proposal.

    `confidence` has no default: a model that does not say how sure it is, is not (case B39).
    """

    action: Annotated[Literal["add", "suppress"], BeforeValidator(_action)]
    """Other words for it (update, none, delete …) are read as what they come to: code decides what becomes of it."""
    type: MemoryType
    text: Annotated[str, Seen] = Field(max_length=MAX_TEXT_CHARS)
    evidence: Annotated[str, Seen] = Field(max_length=MAX_EVIDENCE_CHARS)
    """The user's words this rests on, verbatim."""
    identity: Identity
    tags: list[Annotated[str, Seen, StringConstraints(max_length=48)]] = Field(default=[], max_length=8)
    confidence: Annotated[float, BeforeValidator(_number), Field(ge=0, le=1)]
    stability: Stability
    source_signal: SourceSignal | None = None
    reason: str | None = Field(None, max_length=200)
    conflict_signal: bool = False


def read_candidates(output: str) -> list[object]:
    """Return the raw candidates of an extraction's output, at most five; each is checked on its own.

    Raises:
        MalformedOutput: the output is not `{"candidates": […]}`; a leading `kind` is accepted.
    """
    found = read_object(output, key="candidates")
    candidates = found["candidates"]
    if set(found) - {"kind", "candidates"} or not isinstance(candidates, list):
        raise MalformedOutput('the output is not {"candidates": [...]}')
    return candidates[:MAX_CANDIDATES]
