"""What the user's own words do to the pinned decisions: pin, drop, lift, and bind.

Everything here is done by code from the user's text alone; a model has no part in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from langchain_core.messages import AnyMessage, HumanMessage

from memory.sensitive import mask
from memory.text import sentences
from memory.thread.constraints import constraints
from memory.thread.details import statements
from memory.thread.messages import text_of
from memory.thread.pin_targets import lifts, targets
from memory.thread.pin_words import Pin, Unpin, wish
from memory.thread.pins import Board, Refusal
from memory.thread.thread import PinnedDecision

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


def bound(board: Board, covered: Sequence[AnyMessage], later: Sequence[AnyMessage]) -> tuple[Board, set[str]]:
    """Return the board with the constraints of messages that are about to be compressed, and those taken back.

    A constraint is the user's own pin from then on, word for word (case B57). What does not fit on the
    board is carried in the summary instead.

    Args:
        board: the pinned decisions.
        covered: the messages to compress.
        later: the ones after them.
    """
    found: list[PinnedDecision] = []
    lifted: set[str] = set()
    for message in covered:
        if isinstance(message, HumanMessage):
            found = _standing(found, message, lifted)
            found += [_constraint(text, message) for text in constraints(text_of(message.content))]
    for message in later:
        if isinstance(message, HumanMessage):
            found = _standing(found, message, lifted)
    for pin in found:
        pinned = board.pinned(mask(pin["text"]), source=pin["source_message_id"])
        board = pinned if isinstance(pinned, Board) else board
    return board, lifted


def _standing(found: list[PinnedDecision], message: HumanMessage, lifted: set[str]) -> list[PinnedDecision]:
    """Return the constraints that still stand after a message."""
    text = text_of(message.content)
    wanted = wish(text)
    named = targets(wanted, found) if isinstance(wanted, Unpin) and wanted.words else []
    taken_back = {pin["text"] for pin in [*named, *lifts(text, found)]}
    lifted |= taken_back
    return [pin for pin in found if pin["text"] not in taken_back]


def _constraint(text: str, message: AnyMessage) -> PinnedDecision:
    return {"id": "", "text": text, "origin": "user", "source_message_id": message.id, "created_at": ""}


def _pinned(board: Board, text: str, source: str | None) -> Granted:
    pinned = board.pinned(text, source=source)
    if not isinstance(pinned, Board):
        return Granted(board, reason=pinned)
    return Granted(pinned, "pinned", pinned.pins[-1:] if pinned is not board else ())


def _said_before(history: Sequence[AnyMessage], limit: int) -> tuple[str, str | None] | None:
    """Return what "this" is: the user's last statement, else the beginning of the last answer."""
    if len(history) < 2:
        return None
    user, answer = history[-2:]
    said = statements(text_of(user.content))
    if said:
        return _at_most(" ".join(said), limit), user.id
    return _at_most(text_of(answer.content), limit), answer.id


def _at_most(text: str, limit: int) -> str:
    """Return the whole sentences of `text` that fit, or its first characters."""
    end = max((stop for _, stop in sentences(text) if stop <= limit), default=limit)
    return text[:end].strip()
