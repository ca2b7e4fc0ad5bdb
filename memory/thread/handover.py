"""What a conversation hands over to be learned from: its newest turns, and nothing said while memory was off.

Older turns go along with the newest, so that one whose extraction was lost is read with the next; whoever reads
them knows which ones they have read.
"""

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any, cast

from langchain_core.messages import AnyMessage, BaseMessage, HumanMessage

from memory.thread.final_turn import KINDS
from memory.thread.messages import text_of
from memory.thread.thread import PinnedDecision

OLDER_TURNS = 4
"""How many go along; a conversation keeps at least as many raw."""
MAX_ASKED_CHARS = 2_000
OFF = {"memory": "off"}
"""Marks a message, or a pin, of a run in which memory was off: nothing is ever learned from it (case B68)."""


def unlearnable(messages: Sequence[AnyMessage]) -> list[AnyMessage]:
    """Return messages with those of the user marked as ones that nothing is learned from."""
    return [
        message.model_copy(update={"additional_kwargs": {**message.additional_kwargs, **OFF}})
        if isinstance(message, HumanMessage)
        else message
        for message in messages
    ]


def unlearnable_pins(pins: Sequence[PinnedDecision], before: Sequence[PinnedDecision]) -> list[PinnedDecision]:
    """Return the pins with those that were not there before marked the same way."""
    known = {(pin["id"], pin["text"]) for pin in before}
    return [pin if (pin["id"], pin["text"]) in known else cast("PinnedDecision", {**pin, **OFF}) for pin in pins]


def handed_over(
    messages: Sequence[AnyMessage], *, conversation_id: str, kind: str, zone: tzinfo | None
) -> list[dict[str, Any]]:
    """Return the turns to be learned from, oldest first, the newest last; none when nothing may be learned of it.

    Args:
        messages: the conversation's complete turns.
        conversation_id: its thread.
        kind: of the newest turn (R2.5.2).
        zone: of the user's clock; None: the server's.
    """
    pairs = list(zip(messages[::2], messages[1::2], strict=True))
    turns = [
        {
            "conversation_id": conversation_id,
            "turn_id": user.id,
            "in_reply_to": text_of(pairs[n - 1][1].content)[-MAX_ASKED_CHARS:] if n else "",
            "user_text": text_of(user.content),
            "assistant_text": text_of(answer.content),
            "said_at": _when(user).astimezone(zone).isoformat(),
            "completed_at": _when(answer).astimezone(zone).isoformat(),
            "kind": kind if n == len(pairs) - 1 else KINDS["chat"],
        }
        for n, (user, answer) in enumerate(pairs)
        if user.additional_kwargs.get("memory") != "off"
    ]
    newest = bool(pairs) and bool(turns) and turns[-1]["turn_id"] == pairs[-1][0].id
    return turns[-1 - OLDER_TURNS :] if newest else []


def _when(message: BaseMessage) -> datetime:
    return datetime.fromisoformat(message.additional_kwargs["created_at"])
