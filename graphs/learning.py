"""The chat graph's dealings with long-term memory: whether it is on, and what is handed over to be learned from."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, Literal
from zoneinfo import ZoneInfo, available_timezones

from langchain_core.messages import HumanMessage
from langgraph.config import get_config
from langgraph.runtime import Runtime

from graphs.context import ChatContext
from graphs.dispatch import Dispatcher
from graphs.folding import thread_id_of
from graphs.responding import used_tools
from graphs.state import ChatState
from memory.errors import InputError
from memory.platform.identity import scope_of
from memory.platform.settings import Settings
from memory.platform.store.stores import UserStores
from memory.platform.store.user_store import UserStore
from memory.thread.final_turn import KINDS
from memory.thread.handover import handed_over
from memory.thread.messages import text_of, title_of

ZONES = available_timezones()
"""Found in files, which a node must not read."""


@dataclass(frozen=True)
class Learning:
    """The node that hands turns over, and what it is given of the outside world."""

    runs: Dispatcher
    settings: Settings
    stores: UserStores

    def store_of(self, runtime: Runtime[ChatContext]) -> UserStore | None:
        """Return the person's memories, or None when memory is off, the thread temporary, or nobody known."""
        person = scope_of(runtime, self.settings)
        enabled = (runtime.context or ChatContext()).memory_enabled and not thread_metadata().get("temporary")
        if not enabled or not person or runtime.store is None:
            return None
        return self.stores.of(runtime.store, person)

    async def switch(self, runtime: Runtime[ChatContext]) -> None:
        """Note on the thread that memory was switched off or on, so that a running extraction sees it (case B68)."""
        thread_id, known = thread_id_of(runtime), thread_metadata().get("memory", "on")
        wanted: Literal["on", "off"] = "on" if (runtime.context or ChatContext()).memory_enabled else "off"
        if thread_id is not None and known != wanted:
            await self.runs.switch(thread_id, wanted)

    async def dispatch(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Hand the turn to the background extraction. A failure is reported; the turn has succeeded."""
        store, thread_id = self.store_of(runtime), thread_id_of(runtime)
        if thread_id is not None and not thread_metadata().get("title"):
            first = next(m for m in state["messages"] if isinstance(m, HumanMessage))
            await self.runs.entitle(thread_id, title_of(text_of(first.content)))
        if store is None or thread_id is None or not may_be_learned(state):
            return {}
        kind = state.get("recorded") or KINDS["tool" if used_tools(state) else "chat"]
        zone = await self._zone(runtime)
        turns = handed_over(state["messages"], conversation_id=thread_id, kind=kind, zone=zone)
        if not turns:
            return {}
        context = {"summary": state.get("summary", ""), "pinned_decisions": state.get("pinned_decisions", [])}
        run = await self.runs.extraction(store.person, turns, context)
        saved = (
            {"status": "scheduled", "thread_id": run.thread_id, "run_id": run.run_id} if run else {"status": "failed"}
        )
        runtime.stream_writer({"type": "memory", "saved": saved})
        return {}

    async def _zone(self, runtime: Runtime[ChatContext]) -> tzinfo | None:
        name = (runtime.context or ChatContext()).timezone or self.settings.timezone
        return await asyncio.to_thread(ZoneInfo, name) if name else None  # it reads a file


def check_context(context: ChatContext | None) -> None:
    """Refuse a context that names a time zone that does not exist.

    Raises:
        InputError: says what to send.
    """
    zone = (context or ChatContext()).timezone
    if zone and zone not in ZONES:
        raise InputError('context.timezone: this is no IANA time zone. Send one like "Asia/Shanghai".')


def may_be_learned(state: ChatState) -> bool:
    """Say whether the turn is one to learn from: a chat's, not another agent's execution state (R2.5.2)."""
    return not state.get("recorded") or state["recorded"] in KINDS.values()


def thread_metadata() -> Mapping[str, Any]:
    """Return the metadata of the thread a run belongs to."""
    metadata: Mapping[str, Any] = get_config().get("metadata", {})
    return metadata
