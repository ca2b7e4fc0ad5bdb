"""How a memory's document changes: every way to write one, each with a line in its history (B9, B10, B12).

Pure: documents in, documents out. Nothing is overwritten without a trace: a change keeps the text before it.
"""

from datetime import datetime
from typing import Any

from memory.sensitive import MASK, mask, sensitive
from memory.user.admit import Admitted
from memory.user.candidate import Candidate, Identity
from memory.user.document import (
    MAX_EVIDENCE,
    MAX_HISTORY,
    MAX_OLDER_TURNS,
    STANDING_TYPES,
    Event,
    Evidence,
    UserMemory,
    search_text,
)
from memory.user.evidence import Quote
from memory.user.turn import mark


def created(admitted: Admitted, id: str, key: str, now: datetime) -> UserMemory:
    """Return a new memory."""
    candidate, quote = admitted.candidate, admitted.quote
    said: dict[str, Any] = _said(candidate)
    return UserMemory(
        **said,
        id=id,
        stable_key=key,
        type=candidate.type,
        status="active",
        source=admitted.source,
        evidence=[_evidence(quote)],
        evidence_count=1,
        history=[_event("created", quote, now, text="")],
        created_at=now,
        updated_at=now,
        last_seen_at=quote.turn.completed_at,
        tier="standing" if candidate.type in STANDING_TYPES else "soft",
    )


def seen_again(memory: UserMemory, admitted: Admitted) -> UserMemory:
    """Return `memory` said once more: newer, with more evidence, and otherwise as it was (B12)."""
    quote = admitted.quote
    evidence = [*memory.evidence, _evidence(quote)]
    let_go = [mark(one.conversation_id, one.turn_id) for one in evidence[:-MAX_EVIDENCE]]
    return memory.model_copy(
        update={
            "evidence": evidence[-MAX_EVIDENCE:],
            "older_turns": [*memory.older_turns, *let_go][-MAX_OLDER_TURNS:],
            "evidence_count": memory.evidence_count + 1,
            "last_seen_at": max(memory.last_seen_at, quote.turn.completed_at),
            "confidence": max(memory.confidence, admitted.candidate.confidence),
        }
    )


def updated(memory: UserMemory, admitted: Admitted, now: datetime) -> UserMemory:
    """Return `memory` with what is said of the same thing now; one that had ended is revived (B11)."""
    what = "updated" if memory.status == "active" else "revived"
    changed = _changed(seen_again(memory, admitted), what, admitted.quote, now, text=memory.text)
    said = _said(admitted.candidate) | {"status": "active", "superseded_by": None}
    return changed.model_copy(update=said)


def revived(memory: UserMemory, admitted: Admitted, now: datetime) -> UserMemory:
    """Return `memory`, which had ended, as active again, in its own words."""
    changed = _changed(seen_again(memory, admitted), "revived", admitted.quote, now, text=memory.text)
    return changed.model_copy(update={"status": "active", "superseded_by": None})


def superseded(memory: UserMemory, by: str, quote: Quote, now: datetime) -> UserMemory:
    """Return `memory` replaced by the one with id `by`; it keeps its text and points to it (B10)."""
    changed = _changed(memory, "superseded", quote, now, text=memory.text)
    return changed.model_copy(update={"status": "superseded", "superseded_by": by})


def suppressed(memory: UserMemory, quote: Quote, now: datetime) -> UserMemory:
    """Return `memory` forgotten; from here on only a statement made after this one revives it."""
    changed = _changed(memory, "suppressed", quote, now, text=memory.text)
    last = max(memory.last_seen_at, quote.turn.completed_at)
    return changed.model_copy(update={"status": "suppressed", "last_seen_at": last})


def edited(memory: UserMemory, *, text: str | None, tags: list[str] | None, now: datetime) -> UserMemory:
    """Return `memory` as its person wants it; None leaves text or tags as they are."""
    said = memory.text if text is None else text
    kept = memory.tags if tags is None else list(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
    searched = search_text(said, memory.identity.subject, kept)
    changed = _by_hand(memory, "updated", now)
    return changed.model_copy(update={"text": said, "tags": kept, "search_text": searched})


def withdrawn(memory: UserMemory, now: datetime) -> UserMemory:
    """Return `memory` forgotten by its person, without a word in a conversation."""
    return _by_hand(memory, "suppressed", now).model_copy(update={"status": "suppressed"})


def restored(memory: UserMemory, now: datetime) -> UserMemory:
    """Return `memory`, which had ended, as active again because its person wants it."""
    return _by_hand(memory, "revived", now).model_copy(update={"status": "active", "superseded_by": None})


def taken_over(memory: UserMemory, file: UserMemory, now: datetime) -> UserMemory:
    """Return `memory`, new from a file, with the evidence and the history that stand there."""
    event = Event.model_validate({"at": now, "what": "created", "by": "import", "text": ""})
    kept = {name: getattr(file, name) for name in ("evidence", "source", "created_at", "status", "confidence")}
    counted = max(file.evidence_count, len(file.evidence))
    history = [*file.history, event][-MAX_HISTORY:]
    return memory.model_copy(update={**kept, "evidence_count": counted, "history": history})


def without_conversation(memory: UserMemory, conversation_id: str, now: datetime) -> UserMemory | None:
    """Return `memory` without the words it has from a conversation; None when what it says rests on nothing else."""
    evidence = [one for one in memory.evidence if one.conversation_id != conversation_id]
    if not evidence or _said_only_in(conversation_id, memory):
        return None
    authors = _authors(memory)
    history = [
        one.model_copy(
            update=({"text": ""} if before is not None and before.conversation_id == conversation_id else {})
            | ({"quote": "", "text": "", "turn_id": ""} if one.conversation_id == conversation_id else {})
        )
        for before, one in zip([None, *authors], memory.history, strict=False)
    ]
    counted = memory.evidence_count - (len(memory.evidence) - len(evidence))
    changed = {"evidence": evidence, "evidence_count": max(counted, len(evidence)), "history": history}
    return memory.model_copy(update={**changed, "updated_at": now, "version": memory.version + 1})


def _said_only_in(conversation_id: str, memory: UserMemory) -> bool:
    """Whether the text of `memory` comes from a conversation, and was said nowhere else since."""
    *_, author = [None, *_authors(memory)]
    if author is None or author.conversation_id != conversation_id:
        return False
    turns = [one.turn_id for one in memory.evidence]
    since = len(turns) - turns[::-1].index(author.turn_id) if author.turn_id in turns else 0
    return all(one.conversation_id == conversation_id for one in memory.evidence[since:])


def _authors(memory: UserMemory) -> list[Event | None]:
    """Return, for each event of the history, which one made the text that stood after it."""
    after = [*(event.text for event in memory.history[1:]), memory.text]
    made: list[Event | None] = []
    for event, text in zip(memory.history, after, strict=True):
        made.append(event if event.text != text else made[-1] if made else None)
    return made


def kept_identity(candidate: Candidate) -> Identity:
    """Return the identity as it is stored: only a taste has a polarity (R2.1.5)."""
    identity = candidate.identity
    return identity if candidate.type == "user_preference" else identity.model_copy(update={"polarity": None})


def _said(candidate: Candidate) -> dict[str, Any]:
    tags = list(dict.fromkeys(tag.strip() for tag in candidate.tags if tag.strip()))
    return {
        "text": candidate.text,
        "identity": kept_identity(candidate),
        "tags": tags,
        "confidence": candidate.confidence,
        "source_signal": candidate.source_signal,
        "search_text": search_text(candidate.text, candidate.identity.subject, tags),
    }


def _by_hand(memory: UserMemory, what: str, now: datetime) -> UserMemory:
    """Return `memory` changed at `now` by its person: what was said before cannot change it back."""
    event = Event.model_validate({"at": now, "what": what, "by": "api", "text": memory.text})
    history = [*memory.history, event][-MAX_HISTORY:]
    seen = max(memory.last_seen_at, now)
    changed = {"updated_at": now, "last_seen_at": seen, "version": memory.version + 1, "history": history}
    return memory.model_copy(update=changed)


def _changed(memory: UserMemory, what: str, quote: Quote, now: datetime, *, text: str) -> UserMemory:
    history = [*memory.history, _event(what, quote, now, text=text)][-MAX_HISTORY:]
    return memory.model_copy(update={"updated_at": now, "version": memory.version + 1, "history": history})


def _event(what: str, quote: Quote, now: datetime, *, text: str) -> Event:
    turn = quote.turn
    where = {"conversation_id": turn.conversation_id, "turn_id": turn.turn_id}
    return Event.model_validate({"at": now, "what": what, **where, "quote": _harmless(quote.text), "text": text})


def _harmless(words: str) -> str:
    """Return the user's words without what is never stored: no gate has read those of a forget."""
    masked = mask(words)
    return MASK if sensitive(masked) else masked


def _evidence(quote: Quote) -> Evidence:
    turn = quote.turn
    return Evidence(
        quote=quote.text,
        asked=quote.asked,
        conversation_id=turn.conversation_id,
        turn_id=turn.turn_id,
        said_at=turn.completed_at,
    )
