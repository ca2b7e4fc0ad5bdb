"""The chat graph's two nodes about compaction: take in what has ended, ask for the next one.

A proposal is made in the background on the companion thread; a turn neither waits for it nor races it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import structlog
from langchain_core.messages import AnyMessage
from langgraph.runtime import Runtime
from langgraph.types import Overwrite
from pydantic import ValidationError

from graphs.context import ChatContext
from graphs.dispatch import Companion, Dispatcher
from graphs.state import ChatState
from memory.platform.metrics import Metrics
from memory.platform.settings import Settings
from memory.thread.budget import Budget
from memory.thread.compaction import CompactionProposal
from memory.thread.folding import compaction_input, due, fold
from memory.thread.intake import Turns
from memory.thread.pins import Board
from memory.thread.thread import Thread

_log = structlog.get_logger("ai_mind.folding")


@dataclass(frozen=True)
class End:
    """How a compaction ended."""

    kind: Literal["folded", "discarded", "failed", "cancelled"]
    reason: str | None = None
    thread: Thread | None = None
    """The conversation with the proposal in it."""


@dataclass(frozen=True)
class Folding:
    """The nodes and what they are given of the outside world."""

    runs: Dispatcher
    settings: Settings
    metrics: Metrics
    now: Callable[[], datetime]
    new_id: Callable[[], str]

    async def fold(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Take in the compaction that has ended, if its proposal is good; a cheap no-op otherwise."""
        turns, thread_id = Turns.of(state["messages"]), thread_id_of(runtime)
        thread = _thread(state, turns.history)
        if thread_id is None or turns.replaced or not self._may_be_compacted(thread):
            return {}
        companion = await self.runs.companion(thread_id)
        if companion is None or not companion.ended:
            return {}
        end = self._end(thread, companion)
        await self.runs.settle(thread_id, _noted(end, companion))
        self.metrics.compaction(end.kind, end.reason)
        runtime.stream_writer(_event(end.kind, reason=end.reason))
        if end.thread is None:
            return {}
        return {
            "messages": Overwrite([*end.thread.messages, *turns.waiting]),
            "summary": end.thread.summary,
            "pinned_decisions": list(end.thread.pins),
            "last_compacted_at": self.now().isoformat(),
        }

    async def compact(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Ask for a compaction in the background when one is due, and none is in flight or waiting."""
        thread_id, thread = thread_id_of(runtime), _thread(state, Turns.of(state["messages"]).history)
        budget, limits = self._budget(), self.settings.thread_limits
        if thread_id is None or due(thread, budget, limits) is None:
            return {}
        companion = await self.runs.companion(thread_id)
        if companion is None or companion.busy or companion.ended:
            return {}
        asked = due(thread, budget, limits, failures=companion.failures)
        if asked is None:
            return {}
        started = await self.runs.compaction(thread_id, compaction_input(thread, asked))
        if started != "busy":
            self.metrics.compaction(started, asked.level if started == "started" else "not_started")
            reason = "not_started" if started == "failed" else None
            runtime.stream_writer(_event(started, reason=reason, level=asked.level))
        return {}

    def _may_be_compacted(self, thread: Thread) -> bool:
        few = len(thread.messages) <= 2 * self.settings.retained_turns
        return not few or due(thread, self._budget(), self.settings.thread_limits) is not None

    def _end(self, thread: Thread, companion: Companion) -> End:
        """Return how the last compaction ended; cancelling one is no failure (R6.8)."""
        if companion.status == "interrupted":
            return End("cancelled")
        if companion.status != "success":
            return End("failed", "crashed")
        if companion.values.get("outcome") != "proposed":
            return End("failed", str(companion.values.get("outcome")))
        try:
            proposal = CompactionProposal.model_validate(companion.values.get("proposal"))
            board = Board(tuple(thread.pins), self.settings.thread_limits, self.now(), self.new_id)
            folded = fold(thread, proposal, list(companion.values.get("covers") or []), self._budget(), board)
        except ValidationError:
            return End("failed", "malformed_output")
        except Exception as error:  # whatever a companion thread holds, it must not cost the turn
            _log.error("fold_failed", error=type(error).__name__)
            return End("failed", "crashed")
        return End("folded", thread=folded) if isinstance(folded, Thread) else End("discarded", folded)

    def _budget(self) -> Budget:
        return Budget.of_window(self.settings.window_tokens)


def thread_id_of(runtime: Runtime[ChatContext]) -> str | None:
    """Return the conversation a run belongs to; a run without a thread has none."""
    info = runtime.execution_info
    return info.thread_id if info is not None else None


def _event(kind: str, **details: Any) -> dict[str, Any]:
    told = {key: value for key, value in details.items() if value is not None}
    return {"type": "thread-memory", "compaction": kind, **told}


def _noted(end: End, companion: Companion) -> dict[str, Any]:
    """Return what is noted of an end: a proposal that came too late, or was cancelled, is no failure."""
    failures, discarded = companion.failures, dict(companion.discarded)
    if end.reason is not None:
        discarded[end.reason] = discarded.get(end.reason, 0) + 1
    if end.kind == "folded":
        failures = 0
    elif end.kind != "cancelled" and end.reason != "stale":
        failures += 1
    return {"settled_run": companion.run_id, "failures": failures, "discarded": discarded}


def _thread(state: ChatState, messages: Sequence[AnyMessage]) -> Thread:
    return Thread(messages, state.get("summary", ""), state.get("pinned_decisions", []))
