"""The complete request of one model call: what the model gets to read, in which order."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from langchain_core.messages import AnyMessage, BaseMessage, SystemMessage

from memory.errors import InputError
from memory.thread.budget import count_message, request_tokens


@dataclass(frozen=True)
class Context:
    """Everything a request is made of, in reading order (R1.7.1)."""

    system: str
    """The system prompt."""
    memory: str
    """The rendered UserMemory block, or empty."""
    summary: str
    """The rendered summary block, or empty."""
    pins: str
    """The rendered block of pinned decisions, or empty."""
    user: AnyMessage
    """The newest user message."""
    history: Sequence[AnyMessage] = field(default_factory=list)
    """The complete turns kept raw, oldest first."""


def assemble(context: Context, *, hard_input: int) -> list[BaseMessage]:
    """Return the request, with as many of the newest turns as `hard_input` tokens allow.

    All system text goes into one leading system message, because some endpoints take no other
    (case B44). A turn is never split, and an older one never jumps over a newer one.

    Raises:
        InputError: the request is too large even without any turn.
    """
    blocks = (context.system, context.memory, context.summary, context.pins)
    system = SystemMessage("\n\n".join(filter(None, blocks)))
    spent = count_message(system) + count_message(context.user)
    if request_tokens(spent) > hard_input:
        raise InputError(
            f"input too long: the newest message and the system prompt need {request_tokens(spent):,} "
            f"tokens; the model can take {hard_input:,}. Shorten the message."
        )
    start = len(context.history)
    for older in range(start - 2, -1, -2):
        spent += sum(count_message(message) for message in context.history[older : older + 2])
        if request_tokens(spent) > hard_input:
            break
        start = older
    return [system, *context.history[start:], context.user]
