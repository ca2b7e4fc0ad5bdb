"""The chat graph's loop of answering: ask the model, run the tools it calls, ask again.

Tool traffic lives in an untracked channel: it is in no checkpoint, and only the final answer is kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage
from langgraph.runtime import Runtime

from graphs.context import ChatContext
from graphs.state import ChatState
from memory.errors import ModelError
from memory.language.text import language
from memory.platform.models.models import Model, Models
from memory.platform.models.tools import Tools, Toolset
from memory.platform.settings import Settings
from memory.thread.assemble import Context, assemble
from memory.thread.budget import count_message, count_tools, encoding_of, request_tokens
from memory.thread.intake import Turns
from memory.thread.messages import text_of
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
        answer = identified(await self._asked(model, _context(state, context, toolset), toolset), self.new_id)
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


def after_respond(state: ChatState) -> Literal["tools", "commit"]:
    """Say whether the model has called tools or answered."""
    return "commit" if "answer" in state else "tools"


def recalled(state: ChatState) -> Sequence[UserMemory]:
    """Return this turn's memories; none when the run was resumed after a restart, since they are untracked."""
    return state["recalled"].memories if "recalled" in state else ()


def used_tools(state: ChatState) -> bool:
    """Whether the answer rests on tools."""
    return any(isinstance(message, AIMessage) for message in state.get("exchange", []))


def _after_command(answer: BaseMessage, state: ChatState) -> BaseMessage:
    """Return the answer with what the program has said about a command to memory before it."""
    if "obeyed" not in state:
        return answer
    return AIMessage(f"{state['obeyed'].said}\n\n{text_of(answer.content)}", id=answer.id)


def _context(state: ChatState, context: ChatContext, toolset: Toolset | None) -> Context:
    turns, wished = Turns.of(state["messages"]), state.get("wished")
    [user] = turns.waiting
    spoken = language(text_of(user.content))
    known = recall_prompt.render([(m.type, m.text) for m in recalled(state)], language=spoken)
    return Context(
        system=context.system_prompt or chat_prompt.system_prompt(spoken),
        memory="\n\n".join(filter(None, [known, state["obeyed"].note if "obeyed" in state else ""])),
        summary=state.get("summary", ""),
        pins=wished.pins if wished is not None else state.get("pinned_decisions", []),
        history=turns.history,
        user=user,
        exchange=state.get("exchange", []),
        tools=toolset.schemas if toolset else (),
        language=spoken,
    )
