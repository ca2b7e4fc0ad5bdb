"""One turn of a chat that remembers, in reading order.

intake → fold → pin → obey → recall → respond (⇄ tools) → commit → dispatch → compact. A turn that another agent
has finished goes through record → fold → dispatch instead, a change of the pinned decisions through edit.
Only this graph writes a conversation's ThreadState.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import uuid4

from langchain_core.messages import HumanMessage
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from graphs.commanding import Commanding, after_obey
from graphs.context import ChatContext
from graphs.dispatch import Dispatcher
from graphs.folding import Folding
from graphs.learning import Learning, check_context
from graphs.pinning import Pinning
from graphs.recording import Recording, after_record
from graphs.responding import Responding, after_respond, recalled
from graphs.state import ChatInput, ChatState, ThreadState
from memory.errors import InputError
from memory.platform import services
from memory.platform.metrics import Metrics
from memory.platform.models.models import Models
from memory.platform.models.tools import Tools
from memory.platform.settings import Settings
from memory.platform.store.recalling import Recalled, recall
from memory.platform.store.stores import UserStores
from memory.recall.selection import Limits
from memory.thread.handover import unlearnable, unlearnable_pins
from memory.thread.intake import Turns, begin_turn, is_new
from memory.thread.messages import answer_message, complete_turns, memory_ids, text_of
from memory.user.document import UserMemory


@dataclass(frozen=True)
class Chat:
    """The nodes of the chat graph and what they are given of the outside world."""

    models: Models
    stores: UserStores
    tools: Tools
    runs: Dispatcher
    settings: Settings
    metrics: Metrics
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    new_id: Callable[[], str] = lambda: str(uuid4())

    @property
    def pinning(self) -> Pinning:
        """The nodes about pinned decisions."""
        return Pinning(self.learning, self.settings, self.now, self.new_id)

    @property
    def learning(self) -> Learning:
        """Whether memory is on, and the node that hands turns over."""
        return Learning(self.runs, self.settings, self.stores)

    async def intake(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Take the newest user message, repair what an unfinished run left, refuse what cannot be taken."""
        messages = state.get("messages", [])
        try:
            if state.get("pins") is not None:
                raise InputError("pins: send either messages or pins; each is a run of its own.")
            check_context(runtime.context)
            user = begin_turn(messages, limit=self.settings.max_input_chars, now=self.now(), new_id=self.new_id)
        except InputError as error:
            return {"messages": Overwrite(complete_turns(messages)), "refusal": str(error)}
        return {"messages": Overwrite([*complete_turns(messages), user])}

    async def refuse(self, state: ChatState) -> None:
        """End the run with an error; the thread is already as it was before."""
        raise InputError(state["refusal"])

    async def recall(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Find this turn's memories within the deadline, and say what was found and what did not work."""
        store = self.learning.store_of(runtime)
        if store is None:
            return {"recalled": Recalled()}
        given = await recall(
            store,
            [text_of(message.content) for message in state["messages"] if isinstance(message, HumanMessage)],
            limits=Limits(
                self.settings.recall_max_items,
                self.settings.recall_max_item_chars,
                self.settings.recall_max_chars,
            ),
            deadline_ms=self.settings.recall_deadline_ms,
            shown={id for ids in memory_ids(Turns.of(state["messages"]).history).values() for id in ids},
        )
        self.metrics.recall(given.by, given.milliseconds, given.degraded)
        runtime.stream_writer(
            {
                "type": "memory",
                "recalled": _named(given.memories),
                "by": given.by,
                "left_out": _named(given.left_out),
                "dropped": dict(given.dropped),
                "degraded": list(given.degraded),
                "milliseconds": given.milliseconds,
            }
        )
        return {"recalled": given}

    async def commit(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Append the completed turn once. A cancelled or failed run never comes here."""
        turns = Turns.of(state["messages"])
        wished = state.get("wished") or (await self.pinning.pin(state)).get("wished")  # untracked: gone on a resume
        obeyed = state.get("obeyed")
        ids = [memory.id for memory in (*recalled(state).memories, *(obeyed.listed if obeyed else ()))]
        answer = answer_message(state["answer"], now=self.now(), memory_ids=ids)
        if wished is not None and wished.event:
            runtime.stream_writer(wished.event)
        before = state.get("pinned_decisions", [])
        pins = wished.pins if wished is not None else before
        waiting = turns.waiting
        if self.learning.store_of(runtime) is None or (obeyed and not obeyed.teaches):
            waiting, pins = unlearnable(waiting), unlearnable_pins(pins, before)
        self.metrics.turn()
        return {"messages": Overwrite([*turns.history, *waiting, answer]), "pinned_decisions": pins}

    def graph(self) -> StateGraph[ChatState, ChatContext, ChatInput, ThreadState]:
        """Return the topology."""
        folding = Folding(self.runs, self.settings, self.metrics, self.now, self.new_id)
        recording = Recording(self.learning, self.settings, self.now, self.new_id)
        commanding = Commanding(self.learning, self.now, self.new_id)
        responding = Responding(self.models, self.tools, self.settings, self.new_id)
        graph = StateGraph(ChatState, ChatContext, input_schema=ChatInput, output_schema=ThreadState)
        graph.add_node("intake", self.intake)
        graph.add_node("record", recording.record)
        graph.add_node("edit", self.pinning.edit)
        graph.add_node("refuse", self.refuse)
        graph.add_node("fold", folding.fold)
        graph.add_node("pin", self.pinning.pin)
        graph.add_node("obey", commanding.obey)
        graph.add_node("recall", self.recall)
        graph.add_node("respond", responding.respond)
        graph.add_node("tools", responding.call_tools)
        graph.add_node("commit", self.commit)
        graph.add_node("dispatch", self.learning.dispatch)
        graph.add_node("compact", folding.compact)
        graph.add_conditional_edges(START, _what_is_asked)
        graph.add_conditional_edges("intake", _after_intake)
        graph.add_conditional_edges("record", after_record)
        graph.add_conditional_edges("edit", _after_edit)
        graph.add_edge("refuse", END)
        graph.add_conditional_edges("fold", _after_fold)
        graph.add_edge("pin", "obey")
        graph.add_conditional_edges("obey", after_obey)
        graph.add_edge("recall", "respond")
        graph.add_conditional_edges("respond", after_respond)
        graph.add_edge("tools", "respond")
        graph.add_edge("commit", "dispatch")
        graph.add_edge("dispatch", "compact")
        graph.add_edge("compact", END)
        return graph


def _named(memories: Sequence[UserMemory]) -> list[dict[str, str]]:
    return [{"id": memory.id, "type": memory.type} for memory in memories]


def _what_is_asked(state: ChatState) -> Literal["intake", "record", "edit"]:
    if state.get("final_turn") is not None:
        return "record"
    # A message that an unfinished run has left is not said now.
    said = any(is_new(message) for message in state.get("messages", [])[-1:])
    return "intake" if said or state.get("pins") is None else "edit"


def _after_intake(state: ChatState) -> Literal["refuse", "fold"]:
    return "refuse" if state.get("refusal") else "fold"


def _after_edit(state: ChatState) -> Literal["refuse", "__end__"]:
    return "refuse" if state.get("refusal") else "__end__"


def _after_fold(state: ChatState) -> Literal["pin", "dispatch"]:
    return "dispatch" if state.get("recorded") else "pin"


graph = (
    Chat(
        services.models,
        services.stores,
        services.tools,
        Dispatcher(),
        services.settings,
        services.metrics,
    )
    .graph()
    .compile(name="chat")
)
