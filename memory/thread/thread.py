"""The short-term memory of a conversation as values: its messages, summary and pinned decisions, and their limits."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NotRequired

from langchain_core.messages import AnyMessage, HumanMessage
from typing_extensions import TypedDict

from memory.thread.budget import count_message

MAX_SUMMARY_CHARS = 2_500
MAX_PIN_CHARS = 300
MAX_PINS = 20
"""R1.1.3."""


class PinnedDecision(TypedDict):
    """A decision settled in a conversation."""

    id: str
    text: str
    """At most 300 characters."""
    origin: Literal["user", "model"]
    """Who wants it kept. What the user wants kept no model can change."""
    source_message_id: str | None
    created_at: str
    memory: NotRequired[Literal["off"]]
    """Pinned in a run in which memory was off: it is promoted to no memory."""


@dataclass(frozen=True)
class Limits:
    """How much of a conversation is kept, and in which form (R1.1.3, article 1: 8 messages, 4 turns)."""

    retained_turns: int = 4
    """Turns that a compaction leaves raw, at most."""
    slack_turns: int = 4
    """Turns beyond the retained ones before a compaction is due; 0 is the article's rule."""
    summary_chars: int = MAX_SUMMARY_CHARS
    pins: int = MAX_PINS
    pin_chars: int = MAX_PIN_CHARS


@dataclass(frozen=True)
class Thread:
    """The short-term memory of a conversation."""

    messages: Sequence[AnyMessage]
    """Complete turns, oldest first."""
    summary: str
    pins: Sequence[PinnedDecision]
    """Oldest first."""

    @property
    def tokens(self) -> int:
        """What it costs in a request."""
        texts = [self.summary, *(pin["text"] for pin in self.pins)]
        return sum(map(count_message, self.messages)) + sum(count_message(HumanMessage(t)) for t in texts if t)
