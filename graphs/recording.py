"""The chat graph's node that takes a finished turn of another agent (R1.3)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from graphs.context import ChatContext
from graphs.learning import Learning, may_be_learned
from graphs.state import ChatState
from memory.errors import InputError
from memory.platform.settings import Settings
from memory.thread.final_turn import read_final_turn, record
from memory.thread.handover import unlearnable
from memory.thread.intake import is_new
from memory.thread.messages import complete_turns
from memory.thread.pins import without_source


@dataclass(frozen=True)
class Recording:
    """The node and what it is given of the outside world."""

    learning: Learning
    settings: Settings
    now: Callable[[], datetime]
    new_id: Callable[[], str]

    async def record(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Append another agent's finished turn, or say why it is skipped."""
        messages = state.get("messages", [])
        try:
            if any(map(is_new, messages[-1:])):
                raise InputError("final_turn: send either messages or final_turn; each is a run of its own.")
            turn = read_final_turn(state["final_turn"])
        except InputError as error:
            return {"messages": Overwrite(complete_turns(messages)), "refusal": str(error)}
        limit = self.settings.max_input_chars
        recorded = record(turn, messages, limit=limit, now=self.now(), new_id=self.new_id)
        runtime.stream_writer({"type": "thread-memory", "recorded": not recorded.skipped, "skipped": recorded.skipped})
        messages = list(recorded.messages)
        learned = may_be_learned({"recorded": turn.kind}) and self.learning.store_of(runtime) is not None
        if not recorded.skipped and not learned:
            messages[-2:] = unlearnable(messages[-2:])
        return {
            "messages": Overwrite(messages),
            "recorded": "" if recorded.skipped else turn.kind,
            "pinned_decisions": without_source(state.get("pinned_decisions", []), recorded.replaced),
        }


def after_record(state: ChatState) -> Literal["refuse", "fold", "__end__"]:
    """Say whether there is a turn to go on with."""
    if state.get("refusal"):
        return "refuse"
    return "fold" if state.get("recorded") else "__end__"
