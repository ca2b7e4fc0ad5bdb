"""The chat graph's nodes about pinned decisions: what the user says of them, and what a page sends."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from graphs.context import ChatContext
from graphs.state import ChatState
from memory.errors import InputError
from memory.platform.settings import Settings
from memory.thread.messages import complete_turns, text_of
from memory.thread.pins import Board
from memory.thread.wishes import granted


@dataclass(frozen=True)
class Pinning:
    """The nodes and what they are given of the outside world."""

    settings: Settings
    now: Callable[[], datetime]
    new_id: Callable[[], str]

    async def pin(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Do what the newest message wants done with a decision; it holds when the turn is completed."""
        *history, user = state["messages"]
        wish = granted(text_of(user.content), self._board(state), history=history, message_id=user.id)
        if wish is None:
            return {}
        changed = [{"id": pin["id"], "text": pin["text"]} for pin in wish.changed]
        event = {wish.done: changed} if wish.done else {"pin": "refused", "reason": wish.reason}
        runtime.stream_writer({"type": "thread-memory", **event})
        return {"wished": list(wish.board.pins)}

    async def edit(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Change the pinned decisions as the user's page asks; all of it or nothing."""
        messages = Overwrite(complete_turns(state.get("messages", [])))
        try:
            board = self._board(state).edited(state["pins"])
        except InputError as error:
            return {"messages": messages, "refusal": str(error)}
        runtime.stream_writer({"type": "thread-memory", "pins": len(board.pins)})
        return {"messages": messages, "pinned_decisions": list(board.pins)}

    def _board(self, state: ChatState) -> Board:
        pins = tuple(state.get("pinned_decisions", []))
        return Board(pins, self.settings.thread_limits, self.now(), self.new_id)
