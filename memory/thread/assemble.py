"""The complete request of one model call: what the model gets to read, in which order, within its budget.

Nothing here is kept: a request is fitted before every call, the conversation stays as it is (R1.6.10).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.messages import AnyMessage, BaseMessage, HumanMessage, SystemMessage

from memory.errors import InputError
from memory.language.text import Language
from memory.thread.budget import (
    UNKNOWN,
    count_message,
    count_tools,
    most_message_tokens,
    request_tokens,
)
from memory.thread.constraints import constraints
from memory.thread.messages import text_of
from memory.thread.room import Room
from memory.thread.thread import PinnedDecision
from prompts.recall import before

MAX_LOOKED_AT = 100
"""Left-out turns in which something binding is looked for, the newest."""


@dataclass(frozen=True)
class Context:
    """Everything a request is made of, in reading order (R1.7.1)."""

    system: str
    """The system prompt."""
    user: AnyMessage
    """The newest user message."""
    language: Language = "en"
    """Of the blocks' headers."""
    memory: str = ""
    """The rendered UserMemory block of what always holds."""
    note: str = ""
    """What the program has done about a command to memory."""
    found: Sequence[str] = ()
    """Lines of the memories found for the newest message."""
    given: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Lines found for earlier messages that still hold, by message id."""
    summary: str = ""
    pins: Sequence[PinnedDecision] = ()
    """Oldest first."""
    history: Sequence[AnyMessage] = ()
    """The complete turns kept raw, oldest first."""
    exchange: Sequence[BaseMessage] = ()
    """Tool calls of this turn and their results."""
    tools: Sequence[Mapping[str, Any]] = field(default_factory=list)
    """Schemas of the tools that are offered."""


def assemble(context: Context, *, hard_input: int, encoding: str = UNKNOWN) -> list[BaseMessage]:
    """Return the request, complete and within `hard_input` tokens.

    All system text goes into one leading system message, because some endpoints take no other
    (case B44). System prompt, tools and newest message always stay; the rest as far as it fits, in this
    order: this turn's tool traffic, long output digested; memories; what left-out turns made binding;
    pinned decisions, the newest first; the summary, shortened; whole turns, the newest first (R1.6.10).

    Args:
        context: what there is.
        hard_input: most tokens of the request.
        encoding: in which the model's tokens are counted.

    Raises:
        InputError: system prompt, tools and newest message alone are too large.
    """
    if context.memory:
        # What a user pasted must not look like what the program puts before their words.
        history = [_worded(m, ()) if isinstance(m, HumanMessage) else m for m in context.history]
        context = replace(context, user=_worded(context.user, ()), history=history)
    fixed = count_message(SystemMessage(context.system), encoding) + count_message(context.user, encoding)
    room = Room(encoding, most_message_tokens(hard_input) - fixed - count_tools(context.tools, encoding))
    if room.left < 0:
        raise InputError(
            f"input too long: the newest message, the system prompt and the tools need "
            f"{request_tokens(most_message_tokens(hard_input) - room.left):,} tokens; the model can take "
            f"{hard_input:,}. Shorten the message."
        )
    exchange = room.exchange(context.exchange)
    note = context.note if room.takes(context.note) else ""
    if not room.takes(context.memory, before(context.found, "")):
        context = replace(context, memory="", found=(), given={})
    start, background = _background(context, room, ())
    system = SystemMessage("\n\n".join(filter(None, (context.system, context.memory, *background, note))))
    return [system, *_with_memories(context, start), *exchange]


def _with_memories(context: Context, start: int) -> list[AnyMessage]:
    """Return the turns that fit and the newest message, each memory where it was first given.

    A message stands as it stood in the requests before, so that a provider's cache holds.
    """
    shown, messages = set[str](), list[AnyMessage]()
    for message in (*context.history[start:], context.user):
        found = context.found if message is context.user else context.given.get(message.id or "", ())
        lines = [line for line in found if line not in shown]
        shown.update(lines)
        messages.append(_worded(message, lines) if lines else message)
    return messages


def _worded(message: AnyMessage, lines: Sequence[str]) -> AnyMessage:
    """Return a user message with what was found for it in front."""
    return message.model_copy(update={"content": before(lines, text_of(message.content))})


def _background(context: Context, room: Room, binding: Sequence[str]) -> tuple[int, list[str]]:
    """Return where the turns that fit begin, and the blocks of what stands for the others."""
    trial = replace(room)
    pins = trial.pins(context.pins, context.language)
    bound = trial.bound(binding, context.language)
    summary = trial.summary(context.summary, context.language)
    start = trial.history(context.history, context.given)
    dropped = [m for m in context.history[:start] if isinstance(m, HumanMessage)]
    left_out = [text_of(m.content) for m in dropped[-MAX_LOOKED_AT:]]
    pinned = {pin["text"] for pin in context.pins}
    unread = [c for text in left_out for c in constraints(text) if c not in pinned]
    if set(unread) <= set(binding):
        return start, [summary, bound, pins]
    return _background(context, room, unread)
