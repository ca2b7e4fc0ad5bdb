"""The chat graph's two nodes about compaction: take in the proposal that waits, ask for the next one.

A proposal is made in the background on the companion thread; a turn neither waits for it nor races it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from langchain_core.messages import AnyMessage
from langgraph.runtime import Runtime
from langgraph.types import Overwrite
from pydantic import ValidationError

from graphs.context import ChatContext
from graphs.dispatch import Dispatcher
from graphs.state import ChatState
from memory.platform.settings import Settings
from memory.thread.budget import Budget
from memory.thread.compaction import CompactionProposal
from memory.thread.folding import RETAINED_TURNS, Reason, Thread, compaction_input, due, failures_of, fold


@dataclass(frozen=True)
class Folding:
    """The nodes and what they are given of the outside world."""

    runs: Dispatcher
    settings: Settings
    now: Callable[[], datetime]
    new_id: Callable[[], str]

    async def fold(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Take in the compaction proposal that waits for this thread, if it is good; a cheap no-op otherwise."""
        *history, user = state["messages"]
        thread_id = thread_id_of(runtime)
        if thread_id is None or len(history) <= 2 * RETAINED_TURNS:
            return {}
        thread = _thread(state, history)
        taken = self._taken(thread, await self.runs.proposal(thread_id))
        if isinstance(taken, Thread):
            runtime.stream_writer({"type": "thread-memory", "compaction": "folded"})
            return {
                "messages": Overwrite([*taken.messages, user]),
                "summary": taken.summary,
                "pinned_decisions": list(taken.pins),
                "last_compacted_at": self.now().isoformat(),
            }
        if taken not in (None, "stale"):
            runtime.stream_writer({"type": "thread-memory", "compaction": "discarded", "reason": taken})
        return {}

    async def compact(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Ask for a compaction in the background when one is due, and none is waiting or in flight."""
        thread_id, thread = thread_id_of(runtime), _thread(state, state["messages"])
        budget = self._budget()
        if thread_id is None or not due(thread, budget):
            return {}
        companion = await self.runs.proposal(thread_id)
        taken = self._taken(thread, companion)
        failures = failures_of(taken, companion)
        covered = [] if isinstance(taken, Thread) else due(thread, budget, failures=failures)
        if covered and await self.runs.compaction(thread_id, compaction_input(thread, covered, failures)):
            runtime.stream_writer({"type": "thread-memory", "compaction": "started"})
        return {}

    def _taken(self, thread: Thread, companion: Mapping[str, Any]) -> Thread | Reason | None:
        """Return what becomes of the proposal on the companion thread; None when there is none."""
        if companion.get("outcome") != "proposed":
            return None
        try:
            proposal = CompactionProposal.model_validate(companion.get("proposal"))
        except ValidationError:  # not what our compaction writes; it must not cost the turn
            return None
        covers = companion.get("covers") or []
        return fold(thread, proposal, covers, self._budget(), now=self.now(), new_id=self.new_id)

    def _budget(self) -> Budget:
        return Budget.of_window(self.settings.window_tokens)


def thread_id_of(runtime: Runtime[ChatContext]) -> str | None:
    """Return the conversation a run belongs to; a run without a thread has none."""
    info = runtime.execution_info
    return info.thread_id if info is not None else None


def _thread(state: ChatState, messages: Sequence[AnyMessage]) -> Thread:
    return Thread(messages, state.get("summary", ""), state.get("pinned_decisions", []))
