"""When older turns are to be compacted, how deep, and whether a proposal for it is taken (design section 5).

The model proposes a summary and pin operations; everything here decides. A proposal that is not taken
leaves the conversation as it is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.messages import AnyMessage, HumanMessage

from memory.sensitive import sensitive
from memory.text import Language, language
from memory.thread.budget import Budget, count_message
from memory.thread.carried import completed
from memory.thread.compaction import AddPin, CompactionProposal, RevisePin
from memory.thread.messages import text_of
from memory.thread.pins import Board
from memory.thread.thread import Limits, Thread
from memory.thread.wishes import bound

SUMMARY_TOKENS = 3_000
"""R1.6.5: room kept for the new summary and pins; half of the target where that is less."""
BREAKER = 3
"""Failures in a row after which a compaction goes one level less deep (R6.8)."""

Level = Literal["summarise", "task_state", "rewrite"]
LEVELS: tuple[Level, ...] = ("summarise", "task_state", "rewrite")
"""Alice's levels that need a model, the least lossy first (R6.1-R6.4). Before them long tool output is
digested and images become markers, by code (`memory.thread.digest`)."""
_RETAINED = {"summarise": 1.0, "task_state": 0.25, "rewrite": 0.0}
"""Share of the retained turns that stay raw."""

Reason = Literal["stale", "refusal", "sensitive", "wrong_language", "too_long", "not_smaller", "over_target"]
"""Why a proposal is not taken."""

_REFUSAL = re.compile(
    r"(请(提供|给出|发送|输入).{0,12}(内容|对话|文本)|(无法|不能)(总结|概括)|没有(可|需要)总结|抱歉"
    r"|\b(?:please provide|i(?:'m| am) (?:unable|sorry)|(?:cannot|can't|unable to) summari[sz]e|no conversation)\b)",
    re.I,
)


@dataclass(frozen=True)
class Due:
    """A compaction that is to be asked for."""

    level: Level
    covered: list[AnyMessage]
    """The turns to compress, oldest first."""


def due(thread: Thread, budget: Budget, limits: Limits, *, failures: int = 0) -> Due | None:
    """Return the compaction that is due; None when none is.

    By count: more turns than are retained, and a slack, so that not every turn causes one (R4.3). Once
    there is a summary each compaction rewrites it, so the slack is twice as long. By tokens: 70 % of
    the input (R1.6.1), from 85 % on deeper, beyond 100 % all of it.

    Args:
        thread: the conversation, without the turn that is going on.
        budget: of the model that answers.
        limits: how much is retained.
        failures: proposals in a row that were not taken. Each makes the wait for the next one longer, so
            that a model which cannot do it is not asked at every turn; three of them go one level less
            deep.
    """
    turns, tokens = len(thread.messages) // 2, thread.tokens
    slack = limits.slack_turns * (2 if thread.summary else 1) * (1 + failures)
    many = turns > limits.retained_turns + slack
    if turns == 0 or (not many and (failures or tokens < budget.trigger)):
        return None
    depth = 2 if tokens > budget.hard_input else 1 if tokens >= budget.hard_input * 85 // 100 else 0
    level = LEVELS[max(0, depth - failures // BREAKER)]
    retained = min(round(limits.retained_turns * _RETAINED[level]), limits.retained_turns)
    kept = _fitting(thread.messages, budget.target - min(SUMMARY_TOKENS, budget.target // 2), retained)
    covered = list(thread.messages[: len(thread.messages) - 2 * kept])
    return Due(level, covered) if covered else None


def _fitting(messages: Sequence[AnyMessage], room: int, retained: int) -> int:
    """Return how many of the newest turns stay raw (R1.6.6)."""
    kept = 0
    for start in range(len(messages) - 2, -1, -2):
        room -= sum(map(count_message, messages[start : start + 2]))
        if room < 0 or kept == retained:
            break
        kept += 1
    return kept


def compaction_input(thread: Thread, asked: Due) -> dict[str, Any]:
    """Return what the compaction graph is given: the messages to compress, and what there is already."""
    roles = {"human": "user", "ai": "assistant"}
    return {
        "messages": [{"id": m.id, "role": roles[m.type], "text": text_of(m.content)} for m in asked.covered],
        "summary": thread.summary,
        "pinned_decisions": list(thread.pins),
        "level": asked.level,
    }


def fold(
    thread: Thread, proposal: CompactionProposal, covers: Sequence[str], budget: Budget, board: Board
) -> Thread | Reason:
    """Return the conversation with the proposal in it, or why the proposal is not taken.

    What the user made binding becomes a pin of their own; what the summary left out is carried along.

    Args:
        thread: the conversation as it is now, turns that came meanwhile included.
        proposal: what the model proposed.
        covers: ids of the messages it was made from.
        budget: of the model that answers.
        board: the pinned decisions of the thread.
    """
    covered, rest = thread.messages[: len(covers)], thread.messages[len(covers) :]
    if not covered or [message.id for message in covered] != list(covers):
        return "stale"
    spoken = language("\n".join(text_of(m.content) for m in covered if isinstance(m, HumanMessage)))
    if reason := _fault(proposal, spoken, board.limits):
        return reason
    binding, lifted = bound(board, covered, rest)
    pins = binding.proposed(proposal.pins).masked().pins
    summary = completed(
        proposal.summary,
        old=thread.summary,
        covered=covered,
        pins=[pin["text"] for pin in pins],
        lifted=lifted,
        limit=board.limits.summary_chars,
        language=spoken,
    )
    folded = Thread(rest, summary, pins)
    if folded.tokens >= thread.tokens:
        return "not_smaller"
    return folded if folded.tokens <= budget.target else "over_target"


def _fault(proposal: CompactionProposal, spoken: Language, limits: Limits) -> Reason | None:
    """Return what is wrong with a proposal by itself."""
    texts = [change.text for change in proposal.pins if isinstance(change, AddPin | RevisePin)]
    if _REFUSAL.search(proposal.summary[:80]):
        return "refusal"
    if any(map(sensitive, [proposal.summary, *texts])):
        return "sensitive"
    if language(proposal.summary) != spoken:
        return "wrong_language"
    if len(proposal.summary) > limits.summary_chars or any(len(text) > limits.pin_chars for text in texts):
        return "too_long"
    return None
