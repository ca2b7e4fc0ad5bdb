"""The chat graph's nodes about pinned decisions: what the user says of them, and what a page sends."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from graphs.context import ChatContext
from graphs.learning import Learning
from graphs.state import ChatState, Wished
from memory.errors import InputError
from memory.platform.settings import Settings
from memory.thread.handover import unlearnable_pins
from memory.thread.intake import Turns
from memory.thread.messages import complete_turns, text_of
from memory.thread.pins import Board, without_source
from memory.thread.thread import PinnedDecision
from memory.thread.wishes import granted


@dataclass(frozen=True)
class Pinning:
    """The nodes and what they are given of the outside world."""

    learning: Learning
    settings: Settings
    now: Callable[[], datetime]
    new_id: Callable[[], str]

    async def pin(self, state: ChatState) -> dict[str, Any]:
        """See what the newest message wants done with a decision; it is done when the turn is completed."""
        turns = Turns.of(state["messages"])
        [user] = turns.waiting
        board = self._board(without_source(state.get("pinned_decisions", []), turns.replaced))
        wish = granted(text_of(user.content), board, history=turns.history, message_id=user.id)
        if wish is None:
            return {"wished": Wished(list(board.pins))} if turns.replaced else {}
        changed = [{"id": pin["id"], "text": pin["text"]} for pin in wish.changed]
        told: dict[str, Any] = {wish.done: changed} if wish.done else {"pin": "refused", "reason": wish.reason}
        return {"wished": Wished(list(wish.board.pins), {"type": "thread-memory", **told})}

    async def edit(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Change the pinned decisions as the user's page asks; all of it or nothing."""
        messages = Overwrite(complete_turns(state.get("messages", [])))
        try:
            board = self._board(state.get("pinned_decisions", [])).edited(state["pins"])
        except InputError as error:
            return {"messages": messages, "refusal": str(error)}
        runtime.stream_writer({"type": "thread-memory", "pins": len(board.pins)})
        pins = list(board.pins)
        if self.learning.store_of(runtime) is None:
            pins = unlearnable_pins(pins, state.get("pinned_decisions", []))
        return {"messages": messages, "pinned_decisions": pins}

    def _board(self, pins: Sequence[PinnedDecision]) -> Board:
        return Board(tuple(pins), self.settings.thread_limits, self.now(), self.new_id)
