"""When older turns are to be compacted, and whether a proposal for it is taken (design section 5).

The model proposes a summary and pin operations; everything here decides. A proposal that is not taken
leaves the conversation as it is.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from langchain_core.messages import AnyMessage, HumanMessage

from memory.sensitive import sensitive
from memory.text import language
from memory.thread.budget import Budget, count_message
from memory.thread.compaction import MAX_PINS, CompactionProposal
from memory.thread.messages import text_of

RETAINED_TURNS = 4
SLACK_TURNS = 4
"""Turns beyond the retained ones before a compaction is due: without a gap every turn would cause one (R4.3)."""
SUMMARY_TOKENS = 3_000
"""R1.6.5: room kept for the new summary and pins; half of the target where that is less."""

FAILED = frozenset({"malformed_output", "provider_failed"})
"""Outcomes of a compaction that made no proposal."""

Pin = Mapping[str, Any]
Reason = Literal["stale", "refusal", "sensitive", "wrong_language", "not_smaller", "over_target"]

_REFUSAL = re.compile(
    r"(请(提供|给出|发送).{0,12}(内容|对话|文本)|无法(总结|概括)|没有(可|需要)总结"
    r"|\b(?:please provide|i(?:'m| am) (?:unable|sorry)|cannot summari[sz]e|no conversation)\b)",
    re.I,
)


@dataclass(frozen=True)
class Thread:
    """The short-term memory of a conversation."""

    messages: Sequence[AnyMessage]
    """Complete turns, oldest first."""
    summary: str
    pins: Sequence[Pin]

    @property
    def tokens(self) -> int:
        """What it costs in a request."""
        texts = [self.summary, *(str(pin["text"]) for pin in self.pins)]
        return sum(map(count_message, self.messages)) + sum(count_message(HumanMessage(t)) for t in texts if t)


def due(thread: Thread, budget: Budget, *, failures: int = 0) -> list[AnyMessage]:
    """Return the messages whose compaction is due, oldest first; none when it is not.

    Args:
        thread: the conversation.
        budget: of the model that answers.
        failures: proposals in a row that were not taken; each makes the wait for the next one longer, so
            that a model which cannot do it is not asked at every turn (R6.8).
    """
    turns = len(thread.messages) // 2
    many = turns > RETAINED_TURNS + SLACK_TURNS * (1 + failures)
    large = not failures and thread.tokens >= budget.trigger
    if not many and not large:
        return []
    kept, room = 0, budget.target - min(SUMMARY_TOKENS, budget.target // 2)
    for start in range(len(thread.messages) - 2, -1, -2):
        room -= sum(map(count_message, thread.messages[start : start + 2]))
        if room < 0 or kept == RETAINED_TURNS:
            break
        kept += 1
    return list(thread.messages[: len(thread.messages) - 2 * kept])


def compaction_input(thread: Thread, covered: Sequence[AnyMessage], failures: int) -> dict[str, Any]:
    """Return what the compaction graph is given: the messages to compress, and what there is already."""
    roles = {"human": "user", "ai": "assistant"}
    return {
        "messages": [{"id": m.id, "role": roles[m.type], "text": text_of(m.content)} for m in covered],
        "summary": thread.summary,
        "pinned_decisions": list(thread.pins),
        "failures": failures,
    }


def failures_of(taken: Thread | Reason | None, companion: Mapping[str, Any]) -> int:
    """Return how many proposals in a row were not taken, the last one included.

    Args:
        taken: what `fold` said of the last proposal; None when the last compaction made none.
        companion: the state of the companion thread.
    """
    before = int(companion.get("failures") or 0)
    if taken is None:
        return before + 1 if companion.get("outcome") in FAILED else 0
    return 0 if isinstance(taken, Thread) or taken == "stale" else before + 1


def fold(
    thread: Thread,
    proposal: CompactionProposal,
    covers: Sequence[str],
    budget: Budget,
    *,
    now: datetime,
    new_id: Callable[[], str],
) -> Thread | Reason:
    """Return the conversation with the proposal in it, or why the proposal is not taken.

    Args:
        thread: the conversation as it is now, turns that came meanwhile included.
        proposal: what the model proposed.
        covers: ids of the messages it was made from.
        budget: of the model that answers.
        now: the time of folding.
        new_id: makes ids of new pins.
    """
    covered, rest = thread.messages[: len(covers)], thread.messages[len(covers) :]
    if not covers or [message.id for message in covered] != list(covers):
        return "stale"
    if _REFUSAL.search(proposal.summary[:80]):
        return "refusal"
    pins = _changed(thread.pins, proposal, now=now, new_id=new_id)
    if sensitive(proposal.summary) or any(sensitive(str(pin["text"])) for pin in pins):
        return "sensitive"
    if language(proposal.summary) != language("\n".join(text_of(m.content) for m in covered)):
        return "wrong_language"
    folded = Thread(rest, proposal.summary, pins)
    if folded.tokens >= thread.tokens:
        return "not_smaller"
    return folded if folded.tokens <= budget.target else "over_target"


def _changed(
    pins: Sequence[Pin], proposal: CompactionProposal, *, now: datetime, new_id: Callable[[], str]
) -> list[Pin]:
    """Apply the operations; a pin that is not mentioned stays, and the user's own cannot be touched (B3)."""
    changed = list(pins)
    for change in proposal.pins:
        if change.op == "add":
            made = {"id": new_id(), "text": change.text, "origin": "model", "created_at": now.isoformat()}
            changed.append(made | {"source_message_id": change.source_message_id})
        else:
            own = [pin["id"] for pin in changed if pin["origin"] == "model"]
            at = next((i for i, pin in enumerate(changed) if pin["id"] == change.id and change.id in own), None)
            if at is not None and change.op == "revise":
                changed[at] = {**changed[at], "text": change.text}
            elif at is not None:
                del changed[at]
    while len(changed) > MAX_PINS and any(pin["origin"] == "model" for pin in changed):
        changed.remove(next(pin for pin in changed if pin["origin"] == "model"))
    return changed
