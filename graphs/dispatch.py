"""The only module that creates runs, and speaks to the server about threads.

Why each option is set:

* `get_client()` without an address calls the server it runs in, as the user whose run this is; from a
  custom HTTP route that identity would be lost. So background runs start here, inside the graph.
* One thread per person, its id derived from the person's scope, with `multitask_strategy="enqueue"`:
  the server itself runs a person's extractions one after the other, so none is lost and no two write
  at once. Never the chat thread: there `rollback` destroys the turn and `enqueue` keeps it busy.
* `if_not_exists="create"`: the first turn of a person makes the thread.
* `durability="exit"`: one checkpoint a run instead of one a node; the thread's history stays small.
* The turn travels in the input. The child may start before the parent's last checkpoint is written.
* `x-request-id`: what the log says of a background run carries the id of the request that led to it.
* `after_seconds` where several of a person's extractions wait already: the queue of `langgraph dev` looks at no more
  of the oldest runs than it has workers free, so that a person's waiting ones would keep everybody's turns from it.
* A compaction runs on the conversation's companion thread with `multitask_strategy="reject"`: one
  proposal in flight, and its output is the companion's state, which the next turn reads. What became
  of it is noted there, so that each is taken note of once.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import structlog
from langgraph.config import get_config
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import ConflictError, NotFoundError

from memory.platform.identity import compaction_thread_id, is_thread_id, memory_thread_id

DISPATCH_TIMEOUT_S = 5.0
COMPANION_TIMEOUT_S = 0.5
WAITING_AT_ONCE = 2
"""Extractions of one person that may wait in the queue together."""
EXTRACTION_S = 2
"""What one is thought to take."""
MAX_COUNTED = 60
REMEMBERED = 10_000
"""Conversations of which is known that nothing has happened since their last compaction was taken note of."""
_log = structlog.get_logger("ai_mind.dispatch")


@dataclass(frozen=True)
class Scheduled:
    """Where a background run can be looked at."""

    thread_id: str
    run_id: str


@dataclass(frozen=True)
class Companion:
    """The compaction of a conversation, as its companion thread shows it."""

    run_id: str = ""
    """Of the newest run; empty when there was none."""
    status: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def failures(self) -> int:
        """How many in a row were not taken."""
        failures = self.values.get("failures")
        return failures if isinstance(failures, int) else 0

    @property
    def discarded(self) -> Mapping[str, int]:
        """How many were not taken, by reason."""
        discarded = self.values.get("discarded")
        return discarded if isinstance(discarded, dict) else {}

    @property
    def busy(self) -> bool:
        """Whether one is in flight."""
        return self.status in ("pending", "running")

    @property
    def ended(self) -> bool:
        """Whether one has ended and the conversation has not taken note of it."""
        return bool(self.run_id) and not self.busy and self.values.get("settled_run") != self.run_id


class Dispatcher:
    """Starts background runs on the server this graph runs in.

    Args:
        connect: makes the client; tests pass a fake one.
    """

    def __init__(self, connect: Callable[[], LangGraphClient] = get_client) -> None:
        self._connect = connect
        self._settled: OrderedDict[str, Companion] = OrderedDict()

    @cached_property
    def _client(self) -> LangGraphClient:
        return self._connect()

    async def extraction(
        self, person: str, turns: Sequence[Mapping[str, Any]], context: Mapping[str, Any]
    ) -> Scheduled | None:
        """Schedule the extraction of finished turns; None when that failed, which is only logged.

        Args:
            person: scope of who said it.
            turns: the finished turns (`TurnInput`), the newest last.
            context: `summary` and `pinned_decisions` of its conversation.
        """
        thread_id = memory_thread_id(person)
        try:
            async with asyncio.timeout(DISPATCH_TIMEOUT_S):
                run = await self._client.runs.create(
                    thread_id,
                    "memory_extraction",
                    input={"turns": list(turns), **context},
                    if_not_exists="create",
                    multitask_strategy="enqueue",
                    durability="exit",
                    after_seconds=await self._wait(thread_id),
                    metadata={"ai_mind": "extraction", "conversation_id": turns[-1]["conversation_id"]},
                    headers=_same_request(),
                )
        except Exception as error:  # the answer is given; only the learning is late
            _log.warning("dispatch_failed", graph="memory_extraction", error=type(error).__name__)
            return None
        return Scheduled(thread_id, run["run_id"])

    async def _wait(self, thread_id: str) -> int | None:
        """Return after how many seconds a person's extraction is put into the queue; None: at once."""
        try:
            waiting = await self._client.runs.list(thread_id, status="pending", limit=MAX_COUNTED)
        except NotFoundError:
            return None  # the person's first
        ahead = len(waiting) - WAITING_AT_ONCE
        return ahead * EXTRACTION_S if ahead > 0 else None

    async def compaction(self, conversation_id: str, thread: Mapping[str, Any]) -> Literal["started", "busy", "failed"]:
        """Schedule a compaction, unless one is in flight; a failure is only logged.

        Args:
            conversation_id: the chat thread.
            thread: the compaction's input (`CompactionInput`).
        """
        try:
            async with asyncio.timeout(DISPATCH_TIMEOUT_S):
                await self._client.runs.create(
                    compaction_thread_id(conversation_id),
                    "compaction",
                    input=dict(thread),
                    if_not_exists="create",
                    multitask_strategy="reject",
                    durability="exit",
                    metadata={"ai_mind": "compaction", "conversation_id": conversation_id},
                    headers=_same_request(),
                )
        except ConflictError:
            return "busy"
        except Exception as error:
            _log.warning("dispatch_failed", graph="compaction", error=type(error).__name__)
            return "failed"
        return "started"

    async def companion(self, conversation_id: str) -> Companion | None:
        """Return how the last compaction of a conversation stands; None when that cannot be read.

        The state of one that was taken note of is not read again: `langgraph dev` reads its whole file for it.
        """
        thread_id = compaction_thread_id(conversation_id)
        try:
            async with asyncio.timeout(COMPANION_TIMEOUT_S):
                runs = await self._client.runs.list(thread_id, limit=1)
                if not runs:
                    return Companion()
                known = self._settled.get(thread_id)
                if known is not None and known.run_id == runs[0]["run_id"]:
                    return known
                state = await self._client.threads.get_state(thread_id)
        except NotFoundError:
            return Companion()
        except Exception as error:  # the turn goes on with the thread as it is
            _log.warning("companion_unreadable", error=type(error).__name__)
            return None
        values = state["values"] if isinstance(state["values"], dict) else {}
        companion = Companion(runs[0]["run_id"], runs[0]["status"], values)
        if not companion.busy and not companion.ended:
            self._remember(thread_id, companion)
        return companion

    def _remember(self, thread_id: str, settled: Companion) -> None:
        noted = {name: settled.values.get(name) for name in ("settled_run", "failures", "discarded")}
        self._settled[thread_id] = replace(settled, values=noted)
        if len(self._settled) > REMEMBERED:
            self._settled.popitem(last=False)

    async def settle(self, conversation_id: str, noted: Mapping[str, Any]) -> None:
        """Note on the companion thread that the end of a compaction was taken note of; a failure is only logged.

        Args:
            conversation_id: the chat thread.
            noted: `settled_run`, `failures`, `discarded`.
        """
        settled = {"proposal": None, "covers": [], "messages": [], "summary": "", "pinned_decisions": [], **noted}
        try:
            async with asyncio.timeout(COMPANION_TIMEOUT_S):
                await self._client.threads.update_state(
                    compaction_thread_id(conversation_id), settled, as_node="propose"
                )
        except Exception as error:  # it is taken note of once more, at the next turn
            _log.warning("settle_failed", error=type(error).__name__)

    async def switch(self, conversation_id: str, memory: Literal["on", "off"]) -> None:
        """Note on a conversation whether its memory is on; a failure is only logged."""
        try:
            async with asyncio.timeout(COMPANION_TIMEOUT_S):
                await self._client.threads.update(conversation_id, metadata={"memory": memory})
        except Exception as error:  # what was said in the turn itself is marked in the thread
            _log.warning("switch_failed", error=type(error).__name__)

    async def switched_off(self, conversation_ids: Iterable[str]) -> bool:
        """Whether memory was switched off in one of these conversations, or it is temporary.

        One that cannot be looked at counts as on: it was when the turn was said.
        """
        try:
            async with asyncio.timeout(COMPANION_TIMEOUT_S):
                threads = [await self._client.threads.get(id) for id in conversation_ids if is_thread_id(id)]
        except Exception as error:
            _log.warning("switch_unreadable", error=type(error).__name__)
            return False
        metadata = [thread["metadata"] or {} for thread in threads]
        return any(noted.get("memory") == "off" or noted.get("temporary") for noted in metadata)

    async def entitle(self, conversation_id: str, title: str) -> None:
        """Give a conversation its title, so that the server's own thread search lists it; a failure is only logged."""
        try:
            async with asyncio.timeout(COMPANION_TIMEOUT_S):
                await self._client.threads.update(conversation_id, metadata={"ai_mind": "conversation", "title": title})
        except Exception as error:  # the next turn tries again
            _log.warning("title_failed", error=type(error).__name__)


def _same_request() -> dict[str, str]:
    request_id = get_config().get("configurable", {}).get("langgraph_request_id")
    return {"x-request-id": str(request_id)} if request_id else {}
