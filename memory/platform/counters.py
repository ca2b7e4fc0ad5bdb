"""How often things happened in this process; codes and numbers only."""

from collections import Counter


class Counters:
    """Counts by name and, where there is one, by reason."""

    def __init__(self) -> None:
        self._counted: Counter[str] = Counter()

    def add(self, name: str, reason: str | None = None) -> None:
        """Count one."""
        self._counted[f"{name}.{reason}" if reason else name] += 1

    def read(self) -> dict[str, int]:
        """Return all counts."""
        return dict(sorted(self._counted.items()))
