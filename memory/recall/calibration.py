"""What was measured of one embedding model, once, so that its similarities mean the same everywhere.

Raw cosines cannot be compared: with multilingual-e5-small unrelated Chinese texts lie near 0.89, English ones near
0.81 and a Chinese with an English text near 0.77, so a question finds memories of its own language only. Therefore
each vector loses what all questions, or all memories, of its language have in common, before anything is compared.
"""

import math

from pydantic import BaseModel, ConfigDict, Field

from memory.language.text import Language

CALIBRATED_AMONG = 20
"""Memories of each person of the set that models are calibrated with."""
FEW = 5
GROWTH = 0.03
"""By how much the threshold grows with the logarithm of their number. With 250 memories instead of 20 the best of them
scores 0.08 more for an ordinary message; measured on LoCoMo."""


class Calibration(BaseModel):
    """A calibration file; `make calibrate` writes it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str
    """The embedding model it is true of."""
    dimensions: int = Field(ge=1)
    questions: dict[Language, list[float]]
    """Mean vector of ordinary messages, by language."""
    memories: dict[Language, list[float]]
    """Mean vector of ordinary memories, by language."""
    threshold: float
    """Score from which a memory is given to a message that speaks of the user."""
    impersonal: float
    """Score from which it is given to any other message; higher, since most of them need no memory."""
    how: dict[str, str | float | int]
    """How it was obtained: sizes of the labelled sets, and what the thresholds let through."""

    def threshold_for(self, *, own: bool, among: int) -> float:
        """Return the score that a memory must reach.

        Args:
            own: whether the message speaks of the user.
            among: how many memories were compared; among many, one is near by chance.
        """
        return (self.threshold if own else self.impersonal) + GROWTH * math.log(max(among, FEW) / CALIBRATED_AMONG)
