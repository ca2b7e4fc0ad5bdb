"""The gates: each refuses a candidate for one reason and has a code of its own (R2.2).

The article's gates come first and in its order; evidence and injection follow. A candidate that
passes all of them may be written; which memory it changes is decided elsewhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError

from memory.language import clauses, modality
from memory.language.text import clean
from memory.sensitive import sensitive
from memory.user import detectors
from memory.user.candidate import MIN_CONFIDENCE, Candidate
from memory.user.evidence import Quote, kept_language, locate, supported
from memory.user.identity import canonical
from memory.user.turn import FinishedTurn

Code = Literal[
    "empty",
    "full_transcript",
    "hypothetical",
    "injection",
    "irrelevant",
    "language_not_kept",
    "low_confidence",
    "no_evidence",
    "not_about_user",
    "question",
    "quoted",
    "raw_runtime_state",
    "sensitive_personal_information",
    "speculative",
    "temporary",
    "too_long",
    "unsafe",
    "unsupported_detail",
    "unsupported_type",
]
"""Why a candidate was rejected."""


@dataclass(frozen=True)
class Admitted:
    """A candidate that passed every gate, with the user's words it rests on."""

    candidate: Candidate
    quote: Quote


@dataclass(frozen=True)
class Rejected:
    """A candidate that did not pass."""

    code: Code


def admit(raw: object, turns: Sequence[FinishedTurn]) -> Admitted | Rejected:
    """Check one raw candidate of a model's proposal against the turns it was made from."""
    try:
        candidate = Candidate.model_validate(raw)
    except ValidationError as error:
        return Rejected(_schema_code(error))
    code = next((code for gate in _GATES if (code := gate(candidate))), None)
    if code:
        return Rejected(code)
    quote = locate(candidate.evidence, turns)
    if quote is None:
        return Rejected("no_evidence")
    # A forget names what it is about, not what is true: its words need no support.
    gates = _FORGET_GATES if candidate.action == "suppress" else _EVIDENCE_GATES
    code = next((code for check in gates if (code := check(candidate, quote))), None)
    return Rejected(code) if code else Admitted(candidate, quote)


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


def _empty(c: Candidate) -> Code | None:
    return None if clean(c.text) else "empty"


def _stability(c: Candidate) -> Code | None:
    return None if c.stability == "stable" else c.stability


def _confidence(c: Candidate) -> Code | None:
    # The user's own "forget it" is not up to the model's confidence (W2.13).
    return "low_confidence" if c.action == "add" and c.confidence < MIN_CONFIDENCE else None


def _sensitive(c: Candidate) -> Code | None:
    return "sensitive_personal_information" if any(map(sensitive, _fields(c))) else None


def _runtime(c: Candidate) -> Code | None:
    return "raw_runtime_state" if any(map(detectors.runtime_data, _fields(c))) else None


def _transcript(c: Candidate) -> Code | None:
    return "full_transcript" if detectors.transcript(c.text) else None


def _placeholder(c: Candidate) -> Code | None:
    return "irrelevant" if detectors.placeholder(c.text) else None


def _identity(c: Candidate) -> Code | None:
    if not canonical(c.identity.subject):
        return "unsafe"
    return "unsafe" if c.type == "user_preference" and c.identity.polarity is None else None


def _injection(c: Candidate) -> Code | None:
    # "Forget the previous rule" is what a forget says.
    return "injection" if c.action == "add" and any(map(detectors.injection, _fields(c))) else None


def _fields(c: Candidate) -> list[str]:
    """Every text that would leave the process or be stored; the reason is neither (R2.2.5)."""
    named = (c.text, c.evidence, c.identity.subject, c.identity.facet)
    return [*c.tags, *filter(None, named)]


_GATES: tuple[Callable[[Candidate], Code | None], ...] = (
    _empty,
    _stability,
    _confidence,
    _sensitive,
    _runtime,
    _transcript,
    _placeholder,
    _identity,
    _injection,
)

_FOR_THE_ASSISTANT = frozenset({"standing_instruction", "communication_preference", "workflow_preference"})
"""Types of which a statement may be addressed to the assistant instead of being about the user."""
_PLAIN_FACTS = frozenset({"user_preference", "stable_user_context"})


def _sensitive_quote(_: Candidate, quote: Quote) -> Code | None:
    """The quote grew to whole clauses and is stored: what stands beside the evidence counts too."""
    return "sensitive_personal_information" if sensitive(quote.text) else None


def _language(c: Candidate, quote: Quote) -> Code | None:
    return None if kept_language(c, quote) else "language_not_kept"


def _support(c: Candidate, quote: Quote) -> Code | None:
    return None if supported(c, quote) else "unsupported_detail"


def _question(c: Candidate, quote: Quote) -> Code | None:
    of_oneself = c.type not in _FOR_THE_ASSISTANT
    return "question" if clauses.asks(quote.turn.user_text, quote.span, of_oneself=of_oneself) else None


def _about_user(c: Candidate, quote: Quote) -> Code | None:
    if c.type in _FOR_THE_ASSISTANT or clauses.of_oneself(quote.turn.user_text, quote.span):
        return None
    return "not_about_user"


def _quoted(_: Candidate, quote: Quote) -> Code | None:
    return "quoted" if modality.quoted(quote.turn.user_text, quote.span) else None


def _hypothetical(c: Candidate, quote: Quote) -> Code | None:
    # "If I ask for code, always …" is a rule with a condition, not a hypothesis about the user.
    about_user = c.type not in _FOR_THE_ASSISTANT
    return "hypothetical" if about_user and modality.imagined(quote.turn.user_text, quote.span) else None


def _unsure(c: Candidate, quote: Quote) -> Code | None:
    about_user = c.type not in _FOR_THE_ASSISTANT
    return "speculative" if about_user and modality.unsure(quote.turn.user_text, quote.span) else None


def _passing(_: Candidate, quote: Quote) -> Code | None:
    text = quote.turn.user_text
    return "temporary" if modality.of_the_day(text, quote.span) or modality.over(text, quote.span) else None


def _one_off(c: Candidate, quote: Quote) -> Code | None:
    """Refuse a request for now as a rule for good: 请用三句话解释黑洞."""
    rule = c.type in _FOR_THE_ASSISTANT
    return "temporary" if rule and not clauses.lasts(quote.turn.user_text, quote.span) else None


def _turned_round(c: Candidate, quote: Quote) -> Code | None:
    """Refuse an order filed as a fact: "Never suggest paid tools to me" is not what the user never does."""
    order = c.type in _PLAIN_FACTS and clauses.is_rule(quote.turn.user_text, quote.span)
    return "unsupported_detail" if order and not clauses.remembers(quote.turn.user_text, quote.span) else None


_FORGET_GATES: tuple[Callable[[Candidate, Quote], Code | None], ...] = (_quoted,)
_EVIDENCE_GATES: tuple[Callable[[Candidate, Quote], Code | None], ...] = (
    _sensitive_quote,
    _language,
    _question,
    _quoted,
    _hypothetical,
    _unsure,
    _passing,
    _one_off,
    _turned_round,
    _about_user,
    _support,
)
