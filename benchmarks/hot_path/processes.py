"""What a process takes of the machine, as Linux counts it."""

import os
from pathlib import Path

_TICK_S = 1 / os.sysconf("SC_CLK_TCK")
_PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 2**20


def cpu_s(pid: int) -> float:
    """Return the seconds of processor time it has used, all its threads together."""
    counted = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(counted[11]) + int(counted[12])) * _TICK_S


def memory_mb(pid: int) -> float:
    """Return what it holds of the machine's memory now (RSS), in MiB."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]) * _PAGE_MB
