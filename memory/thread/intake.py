"""The door of a conversation: what of a client's input enters ThreadState."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from langchain_core.messages import AnyMessage, HumanMessage, convert_to_messages

from memory.errors import InputError
from memory.thread.messages import complete_turns, text_of, user_message

MAX_ID_CHARS = 200


def receive(stored: Sequence[AnyMessage], incoming: Any) -> list[AnyMessage]:
    """Take the newest user message out of a client's input; a client's history is ignored (R1.3.8).

    This is a reducer, and a reducer that raises makes the thread unreadable for ever. So input that
    cannot be read becomes an empty message, which `begin_turn` refuses with a clear error.
    """
    try:
        users = [m for m in convert_to_messages(_listed(incoming)) if isinstance(m, HumanMessage)]
    except (ValueError, TypeError, KeyError, NotImplementedError):
        users = []
    newest = HumanMessage(text_of(users[-1].content), id=users[-1].id) if users else HumanMessage("")
    return [*stored, newest]


def _listed(incoming: Any) -> list[Any]:
    return list(incoming) if isinstance(incoming, list | tuple) else [incoming]


def begin_turn(messages: Sequence[AnyMessage], *, limit: int, now: datetime, new_id: Callable[[], str]) -> HumanMessage:
    """Check the newest message and return it as it is kept.

    Args:
        messages: the thread with the newest user message at its end.
        limit: the longest user message, in characters.
        now: the time of the turn.
        new_id: makes an id for a message that has none.

    Raises:
        InputError: no user message, no text in it, or too much; the thread stays as it was.
    """
    newest = messages[-1] if messages else None
    if not isinstance(newest, HumanMessage):
        raise InputError('messages: there is nothing to answer. Send {"messages": [{"role": "user", "content": "…"}]}.')
    text = text_of(newest.content)
    if not text:
        raise InputError("messages: the newest message must be a user message with text in it.")
    if len(text) > limit:
        raise InputError(
            f"messages: the newest message has {len(text):,} characters; the limit is {limit:,}. "
            "Shorten it or send it in parts."
        )
    if newest.id and len(newest.id) > MAX_ID_CHARS:
        raise InputError(f"messages: the id has {len(newest.id)} characters; the limit is {MAX_ID_CHARS}.")
    return user_message(text, id=newest.id or new_id(), now=now)


def is_new(message: AnyMessage) -> bool:
    """Whether a message comes from the input of this run and has not been taken in yet."""
    return isinstance(message, HumanMessage) and "created_at" not in message.additional_kwargs


@dataclass(frozen=True)
class Turns:
    """A thread in which a turn is going on."""

    history: list[AnyMessage]
    """The complete turns before it."""
    replaced: list[AnyMessage]
    """The turns that it replaces, because its message was sent before; kept until it is completed."""
    waiting: list[AnyMessage]
    """The user message that waits for its answer; empty between turns."""

    @classmethod
    def of(cls, messages: Sequence[AnyMessage]) -> Self:
        """Take a thread apart. A user message that never got an answer is left out."""
        waiting = list(messages[-1:]) if messages and isinstance(messages[-1], HumanMessage) else []
        turns = complete_turns(messages[: len(messages) - len(waiting)])
        history = before_turn(turns, waiting[0].id if waiting else None)
        return cls(history, turns[len(history) :], waiting)


def before_turn(history: list[AnyMessage], user_message_id: str | None) -> list[AnyMessage]:
    """Return what stays when this user message comes (again): everything before its first coming (B4)."""
    users = ((i, m.id) for i, m in enumerate(history) if isinstance(m, HumanMessage))
    sent_before = next((i for i, id in users if user_message_id and id == user_message_id), None)
    return history[:sent_before]
