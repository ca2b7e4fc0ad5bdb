"""What is known of a person's memory as a whole: whether it learns, and what must not come back (B9, B21).

Nothing in it says what was forgotten: only when all was erased, and which turns a forgotten memory was said in.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from pydantic import AwareDatetime, BaseModel, ConfigDict

from memory.user.document import UserMemory
from memory.user.turn import FinishedTurn, mark

MAX_SPENT = 5_000
"""Most turns kept; of more the oldest are let go."""
MAX_PERIODS = 100
"""Most times kept in which nothing was to be learned; of more the two oldest become one."""


class Ledger(BaseModel):
    """One document a person, beside their memories."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: str = "user-ledger.v1"
    learning: bool = True
    """Off: nothing is learned from what is said, until it is switched on again ("别再记了")."""
    off_since: AwareDatetime | None = None
    off_until: AwareDatetime | None = None
    """What was said between these is never learned, however late it is read (case B68)."""
    off_before: list[tuple[AwareDatetime, AwareDatetime]] = []
    """Earlier times between which it was off, oldest first."""
    erased_at: AwareDatetime | None = None
    """When everything was erased; no turn from before is ever read again."""
    spent: list[str] = []
    """Marks of the turns in which forgotten or deleted memories were said, oldest first: they bring nothing new."""

    def unreadable(self, turn: FinishedTurn) -> bool:
        """Whether nothing at all may be learned from `turn`."""
        return not self.learning or self._barred(turn.completed_at) or self._barred(turn.said_at or turn.completed_at)

    def _barred(self, at: datetime) -> bool:
        if self.erased_at is not None and at <= self.erased_at:
            return True
        if self.off_since is not None and self.off_since <= at <= (self.off_until or at):
            return True
        return any(since <= at <= until for since, until in self.off_before)

    def spent_on(self, turn: FinishedTurn) -> bool:
        """Whether a memory that was said in `turn` was forgotten: old turns do not bring it back, in whatever words."""
        return mark(turn.conversation_id, turn.turn_id) in self.spent

    def forgetting(self, memories: Iterable[UserMemory]) -> "Ledger":
        """Return the ledger after `memories` were forgotten or deleted."""
        said = list(self.spent)
        for memory in memories:
            said += memory.older_turns
            said += [mark(one.conversation_id, one.turn_id) for one in memory.evidence if one.turn_id]
        spent = list(dict.fromkeys(said))[-MAX_SPENT:]
        return self.model_copy(update={"spent": spent})

    def joined(self, older: "Ledger") -> "Ledger":
        """Return this ledger with what another one of the same person, from before it, keeps from coming back."""
        times = [at for at in (self.erased_at, older.erased_at) if at is not None]
        until = older.off_until or self.off_since
        off = [] if older.off_since is None or until is None else [(older.off_since, until)]
        joined: dict[str, Any] = {
            "erased_at": max(times, default=None),
            "off_before": sorted([*older.off_before, *off, *self.off_before]),
            "spent": list(dict.fromkeys([*older.spent, *self.spent]))[-MAX_SPENT:],
        }
        if not older.learning and self.off_since is None:  # nobody has switched since
            joined |= {"learning": False, "off_since": older.off_since, "off_until": None}
        return self.model_copy(update=joined)

    def erased(self, now: datetime) -> "Ledger":
        """Return the ledger after everything was erased: what it knew of single turns is gone too."""
        return self.model_copy(update={"erased_at": now, "spent": []})

    def switched(self, learning: bool, now: datetime) -> "Ledger":
        """Return the ledger with learning switched on or off from `now` on."""
        if learning == self.learning:
            return self
        if learning:
            return self.model_copy(update={"learning": True, "off_until": now})
        before = [*self.off_before]
        if self.off_since is not None and self.off_until is not None:
            before.append((self.off_since, self.off_until))
        if len(before) > MAX_PERIODS:  # rather too little is learned than what was said while it was off
            before[:2] = [(before[0][0], before[1][1])]
        times = {"off_since": now, "off_until": None, "off_before": before}
        return self.model_copy(update={"learning": False, **times})
