"""Which turns have been read: each once, and lost ones with the next (case B52, requirement B13).

A conversation hands its newest turns over again with each new one. What has been read is known by its key, so
that a turn whose extraction was lost, to a crash, an outage or a malformed answer, is read with the next one. One
that fails again and again is given up, so that it costs no more.
"""

from collections.abc import Sequence

from typing_extensions import TypedDict

from memory.user.turn import FinishedTurn

MAX_READ = 2_000
"""Most keys kept; a conversation hands over far fewer."""
MAX_ATTEMPTS = 3


class Cursor(TypedDict, total=False):
    """What a person's memory thread knows of the turns it was handed."""

    read: list[str]
    """Keys of the turns that have been read, oldest first."""
    attempts: dict[str, int]
    """How often reading one that is not read yet has failed."""
    given_up: int
    """How many were given up."""


def unread(turns: Sequence[FinishedTurn], cursor: Cursor | None) -> list[FinishedTurn]:
    """Return the turns that have not been read, each once."""
    done = set((cursor or {}).get("read", []))
    return list({turn.key: turn for turn in turns if turn.key not in done}.values())


def read(cursor: Cursor | None, turns: Sequence[FinishedTurn]) -> Cursor:
    """Return the cursor after `turns` were read to the end, whatever came of it."""
    before: Cursor = cursor or {}
    keys = [turn.key for turn in turns]
    attempts = {key: count for key, count in before.get("attempts", {}).items() if key not in keys}
    return {**before, "read": [*before.get("read", []), *keys][-MAX_READ:], "attempts": attempts}


def failed(cursor: Cursor | None, turns: Sequence[FinishedTurn]) -> Cursor:
    """Return the cursor after reading `turns` failed; those that failed three times are given up."""
    before: Cursor = cursor or {}
    attempts = {**before.get("attempts", {})}
    for turn in turns:
        attempts[turn.key] = attempts.get(turn.key, 0) + 1
    lost = [turn for turn in turns if attempts[turn.key] >= MAX_ATTEMPTS]
    noted: Cursor = {**before, "attempts": attempts, "given_up": before.get("given_up", 0) + len(lost)}
    return read(noted, lost)
