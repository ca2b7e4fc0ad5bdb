"""How a run of the extraction graph ends: with one outcome, counted, and with a note of what has been read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from graphs.state import ExtractionState, Outcome, Result
from memory.platform.metrics import Metrics
from memory.platform.models.structured import total
from memory.user import cursor
from memory.user.turn import FinishedTurn

NOTHING_SAID: dict[str, Any] = {"turns": [], "summary": "", "pinned_decisions": []}
"""What a memory thread keeps of the turns it was handed: what was said stays in its conversation alone."""
_log = structlog.get_logger("ai_mind.extraction")


@dataclass(frozen=True)
class Ending:
    """Ends runs.

    Args:
        metrics: counts them.
    """

    metrics: Metrics

    def ended(self, outcome: Outcome, results: Sequence[Result] = (), *, code: str | None = None) -> dict[str, Any]:
        """End the run."""
        self.metrics.extraction(outcome, results)
        _log.info("extraction_ended", outcome=outcome, code=code)
        return {**NOTHING_SAID, "outcome": outcome} | ({"code": code} if code else {})

    def failed(
        self, state: ExtractionState, outcome: Outcome, code: str, usage: dict[str, int] | None
    ) -> dict[str, Any]:
        """End the run so that its turns are read again with the next ones, a few times."""
        marked = {"cursor": cursor.failed(state.get("cursor"), state["unread"])}
        return marked | {"usage": total(state["usage"], usage)} | self.ended(outcome, code=code)


def read_to_the_end(state: ExtractionState, turns: list[FinishedTurn]) -> dict[str, Any]:
    """Note that these turns need not be read again."""
    return {"cursor": cursor.read(state.get("cursor"), turns)}


def result(status: Any, *, code: str | None = None, memory_id: str | None = None) -> Result:
    """Say what became of one candidate."""
    return {"status": status, "code": code, "memory_id": memory_id}
