"""What an admitted candidate does to what is known: the one function every write goes through.

Pure: documents in, documents out. `new`, `duplicate` (said once more, nothing else changes), `updated` (the same
thing, otherwise now), `superseded` (another memory took its place), `suppressed`, `not_found`. A statement that is
older than what is known changes nothing, and `conflict_signal` never decides anything (W2.5).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from memory.language import modality
from memory.language.sense import against
from memory.language.text import fold
from memory.sensitive import mask
from memory.user import changes, continuing, corrections
from memory.user.admit import Admitted
from memory.user.asked import explicit, forget
from memory.user.asked.withdrawing import asks_to_drop, withdraws
from memory.user.candidate import Candidate, Identity
from memory.user.document import UserMemory
from memory.user.evidence import Quote
from memory.user.gates import Code
from memory.user.identity import stable_key
from memory.user.ledger import Ledger
from memory.user.resolve import Judged, Resolution, own_key, resolve

Verdict = Literal["new", "duplicate", "updated", "superseded", "suppressed", "not_found", "rejected"]


@dataclass(frozen=True)
class Decision:
    """What becomes of one memory."""

    verdict: Verdict
    memory: UserMemory | None
    """The document to write; None: nothing is written."""
    memory_id: str | None
    """The memory this was about."""
    code: Literal["already_processed", "outdated", "not_revived", "forgotten", "store_full"] | Code | None = None
    """Why nothing is written: this very turn was, a newer one is known, a promotion found it ended, what was said in
    this turn was forgotten, there is no room, or the gate."""


def decide(
    admitted: Admitted,
    known: Iterable[UserMemory],
    *,
    id_of: Callable[[str], str],
    now: datetime,
    judged: Judged | None = None,
) -> list[Decision]:
    """Return what to write for one candidate; the first decision is about the candidate itself.

    Args:
        admitted: a candidate that passed the gates.
        known: the memories it may be about, of any status, freshly read.
        id_of: the id of the memory with a stable key.
        now: the time of writing.
        judged: what a model said of pairs that rules leave open.
    """
    memories = list(known)
    if admitted.candidate.action == "suppress":
        return _withdrawn(admitted, memories, id_of, now)
    found = resolve(admitted.candidate, memories, judged, quote=admitted.quote)
    if admitted.leans:
        return _continued(admitted, found, memories, id_of, now)
    return _said(admitted, found, id_of, now)


def unless_forgotten(admitted: Admitted, decisions: list[Decision], ledger: Ledger) -> list[Decision]:
    """Return `decisions`, unless they would bring back what was forgotten: an old turn may only be a mention."""
    turn, brings_back = admitted.quote.turn, decisions[0].verdict in ("new", "updated")
    if ledger.unreadable(turn) or (ledger.spent_on(turn) and brings_back):
        return [Decision("rejected", None, None, "forgotten")]
    return decisions


def _continued(
    admitted: Admitted, found: Resolution, memories: list[UserMemory], id_of: Callable[[str], str], now: datetime
) -> list[Decision]:
    """Update the memory that the statement continues; without one it is refused as the gate refused it."""
    old = continuing.continued(admitted.candidate, admitted.quote, memories)
    older = [old] if old else list(found.older) if admitted.leans == "not_about_user" else []
    if not older and continuing.of_somebody_known(admitted.candidate, admitted.quote, memories):
        return _said(admitted, found, id_of, now)
    if not older:  # nor does it refresh or revive what says the same: the user's words do not carry it
        seen = found.same is not None and _seen(found.same, admitted.quote)
        same = found.same.id if found.same and seen else None
        return [Decision("duplicate", None, same, "already_processed") if seen else _rejected(admitted)]
    return _said(admitted, replace(found, older=older), id_of, now)


def _rejected(admitted: Admitted) -> Decision:
    return Decision("rejected", None, None, admitted.leans)


def _said(admitted: Admitted, found: Resolution, id_of: Callable[[str], str], now: datetime) -> list[Decision]:
    quote, same = admitted.quote, found.same
    stale = _stale(quote, [*([same] if same else []), *found.older])
    if stale is not None:
        return [stale]
    if same is not None and admitted.source == "pinned_decision_promotion":  # said before; a pin says it no louder
        return [Decision("duplicate", None, same.id, None if same.status == "active" else "not_revived")]
    first = _first(admitted, found, id_of, now)
    ended = [memory for memory in found.older if memory.id != first.memory_id]
    if first.memory_id is None or not ended:
        return [first]
    by = first.memory_id
    return [first, *[Decision("superseded", changes.superseded(m, by, quote, now), m.id) for m in ended]]


def _first(admitted: Admitted, found: Resolution, id_of: Callable[[str], str], now: datetime) -> Decision:
    """Return what becomes of the statement itself."""
    same = found.same
    if same is not None and same.status == "active":
        return Decision("duplicate", changes.seen_again(same, admitted), same.id)
    if same is not None:
        return Decision("updated", changes.revived(same, admitted, now), same.id)
    key = stable_key(admitted.candidate.type, admitted.candidate.identity)
    there = found.by_key.get(key)
    if there is not None and there in found.older:
        return Decision("updated", changes.updated(there, admitted, now), there.id)
    if there is not None:  # another fact about the same subject, or one that has ended
        key = own_key(admitted.candidate)
        there = found.by_key.get(key)
    if there is not None:
        return Decision("updated", changes.updated(there, admitted, now), there.id)
    memory = changes.created(admitted, id_of(key), key, now)
    return Decision("new", memory, memory.id)


def _withdrawn(
    admitted: Admitted, memories: list[UserMemory], id_of: Callable[[str], str], now: datetime
) -> list[Decision]:
    """Suppress what the user withdraws; where they say the opposite of it instead, that takes its place (case B13)."""
    quote, candidate = admitted.quote, admitted.candidate
    meant = {memory.id: memory for memory in _meant(admitted, memories)}
    if not meant:
        ended = next((m for m in memories if _ended_by(m, quote) or _seen(m, quote)), None)
        if ended is not None:
            return [Decision("suppressed", None, ended.id, "already_processed")]
        return [Decision("not_found", None, None)]
    older = [memory for memory in meant.values() if quote.turn.completed_at >= memory.last_seen_at]
    if not older:
        return [Decision("not_found", None, next(iter(meant)), "outdated")]
    asked = _asks_to_forget(quote) or asks_to_drop(quote.source, quote.span)
    taste = candidate.type == "user_preference" and not asked
    if taste and not against(quote.said) and all(against(memory.text) for memory in older):
        turned = Admitted(_turned(candidate, quote), quote, admitted.source)
        found = resolve(turned.candidate, memories)
        replaced = {memory.id: memory for memory in [*older, *found.older]}
        return _said(turned, replace(found, older=list(replaced.values())), id_of, now)
    return [Decision("suppressed", changes.suppressed(memory, quote, now), memory.id) for memory in older]


def _meant(admitted: Admitted, memories: list[UserMemory]) -> list[UserMemory]:
    candidate, quote = admitted.candidate, admitted.quote
    said = quote.sentence
    if corrections.corrects(said) and not _asks_to_forget(quote):  # it also says what is so
        memories = [memory for memory in memories if not _told_here(memory, quote)]
    found = resolve(candidate, memories)
    about = [found.same] if found.same and found.same.status == "active" else []
    about += forget.named(candidate.text, said, memories)
    about = [memory for memory in about if _taken_back(quote, memory)]
    # The user's own words first, also where they have ended it just now: a model may name another memory.
    before = [m.model_copy(update={"status": "active"}) if _ended_by(m, quote) else m for m in memories]
    asked = forget.asked_for(said, before) + forget.denied(said, before)
    return [memory for memory in asked if not _ended_by(memory, quote)] if asked else about


def _ended_by(memory: UserMemory, quote: Quote) -> bool:
    """Whether these very words, or a command read from them, have forgotten `memory`."""
    last = memory.history[-1] if memory.history else None
    here = (quote.turn.conversation_id, quote.turn.turn_id)
    return last is not None and last.what == "suppressed" and (last.conversation_id, last.turn_id) == here


def _told_here(memory: UserMemory, quote: Quote) -> bool:
    here = (quote.turn.conversation_id, quote.turn.turn_id)
    return here in {(one.conversation_id, one.turn_id) for one in memory.evidence}


def _taken_back(quote: Quote, memory: UserMemory) -> bool:
    """Whether the user asks to forget, says that it is over, or says the opposite; not when they say it once more."""
    over = _asks_to_forget(quote) or modality.ends(quote.sentence) or corrections.corrects(quote.sentence)
    over = over or withdraws(quote.source, quote.span)
    return over or against(quote.said) != against(memory.text)


def _asks_to_forget(quote: Quote) -> bool:
    return bool(explicit.wishes(quote.sentence))


def _turned(candidate: Candidate, quote: Quote) -> Candidate:
    """Return what the user says instead, in their own words."""
    identity = Identity(subject=candidate.identity.subject, facet=candidate.identity.facet, polarity="prefer")
    words = {
        "action": "add",
        "text": (quote.said if quote.answer else quote.text).strip("，,。.!！ "),
        "identity": identity,
    }
    return candidate.model_copy(update=words)


def _stale(quote: Quote, memories: Iterable[UserMemory]) -> Decision | None:
    """Return that nothing happens when this statement, or a newer one, has been written already."""
    for memory in memories:
        if _seen(memory, quote):
            return Decision("duplicate", None, memory.id, "already_processed")
        if quote.turn.completed_at < memory.last_seen_at:
            return Decision("duplicate", None, memory.id, "outdated")
    return None


def _seen(memory: UserMemory, quote: Quote) -> bool:
    """Whether this very statement has already been written into `memory`, or has ended it.

    The words count, not the turn alone: a message sent again with the same id may have been changed.
    """
    here = (quote.turn.conversation_id, quote.turn.turn_id)
    said = {(one.conversation_id, one.turn_id, fold(one.quote)) for one in memory.evidence}
    ended = (event for event in memory.history if event.what in ("suppressed", "superseded"))
    said |= {(event.conversation_id, event.turn_id, fold(event.quote)) for event in ended}
    return (*here, fold(mask(quote.text))) in said
