"""What a model may propose for the older part of a conversation: a summary and operations on pins."""

from collections.abc import Container
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory.model_output import MalformedOutput, read_object
from memory.sensitive import mask
from memory.thread.thread import MAX_PIN_CHARS, MAX_PINS, MAX_SUMMARY_CHARS


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class AddPin(_Closed):
    """A decision the person settled."""

    op: Literal["add"]
    text: str = Field(min_length=1, max_length=MAX_PIN_CHARS)
    source_message_id: str | None = None


class RevisePin(_Closed):
    """A pinned decision in other words."""

    op: Literal["revise"]
    id: str
    text: str = Field(min_length=1, max_length=MAX_PIN_CHARS)
    source_message_id: str | None = None


class RetirePin(_Closed):
    """A pinned decision that was withdrawn."""

    op: Literal["retire"]
    id: str


PinOperation = Annotated[AddPin | RevisePin | RetirePin, Field(discriminator="op")]
"""One change of the pinned decisions; a pin that is not mentioned stays."""


class CompactionProposal(_Closed):
    """What the model returns; everything structural is derived by the program."""

    summary: str = Field(min_length=1, max_length=MAX_SUMMARY_CHARS)
    pins: list[PinOperation] = Field([], max_length=MAX_PINS)


def read_proposal(output: str, *, pins: Container[str]) -> CompactionProposal:
    """Return the proposal a model's output holds.

    Args:
        output: what the model returned.
        pins: the ids of the pinned decisions there are.

    Raises:
        MalformedOutput: it is not the agreed object, over a limit, or changes a pin that does not exist.
    """
    try:
        proposal = CompactionProposal.model_validate(read_object(output, key="summary"))
    except ValidationError as error:
        raise MalformedOutput(error.errors()[0]["type"]) from None
    if any(not isinstance(change, AddPin) and change.id not in pins for change in proposal.pins):
        raise MalformedOutput("unknown_pin")
    return proposal


def masked(proposal: CompactionProposal) -> CompactionProposal:
    """Return the proposal with what is secret in it made unreadable (case B30)."""
    pins = [
        p if isinstance(p, RetirePin) else p.model_copy(update={"text": mask(p.text)[:MAX_PIN_CHARS]})
        for p in proposal.pins
    ]
    return CompactionProposal(summary=mask(proposal.summary)[:MAX_SUMMARY_CHARS], pins=pins)
