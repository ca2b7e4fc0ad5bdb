"""Background: what may be learned from finished turns, in reading order.

gate → propose → admit → decide → write. The model proposes in the second node; everything after it is
the program's. Runs on one thread per person, one run at a time, so nothing else writes meanwhile.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import structlog
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from graphs.state import ExtractionInput, ExtractionOutput, ExtractionState, Outcome, Result
from memory.errors import ModelError
from memory.model_output import MalformedOutput
from memory.platform import services
from memory.platform.embeddings import embeddings
from memory.platform.identity import scope_of
from memory.platform.models import Models
from memory.platform.proposing import propose
from memory.platform.settings import Settings
from memory.platform.structured import NO_USAGE
from memory.platform.user_store import Meter, UserStore
from memory.user.admit import Admitted, admit
from memory.user.decide import Decision, decide, keys_to_read
from memory.user.document import UserMemory
from memory.user.gate import worth_extracting
from memory.user.turn import read_turns

_log = structlog.get_logger("ai_mind.extraction")


@dataclass(frozen=True)
class MemoryExtraction:
    """The nodes of the extraction graph and what they are given of the outside world."""

    models: Models
    meter: Meter
    settings: Settings
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def gate(self, state: ExtractionState, runtime: Runtime[None]) -> dict[str, Any]:
        """Let through the turns that may hold something lasting; end the run when there is none."""
        finished = worth_extracting(read_turns(state.get("turns")))
        person = scope_of(runtime, self.settings)
        begun = {"results": [], "usage": NO_USAGE}
        if not finished or person is None or runtime.store is None:
            return begun | _ended("skipped")
        return begun | {"outcome": "processed", "finished": finished, "person": person}

    async def propose(self, state: ExtractionState) -> dict[str, Any]:
        """Ask the model what might be remembered. A failure is not "nothing to remember"."""
        pins = [pin["text"] for pin in state.get("pinned_decisions") or []]
        try:
            model = await self.models.get("extraction")
            proposed = await propose(model, state["finished"], summary=state.get("summary") or "", pins=pins)
        except ModelError as error:
            return _ended("provider_failed", code=error.code)
        except MalformedOutput:
            return _ended("malformed_output")
        found: dict[str, Any] = {"candidates": proposed.candidates, "usage": proposed.usage}
        return found if proposed.candidates else found | _ended("nothing_to_remember")

    async def admit(self, state: ExtractionState) -> dict[str, Any]:
        """Check every candidate against the user's own words; each refusal has its code."""
        checked = [admit(raw, state["finished"]) for raw in state["candidates"]]
        admitted = [verdict for verdict in checked if isinstance(verdict, Admitted)]
        refused = [_result("rejected", code=v.code) for v in checked if not isinstance(v, Admitted)]
        return {"admitted": admitted, "results": refused} | ({} if admitted else _ended("rejected_all"))

    async def decide(self, state: ExtractionState, runtime: Runtime[None]) -> dict[str, Any]:
        """Find what each candidate is about among what is known, and what becomes of it."""
        store = UserStore(_present(runtime), state["person"])
        keys = {key for admitted in state["admitted"] for key in keys_to_read(admitted.candidate)}
        try:
            known = await store.by_key(sorted(keys))
        except Exception as error:  # a store may raise anything
            return _ended("store_failed", code=type(error).__name__)
        decisions: list[Decision] = []
        for admitted in state["admitted"]:
            read = {key: known[key] for key in keys_to_read(admitted.candidate) if key in known}
            taken = decide(admitted, read, id_of=store.id_of, now=self.now())
            known |= {d.memory.stable_key: d.memory for d in taken if d.memory}
            decisions += taken
        writes = {d.memory.id: d.memory for d in decisions if d.memory}
        results = [_result(d.verdict, code=d.code, memory_id=d.memory_id) for d in decisions]
        return {"writes": writes, "results": [*state["results"], *results]}

    async def write(self, state: ExtractionState, runtime: Runtime[None]) -> dict[str, Any]:
        """Write all of it, or nothing."""
        writes: dict[str, UserMemory] = state["writes"]
        try:
            if writes:
                await UserStore(_present(runtime), state["person"]).write(writes, self.meter)
        except Exception as error:  # the store or the embedding model may raise anything
            return {"results": []} | _ended("store_failed", code=type(error).__name__)
        return _ended("processed")

    def graph(self) -> StateGraph[ExtractionState, None, ExtractionInput, ExtractionOutput]:
        """Return the topology."""
        graph = StateGraph(ExtractionState, input_schema=ExtractionInput, output_schema=ExtractionOutput)
        graph.add_node("gate", self.gate)
        graph.add_node("propose", self.propose)
        graph.add_node("admit", self.admit)
        graph.add_node("decide", self.decide)
        graph.add_node("write", self.write)
        graph.add_edge(START, "gate")
        for node, following in (
            ("gate", "propose"),
            ("propose", "admit"),
            ("admit", "decide"),
            ("decide", "write"),
        ):
            graph.add_conditional_edges(node, _unless_ended, {True: following, False: END})
        graph.add_edge("write", END)
        return graph


def _unless_ended(state: ExtractionState) -> bool:
    return state["outcome"] == "processed"


def _ended(outcome: Outcome, *, code: str = "") -> dict[str, Any]:
    _log.info("extraction_ended", outcome=outcome, code=code)
    return {"outcome": outcome}


def _result(status: Any, *, code: str | None = None, memory_id: str | None = None) -> Result:
    return {"status": status, "code": code, "memory_id": memory_id}


def _present(runtime: Runtime[None]) -> Any:
    if runtime.store is None:
        raise RuntimeError("the gate lets no run through without a store")
    return runtime.store


graph = MemoryExtraction(services.models, embeddings, services.settings).graph().compile(name="memory_extraction")
