"""What a model may propose for the older part of a conversation: a summary and operations on pins."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory.model_output import MalformedOutput, read_object

MAX_SUMMARY_CHARS = 2_500
MAX_PIN_CHARS = 300
MAX_PINS = 20
"""R1.1.3."""


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class PinOperation(_Closed):
    """One change of the pinned decisions; a pin that is not mentioned stays."""

    op: Literal["add", "revise", "retire"]
    id: str | None = None
    text: str | None = Field(None, min_length=1, max_length=MAX_PIN_CHARS)
    source_message_id: str | None = None


class CompactionProposal(_Closed):
    """What the model returns; everything structural is derived by the program."""

    summary: str = Field(min_length=1, max_length=MAX_SUMMARY_CHARS)
    pins: list[PinOperation] = Field([], max_length=MAX_PINS)


def read_proposal(output: str) -> CompactionProposal:
    """Return the proposal a model's output holds.

    Raises:
        MalformedOutput: it is not the agreed object, or over a limit.
    """
    try:
        return CompactionProposal.model_validate(read_object(output, key="summary"))
    except ValidationError as error:
        fault = error.errors()[0]
        raise MalformedOutput(f"{'.'.join(map(str, fault['loc']))}: {fault['type']}") from None
