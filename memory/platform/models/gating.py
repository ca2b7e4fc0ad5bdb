"""Ask a small model whether turns hold anything lasting; only its yes or no counts (R6.18, B14)."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from memory.model_output import MalformedOutput, read_object
from memory.platform.models.models import Model
from memory.platform.models.structured import Answered, ask
from prompts import gate


class _Verdict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    worth_extracting: bool


SCHEMA: dict[str, Any] = _Verdict.model_json_schema()


async def holds_something(model: Model, texts: Sequence[str]) -> Answered[bool]:
    """Return whether `model` thinks that anything lasting is in these texts.

    Raises:
        ModelError: the model could not be reached.
        MalformedOutput: it said neither yes nor no.
    """
    return await ask(model, gate.render(texts), schema=SCHEMA, name="gate", read=_read)


def _read(output: str) -> bool:
    found = read_object(output, key="worth_extracting")["worth_extracting"]
    if not isinstance(found, bool):
        raise MalformedOutput('"worth_extracting" is neither true nor false')
    return found
