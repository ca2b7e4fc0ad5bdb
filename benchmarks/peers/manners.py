"""The ways in which models and their endpoints spoil an answer that is right.

A library that asks for JSON gets the text of the message spoilt. One that asks for tool calls gets the arguments
spoilt, where a model would spoil those; prose and thinking stand in the message beside its calls.
"""

from collections.abc import Callable, Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict

from tests.provider.script import Reply

Form = Literal["plain", "fences", "prose around", "thinking before", "trailing comma", "cut off", "empty", "error 500"]


class Manner(BaseModel):
    """How the model answers."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    form: Form = "plain"
    only_in_sight: bool = False
    """Leave out facts whose evidence does not stand in the request."""
    delay_s: float = 0.0
    """How long it thinks."""


PLAINLY = Manner()

_TEXTS: Mapping[Form, Callable[[str], str]] = {
    "fences": lambda json: f"```json\n{json}\n```",
    "prose around": lambda json: f"Here is what I found:\n\n{json}\n\nLet me know if you need anything else.",
    "thinking before": lambda json: f"<think>\nThe user speaks of themselves. I note it.\n</think>\n\n{json}",
    "trailing comma": lambda json: f"{json[:-2]},{json[-2:]}",
    "cut off": lambda json: json[: len(json) * 5 // 6],
}
_BESIDE_CALLS: Mapping[Form, str] = {
    "prose around": "I keep what I found.",
    "thinking before": "<think>\nThe user speaks of themselves. I note it.\n</think>",
}
_ARGUMENTS: Mapping[Form, Callable[[str], str]] = {
    "fences": _TEXTS["fences"],
    "trailing comma": lambda json: f"{json[:-1]},{json[-1:]}",
    "cut off": lambda json: json[: len(json) // 2],
}


def spoilt(reply: Reply, manner: Manner) -> Reply:
    """Return a right answer as it arrives.

    Cut off, the last fact is the one that is not whole.
    """
    form = manner.form
    changes: dict[str, object] = {"delay_s": manner.delay_s}
    if form == "error 500":
        changes |= {"status": 500}
    elif form == "empty":
        changes |= {"text": "", "json_": None, "tool_calls": []}
    elif reply.tool_calls:
        changes |= {"text": _BESIDE_CALLS.get(form, ""), "tool_calls": _calls(reply, form)}
    elif form in _TEXTS:
        changes |= {"text": _TEXTS[form](reply.content), "json_": None}
    if form == "cut off":
        changes |= {"finish_reason": "length"}
    return reply.model_copy(update=changes)


def _calls(reply: Reply, form: Form) -> list[object]:
    if form not in _ARGUMENTS:
        return list(reply.tool_calls)
    spoil, last = _ARGUMENTS[form], len(reply.tool_calls) - 1
    return [
        call.model_copy(update={"raw_arguments": spoil(call.written)}) if form != "cut off" or n == last else call
        for n, call in enumerate(reply.tool_calls)
    ]
