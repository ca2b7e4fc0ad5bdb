"""A finished turn as extraction gets it (contract: extraction input)."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

from memory.errors import InputError, input_error
from memory.language import answers
from memory.language.text import clean, visible

PROMOTED_KIND = "pinned_decision"
"""A decision the user pinned, in their own words; what it holds is promoted to a memory (B15)."""
ELIGIBLE_KINDS = frozenset({"ordinary_chat", "tool_assisted_ordinary_chat", PROMOTED_KIND})
"""R2.5.2. Turns of other agents hold execution state, not what a person says about themselves."""
MAX_TURNS = 50
MAX_TURN_CHARS = 50_000
"""Longer texts are cut: of an endless answer the end is of no use for learning about the user."""


def _text(value: object) -> object:
    return visible(clean(value))[:MAX_TURN_CHARS] if isinstance(value, str) else value


def _time(value: object) -> object:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        raise ValueError("this is no time in ISO 8601") from None
    if isinstance(moment, datetime) and moment.tzinfo is None:
        return moment.replace(tzinfo=UTC)
    return moment


class FinishedTurn(BaseModel):
    """What the user said and what was answered, once."""

    model_config = ConfigDict(frozen=True, strict=True)

    conversation_id: str = Field(min_length=1, max_length=120)
    turn_id: str = Field(min_length=1, max_length=200)
    """The id of the user's message."""
    user_text: Annotated[str, BeforeValidator(_text)]
    assistant_text: Annotated[str, BeforeValidator(_text)] = ""
    completed_at: Annotated[AwareDatetime, BeforeValidator(_time)]
    said_at: Annotated[AwareDatetime | None, BeforeValidator(_time)] = None
    """When the user said it, where that is known: an answer may take long, and much be erased meanwhile."""
    kind: str = "ordinary_chat"
    in_reply_to: Annotated[str, BeforeValidator(_text)] = ""
    """What the assistant had said before, which the user answers."""

    @property
    def eligible(self) -> bool:
        """Whether anything may be learned from this turn."""
        return self.kind in ELIGIBLE_KINDS and bool(self.user_text)

    @property
    def asked(self) -> str:
        """The question about the user that they answer here; empty when they were asked none."""
        return answers.asked_about_user(self.in_reply_to) or ""

    @property
    def key(self) -> str:
        """What tells this turn from any other; one that was sent again in other words is another."""
        told = "\n".join((self.conversation_id, self.turn_id, str(self.kind == PROMOTED_KIND), self.user_text))
        return hashlib.sha256(told.encode()).hexdigest()[:24]

    @property
    def answers_about_user(self) -> bool:
        """Whether the user only answers what they were asked about themselves: 对, "yes"."""
        return bool(self.asked) and answers.short(self.user_text)


def mark(conversation_id: str, turn_id: str) -> str:
    """Return what a turn is known by where nothing may stand of what was said, or where."""
    return hashlib.sha256(f"{conversation_id}\n{turn_id}".encode()).hexdigest()[:24]


class _Pin(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: str
    text: str
    origin: str
    source_message_id: str | None = None
    created_at: AwareDatetime | None = None
    memory: str | None = None
    """`off`: pinned while memory was off."""


_turns = TypeAdapter(list[FinishedTurn])


def read_turns(raw: object) -> list[FinishedTurn]:
    """Validate the `turns` of an extraction's input.

    Raises:
        InputError: names the field that is wrong.
    """
    try:
        turns = _turns.validate_python(raw)
    except ValidationError as error:
        raise input_error(error, "turns") from None
    if not 0 < len(turns) <= MAX_TURNS:
        raise InputError(f"turns: {len(turns)} given; send between 1 and {MAX_TURNS}.")
    return turns


def pin_texts(pins: object) -> list[str]:
    """Return what the pinned decisions of a conversation say; they only help to understand."""
    return (
        [str(pin["text"]) for pin in pins if isinstance(pin, dict) and pin.get("text")]
        if isinstance(pins, list)
        else []
    )


def promoted(pins: object, turns: Sequence[FinishedTurn]) -> list[FinishedTurn]:
    """Return the decisions the user pinned as turns of their own (B15); a model's pins are never promoted.

    Args:
        pins: the pinned decisions of the conversation; what is no pin is left out.
        turns: the turns handed over; one of them may be where the pin comes from.
    """
    found: list[FinishedTurn] = []
    newest = turns[-1]
    for pin in pins if isinstance(pins, list) else []:
        try:
            pinned = _Pin.model_validate(pin)
            if pinned.origin != "user" or pinned.memory == "off":
                continue
            turn = FinishedTurn(
                conversation_id=newest.conversation_id,
                turn_id=pinned.source_message_id or f"pin:{pinned.id}",
                user_text=pinned.text,
                completed_at=pinned.created_at or newest.completed_at,
                kind=PROMOTED_KIND,
            )
        except ValidationError:
            continue
        found.append(turn)
    return found
