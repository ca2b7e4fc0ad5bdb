"""Work that a request begins and does not wait for."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

_begun: set[asyncio.Task[None]] = set()
_log = structlog.get_logger("ai_mind.background")


def begin(work: Coroutine[Any, Any, None]) -> None:
    """Begin `work` on the running loop; a failure is logged."""
    task = asyncio.get_running_loop().create_task(work)
    _begun.add(task)  # the loop itself would forget it
    task.add_done_callback(_ended)


def _ended(task: asyncio.Task[None]) -> None:
    _begun.discard(task)
    if not task.cancelled() and (error := task.exception()):
        _log.error("background_failed", error=type(error).__name__)
