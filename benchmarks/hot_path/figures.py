"""How times are summed up."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np


@dataclass(frozen=True)
class Spread:
    """Median and 95th percentile of times, in milliseconds.

    Args:
        p50: the median.
        p95: what one of twenty takes longer than.
        number: of how many times.
    """

    p50: float
    p95: float
    number: int

    @classmethod
    def of(cls, times: Sequence[float]) -> "Spread":
        """Sum up times; of none of them, not a number."""
        p50, p95 = np.percentile(times, [50, 95]) if times else (float("nan"), float("nan"))
        return cls(round(float(p50), 2), round(float(p95), 2), len(times))

    def json(self) -> dict[str, float]:
        """Return it as plain values."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.p50:.1f} / {self.p95:.1f} ms"
