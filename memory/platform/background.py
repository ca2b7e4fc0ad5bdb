"""Work that must not keep the server waiting where it is begun."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

_begun: dict[asyncio.Task[None], bool] = {}
_log = structlog.get_logger("ai_mind.background")


def begin(work: Coroutine[Any, Any, None], *, awaited: bool = True) -> None:
    """Begin `work` on the running loop; a failure is logged.

    Args:
        work: what to do.
        awaited: whether `ended` waits for it.
    """
    task = asyncio.get_running_loop().create_task(work)
    _begun[task] = awaited  # the loop itself would forget it
    task.add_done_callback(_ended)


async def ended() -> None:
    """Wait for all that was begun on this loop to be awaited."""
    loop = asyncio.get_running_loop()
    tasks = [task for task, awaited in _begun.items() if awaited and task.get_loop() is loop]
    await asyncio.gather(*tasks, return_exceptions=True)


def _ended(task: asyncio.Task[None]) -> None:
    _begun.pop(task, None)
    if not task.cancelled() and (error := task.exception()):
        _log.error("background_failed", error=type(error).__name__)
