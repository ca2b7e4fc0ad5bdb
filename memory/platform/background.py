"""Work that must not keep the server waiting where it is begun."""

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


async def ended() -> None:
    """Wait for all that was begun on this loop."""
    loop = asyncio.get_running_loop()
    await asyncio.gather(*(task for task in _begun if task.get_loop() is loop), return_exceptions=True)


def _ended(task: asyncio.Task[None]) -> None:
    _begun.discard(task)
    if not task.cancelled() and (error := task.exception()):
        _log.error("background_failed", error=type(error).__name__)
