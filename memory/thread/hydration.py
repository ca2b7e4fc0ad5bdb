"""What a page needs to show a conversation again: a closed object, and nothing of the machinery (R1.8)."""

from collections.abc import Mapping
from typing import Any, Literal

from langchain_core.messages import AnyMessage, HumanMessage, convert_to_messages
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from memory.thread.messages import complete_turns, text_of

PREVIEW_CHARS = 240
FORBIDDEN = frozenset(
    {
        "apiKey", "checkpoint", "cookie", "deliveryChain", "displayKind", "graphState", "mcpEnvelope",
        "providerConfig", "providerResponse", "rawCheckpoint", "rawPrompt", "resourceContent",
        "runtimeArtifact", "sessionId", "source", "stack", "subagentInvocation", "subagentResult",
        "toolArgs", "toolCall", "toolMessage", "toolResult", "turnId", "tasklist", "workflowProgress",
    }
)  # fmt: skip
"""R1.8.3. Only names of keys are looked at: text may speak of any of these."""


class _Dto(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=to_camel, populate_by_name=True)


class HydrationMessage(_Dto):
    """One message as it is shown."""

    id: str
    role: Literal["user", "assistant"]
    text: str
    created_at: str


class Hydration(_Dto):
    """One conversation as it is shown."""

    thread_id: str
    messages: list[HydrationMessage]
    summary_preview: str | None = None
    pinned_decisions: list[str]
    restored: bool
    """Whether there is anything in it."""


class ForbiddenKeyError(RuntimeError):
    """Something of the machinery would have been shown; names the key."""


def hydrate(thread_id: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the object for a thread's state.

    Args:
        thread_id: of the conversation.
        values: the thread's state as the server gives it; empty when there is none.

    Raises:
        ForbiddenKeyError: a forbidden key stands anywhere in the result; nothing is shown then.
    """
    messages = [_message(message) for message in complete_turns(convert_to_messages(values.get("messages") or []))]
    summary = str(values.get("summary") or "").strip()
    pins = [str(pin["text"]) for pin in values.get("pinned_decisions") or []]
    shown = Hydration(
        thread_id=thread_id,
        messages=messages,
        summary_preview=summary[:PREVIEW_CHARS] or None,
        pinned_decisions=pins,
        restored=bool(messages or summary or pins),
    )
    dto: dict[str, Any] = shown.model_dump(by_alias=True, exclude_none=True)
    guard(dto)
    return dto


def guard(value: object) -> None:
    """Refuse an object with a forbidden key anywhere in it.

    Raises:
        ForbiddenKeyError: names the key.
    """
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key in FORBIDDEN:
                raise ForbiddenKeyError(f"{key} must not leave the server")
            guard(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            guard(inner)


def _message(message: AnyMessage) -> HydrationMessage:
    return HydrationMessage(
        id=str(message.id),
        role="user" if isinstance(message, HumanMessage) else "assistant",
        text=text_of(message.content),
        created_at=message.additional_kwargs.get("created_at", ""),
    )
