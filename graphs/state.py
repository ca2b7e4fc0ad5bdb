"""The state of each graph. What a turn needs only while it runs is untracked: in no checkpoint."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from langchain_core.messages import AnyMessage, BaseMessage
from langgraph.channels import UntrackedValue
from typing_extensions import TypedDict

from memory.platform.store.recalling import Recalled
from memory.thread.intake import receive
from memory.thread.thread import PinnedDecision
from memory.user.admit import Admitted
from memory.user.cursor import Cursor
from memory.user.document import UserMemory
from memory.user.ledger import Ledger
from memory.user.turn import FinishedTurn


class FinalTurnInput(TypedDict, total=False):
    """A finished turn that another agent answered."""

    source: Literal["agent", "chat", "delivery-chain", "mcp-resource", "tasklist-agent", "tool"]
    status: str
    """Recorded only when `completed`, `blocked` or `final`."""
    user_text: str
    assistant_text: str
    user_message_id: str | None
    assistant_message_id: str | None


class PinEdit(TypedDict, total=False):
    """One change of the pinned decisions by the user."""

    op: Literal["add", "revise", "retire"]
    id: str
    """Of the pin to revise or retire."""
    text: str
    source_message_id: str | None


class ChatInput(TypedDict, total=False):
    """What a client sends: the newest user message. A history sent with it is ignored."""

    messages: Annotated[list[AnyMessage], receive]
    final_turn: Annotated[FinalTurnInput, UntrackedValue]
    """Instead of `messages`: a finished turn of another agent, to be recorded."""
    pins: Annotated[list[PinEdit], UntrackedValue]
    """Instead of `messages`: changes of the pinned decisions by the user."""


class ThreadState(TypedDict, total=False):
    """Short-term memory of one conversation. Only the chat graph writes it."""

    messages: Annotated[list[AnyMessage], receive]
    """Users and answers in turn: text, id and created_at. Nodes replace it whole (`Overwrite`)."""
    summary: str
    """What the turns that are no longer raw established; at most 2,500 characters."""
    pinned_decisions: list[PinnedDecision]
    """Oldest first; at most 20."""
    last_compacted_at: str


@dataclass(frozen=True)
class Wished:
    """What the newest message does to the pinned decisions."""

    pins: list[PinnedDecision]
    event: dict[str, Any] | None = None
    """What a client is told once it is done."""


@dataclass(frozen=True)
class Obeyed:
    """What the newest message asked of memory, once it is done."""

    kind: Literal["forget", "erase", "inventory", "stop", "start"]
    said: str
    """What the user reads about it."""
    note: str
    """What a model is told that answers the rest."""
    rest: bool = False
    """Whether the message says anything else."""
    listed: Sequence[UserMemory] = ()
    """The memories in the answer."""

    @property
    def teaches(self) -> bool:
        """Whether there may be something in the message to learn from, or to forget of what is still being learned."""
        return self.rest or self.kind in ("forget", "erase")


class ChatState(ThreadState, total=False):
    """ThreadState and what one turn carries from node to node."""

    refusal: Annotated[str, UntrackedValue]
    final_turn: Annotated[FinalTurnInput, UntrackedValue]
    recorded: Annotated[str, UntrackedValue]
    """Kind of the turn that was recorded for another agent."""
    recalled: Annotated[Recalled, UntrackedValue]
    pins: Annotated[list[PinEdit], UntrackedValue]
    obeyed: Annotated[Obeyed, UntrackedValue]
    wished: Annotated[Wished, UntrackedValue]
    """The pinned decisions after what the newest message wants of them; kept when the turn is."""
    exchange: Annotated[list[BaseMessage], UntrackedValue]
    """This turn's tool calls and their results."""
    answer: Annotated[BaseMessage, UntrackedValue]


class TurnInput(TypedDict, total=False):
    """A finished turn, as handed over by the chat graph."""

    conversation_id: str
    turn_id: str
    user_text: str
    assistant_text: str
    in_reply_to: str
    """What the assistant had said before."""
    completed_at: str
    """ISO 8601 in the user's time zone; without a zone it is UTC."""
    kind: str
    """`ordinary_chat` or `tool_assisted_ordinary_chat`; nothing is learned from others."""


Outcome = Literal[
    "processed",
    "nothing_to_remember",
    "rejected_all",
    "malformed_output",
    "provider_failed",
    "store_failed",
    "skipped",
]
"""How an extraction ended. A failure never looks like "nothing to remember"."""


class Result(TypedDict):
    """What became of one candidate."""

    status: Literal["new", "duplicate", "updated", "superseded", "suppressed", "not_found", "rejected"]
    code: str | None
    """Why, where the status alone does not say it."""
    memory_id: str | None


class ExtractionInput(TypedDict, total=False):
    """Finished turns of one person, and what their conversation was about."""

    turns: list[TurnInput]
    summary: str
    pinned_decisions: list[PinnedDecision]


class ExtractionOutput(TypedDict, total=False):
    """How the extraction ended, what became of each candidate, and what it cost."""

    outcome: Outcome
    code: Annotated[str, UntrackedValue]
    """Why, where the outcome alone does not say it: `truncated`, `timeout`, `switched_off`, …"""
    results: list[Result]
    usage: dict[str, int]
    """`model_calls`, `input_tokens`, `output_tokens`."""


@dataclass(frozen=True)
class Writes:
    """What is to be written, and what was read before it was decided."""

    memories: Mapping[str, UserMemory]
    known: Mapping[str, UserMemory | None]
    ledger: Ledger
    marked: Ledger
    """The ledger after the writing."""


class ExtractionState(ExtractionInput, ExtractionOutput, total=False):
    """Input, output and what goes from node to node. Each run overwrites every tracked channel."""

    cursor: Cursor
    """Which turns have been read; kept from run to run."""
    person: Annotated[str, UntrackedValue]
    unread: Annotated[list[FinishedTurn], UntrackedValue]
    finished: Annotated[list[FinishedTurn], UntrackedValue]
    candidates: Annotated[list[Any], UntrackedValue]
    admitted: Annotated[list[Admitted], UntrackedValue]
    judged: Annotated[dict[tuple[str, str], Any], UntrackedValue]
    refused: Annotated[list[Result], UntrackedValue]
    """What the gates refused."""
    writes: Annotated[Writes | None, UntrackedValue]
    """None: somebody else has written meanwhile, and all is to be decided again."""
    repeated: Annotated[int, UntrackedValue]
    """How often somebody else has written between reading and writing."""


class MessageInput(TypedDict):
    """A message to compress."""

    id: str
    role: Literal["user", "assistant"]
    text: str


class CompactionInput(TypedDict, total=False):
    """The older part of a conversation."""

    messages: list[MessageInput]
    summary: str
    pinned_decisions: list[PinnedDecision]
    level: Literal["summarise", "task_state", "rewrite"]
    """How much is to be compressed, and how hard."""


class CompactionOutput(TypedDict, total=False):
    """A proposal for the chat graph, or why there is none."""

    outcome: Literal["proposed", "nothing_to_compact", "malformed_output", "provider_failed"]
    proposal: dict[str, Any] | None
    """`{"summary": …, "pins": [...]}`."""
    covers: list[str]
    """Ids of the messages the proposal replaces, oldest first."""


class CompactionState(CompactionInput, CompactionOutput, total=False):
    """Input, output, and what the chat graph noted about earlier ones."""

    settled_run: str
    """The last run whose end the conversation has taken note of."""
    failures: int
    """Compactions in a row that were not taken."""
    discarded: dict[str, int]
    """How many were not taken, by reason."""
