"""What a test can tell the provider: rules, each with a condition and a reply."""

import json
from itertools import pairwise
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

ResponseFormat = Literal["json_schema", "json_object", "text"]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ToolCall(_Closed):
    """A tool call of a reply."""

    name: str
    arguments: dict[str, Any] = {}
    raw_arguments: str | None = None
    """Sent instead of the arguments, valid JSON or not."""
    id: str = "call_1"

    @property
    def written(self) -> str:
        """The arguments as they are sent."""
        return json.dumps(self.arguments) if self.raw_arguments is None else self.raw_arguments


class Reply(_Closed):
    """What is sent back: exactly one of text, json, raw or status is the point of it."""

    text: str = ""
    json_: Any = Field(None, alias="json")
    """Sent as the JSON text of the message."""
    tool_calls: list[ToolCall] = []
    reasoning: str = ""
    """Sent as `reasoning_content`."""
    finish_reason: str | None = None
    status: int = 200
    """Another status than 200 sends an OpenAI error object with `text` as its message."""
    raw: str | None = None
    """Sent as the whole body, whatever was asked for."""
    delay_s: float = 0.0
    """Before the first byte."""
    chunk_delay_s: float = 0.0
    """Before each piece of a stream."""
    break_after: int | None = None
    """Close the connection after so many pieces of a stream."""

    @property
    def content(self) -> str:
        return self.text if self.json_ is None else json.dumps(self.json_, ensure_ascii=False)


class Rule(_Closed):
    """When a reply is given. Rules are tried in order; the first that fits and is not used up wins."""

    model: str | None = None
    """Name of the model asked for."""
    contains: str | None = None
    """Text that stands in the last message."""
    times: int | None = None
    """How often the rule may be used; None: always."""
    reply: Reply = Reply()


class Strictness(_Closed):
    """What the endpoint refuses, as real ones do (cases B41, B42, B44)."""

    formats: list[ResponseFormat] = ["json_schema", "json_object", "text"]
    """Other response formats get a 400."""
    needs_word_json: bool = False
    """400 for `json_object` unless some message says json."""
    one_system_message: bool = False
    """400 unless the only system message is the first message."""
    text_content_only: bool = False
    """422 for list content."""
    turns_alternate: bool = False
    """400 when two messages of one role follow each other."""
    temperatures: list[float] | None = None
    """Other temperatures get a 400."""
    needs: dict[str, Any] = {}
    """400 unless the body has these values, `enable_thinking` for one."""
    api_key: str | None = None
    """401 for another key."""
    models: list[str] | None = None
    """404 for other models."""


class Script(_Closed):
    """Everything a test has said."""

    rules: list[Rule] = []
    strictness: Strictness = Strictness()


def refusal(request: dict[str, Any], key: str, strict: Strictness) -> tuple[int, str] | None:
    """Return the status and message with which a strict endpoint refuses `request`, or None."""
    messages = request["messages"]
    roles = [message["role"] for message in messages]
    kind = (request.get("response_format") or {"type": "text"})["type"]
    turns = [role for role in roles if role != "system"]
    faults = (
        (401, strict.api_key is not None and key != strict.api_key, f"Incorrect API key provided: {key}"),
        (404, strict.models is not None and request["model"] not in strict.models, "The model does not exist"),
        (400, kind not in strict.formats, f"response_format {kind} is not supported"),
        (400, strict.needs_word_json and kind == "json_object" and not _says_json(messages), "say json"),
        (400, strict.one_system_message and "system" in roles[1:], "system must be first and unique"),
        (422, strict.text_content_only and any(isinstance(m["content"], list) for m in messages), "text only"),
        (400, strict.turns_alternate and any(a == b for a, b in pairwise(turns)), "alternate"),
        (400, any(request.get(name) != value for name, value in strict.needs.items()), f"needs {strict.needs}"),
        (
            400,
            strict.temperatures is not None and request.get("temperature", 1) not in strict.temperatures,
            "unsupported temperature",
        ),
    )
    return next(((status, message) for status, broken, message in faults if broken), None)


def _says_json(messages: list[dict[str, Any]]) -> bool:
    return any("json" in json.dumps(message).lower() for message in messages)


def choose(script: Script, request: dict[str, Any]) -> Reply:
    """Return the reply for `request` and count the rule as used; without a rule, a plain default."""
    last = json.dumps(request["messages"][-1].get("content"), ensure_ascii=False)
    for rule in script.rules:
        fits = rule.model in (None, request["model"]) and (rule.contains is None or rule.contains in last)
        if fits and rule.times != 0:
            if rule.times is not None:
                rule.times -= 1
            return rule.reply
    if request.get("response_format"):
        return Reply(json={"candidates": []})
    return Reply(text="OK.")
