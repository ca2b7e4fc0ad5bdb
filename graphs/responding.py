"""The chat graph's loop of answering: ask the model, run the tools it calls, ask again.

Tool traffic lives in an untracked channel: it is in no checkpoint, and only the final answer is kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage
from langgraph.runtime import Runtime

from graphs.context import ChatContext
from graphs.state import ChatState
from memory.errors import ModelError
from memory.language.text import language
from memory.platform.models.models import Model, Models
from memory.platform.models.tools import Tools, Toolset
from memory.platform.settings import Settings
from memory.platform.store.recalling import Recalled
from memory.thread.assemble import Context, assemble
from memory.thread.budget import count_message, count_tools, encoding_of, request_tokens
from memory.thread.intake import Turns
from memory.thread.messages import memory_ids, text_of
from memory.thread.pairing import calls, identified
from memory.user.document import UserMemory
from prompts import chat as chat_prompt
from prompts import recall as recall_prompt


@dataclass(frozen=True)
class Responding:
    """The nodes and what they are given of the outside world."""

    models: Models
    tools: Tools
    settings: Settings
    new_id: Callable[[], str]

    async def respond(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Assemble the request within the token budget and stream the model's answer, or its tool calls."""
        context, exchange = runtime.context or ChatContext(), state.get("exchange", [])
        model = await self.models.get("chat", context.model)
        more = sum(1 for message in exchange if calls(message)) < self.settings.tool_rounds
        toolset = await self.tools.get() if more and model.takes_tools else None
        answer = identified(await self._asked(model, self._context(state, context, toolset), toolset), self.new_id)
        if calls(answer) and toolset is not None:
            return {"exchange": [*exchange, answer]}
        if not text_of(answer.content):
            raise ModelError("empty_answer", f"the chat model {model.name!r} returned an empty answer. Try again.")
        return {"answer": _after_command(answer, state)}

    async def call_tools(self, state: ChatState) -> dict[str, Any]:
        """Run the tools the model called; a failure is a result too."""
        toolset, exchange = await self.tools.get(), state["exchange"]
        results = (await toolset.node.ainvoke({"exchange": exchange}))["exchange"] if toolset else []
        return {"exchange": [*exchange, *results]}

    async def _asked(self, model: Model, context: Context, toolset: Toolset | None) -> BaseMessage:
        """Ask the model; when its endpoint refuses the request, once more without tools."""
        encoding = encoding_of(model.name)
        request = assemble(context, hard_input=model.hard_input, encoding=encoding)
        try:
            answer = await model.answer(request, **({"tools": toolset.schemas} if toolset else {}))
        except ModelError as error:
            if toolset is None or error.code != "bad_request":
                raise
            answer = await model.answer(request)
            model.tools_refused += 1
        spent = sum(count_message(message, encoding) for message in request)
        model.observe(request_tokens(spent + count_tools(context.tools, encoding)), answer)
        return answer

    def _context(self, state: ChatState, context: ChatContext, toolset: Toolset | None) -> Context:
        """Return everything the request is made of.

        Its beginning does not change from turn to turn, whatever is found and in whichever language the newest
        message is: the language of the prompts is that of the oldest message in sight.
        """
        turns, wished, known = Turns.of(state["messages"]), state.get("wished"), recalled(state)
        [user] = turns.waiting
        spoken = language(text_of([*turns.history, user][0].content))
        given = self._given(turns.history, known.earlier)
        found = {memory.id for memory in known.found}
        standing = _lines([memory for memory in known.memories if memory.id not in found])
        anything = standing or found or any(given.values())
        block = recall_prompt.block(standing, language=spoken) if anything else ""
        return Context(
            system=context.system_prompt or chat_prompt.system_prompt(spoken),
            memory=block,
            note=state["obeyed"].note if "obeyed" in state else "",
            found=_lines(known.found),
            given=given,
            summary=state.get("summary", ""),
            pins=wished.pins if wished is not None else state.get("pinned_decisions", []),
            history=turns.history,
            user=user,
            exchange=state.get("exchange", []),
            tools=toolset.schemas if toolset else (),
            language=spoken,
        )

    def _given(self, history: Sequence[AnyMessage], earlier: Sequence[UserMemory]) -> dict[str, list[str]]:
        """Return the lines that earlier messages were given, as these memories are now, by message id."""
        known = {memory.id: memory for memory in earlier}
        given = {id: [known[one] for one in ids if one in known] for id, ids in memory_ids(history).items()}
        # Where there are more, the answer was the list of what is remembered.
        return {id: _lines(found) for id, found in given.items() if len(found) <= self.settings.recall_max_items}


def after_respond(state: ChatState) -> Literal["tools", "commit"]:
    """Say whether the model has called tools or answered."""
    return "commit" if "answer" in state else "tools"


def recalled(state: ChatState) -> Recalled:
    """Return this turn's memories; none when the run was resumed after a restart, since they are untracked."""
    return state["recalled"] if "recalled" in state else Recalled()


def used_tools(state: ChatState) -> bool:
    """Whether the answer rests on tools."""
    return any(isinstance(message, AIMessage) for message in state.get("exchange", []))


def _after_command(answer: BaseMessage, state: ChatState) -> BaseMessage:
    """Return the answer with what the program has said about a command to memory before it."""
    if "obeyed" not in state:
        return answer
    return AIMessage(f"{state['obeyed'].said}\n\n{text_of(answer.content)}", id=answer.id)


def _lines(memories: Sequence[UserMemory]) -> list[str]:
    return [recall_prompt.line(memory.type, memory.text) for memory in memories]
