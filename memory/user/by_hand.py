"""What a person may make of their memory by hand, on a page or from a file: the gates about the memory alone hold."""

from pydantic import ValidationError

from memory.language.text import even
from memory.user.admit import Admitted
from memory.user.candidate import Candidate
from memory.user.document import UserMemory
from memory.user.evidence import Quote
from memory.user.gates import CANDIDATE_GATES, Code
from memory.user.turn import FinishedTurn


def candidate_of(memory: UserMemory) -> Candidate:
    """Return what would have to be proposed for `memory`.

    Raises:
        ValidationError: it is no memory that could be.
    """
    return Candidate(
        action="add",
        type=memory.type,
        text=memory.text,
        evidence=memory.text,
        identity=memory.identity,
        tags=memory.tags,
        confidence=memory.confidence,
        stability="stable",
        source_signal=memory.source_signal,
    )


def refused(memory: UserMemory) -> Code | None:
    """Return the gate that keeps `memory` from being stored: a secret, an order about orders, machinery, no text."""
    try:
        candidate = candidate_of(memory)
    except ValidationError as error:
        long = any(fault["type"] == "string_too_long" for fault in error.errors())
        return "too_long" if long else "unsafe"
    said = [text for one in memory.evidence for text in (one.quote, one.asked)]
    said += [text for event in memory.history for text in (event.quote, event.text)]
    for checked in (candidate, *(candidate.model_copy(update={"text": text}) for text in said if text)):
        code = next((gate.code for gate in CANDIDATE_GATES if gate.refuses(checked)), None)
        if code and (checked is candidate or code in ("sensitive_personal_information", "injection")):
            return code
    return None


def stated(memory: UserMemory) -> Admitted:
    """Return `memory` as a statement its person makes at the time it was last seen, to be decided upon like any."""
    newest = memory.evidence[-1]
    turn = FinishedTurn(
        conversation_id=newest.conversation_id,
        turn_id=newest.turn_id,
        user_text=newest.quote,
        completed_at=memory.last_seen_at,
    )
    whole = (0, len(turn.user_text))
    return Admitted(candidate_of(memory), Quote(turn, even(turn.user_text), whole, whole), memory.source)
