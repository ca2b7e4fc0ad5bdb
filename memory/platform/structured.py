"""JSON from a model, by whatever means its endpoint has.

`json_schema` where it is accepted, else `json_object`, else a plain request; what an endpoint
refused once is not tried again (case B41).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from langchain_core.messages import AIMessage, BaseMessage

from memory.errors import ModelError
from memory.platform.models import Model
from memory.thread.messages import text_of

NO_USAGE = {"model_calls": 0, "input_tokens": 0, "output_tokens": 0}
_log = structlog.get_logger("ai_mind.models")


@dataclass(frozen=True)
class Output:
    """What a model returned for a structured request."""

    text: str
    truncated: bool
    """It ended at the token limit, so its JSON must not be completed."""
    usage: dict[str, int]


async def ask(model: Model, messages: Sequence[BaseMessage], *, schema: dict[str, Any], name: str) -> Output:
    """Return the model's output for `schema`, stepping down to what its endpoint accepts.

    An empty answer is asked for once more without a format.

    Args:
        model: who is asked.
        messages: the prompt; it must itself say "json".
        schema: JSON schema of the object.
        name: of the schema.

    Raises:
        ModelError: the model could not be reached, or refused every format.
    """
    formats: list[dict[str, Any]] = [
        {"temperature": 0, "response_format": _json_schema(schema, name)},
        {"temperature": 0, "response_format": {"type": "json_object"}},
        {},
    ]
    spent = dict(NO_USAGE)
    for level in range(model.format_level, len(formats)):
        try:
            answer = await model.answer(messages, **formats[level])
        except ModelError as error:
            spent = _sum(spent, None)
            if error.code == "truncated":  # some clients raise instead of handing over the half answer
                return Output("", truncated=True, usage=spent)
            if error.code != "bad_request" or level == len(formats) - 1:
                raise
            _log.info("format_refused", role=model.role, level=level)
            continue
        spent = _sum(spent, answer)
        # Only what then worked on the same request tells that the format was to blame.
        model.format_level = level
        if not text_of(answer.content) and level < len(formats) - 1:
            answer = await model.answer(messages)
            spent = _sum(spent, answer)
        truncated = answer.response_metadata.get("finish_reason") == "length"
        return Output(text_of(answer.content), truncated, spent)
    raise AssertionError("unreachable: the last format returns or raises")


def _json_schema(schema: dict[str, Any], name: str) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": name, "schema": schema, "strict": False}}


def _sum(spent: dict[str, int], answer: BaseMessage | None) -> dict[str, int]:
    """Return what was spent so far and on one more call; a call that failed counts as a call."""
    usage = answer.usage_metadata if isinstance(answer, AIMessage) else None
    return {
        "model_calls": spent["model_calls"] + 1,
        "input_tokens": spent["input_tokens"] + (usage["input_tokens"] if usage else 0),
        "output_tokens": spent["output_tokens"] + (usage["output_tokens"] if usage else 0),
    }
