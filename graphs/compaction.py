"""Background: propose a summary and pin operations for the older part of a conversation.

Runs on the conversation's companion thread. Its output is a proposal; only the chat graph changes a
conversation, so a compaction never races a turn and nobody waits for one.
"""

from dataclasses import dataclass
from typing import Any

import structlog
from langgraph.graph import END, START, StateGraph
from pydantic import TypeAdapter, ValidationError

from graphs.state import CompactionInput, CompactionOutput, CompactionState, MessageInput, PinnedDecision
from memory.errors import InputError, ModelError
from memory.model_output import MalformedOutput
from memory.platform import services
from memory.platform.models import Models
from memory.platform.structured import ask
from memory.thread.compaction import CompactionProposal, read_proposal
from prompts import compaction as compaction_prompt

_log = structlog.get_logger("ai_mind.compaction")


@dataclass(frozen=True)
class Compaction:
    """The node of the compaction graph and the models it is given."""

    models: Models

    async def propose(self, state: CompactionState) -> dict[str, Any]:
        """Ask the compaction model; what it returns is valid or there is no proposal."""
        messages, pins = read_input(state)
        covers = [message["id"] for message in messages]
        if not messages:
            return {"outcome": "nothing_to_compact", "proposal": None, "covers": []}
        request = compaction_prompt.render(
            [(message["id"], message["role"], message["text"]) for message in messages],
            summary=state.get("summary") or "",
            pins=[(pin["id"], pin["text"]) for pin in pins],
        )
        try:
            model = await self.models.get("compaction")
            output = await ask(model, request, schema=CompactionProposal.model_json_schema(), name="compaction")
            if output.truncated:
                raise MalformedOutput("the output was cut off at the token limit")
            proposal = read_proposal(output.text, pins=[pin["id"] for pin in pins])
        except ModelError as error:
            return _failed("provider_failed", error.code)
        except MalformedOutput as error:
            return _failed("malformed_output", str(error))
        return {"outcome": "proposed", "proposal": proposal.model_dump(exclude_none=True), "covers": covers}

    def graph(self) -> StateGraph[CompactionState, None, CompactionInput, CompactionOutput]:
        """Return the topology."""
        graph = StateGraph(CompactionState, input_schema=CompactionInput, output_schema=CompactionOutput)
        graph.add_node("propose", self.propose)
        graph.add_edge(START, "propose")
        graph.add_edge("propose", END)
        return graph


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
        fault = error.errors()[0]
        raise InputError(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}") from None


def _failed(outcome: str, code: str) -> dict[str, Any]:
    _log.warning("compaction_failed", outcome=outcome, code=code)
    return {"outcome": outcome, "proposal": None, "covers": []}


graph = Compaction(services.models).graph().compile(name="compaction")
