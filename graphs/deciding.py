"""The extraction graph's nodes after the gates: judge → decide → write.

What is decided is written only if nothing of it has changed since it was read; else all is decided again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from langgraph.runtime import Runtime

from graphs.dispatch import Dispatcher
from graphs.ending import Ending, read_to_the_end, result
from graphs.state import ExtractionState, Writes
from memory.errors import ModelError
from memory.model_output import MalformedOutput
from memory.platform.models.judging import judge
from memory.platform.models.models import Models
from memory.platform.models.structured import total
from memory.platform.settings import Settings
from memory.platform.store.stores import UserStores
from memory.platform.store.user_store import Changed, UserStore
from memory.user.admit import Admitted
from memory.user.asked import forget
from memory.user.decide import Decision, decide, unless_forgotten
from memory.user.document import UserMemory
from memory.user.ledger import Ledger
from memory.user.resolve import Judged, keys_to_read, resolve

ATTEMPTS = 5
"""How often all is decided again because somebody else has written meanwhile."""
_log = structlog.get_logger("ai_mind.extraction")


@dataclass(frozen=True)
class Deciding:
    """The nodes and what they are given of the outside world."""

    models: Models
    stores: UserStores
    settings: Settings
    runs: Dispatcher
    ending: Ending
    now: Callable[[], datetime]

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
        store = self.store_of(state["person"], runtime)
        try:
            ledger, known = await store.ledger(), await self._known(state, runtime)
            taken = self._taken(known, ledger, store.id_of, state["judged"])
            if new := [d for d in taken if d.verdict == "new"]:
                taken = _within(taken, new[await store.room(len(new), self.settings.max_memories) :])
        except Exception as error:  # a store may raise anything
            return self.ending.failed(state, "store_failed", type(error).__name__, None)
        written = {d.memory.id: d.memory for d in taken if d.memory}
        read = {memory.id: memory for _, found in known for memory in found}
        ended = [read[d.memory_id] for d in taken if d.verdict == "suppressed" and d.memory_id in read]
        return {
            "results": [*state["refused"], *[result(d.verdict, code=d.code, memory_id=d.memory_id) for d in taken]],
            "writes": Writes(written, {id: read.get(id) for id in written}, ledger, ledger.forgetting(ended)),
        }

    async def write(self, state: ExtractionState, runtime: Runtime[None]) -> dict[str, Any]:
        """Write all of it, or nothing; nothing of a conversation whose memory was switched off meanwhile.

        When somebody has changed a memory since it was read, by hand for one, all is decided again.
        """
        conversations = {turn.conversation_id for turn in state["finished"]}
        if await self.runs.switched_off(conversations):
            return (
                {"results": []}
                | read_to_the_end(state, state["unread"])
                | self.ending.ended("skipped", code="switched_off")
            )
        writes, store = state["writes"], self.store_of(state["person"], runtime)
        try:
            if writes and writes.memories:
                marked = writes.marked if writes.marked != writes.ledger else None
                await store.write(writes.memories, known=writes.known, read=writes.ledger, ledger=marked)
        except Changed:
            if state.get("repeated", 0) < ATTEMPTS:
                return {"writes": None, "repeated": state.get("repeated", 0) + 1}
            return {"results": []} | self.ending.failed(state, "store_failed", "changed", None)
        except Exception as error:  # the store or the embedding model may raise anything
            return {"results": []} | self.ending.failed(state, "store_failed", type(error).__name__, None)
        await self._purge(store)
        kept = any(result["status"] != "rejected" for result in state["results"])
        return read_to_the_end(state, state["unread"]) | self.ending.ended(
            "processed" if kept else "rejected_all", state["results"]
        )

    def _taken(
        self,
        known: list[tuple[Admitted, list[UserMemory]]],
        ledger: Ledger,
        id_of: Callable[[str], str],
        judged: Judged,
    ) -> list[Decision]:
        """Decide on one candidate after the other, each beside what those before it would write."""
        decisions: list[Decision] = []
        for admitted, found in known:
            written = {d.memory.id: d.memory for d in decisions if d.memory}
            now_known = {memory.id: memory for memory in found} | written
            try:
                taken = decide(admitted, now_known.values(), id_of=id_of, now=self.now(), judged=judged)
            except Exception as error:  # whatever is odd about one candidate, the others are decided
                _log.error("candidate_not_decided", error=type(error).__name__)
                taken = [Decision("rejected", None, None, "unsafe")]
            decisions += unless_forgotten(admitted, taken, ledger)
        return decisions

    async def _purge(self, store: UserStore) -> None:
        """Delete what has been forgotten long enough; what fails is done with a later run."""
        try:
            await store.purge(self.now(), self.settings.forgotten_days)
        except Exception as error:  # a store may raise anything, and what was learned is written
            _log.warning("not_purged", error=type(error).__name__)

    async def _known(self, state: ExtractionState, runtime: Runtime[None]) -> list[tuple[Admitted, list[UserMemory]]]:
        """Return each candidate with the memories it may be about; however much is stored, a bounded read."""
        store = self.store_of(state["person"], runtime)
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

    def store_of(self, person: str, runtime: Runtime[None]) -> UserStore:
        """Return the memories of the person a run belongs to."""
        if runtime.store is None:
            raise RuntimeError("the gate lets no run through without a store")
        return self.stores.of(runtime.store, person)


def _within(taken: list[Decision], beyond: list[Decision]) -> list[Decision]:
    """Return `taken` without the new memories there is no room for; what they would replace stays as it is."""
    lost = {decision.memory_id for decision in beyond}
    kept = [d for d in taken if not (d.verdict == "superseded" and d.memory and d.memory.superseded_by in lost)]
    return [Decision("rejected", None, None, "store_full") if d in beyond else d for d in kept]


def changed(state: ExtractionState) -> bool:
    """Whether somebody has written between reading and writing."""
    return state["writes"] is None
