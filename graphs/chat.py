"""One turn of a chat that remembers, in reading order.

intake → fold → recall → respond → commit → dispatch → compact. A turn that another agent has finished
goes through record → dispatch instead. Only this graph writes a conversation's ThreadState.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import uuid4

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from graphs.context import ChatContext
from graphs.dispatch import Dispatcher
from graphs.folding import Folding, thread_id_of
from graphs.state import ChatInput, ChatState, ThreadState
from memory.errors import InputError, ModelError
from memory.platform import services
from memory.platform.embeddings import embeddings
from memory.platform.identity import scope_of
from memory.platform.models import Models
from memory.platform.recalling import QueryEmbedder, Recalled, recall
from memory.platform.settings import Settings
from memory.platform.user_store import UserStore
from memory.text import language
from memory.thread.assemble import Context, assemble
from memory.thread.budget import Budget
from memory.thread.final_turn import KINDS, read_final_turn, record
from memory.thread.intake import begin_turn
from memory.thread.messages import answer_message, complete_turns, text_of
from memory.user.document import UserMemory
from memory.user.recall import Limits
from prompts import chat as chat_prompt
from prompts import recall as recall_prompt


@dataclass(frozen=True)
class Chat:
    """The nodes of the chat graph and what they are given of the outside world."""

    models: Models
    embedder: QueryEmbedder
    runs: Dispatcher
    settings: Settings
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    new_id: Callable[[], str] = lambda: str(uuid4())

    async def intake(self, state: ChatState) -> dict[str, Any]:
        """Take the newest user message, repair what an unfinished run left, refuse what cannot be taken."""
        messages = state.get("messages", [])
        try:
            turn = begin_turn(messages, limit=self.settings.max_input_chars, now=self.now(), new_id=self.new_id)
        except InputError as error:
            return {"messages": Overwrite(complete_turns(messages)), "refusal": str(error)}
        return {"messages": Overwrite([*turn.history, turn.user])}

    async def refuse(self, state: ChatState) -> None:
        """End the run with an error; the thread is already as it was before."""
        raise InputError(state["refusal"])

    async def record(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Append another agent's finished turn, or say why it is skipped."""
        messages = state.get("messages", [])
        try:
            turn = read_final_turn(state["final_turn"])
        except InputError as error:
            return {"messages": Overwrite(complete_turns(messages)), "refusal": str(error)}
        limit = self.settings.max_input_chars
        recorded = record(turn, messages, limit=limit, now=self.now(), new_id=self.new_id)
        runtime.stream_writer({"type": "thread-memory", "recorded": not recorded.skipped, "skipped": recorded.skipped})
        return {"messages": Overwrite(recorded.messages), "recorded": "" if recorded.skipped else turn.kind}

    async def recall(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Find this turn's memories within the deadline, and say what was found and what did not work."""
        store = self._memory_of(runtime)
        if store is None:
            return {"recalled": Recalled()}
        recalled = await recall(
            store,
            self.embedder,
            text_of(state["messages"][-1].content),
            limits=Limits(
                self.settings.recall_max_items,
                self.settings.recall_max_item_chars,
                self.settings.recall_max_chars,
            ),
            deadline_ms=self.settings.recall_deadline_ms,
        )
        found = [{"id": memory.id, "type": memory.type} for memory in recalled.memories]
        runtime.stream_writer(
            {
                "type": "memory",
                "recalled": found,
                "degraded": list(recalled.degraded),
                "milliseconds": recalled.milliseconds,
            }
        )
        return {"recalled": recalled}

    async def respond(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Assemble the request within the token budget and stream the model's answer."""
        context = runtime.context or ChatContext()
        *history, user = state["messages"]
        spoken = language(text_of(user.content))
        memories = [(memory.type, memory.text) for memory in _recalled(state)]
        pins = [pin["text"] for pin in state.get("pinned_decisions", [])]
        model = await self.models.get("chat", context.model)
        request = assemble(
            Context(
                system=context.system_prompt or chat_prompt.system_prompt(spoken),
                memory=recall_prompt.render(memories, language=spoken),
                summary=chat_prompt.summary_block(state.get("summary", ""), language=spoken),
                pins=chat_prompt.pins_block(pins, language=spoken),
                history=history,
                user=user,
            ),
            hard_input=Budget.of_window(model.context_tokens).hard_input,
        )
        answer = await model.answer(request)
        if not text_of(answer.content):
            raise ModelError("empty_answer", f"the chat model {model.name!r} returned an empty answer. Try again.")
        return {"answer": answer}

    async def commit(self, state: ChatState) -> dict[str, Any]:
        """Append the completed turn once. A cancelled or failed run never comes here."""
        ids = [memory.id for memory in _recalled(state)]
        answer = answer_message(state["answer"], now=self.now(), memory_ids=ids)
        return {"messages": Overwrite([*state["messages"], answer])}

    async def dispatch(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Hand the turn to the background extraction. A failure is reported; the turn has succeeded."""
        store, thread_id = self._memory_of(runtime), thread_id_of(runtime)
        if store is None or thread_id is None:
            return {}
        user, answer = state["messages"][-2:]
        finished = {
            "conversation_id": thread_id,
            "turn_id": user.id,
            "user_text": text_of(user.content),
            "assistant_text": text_of(answer.content),
            "completed_at": self.now().isoformat(),
            "kind": state.get("recorded") or "ordinary_chat",
        }
        context = {
            "summary": state.get("summary", ""),
            "pinned_decisions": state.get("pinned_decisions", []),
        }
        run = await self.runs.extraction(store.person, finished, context)
        saved = (
            {"status": "scheduled", "thread_id": run.thread_id, "run_id": run.run_id} if run else {"status": "failed"}
        )
        runtime.stream_writer({"type": "memory", "saved": saved})
        return {}

    def _memory_of(self, runtime: Runtime[ChatContext]) -> UserStore | None:
        """Return the person's memories, or None when memory is off or nobody is known."""
        person = scope_of(runtime, self.settings)
        enabled = (runtime.context or ChatContext()).memory_enabled
        return UserStore(runtime.store, person) if enabled and person and runtime.store is not None else None

    def graph(self) -> StateGraph[ChatState, ChatContext, ChatInput, ThreadState]:
        """Return the topology."""
        folding = Folding(self.runs, self.settings, self.now, self.new_id)
        graph = StateGraph(ChatState, ChatContext, input_schema=ChatInput, output_schema=ThreadState)
        graph.add_node("intake", self.intake)
        graph.add_node("record", self.record)
        graph.add_node("refuse", self.refuse)
        graph.add_node("fold", folding.fold)
        graph.add_node("recall", self.recall)
        graph.add_node("respond", self.respond)
        graph.add_node("commit", self.commit)
        graph.add_node("dispatch", self.dispatch)
        graph.add_node("compact", folding.compact)
        graph.add_conditional_edges(START, _whose_turn)
        graph.add_conditional_edges("intake", _after_intake)
        graph.add_conditional_edges("record", _after_record)
        graph.add_edge("refuse", END)
        graph.add_edge("fold", "recall")
        graph.add_edge("recall", "respond")
        graph.add_edge("respond", "commit")
        graph.add_edge("commit", "dispatch")
        graph.add_edge("dispatch", "compact")
        graph.add_edge("compact", END)
        return graph


def _recalled(state: ChatState) -> Sequence[UserMemory]:
    """Return this turn's memories; none when the run was resumed after a restart, since they are untracked."""
    return state["recalled"].memories if "recalled" in state else ()


def _whose_turn(state: ChatState) -> Literal["intake", "record"]:
    return "record" if state.get("final_turn") is not None else "intake"


def _after_record(state: ChatState) -> Literal["refuse", "dispatch", "__end__"]:
    if state.get("refusal"):
        return "refuse"
    return "dispatch" if state.get("recorded") in KINDS.values() else "__end__"


def _after_intake(state: ChatState) -> Literal["refuse", "fold"]:
    return "refuse" if state.get("refusal") else "fold"


graph = Chat(services.models, embeddings, Dispatcher(), services.settings).graph().compile(name="chat")
