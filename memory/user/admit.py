"""From a raw proposal to a candidate that may be written, or the code of the gate that refused it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import structlog
from pydantic import ValidationError

from memory.language import dates
from memory.language.text import even
from memory.user import brief
from memory.user.candidate import MAX_TEXT_CHARS, Candidate
from memory.user.continuing import changes_rule, may_continue, names_somebody
from memory.user.document import Source
from memory.user.evidence import Quote, locate
from memory.user.gates import (
    ADD_GATES,
    CANDIDATE_GATES,
    SUPPRESS_GATES,
    Checked,
    Code,
    Gate,
    gates_beside_support,
)
from memory.user.refusals import Grounded, one_off, unsupported
from memory.user.turn import PROMOTED_KIND, FinishedTurn

_log = structlog.get_logger("ai_mind.extraction")
PROMOTED_CONFIDENCE = 0.85
"""R2.6.3, B15."""


@dataclass(frozen=True)
class Admitted:
    """A candidate that passed every gate, with the user's words it rests on."""

    candidate: Candidate
    quote: Quote
    source: Source = "eligible_completed_turn"
    leans: Code | None = None
    """The gate that lets it pass only as the update of what is known (`continuing`)."""


@dataclass(frozen=True)
class Rejected:
    """A candidate that did not pass."""

    code: Code
    leaning: Admitted | None = None
    """The candidate, if what is known may make it whole."""


def admit(raw: object, turns: Sequence[FinishedTurn]) -> Admitted | Rejected:
    """Check one raw candidate of a model's proposal against the turns it was made from.

    A statement whose sense was turned round is admitted as its own withdrawal: the user has said the
    opposite, so that what is stored of it ends (case B13). Relative dates are made absolute.
    """
    try:
        candidate = Candidate.model_validate(raw)
    except ValidationError as error:
        return Rejected(_schema_code(error))
    code = _refused(CANDIDATE_GATES, candidate)
    if code:
        return Rejected(code)
    quote = locate(candidate.evidence, turns)
    if quote is None:
        return Rejected("no_evidence")
    read = candidate.model_copy(update={"text": even(candidate.text)})
    gates = SUPPRESS_GATES if candidate.action == "suppress" else ADD_GATES
    code = _refused(gates, Grounded(read, quote))
    grounded = Grounded(read, quote)
    if code and _may_lean(code, grounded):
        beside = _refused(gates_beside_support(gates), grounded)
        passes = candidate.action == "add" and not beside and quote.turn.kind != PROMOTED_KIND
        text = dates.resolve(candidate.text, quote.turn.completed_at)
        leans: Code = "unsupported_detail" if unsupported(grounded) else code
        dated = candidate.model_copy(update={"text": text})
        fits = passes and len(text) <= MAX_TEXT_CHARS
        return Rejected(code, Admitted(dated, quote, leans=leans) if fits else None)
    if code == "turned_round":
        code = _refused(SUPPRESS_GATES, Grounded(read, quote)) and code
        candidate = candidate.model_copy(update={"action": "suppress"})
    if code:
        return Rejected(code)
    text = dates.resolve(candidate.text, quote.turn.completed_at)
    if len(text) > MAX_TEXT_CHARS:
        return Rejected("too_long")
    admitted = candidate.model_copy(update={"text": text})
    if quote.turn.kind == PROMOTED_KIND:
        promoted = {"confidence": PROMOTED_CONFIDENCE, "source_signal": "pinned_decision_signal"}
        return Admitted(admitted.model_copy(update=promoted), quote, "pinned_decision_promotion")
    return Admitted(admitted, quote)


def _may_lean(code: Code, grounded: Grounded) -> bool:
    """Whether what is known may make the candidate whole: an update of it, or of somebody it names."""
    if code == "temporary":
        return one_off(grounded) and changes_rule(grounded.quote)
    named = names_somebody(grounded.candidate, grounded.quote)
    return code in ("not_about_user", "unsupported_detail") and (may_continue(grounded.quote) or named)


def admit_all(proposed: Sequence[object], turns: Sequence[FinishedTurn]) -> list[Admitted | Rejected]:
    """Check every candidate of a proposal, and what the user expressly asked for and none of them covers."""
    verdicts = [_safely(raw, turns) for raw in proposed]
    for turn in turns:
        here = [v for v in verdicts if isinstance(v, Admitted) and v.quote.turn == turn]
        covered = [v.quote.text for v in here]
        ended = [v.quote.text for v in here if v.candidate.action == "suppress"]
        wished = brief.explicit(turn.user_text, covered, ended) if turn.kind != PROMOTED_KIND else []
        verdicts += [_safely(raw, [turn]) for raw in wished]
    return verdicts


def _safely(raw: object, turns: Sequence[FinishedTurn]) -> Admitted | Rejected:
    """Check one candidate; whatever is odd about it, its siblings are checked too."""
    try:
        return admit(raw, turns)
    except Exception as error:
        _log.error("candidate_not_checked", error=type(error).__name__)
        return Rejected("unsafe")


def _refused(gates: Iterable[Gate[Checked]], checked: Checked) -> Code | None:
    return next((gate.code for gate in gates if gate.refuses(checked)), None)


def _schema_code(error: ValidationError) -> Code:
    """Name the first kind of fault: unknown key, type, text, anything else (R2.2, gate 2)."""
    faults = error.errors()
    if any(fault["type"] == "extra_forbidden" for fault in faults):
        return "unsafe"
    if any(fault["loc"][:1] == ("type",) for fault in faults):
        return "unsupported_type"
    if any(fault["loc"][:1] == ("text",) and fault["type"] == "string_too_long" for fault in faults):
        return "too_long"
    return "unsafe"
