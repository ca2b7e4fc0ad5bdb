"""Background: what may be learned from finished turns, in reading order.

gate → propose → admit → judge → decide → write. The model proposes in the second node; everything after it is
the program's. Runs on one thread per person, one run at a time; what a person changes by hand meanwhile is seen.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

import structlog
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from graphs.deciding import Deciding, changed
from graphs.dispatch import Dispatcher
from graphs.ending import Ending, read_to_the_end, result
from graphs.state import ExtractionInput, ExtractionOutput, ExtractionState
from memory.errors import ModelError
from memory.model_output import MalformedOutput
from memory.platform import services
from memory.platform.identity import scope_of
from memory.platform.metrics import Metrics
from memory.platform.models.gating import holds_something
from memory.platform.models.models import Models
from memory.platform.models.proposing import propose
from memory.platform.models.structured import NO_USAGE, total
from memory.platform.settings import Settings
from memory.platform.store.stores import UserStores
from memory.user import cursor
from memory.user.admit import Admitted, Rejected, admit_all
from memory.user.asked import explicit
from memory.user.gate import worth_extracting
from memory.user.turn import FinishedTurn, pin_texts, promoted, read_turns

_log = structlog.get_logger("ai_mind.extraction")


@dataclass(frozen=True)
class MemoryExtraction:
    """The nodes of the extraction graph and what they are given of the outside world."""

    models: Models
    stores: UserStores
    settings: Settings
    runs: Dispatcher
    metrics: Metrics = field(default_factory=Metrics)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    @property
    def deciding(self) -> Deciding:
        """The nodes after the gates."""
        return Deciding(self.models, self.stores, self.settings, self.runs, self.ending, self.now)

    @property
    def ending(self) -> Ending:
        """What ends a run."""
        return Ending(self.metrics)

    async def gate(self, state: ExtractionState, runtime: Runtime[None]) -> dict[str, Any]:
        """Let through the new turns that may hold something lasting; end the run when there is none."""
        turns = read_turns(state.get("turns"))
        person = scope_of(runtime, self.settings)
        begun: dict[str, Any] = {"results": [], "usage": NO_USAGE}
        if person is None or runtime.store is None:
            return begun | self.ending.ended("skipped", code="no_identity" if person is None else "no_store")
        # Pins first: what a turn says itself is looked for there first, newest last.
        unread = cursor.unread([*promoted(state.get("pinned_decisions"), turns), *turns], state.get("cursor"))
        begun |= {"unread": unread, "person": person}
        try:
            ledger = await self.deciding.store_of(person, runtime).ledger()
        except Exception as error:  # whether it may be read is not known
            return begun | self.ending.failed(
                cast("ExtractionState", {**state, **begun}), "store_failed", type(error).__name__, None
            )
        finished = worth_extracting([turn for turn in unread if not ledger.unreadable(turn)])
        begun |= {"finished": finished}
        held, usage = await self._holds(finished)
        if not held:
            skipped = self.ending.ended("skipped", code="nothing_lasting")
            return begun | {"usage": usage} | read_to_the_end(state, unread) | skipped
        return begun | {"usage": usage, "outcome": "processed"}

    async def propose(self, state: ExtractionState) -> dict[str, Any]:
        """Ask the model what might be remembered. A failure is not "nothing to remember"; it is tried again."""
        pins = pin_texts(state.get("pinned_decisions"))
        try:
            model = await self.models.get("extraction")
            proposed = await propose(model, state["finished"], summary=state.get("summary") or "", pins=pins)
        except ModelError as error:
            return self.ending.failed(state, "provider_failed", error.code, error.usage)
        except MalformedOutput as error:
            return self.ending.failed(state, "malformed_output", error.code, error.usage)
        return {"candidates": proposed.candidates, "usage": total(state["usage"], proposed.usage)}

    async def admit(self, state: ExtractionState) -> dict[str, Any]:
        """Check every candidate against the user's own words; each refusal has its code."""
        checked = admit_all(state["candidates"], state["finished"])
        admitted = [verdict if isinstance(verdict, Admitted) else verdict.leaning for verdict in checked]
        admitted = [verdict for verdict in admitted if verdict]
        refused = [result("rejected", code=v.code) for v in checked if isinstance(v, Rejected) and not v.leaning]
        found: dict[str, Any] = {"admitted": admitted, "refused": refused, "results": refused}
        if admitted:
            return found
        return (
            found
            | read_to_the_end(state, state["unread"])
            | self.ending.ended("rejected_all" if refused else "nothing_to_remember", refused)
        )

    async def _holds(self, finished: list[FinishedTurn]) -> tuple[bool, dict[str, int]]:
        """Return whether the turns are worth a large request, and what asking that cost.

        The gate model is asked only where rules leave it open; when it fails, the turns go through.
        """
        asks = any(explicit.wishes(turn.user_text) for turn in finished)
        if not finished or not self.settings.gate_model or asks:
            return bool(finished), NO_USAGE
        try:
            answered = await holds_something(await self.models.get("gate"), [turn.user_text for turn in finished])
        except (ModelError, MalformedOutput) as error:
            _log.info("gate_model_failed", code=error.code)
            return True, error.usage or NO_USAGE
        return answered.value, answered.usage

    def graph(self) -> StateGraph[ExtractionState, None, ExtractionInput, ExtractionOutput]:
        """Return the topology."""
        graph = StateGraph(ExtractionState, input_schema=ExtractionInput, output_schema=ExtractionOutput)
        graph.add_node("gate", self.gate)
        graph.add_node("propose", self.propose)
        graph.add_node("admit", self.admit)
        graph.add_node("judge", self.deciding.judge)
        graph.add_node("decide", self.deciding.decide)
        graph.add_node("write", self.deciding.write)
        graph.add_edge(START, "gate")
        for node, following in (("gate", "propose"), ("propose", "admit"), ("admit", "judge"), ("decide", "write")):
            graph.add_conditional_edges(node, _unless_ended, {True: following, False: END})
        graph.add_edge("judge", "decide")
        graph.add_conditional_edges("write", changed, {True: "decide", False: END})
        return graph


def _unless_ended(state: ExtractionState) -> bool:
    return state["outcome"] == "processed"


graph = (
    MemoryExtraction(
        services.models,
        services.stores,
        services.settings,
        Dispatcher(),
        services.metrics,
    )
    .graph()
    .compile(name="memory_extraction")
)
