"""Background: propose a summary and pin operations for the older part of a conversation.

Runs on the conversation's companion thread. Its output is a proposal; only the chat graph changes a
conversation, so a compaction never races a turn and nobody waits for one.
"""

from dataclasses import dataclass
from typing import Any

import structlog
from langchain_core.messages import BaseMessage
from langgraph.graph import END, START, StateGraph
from pydantic import TypeAdapter, ValidationError

from graphs.state import CompactionInput, CompactionOutput, CompactionState, MessageInput
from memory.errors import ModelError, input_error
from memory.model_output import MalformedOutput
from memory.platform import services
from memory.platform.models.models import Models
from memory.platform.models.schemas import concise
from memory.platform.models.structured import ask
from memory.sensitive import mask
from memory.thread.budget import count_message, count_text, encoding_of, request_tokens
from memory.thread.compaction import CompactionProposal, masked, read_proposal
from memory.thread.digest import shortened
from memory.thread.folding import Level
from memory.thread.thread import PinnedDecision
from prompts import compaction as compaction_prompt

_log = structlog.get_logger("ai_mind.compaction")


@dataclass(frozen=True)
class Request:
    """What is to be compressed."""

    messages: list[MessageInput]
    summary: str
    pins: list[PinnedDecision]
    level: Level


@dataclass(frozen=True)
class Compaction:
    """The node of the compaction graph and the models it is given."""

    models: Models

    async def propose(self, state: CompactionState) -> dict[str, Any]:
        """Ask the compaction model; what it returns is valid and without secrets, or there is no proposal."""
        messages, pins = read_input(state)
        if not messages:
            return {"outcome": "nothing_to_compact", "proposal": None, "covers": []}
        try:
            model = await self.models.get("compaction")
            request = Request(messages, state.get("summary") or "", pins, state.get("level") or "summarise")
            prompt, covers = readable(request, hard_input=model.hard_input, encoding=encoding_of(model.name))
            known = [pin["id"] for pin in pins]
            schema = concise(CompactionProposal.model_json_schema())
            answered = await ask(
                model, prompt, schema=schema, name="compaction", read=lambda output: read_proposal(output, pins=known)
            )
        except ModelError as error:
            return _failed("provider_failed", error.code)
        except MalformedOutput as error:
            return _failed("malformed_output", str(error))
        return {
            "outcome": "proposed",
            "proposal": masked(answered.value).model_dump(exclude_none=True),
            "covers": covers,
        }

    def graph(self) -> StateGraph[CompactionState, None, CompactionInput, CompactionOutput]:
        """Return the topology."""
        graph = StateGraph(CompactionState, input_schema=CompactionInput, output_schema=CompactionOutput)
        graph.add_node("propose", self.propose)
        graph.add_edge(START, "propose")
        graph.add_edge("propose", END)
        return graph


MAX_MESSAGE_CHARS = 4_000
MIN_MESSAGE_CHARS = 500
"""Between these, a quarter of the model's input: what one message may take of the prompt."""
MIN_PIN_CHARS = 40
FRAME_TOKENS = 60
"""Tags and id of a message."""
_messages = TypeAdapter(list[MessageInput])
_pins = TypeAdapter(list[PinnedDecision])


def read_input(state: CompactionState) -> tuple[list[MessageInput], list[PinnedDecision]]:
    """Return the messages and pins to compress.

    Raises:
        InputError: names the field that is wrong.
    """
    try:
        return (
            _messages.validate_python(state.get("messages") or []),
            _pins.validate_python(state.get("pinned_decisions") or []),
        )
    except ValidationError as error:
        raise input_error(error) from None


def readable(request: Request, *, hard_input: int, encoding: str) -> tuple[list[BaseMessage], list[str]]:
    """Return the prompt with as many of the oldest turns as the model can read, and the ids of these.

    Only what the model has read may be replaced by its summary (case B55). Secrets are masked (case B30);
    a very long message is given by its beginning and end, and so are summary and pins in a small window:
    code checks what a summary left out.
    """
    limit = min(MAX_MESSAGE_CHARS, max(hard_input // 4, MIN_MESSAGE_CHARS))

    def prompt(read: list[tuple[str, str, str]]) -> list[BaseMessage]:
        summary = shortened(mask(request.summary), limit)
        return compaction_prompt.render(read, summary=summary, pins=pins, level=request.level)

    each = max(limit // max(len(request.pins), 1), MIN_PIN_CHARS)
    pins = [(pin["id"], shortened(mask(pin["text"]), each), pin["origin"]) for pin in request.pins]
    read: list[tuple[str, str, str]] = []
    spent = sum(count_message(message, encoding) for message in prompt([]))
    for start in range(0, len(request.messages), 2):
        turn = [(m["id"], m["role"], shortened(mask(m["text"]), limit)) for m in request.messages[start : start + 2]]
        spent += sum(count_text(text, encoding) + FRAME_TOKENS for _, _, text in turn)
        if read and request_tokens(spent) > hard_input:
            break
        read += turn
    return prompt(read), [id for id, _, _ in read]


def _failed(outcome: str, code: str) -> dict[str, Any]:
    _log.warning("compaction_failed", outcome=outcome, code=code)
    return {"outcome": outcome, "proposal": None, "covers": []}


graph = Compaction(services.models).graph().compile(name="compaction")
