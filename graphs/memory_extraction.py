"""Background: what may be learned from finished turns, in reading order.

gate → propose → admit → judge → decide → write. The model proposes in the second node; everything after it is
the program's. Runs on one thread per person, one run at a time, so nothing else writes meanwhile.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import structlog
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from graphs.dispatch import Dispatcher
from graphs.state import ExtractionInput, ExtractionOutput, ExtractionState, Outcome, Result
from memory.errors import ModelError
from memory.model_output import MalformedOutput
from memory.platform import services
from memory.platform.embeddings import MemoryEmbeddings
from memory.platform.gating import holds_something
from memory.platform.identity import scope_of
from memory.platform.judging import judge
from memory.platform.metrics import Metrics
from memory.platform.models import Models
from memory.platform.proposing import propose
from memory.platform.settings import Settings
from memory.platform.structured import NO_USAGE, total
from memory.platform.user_store import UserStore
from memory.user import cursor, explicit, forget
from memory.user.admit import Admitted, Rejected, admit_all
from memory.user.decide import Decision, decide
from memory.user.document import UserMemory
from memory.user.gate import worth_extracting
from memory.user.resolve import Judged, keys_to_read, resolve
from memory.user.turn import FinishedTurn, pin_texts, promoted, read_turns

_log = structlog.get_logger("ai_mind.extraction")


@dataclass(frozen=True)
class MemoryExtraction:
    """The nodes of the extraction graph and what they are given of the outside world."""

    models: Models
    embeddings: MemoryEmbeddings
    settings: Settings
    runs: Dispatcher
    fallback: MemoryEmbeddings | None = None
    metrics: Metrics = field(default_factory=Metrics)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def gate(self, state: ExtractionState, runtime: Runtime[None]) -> dict[str, Any]:
        """Let through the new turns that may hold something lasting; end the run when there is none."""
        turns = read_turns(state.get("turns"))
        person = scope_of(runtime, self.settings)
        begun: dict[str, Any] = {"results": [], "usage": NO_USAGE}
        if person is None or runtime.store is None:
            return begun | self._ended("skipped", code="no_identity" if person is None else "no_store")
        # Pins first: what a turn says itself is looked for there first, newest last.
        unread = cursor.unread([*promoted(state.get("pinned_decisions"), turns), *turns], state.get("cursor"))
        finished = worth_extracting(unread)
        begun |= {"unread": unread, "finished": finished, "person": person}
        held, usage = await self._holds(finished)
        if not held:
            return begun | {"usage": usage} | self._read(state, unread) | self._ended("skipped", code="nothing_lasting")
        return begun | {"usage": usage, "outcome": "processed"}

    async def propose(self, state: ExtractionState) -> dict[str, Any]:
        """Ask the model what might be remembered. A failure is not "nothing to remember"; it is tried again."""
        pins = pin_texts(state.get("pinned_decisions"))
        try:
            model = await self.models.get("extraction")
            proposed = await propose(model, state["finished"], summary=state.get("summary") or "", pins=pins)
        except ModelError as error:
            return self._failed(state, "provider_failed", error.code, error.usage)
        except MalformedOutput as error:
            return self._failed(state, "malformed_output", error.code, error.usage)
        return {"candidates": proposed.candidates, "usage": total(state["usage"], proposed.usage)}

    async def admit(self, state: ExtractionState) -> dict[str, Any]:
        """Check every candidate against the user's own words; each refusal has its code."""
        checked = admit_all(state["candidates"], state["finished"])
        admitted = [verdict if isinstance(verdict, Admitted) else verdict.leaning for verdict in checked]
        admitted = [verdict for verdict in admitted if verdict]
        refused = [_result("rejected", code=v.code) for v in checked if isinstance(v, Rejected) and not v.leaning]
        found: dict[str, Any] = {"admitted": admitted, "results": refused}
        if admitted:
            return found
        ended = self._ended("rejected_all" if refused else "nothing_to_remember", refused)
        return found | self._read(state, state["unread"]) | ended

    async def judge(self, state: ExtractionState, runtime: Runtime[None]) -> dict[str, Any]:
        """Ask the resolve model, if one is configured, about statements that rules can neither join nor part."""
        if not self.settings.resolve_model:
            return {"judged": {}}
        try:
            open_pairs = [
                (admitted.candidate.text, memory.text)
                for admitted, known in await self._known(state, runtime)
                if admitted.candidate.action == "add"
                for memory in resolve(admitted.candidate, known).unsure
            ]
            if not open_pairs:
                return {"judged": {}}
            answered = await judge(await self.models.get("resolve"), open_pairs)
        except (ModelError, MalformedOutput) as error:
            _log.info("not_judged", code=error.code)
            return {"judged": {}, "usage": total(state["usage"], error.usage)}
        except Exception as error:  # the store may raise anything; decide reads it again
            _log.info("not_judged", code=type(error).__name__)
            return {"judged": {}}
        return {"judged": answered.value, "usage": total(state["usage"], answered.usage)}

    async def decide(self, state: ExtractionState, runtime: Runtime[None]) -> dict[str, Any]:
        """Find what each candidate is about among what is known now, and what becomes of it."""
        try:
            known = await self._known(state, runtime)
        except Exception as error:  # a store may raise anything
            return self._failed(state, "store_failed", type(error).__name__, None)
        written: dict[str, UserMemory] = {}
        decisions: list[Decision] = []
        id_of = self._store(state, runtime).id_of
        judged: Judged = state["judged"]
        for admitted, found in known:
            now_known = {memory.id: memory for memory in found} | written
            try:
                taken = decide(admitted, now_known.values(), id_of=id_of, now=self.now(), judged=judged)
            except Exception as error:  # whatever is odd about one candidate, the others are decided
                _log.error("candidate_not_decided", error=type(error).__name__)
                state["results"].append(_result("rejected", code="unsafe"))
                continue
            written |= {d.memory.id: d.memory for d in taken if d.memory}
            decisions += taken
        results = [_result(d.verdict, code=d.code, memory_id=d.memory_id) for d in decisions]
        return {"writes": written, "results": [*state["results"], *results]}

    async def write(self, state: ExtractionState, runtime: Runtime[None]) -> dict[str, Any]:
        """Write all of it, or nothing; nothing of a conversation whose memory was switched off meanwhile."""
        conversations = {turn.conversation_id for turn in state["finished"]}
        if await self.runs.switched_off(conversations):
            return {"results": []} | self._read(state, state["unread"]) | self._ended("skipped", code="switched_off")
        writes: dict[str, UserMemory] = state["writes"]
        try:
            if writes:
                await self._store(state, runtime).write(writes)
        except Exception as error:  # the store or the embedding model may raise anything
            return {"results": []} | self._failed(state, "store_failed", type(error).__name__, None)
        kept = any(result["status"] != "rejected" for result in state["results"])
        return self._read(state, state["unread"]) | self._ended(
            "processed" if kept else "rejected_all", state["results"]
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

    async def _known(self, state: ExtractionState, runtime: Runtime[None]) -> list[tuple[Admitted, list[UserMemory]]]:
        """Return each candidate with the memories it may be about; however much is stored, a bounded read."""
        store = self._store(state, runtime)
        known: list[tuple[Admitted, list[UserMemory]]] = []
        for admitted in state["admitted"]:
            said = admitted.quote.sentence
            if admitted.candidate.action == "suppress" and forget.everything(said):
                known.append((admitted, await store.active()))
                continue
            # A forget is looked for by the user's own words too: the model may name it otherwise.
            texts = [admitted.candidate.text, *([said] if admitted.candidate.action == "suppress" else [])]
            known.append((admitted, await store.near(texts, keys_to_read(admitted.candidate))))
        return known

    def _failed(
        self, state: ExtractionState, outcome: Outcome, code: str, usage: dict[str, int] | None
    ) -> dict[str, Any]:
        """End the run so that its turns are read again with the next ones, a few times."""
        marked = {"cursor": cursor.failed(state.get("cursor"), state["unread"])}
        return marked | {"usage": total(state["usage"], usage)} | self._ended(outcome, code=code)

    def _ended(self, outcome: Outcome, results: Sequence[Result] = (), *, code: str | None = None) -> dict[str, Any]:
        self.metrics.extraction(outcome, results)
        _log.info("extraction_ended", outcome=outcome, code=code)
        return {"outcome": outcome} | ({"code": code} if code else {})

    def _read(self, state: ExtractionState, turns: list[FinishedTurn]) -> dict[str, Any]:
        return {"cursor": cursor.read(state.get("cursor"), turns)}

    def _store(self, state: ExtractionState, runtime: Runtime[None]) -> UserStore:
        if runtime.store is None:
            raise RuntimeError("the gate lets no run through without a store")
        return UserStore(runtime.store, state["person"], self.embeddings, self.fallback)

    def graph(self) -> StateGraph[ExtractionState, None, ExtractionInput, ExtractionOutput]:
        """Return the topology."""
        graph = StateGraph(ExtractionState, input_schema=ExtractionInput, output_schema=ExtractionOutput)
        graph.add_node("gate", self.gate)
        graph.add_node("propose", self.propose)
        graph.add_node("admit", self.admit)
        graph.add_node("judge", self.judge)
        graph.add_node("decide", self.decide)
        graph.add_node("write", self.write)
        graph.add_edge(START, "gate")
        for node, following in (("gate", "propose"), ("propose", "admit"), ("admit", "judge"), ("decide", "write")):
            graph.add_conditional_edges(node, _unless_ended, {True: following, False: END})
        graph.add_edge("judge", "decide")
        graph.add_edge("write", END)
        return graph


def _unless_ended(state: ExtractionState) -> bool:
    return state["outcome"] == "processed"


def _result(status: Any, *, code: str | None = None, memory_id: str | None = None) -> Result:
    return {"status": status, "code": code, "memory_id": memory_id}


graph = (
    MemoryExtraction(
        services.models, services.embeddings, services.settings, Dispatcher(), services.fallback, services.metrics
    )
    .graph()
    .compile(name="memory_extraction")
)
