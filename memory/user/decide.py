"""What an admitted candidate does to what is already known. Pure: documents in, a document out.

A first set of rules: what a candidate is about is found by its exact stable key, and a text under the
same key that shares too little with it is another fact about the same subject (我的猫叫煤球, 我的猫对鸡肉
过敏), kept beside it. Finding the same thing in other words comes later, behind the same function.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memory.language.text import fold, has_han
from memory.user.admit import Admitted
from memory.user.candidate import Candidate, Identity
from memory.user.document import (
    MAX_EVIDENCE,
    MAX_HISTORY,
    STANDING_TYPES,
    Event,
    Evidence,
    UserMemory,
    search_text,
)
from memory.user.evidence import Quote
from memory.user.identity import related_keys, stable_key

SAME_MATTER = 0.3
"""Share of character pairs (in English: words) from which two texts under one key are one matter."""

Verdict = Literal["new", "duplicate", "updated", "suppressed", "not_found"]


@dataclass(frozen=True)
class Decision:
    """What becomes of one candidate."""

    verdict: Verdict
    memory: UserMemory | None
    """The document to write; None: nothing is written."""
    memory_id: str | None
    """The memory this was about."""
    code: Literal["already_processed", "outdated"] | None = None
    """Why nothing is written: this very turn was written before, or a newer one about the same thing."""


def keys_to_read(candidate: Candidate) -> list[str]:
    """Return the stable keys under which the candidate, or what it contradicts, may already be known."""
    return [*related_keys(candidate.type, candidate.identity), _own_key(candidate)]


def decide(
    admitted: Admitted, known: Mapping[str, UserMemory], *, id_of: Callable[[str], str], now: datetime
) -> list[Decision]:
    """Return what to write for one candidate.

    Args:
        admitted: a candidate that passed the gates.
        known: the memories found under `keys_to_read`, by stable key.
        id_of: the id of the memory with a stable key.
        now: the time of writing.
    """
    candidate, quote = admitted.candidate, admitted.quote
    if candidate.action == "suppress":
        return _forget(quote, known, now)
    key = stable_key(candidate.type, candidate.identity)
    opposite = {k: m for k, m in known.items() if k not in (key, _own_key(candidate))}
    if key in known and not _same_matter(known[key].text, candidate.text):
        key = _own_key(candidate)
    existing = known.get(key)
    stale = _stale(quote, [*opposite.values(), *([existing] if existing else [])])
    if stale is not None:
        return [stale]
    first = _new(admitted, id_of(key), key, now) if existing is None else _again(admitted, existing, now)
    # A newer like ends the older dislike of the same thing, never the other way round (W2.12).
    ended = [memory for memory in opposite.values() if memory.status == "active"]
    return [first, *[_suppressed(memory, quote, now) for memory in ended]]


def _own_key(candidate: Candidate) -> str:
    """Return the key of another fact about the same subject: its whole text is its facet."""
    identity = candidate.identity.model_copy(update={"facet": candidate.text})
    return stable_key(candidate.type, identity)


def _same_matter(one: str, other: str) -> bool:
    """Whether two texts about one subject speak of the same side of it: 我住在杭州 and 我住在成都 do."""
    first, second = _pieces(one), _pieces(other)
    return len(first & second) >= SAME_MATTER * len(first | second)


def _pieces(text: str) -> set[str]:
    if has_han(text):
        folded = fold(text)
        return {folded[i : i + 2] for i in range(len(folded) - 1)}
    return {word[:5] for word in re.findall(r"[a-z0-9']+", text.casefold())} - {
        "i",
        "i'm",
        "my",
        "the",
        "a",
        "user",
        "is",
    }


def _stale(quote: Quote, memories: Iterable[UserMemory]) -> Decision | None:
    """Return that nothing happens when this statement, or a newer one, has been written already."""
    for memory in memories:
        if _seen(memory, quote):
            return Decision("duplicate", None, memory.id, "already_processed")
        if quote.turn.completed_at < memory.last_seen_at:
            return Decision("duplicate", None, memory.id, "outdated")
    return None


def _forget(quote: Quote, known: Mapping[str, UserMemory], now: datetime) -> list[Decision]:
    """Suppress what is active and was said before; a forget that comes late undoes no newer statement."""
    active = [memory for memory in known.values() if memory.status == "active"]
    older = [memory for memory in active if quote.turn.completed_at >= memory.last_seen_at]
    if not older:
        newer = active[0].id if active else None
        return [Decision("not_found", None, newer, "outdated" if active else None)]
    return [_suppressed(memory, quote, now) for memory in older]


def _suppressed(memory: UserMemory, quote: Quote, now: datetime) -> Decision:
    changed = memory.model_copy(
        update={
            "status": "suppressed",
            "updated_at": now,
            # From here on only a statement made after this one revives it.
            "last_seen_at": max(memory.last_seen_at, quote.turn.completed_at),
            "version": memory.version + 1,
            "history": _with(memory, "suppressed", quote, now),
        }
    )
    return Decision("suppressed", changed, memory.id)


def _new(admitted: Admitted, id: str, key: str, now: datetime) -> Decision:
    candidate, quote = admitted.candidate, admitted.quote
    event = Event(
        at=now,
        what="created",
        conversation_id=quote.turn.conversation_id,
        turn_id=quote.turn.turn_id,
        text="",
    )
    memory = UserMemory(
        id=id,
        stable_key=key,
        type=candidate.type,
        text=candidate.text,
        identity=_kept_identity(candidate),
        tags=_tags(candidate),
        confidence=candidate.confidence,
        status="active",
        source_signal=candidate.source_signal,
        evidence=[_evidence(quote)],
        evidence_count=1,
        history=[event],
        created_at=now,
        updated_at=now,
        last_seen_at=quote.turn.completed_at,
        tier="standing" if candidate.type in STANDING_TYPES else "soft",
        search_text=search_text(candidate.text, candidate.identity.subject, _tags(candidate)),
    )
    return Decision("new", memory, id)


def _again(admitted: Admitted, existing: UserMemory, now: datetime) -> Decision:
    """The subject is known: the same statement again, or a changed one."""
    candidate, quote = admitted.candidate, admitted.quote
    refreshed = existing.model_copy(
        update={
            "evidence": [*existing.evidence, _evidence(quote)][-MAX_EVIDENCE:],
            "evidence_count": existing.evidence_count + 1,
            "last_seen_at": quote.turn.completed_at,
        }
    )
    same = existing.status == "active" and fold(existing.text) == fold(candidate.text)
    if same:
        return Decision("duplicate", refreshed, existing.id)
    revived = existing.status != "active"
    changed = refreshed.model_copy(
        update={
            "text": candidate.text,
            "identity": _kept_identity(candidate),
            "tags": _tags(candidate),
            "confidence": candidate.confidence,
            "status": "active",
            "source_signal": candidate.source_signal,
            "updated_at": now,
            "version": existing.version + 1,
            "history": _with(existing, "revived" if revived else "updated", quote, now),
            "search_text": search_text(candidate.text, candidate.identity.subject, _tags(candidate)),
        }
    )
    return Decision("updated", changed, existing.id)


def _seen(memory: UserMemory, quote: Quote) -> bool:
    """Whether this very statement has already been written into `memory`, or has suppressed it.

    The words count, not the turn alone: a message sent again with the same id may have been changed.
    """
    here = (quote.turn.conversation_id, quote.turn.turn_id)
    said = {(one.conversation_id, one.turn_id, fold(one.quote)) for one in memory.evidence}
    ended = {(event.conversation_id, event.turn_id) for event in memory.history if event.what == "suppressed"}
    return (*here, fold(quote.text)) in said or here in ended


def _kept_identity(candidate: Candidate) -> Identity:
    identity = candidate.identity
    return identity if candidate.type == "user_preference" else identity.model_copy(update={"polarity": None})


def _tags(candidate: Candidate) -> list[str]:
    return list(dict.fromkeys(tag.strip() for tag in candidate.tags if tag.strip()))


def _evidence(quote: Quote) -> Evidence:
    turn = quote.turn
    return Evidence(
        quote=quote.text,
        conversation_id=turn.conversation_id,
        turn_id=turn.turn_id,
        said_at=turn.completed_at,
    )


def _with(memory: UserMemory, what: str, quote: Quote, now: datetime) -> list[Event]:
    event = Event.model_validate(
        {
            "at": now,
            "what": what,
            "conversation_id": quote.turn.conversation_id,
            "turn_id": quote.turn.turn_id,
            "text": memory.text,
        }
    )
    return [*memory.history, event][-MAX_HISTORY:]
