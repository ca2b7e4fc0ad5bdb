"""When older turns are to be compacted, how deep, and whether a proposal for it is taken (design section 5).

The model proposes a summary and pin operations; everything here decides. A proposal that is not taken
leaves the conversation as it is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.messages import AnyMessage, HumanMessage

from memory.language.text import Language, has_han, language
from memory.sensitive import sensitive
from memory.thread.budget import Budget, count_message
from memory.thread.carried import Summary, completed
from memory.thread.compaction import AddPin, CompactionProposal, RevisePin
from memory.thread.messages import text_of
from memory.thread.pins import Board
from memory.thread.thread import Limits, PinnedDecision, Thread
from memory.thread.wishes import binding

SUMMARY_TOKENS = 3_000
"""R1.6.5: room kept for the new summary and pins; half of the target where that is less."""
MIN_SUMMARY_CHARS = 600
"""Room a summary has however small the window is."""
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
    r"\W*(?:(?:很|非常)?(?:抱歉|对不起)|请(?:您|你)?(?:提供|给出|发送|输入).{0,12}(?:内容|对话|文本)|我?(?:无法"
    r"|不能)(?:进行)?(?:总结|概括)"
    r"|没有(?:可|需要)(?:总结|概括)|(?:sorry|i'm sorry|i am sorry|please provide|i(?:'m| am) unable|i can(?:not"
    r"|'t)|there is no conversation|no conversation)\b)",
    re.I,
)
_FOREIGN = re.compile(r"[\x00-\x7f]{40,}|`[^`]*`|https?://\S+")
"""In a message with Chinese in it: code, logs, addresses, text to be worked on."""


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
    retained = round(limits.retained_turns * _RETAINED[level])
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

    What the user made binding and what the summary left out is carried along word for word.

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
    if reason := _fault(proposal, covered, board.limits):
        return reason
    pins = board.proposed(proposal.pins).masked().pins
    old = Summary.read(thread.summary)
    room = budget.target - Thread(rest, "", [pin for pin in pins if pin["origin"] == "model"]).tokens
    summary = completed(
        proposal.summary,
        old=old,
        covered=covered,
        pins=[pin["text"] for pin in pins],
        binding=binding(old.binding, covered, rest, [pin["text"] for pin in pins]),
        limit=max(min(board.limits.summary_chars, room), MIN_SUMMARY_CHARS),
        language=_spoken(covered),
    )
    folded = Thread(rest, summary, pins)
    if folded.tokens >= thread.tokens:
        return "not_smaller"
    return "over_target" if folded.tokens - _of_user(pins) > budget.target else folded


def _of_user(pins: Sequence[PinnedDecision]) -> int:
    """Return the tokens of the user's pins: no compaction can be blamed for these."""
    return Thread((), "", [pin for pin in pins if pin["origin"] == "user"]).tokens


def _fault(proposal: CompactionProposal, covered: Sequence[AnyMessage], limits: Limits) -> Reason | None:
    """Return what is wrong with a proposal by itself."""
    texts = [change.text for change in proposal.pins if isinstance(change, AddPin | RevisePin)]
    if _REFUSAL.match(proposal.summary):
        return "refusal"
    if any(map(sensitive, [proposal.summary, *texts])):
        return "sensitive"
    if language(proposal.summary) not in _languages(covered):
        return "wrong_language"
    if len(proposal.summary) > limits.summary_chars or any(len(text) > limits.pin_chars for text in texts):
        return "too_long"
    return None


def _languages(covered: Sequence[AnyMessage]) -> set[Language]:
    """Return the languages the user speaks; a message with Chinese in it is Chinese as well."""
    said = [text_of(m.content) for m in covered if isinstance(m, HumanMessage)]
    spoken = {language(_FOREIGN.sub(" ", text) if has_han(text) else text) for text in said}
    return spoken | ({"zh"} if any(map(has_han, said)) else set())


def _spoken(covered: Sequence[AnyMessage]) -> Language:
    said = [text_of(m.content) for m in covered if isinstance(m, HumanMessage)]
    return language("\n".join(_FOREIGN.sub(" ", text) if has_han(text) else text for text in said))
