"""How times of several libraries are summed up beside each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Spread:
    """Median and 95th percentile; both 0 of nothing."""

    p50: float
    p95: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Return those of `values`."""
        if not values:
            return cls(0.0, 0.0)
        p50, p95 = np.percentile(values, [50, 95]).tolist()
        return cls(p50, p95)

    def __str__(self) -> str:
        digits = 1 if self.p50 < 100 else 0
        return f"{self.p50:,.{digits}f} ({self.p95:,.{digits}f})"


def beside(spreads: Mapping[str, Spread]) -> str:
    """Return one line with all of them."""
    return "; ".join(f"{name} {spread}" for name, spread in spreads.items())


def ratios(values: Mapping[str, float], ours: str) -> dict[str, float]:
    """Return ours over each of the others; a peer of nothing is left out."""
    return {name: values[ours] / value for name, value in values.items() if name != ours and value}


def in_one_line(found: Mapping[str, float]) -> str:
    """Return ratios as they stand in a table."""
    return "; ".join(f"× {ratio:.2f} of {name}" for name, ratio in found.items())
