"""What is known of a person's memory as a whole: whether it learns, and what must not come back (B9, B21).

Nothing in it says what was forgotten: only when all was erased, and which turns a forgotten memory was said in.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime

from pydantic import AwareDatetime, BaseModel, ConfigDict

from memory.user.document import UserMemory
from memory.user.turn import FinishedTurn

MAX_SPENT = 5_000
"""Most turns kept; of more the oldest are let go."""
MAX_GAPS = 100
"""Most earlier times without learning that are kept apart; of more the two oldest become one."""


class Ledger(BaseModel):
    """One document a person, beside their memories."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: str = "user-ledger.v1"
    learning: bool = True
    """Off: nothing is learned from what is said, until it is switched on again ("别再记了")."""
    off_since: AwareDatetime | None = None
    off_until: AwareDatetime | None = None
    """What was said between these is never learned, however late it is read (case B68)."""
    gaps: list[tuple[AwareDatetime, AwareDatetime]] = []
    """The times before these in which learning was off too, oldest first."""
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
        if any(since <= at <= until for since, until in self.gaps):
            return True
        return self.off_since is not None and self.off_since <= at <= (self.off_until or at)

    def spent_on(self, turn: FinishedTurn) -> bool:
        """Whether a memory that was said in `turn` was forgotten: old turns do not bring it back, in whatever words."""
        return _mark(turn.conversation_id, turn.turn_id) in self.spent

    def forgetting(self, memories: Iterable[UserMemory]) -> "Ledger":
        """Return the ledger after `memories` were forgotten or deleted."""
        said = [_mark(e.conversation_id, e.turn_id) for memory in memories for e in memory.evidence if e.turn_id]
        spent = list(dict.fromkeys([*self.spent, *said]))[-MAX_SPENT:]
        return self.model_copy(update={"spent": spent})

    def erased(self, now: datetime) -> "Ledger":
        """Return the ledger after everything was erased: what it knew of single turns is gone too."""
        return Ledger(learning=self.learning, off_since=self.off_since, off_until=self.off_until, erased_at=now)

    def switched(self, learning: bool, now: datetime) -> "Ledger":
        """Return the ledger with learning switched on or off from `now` on."""
        if learning == self.learning:
            return self
        if learning:
            return self.model_copy(update={"learning": True, "off_until": now})
        ended = [(self.off_since, self.off_until)] if self.off_since and self.off_until else []
        return self.model_copy(
            update={"learning": False, "off_since": now, "off_until": None, "gaps": _few([*self.gaps, *ended])}
        )


def _few(gaps: list[tuple[datetime, datetime]]) -> list[tuple[datetime, datetime]]:
    if len(gaps) <= MAX_GAPS:
        return gaps
    (since, _), (_, until), *rest = gaps
    return [(since, until), *rest]


def _mark(conversation_id: str, turn_id: str) -> str:
    return hashlib.sha256(f"{conversation_id}\n{turn_id}".encode()).hexdigest()[:24]
