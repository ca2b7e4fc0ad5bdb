"""JSON from a model, by whatever means its endpoint has, and one re-ask at most.

`json_schema` where it is accepted, else `json_object`, else a plain request; what an endpoint refused once is not
tried again (case B41). What a model sent instead of the agreed object has one outcome each:

* cut off at the token limit: `truncated`, never completed and not asked again (cases B35, B37);
* declined: `refused`, not asked again; stopped by a content filter: a `ModelError` with that code;
* nothing, or nothing but reasoning: asked once more without a format, then `empty`;
* anything else: asked once more with what was wrong, then `malformed`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import structlog
from langchain_core.messages import AIMessage, BaseMessage

from memory.errors import ModelError
from memory.model_output import MalformedOutput
from memory.platform.models.models import Model
from memory.thread.messages import text_of
from prompts import repair

NO_USAGE = {"model_calls": 0, "input_tokens": 0, "output_tokens": 0}
Read = TypeVar("Read")
_log = structlog.get_logger("ai_mind.models")


@dataclass(frozen=True)
class Answered(Generic[Read]):
    """What a model returned for a structured request, read, and what it cost."""

    value: Read
    usage: dict[str, int]


@dataclass
class _Request:
    """One structured request and what it has cost so far."""

    model: Model
    messages: Sequence[BaseMessage]
    schema: dict[str, Any]
    name: str
    spent: dict[str, int]

    async def answer(self) -> BaseMessage:
        """Return the answer in the first format the endpoint takes."""
        formats = self._formats()
        for level in range(self.model.format_level, len(formats)):
            try:
                answer = await self._once(self.messages, formats[level])
            except ModelError as error:
                if error.code != "bad_request" or level == len(formats) - 1:
                    raise
                _log.info("format_refused", role=self.model.role, level=level)
                continue
            # Only what then worked on the same request tells that the format was to blame.
            self.model.format_level = level
            return answer
        raise AssertionError("unreachable: the last format returns or raises")

    async def again(self, output: str, what: str) -> BaseMessage:
        """Return the answer to the one re-ask: without a format after nothing, else with what was wrong."""
        if not output:
            return await self._once(self.messages, {})
        messages = [*self.messages, *repair.render(output, what)]
        return await self._once(messages, self._formats()[self.model.format_level])

    async def _once(self, messages: Sequence[BaseMessage], options: dict[str, Any]) -> BaseMessage:
        self.spent["model_calls"] += 1
        try:
            answer = await self.model.answer(messages, **options)
        except ModelError as error:
            error.usage = self.spent
            if error.code == "truncated":  # some clients raise instead of handing over the half answer
                raise MalformedOutput("cut off at the token limit", code="truncated", usage=self.spent) from None
            raise
        usage = answer.usage_metadata if isinstance(answer, AIMessage) else None
        self.spent["input_tokens"] += usage["input_tokens"] if usage else 0
        self.spent["output_tokens"] += usage["output_tokens"] if usage else 0
        return answer

    def _formats(self) -> list[dict[str, Any]]:
        asked = {} if self.model.temperature is None else {"temperature": self.model.temperature}
        schema = {"name": self.name, "schema": self.schema, "strict": False}
        return [
            asked | {"response_format": {"type": "json_schema", "json_schema": schema}},
            asked | {"response_format": {"type": "json_object"}},
            {},
        ]


async def ask(
    model: Model,
    messages: Sequence[BaseMessage],
    *,
    schema: dict[str, Any],
    name: str,
    read: Callable[[str], Read],
) -> Answered[Read]:
    """Return the model's output for `schema`, read by `read`.

    Args:
        model: who is asked.
        messages: the prompt; it must itself say "json".
        schema: JSON schema of the object.
        name: of the schema.
        read: reads the object out of the output, or raises `MalformedOutput`.

    Raises:
        ModelError: the model could not be reached, refused every format, or its provider filtered the answer.
        MalformedOutput: it did not return the agreed object, asked twice at most; says in `code` what it did.
    """
    request = _Request(model, messages, schema, name, dict(NO_USAGE))
    try:
        return Answered(await _read(request, read), request.spent)
    except MalformedOutput as error:
        error.usage = request.spent
        model.metrics.model_failed(model.role, error.code)
        raise


async def _read(request: _Request, read: Callable[[str], Read]) -> Read:
    answer = await request.answer()
    try:
        return read(_whole(answer, request))
    except MalformedOutput as error:
        if error.code in ("truncated", "refused"):
            raise
        _log.info("asked_again", role=request.model.role, code=error.code)
        again = await request.again(text_of(answer.content), str(error))
    return read(_whole(again, request))


def _whole(answer: BaseMessage, request: _Request) -> str:
    """Return the text of a finished answer; a half item must never be completed (case B37)."""
    reason, text = answer.response_metadata.get("finish_reason"), text_of(answer.content)
    if reason == "length":
        raise MalformedOutput("cut off at the token limit", code="truncated", usage=request.spent)
    if reason == "content_filter":
        error = ModelError("content_filter", f"the provider of {request.model.name!r} filtered its answer.")
        error.usage = request.spent
        request.model.metrics.model_failed(request.model.role, error.code)
        raise error
    if answer.additional_kwargs.get("refusal"):
        raise MalformedOutput("the model declined", code="refused", usage=request.spent)
    if not text:
        raise MalformedOutput("there was no answer", code="empty", usage=request.spent)
    return text


def total(*usages: dict[str, int] | None) -> dict[str, int]:
    """Return the sum of what several requests cost."""
    return {key: sum(usage[key] for usage in usages if usage) for key in NO_USAGE}
