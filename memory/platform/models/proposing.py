"""Ask a model what might be remembered: in full, or in brief from a small model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from memory.language import answers, oneself, questions
from memory.language.text import sentences
from memory.model_output import read_object
from memory.platform.models.models import Model
from memory.platform.models.schemas import concise
from memory.platform.models.structured import ask, total
from memory.sensitive import mask
from memory.user import brief
from memory.user.candidate import MAX_CANDIDATES, Candidate, read_candidates
from memory.user.gate import idle
from memory.user.turn import FinishedTurn
from prompts import brief_extraction, extraction


class _Proposal(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: brief.Kind | None = None
    candidates: list[Candidate] = Field(max_length=MAX_CANDIDATES)


MAX_SENTENCES = 5
"""Most sentences of one message a small model is asked about one by one."""
FULL_SCHEMA: dict[str, Any] = concise(_Proposal.model_json_schema())


@dataclass(frozen=True)
class Proposed:
    """Raw candidates, none of them checked, and what they cost."""

    candidates: list[object]
    usage: dict[str, int]


async def propose(model: Model, turns: Sequence[FinishedTurn], *, summary: str, pins: Sequence[str]) -> Proposed:
    """Return what `model` thinks worth remembering of `turns`.

    Raises:
        ModelError: the model could not be reached.
        MalformedOutput: it did not return the agreed object, or its output was cut off.
    """
    if model.small:
        parts = [await _of_turn(model, turn) for turn in turns]
        return Proposed([c for part in parts for c in part.candidates], total(*(part.usage for part in parts)))
    # What is secret in a turn is not sent to yet another model.
    said = [(mask(turn.asked), mask(turn.user_text), mask(turn.assistant_text)) for turn in turns]
    prompt = extraction.render(said, summary=mask(summary), pins=[mask(pin) for pin in pins])
    answered = await ask(model, prompt, schema=FULL_SCHEMA, name="memory_candidates", read=read_candidates)
    return Proposed(answered.value, answered.usage)


async def _of_turn(model: Model, turn: FinishedTurn) -> Proposed:
    """Ask a small model about one turn; of a bare yes it is shown what that says, and the yes is the evidence."""
    statement = answers.statement(turn.user_text, turn.in_reply_to)
    found = await _brief(model, statement or turn.user_text)
    if statement is None:
        return found
    proposed: list[object] = [raw | {"evidence": turn.user_text} for raw in found.candidates if isinstance(raw, dict)]
    return Proposed(proposed, found.usage)


async def _brief(model: Model, text: str) -> Proposed:
    """Ask about the whole message, then about each statement in it that was passed over.

    A small model sees one kind in a message: a statement between two questions is a question to it. But
    a sentence alone loses what it refers to ("I cannot mess that up again"), so the whole comes first.
    """
    whole = await _asked(model, text, text)
    asked = [whole, *[await _asked(model, part, text) for part in _passed_over(whole.candidates, text)]]
    return Proposed([c for one in asked for c in one.candidates], total(*(one.usage for one in asked)))


def _passed_over(candidates: Sequence[object], text: str) -> list[str]:
    """Return the sentences of a longer message that may be statements and in which nothing was found."""
    found = [str(c.get("evidence", "")) for c in candidates if isinstance(c, dict)]
    spans = sentences(text)
    left = [
        text[slice(*span)]
        for span in spans
        if not questions.asks(text, span)
        and not any(brief.overlap(quote, text[slice(*span)]) for quote in found)
        and (span == spans[0] or oneself.stands_alone(text, span))
    ]
    return [sentence for sentence in left if not idle(sentence)][-MAX_SENTENCES:] if len(spans) > 1 else []


async def _asked(model: Model, part: str, text: str) -> Proposed:
    def read(output: str) -> list[object]:
        return brief.expand(read_object(output, key="candidates"), text)

    prompt = brief_extraction.render(part)
    answered = await ask(model, prompt, schema=brief.JSON_SCHEMA, name="memory_candidates", read=read)
    return Proposed(answered.value, answered.usage)
