"""What the user's own words do to the pinned decisions: pin, drop, lift, and bind.

Everything here is done by code from the user's text alone; a model has no part in it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from langchain_core.messages import AnyMessage, HumanMessage

from memory.language.text import find, sentences
from memory.sensitive import mask
from memory.thread.constraints import constraints
from memory.thread.details import statements
from memory.thread.messages import text_of
from memory.thread.pin_targets import lifts, targets
from memory.thread.pin_words import Pin, Unpin, wish
from memory.thread.pins import Board, Refusal
from memory.thread.thread import PinnedDecision

_REQUEST = re.compile(
    r"\W*(?:好的?|那|ok|okay|please|now)?[,，\s]*(?:请(?!勿)|给我|帮我|帮忙|麻烦|替我|写|推荐|列|介绍|解释"
    r"|想一?个|起个|来[个一]|说说|讲讲"
    r"|(?:suggest|write|give|make|help|recommend|list|propose|draft|show|tell|explain|describe|find|think of"
    r"|how about|what about)\b)",
    re.I,
)
Done = Literal["pinned", "unpinned"]


@dataclass(frozen=True)
class Granted:
    """What became of a wish."""

    board: Board
    done: Done | None = None
    """None: it could not be done."""
    changed: tuple[PinnedDecision, ...] = ()
    reason: Refusal | Literal["not_found", "nothing_said"] | None = None
    """Why it could not."""


def granted(text: str, board: Board, *, history: Sequence[AnyMessage], message_id: str | None) -> Granted | None:
    """Return what the newest message does to the pinned decisions; None when it wants nothing of them.

    Args:
        text: the newest user message.
        board: the pinned decisions.
        history: the turns before it, to which "pin this" points.
        message_id: of the newest message.
    """
    wanted = wish(text)
    if isinstance(wanted, Pin):
        meant = (wanted.text, message_id) if wanted.text else _said_before(history, board.limits.pin_chars)
        return _pinned(board, *meant) if meant else Granted(board, reason="nothing_said")
    dropped = targets(wanted, board.pins) if isinstance(wanted, Unpin) else lifts(text, board.pins)
    if dropped:
        return Granted(board.without(dropped), "unpinned", tuple(dropped))
    return Granted(board, reason="not_found") if wanted else None


def binding(
    carried: Sequence[str], covered: Sequence[AnyMessage], later: Sequence[AnyMessage], pins: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return what the user has made binding and not taken back, word for word, the oldest first (case B57).

    What the user has asked to pin is left to the pins while it is there. When it is not, it was refused, and
    binds; or it was dropped since, in words, and then does not come back.

    Args:
        carried: what was binding before.
        covered: the messages that are about to be compressed.
        later: the ones after them, which may lift something.
        pins: texts of the pinned decisions.
    """
    standing = list(carried)
    said = [mask(text_of(m.content)) for m in covered if isinstance(m, HumanMessage)]
    after = [text_of(m.content) for m in later if isinstance(m, HumanMessage)]
    for at, text in enumerate(said):
        standing, rest = _not_lifted(standing, text), [*said[at + 1 :], *after]
        dropped = any(isinstance(wish(other), Unpin) for other in rest)
        for rule in constraints(text):
            asked = wish(rule) is not None or (bool(rest) and wish(rest[0]) == Pin(None))
            gone = isinstance(wish(rule), Unpin) or (asked and dropped) or any(find(pin, rule) for pin in pins)
            if rule not in standing and not gone:
                standing.append(rule)
    for text in after:
        standing = _not_lifted(standing, text)
    return tuple(standing)


def _not_lifted(standing: Sequence[str], text: str) -> list[str]:
    """Return what still stands after the user has said `text`."""
    named: list[PinnedDecision] = [
        {"id": said, "text": said, "origin": "user", "source_message_id": None, "created_at": ""} for said in standing
    ]
    wanted = wish(text)
    dropped = targets(wanted, named) if isinstance(wanted, Unpin) and (wanted.words or wanted.everything) else []
    gone = {pin["text"] for pin in [*dropped, *lifts(text, named)]}
    return [said for said in standing if said not in gone]


def _pinned(board: Board, text: str, source: str | None) -> Granted:
    pinned = board.pinned(text, source=source)
    if not isinstance(pinned, Board):
        return Granted(board, reason=pinned)
    return Granted(pinned, "pinned", pinned.pins[-1:] if pinned is not board else ())


def _said_before(history: Sequence[AnyMessage], limit: int) -> tuple[str, str | None] | None:
    """Return what "this" is: the user's last statement; after a question or a request what was answered to it."""
    if len(history) < 2:
        return None
    user, answer = history[-2:]
    said = [] if _REQUEST.match(text_of(user.content)) else statements(text_of(user.content))
    if said:
        return _at_most(" ".join(said), limit), user.id
    return _at_most(text_of(answer.content), limit), answer.id


def _at_most(text: str, limit: int) -> str:
    """Return the whole sentences of `text` that fit, or its first characters."""
    end = max((stop for _, stop in sentences(text) if stop <= limit), default=limit)
    return text[:end].strip()
