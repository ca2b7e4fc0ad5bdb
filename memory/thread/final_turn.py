"""A finished turn of another agent, recorded in the conversation by the same rules (R1.3, R1.4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory.errors import input_error
from memory.thread.intake import MAX_ID_CHARS, before_turn
from memory.thread.messages import bounded, complete_turns, cut, text_of

Source = Literal["agent", "chat", "delivery-chain", "mcp-resource", "tasklist-agent", "tool"]
Skipped = Literal["status", "empty", "duplicate"]

FINISHED = frozenset({"completed", "blocked", "final"})
"""R1.3.1. A turn that was cancelled, failed, interrupted or paused is not recorded."""
KINDS = {"chat": "ordinary_chat", "tool": "tool_assisted_ordinary_chat"}
"""What may be learned from (R2.5.2); other agents' turns hold execution state."""
MAX_REPORT_CHARS = 8_000
"""R1.3.4: a delivery chain's report, its marker included."""


class FinalTurn(BaseModel):
    """What an agent hands over (`final_turn` of the chat input)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: Source = "chat"
    status: str = "completed"
    user_text: Any = ""
    assistant_text: Any = ""
    user_message_id: str | None = Field(None, min_length=1, max_length=MAX_ID_CHARS)
    assistant_message_id: str | None = Field(None, min_length=1, max_length=MAX_ID_CHARS)

    @property
    def kind(self) -> str:
        """The kind of turn for extraction."""
        return KINDS.get(self.source, self.source)


@dataclass(frozen=True)
class Recorded:
    """The thread with the turn in it, or why it is not."""

    messages: list[AnyMessage]
    skipped: Skipped | None = None
    replaced: Sequence[AnyMessage] = ()
    """The turns it replaces, because its user message was recorded before."""


def read_final_turn(raw: object) -> FinalTurn:
    """Validate a `final_turn`.

    Raises:
        InputError: names the field that is wrong.
    """
    try:
        return FinalTurn.model_validate(raw)
    except ValidationError as error:
        raise input_error(error, "final_turn") from None


def record(
    turn: FinalTurn, messages: Sequence[AnyMessage], *, limit: int, now: datetime, new_id: Callable[[], str]
) -> Recorded:
    """Return the thread with a finished turn appended once.

    A turn that is not finished, or has no text on one side (a runtime object is no text), is skipped
    without an error. The same user message id replaces its turn and everything after it; a turn
    without any id that equals the last one is a retry and skipped.

    Args:
        turn: what was handed over.
        messages: the thread.
        limit: the longest user message, in characters; a longer one is cut.
        now: the time of the turn.
        new_id: makes ids where none were given.
    """
    history = complete_turns(messages)
    user, answer = (text_of(t) if isinstance(t, str) else "" for t in (turn.user_text, turn.assistant_text))
    if turn.status not in FINISHED:
        return Recorded(history, "status")
    if not user or not answer:
        return Recorded(history, "empty")
    user = bounded(user, limit)
    answer = cut(answer, MAX_REPORT_CHARS) if turn.source == "delivery-chain" else bounded(answer)
    answered_before = turn.assistant_message_id in {message.id for message in history}
    if turn.assistant_message_id and not turn.user_message_id and answered_before:
        return Recorded(history, "duplicate")
    no_ids = not turn.user_message_id and not turn.assistant_message_id
    if no_ids and [m.content for m in history[-2:]] == [user, answer]:
        return Recorded(history, "duplicate")
    kept = before_turn(history, turn.user_message_id)
    at = {"created_at": now.isoformat()}
    pair: list[AnyMessage] = [
        HumanMessage(user, id=turn.user_message_id or new_id(), additional_kwargs=dict(at)),
        AIMessage(answer, id=turn.assistant_message_id or new_id(), additional_kwargs=at | {"memory_ids": []}),
    ]
    return Recorded([*kept, *pair], replaced=history[len(kept) :])
