"""How background runs are put into the server's queue."""

from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from langchain_core.runnables import RunnableLambda
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError

from graphs.dispatch import EXTRACTION_S, WAITING_AT_ONCE, Dispatcher, Scheduled
from memory.platform.identity import memory_thread_id

TURN = {"conversation_id": "c1", "turn_id": "t1"}


class Runs:
    """A memory thread on which so many extractions wait; None: it does not exist yet."""

    def __init__(self, waiting: int | None) -> None:
        self.waiting, self.created = waiting, list[dict[str, Any]]()

    async def list(self, thread_id: str, *, status: str, limit: int) -> list[dict[str, Any]]:
        if self.waiting is None:
            response = httpx.Response(404, request=httpx.Request("GET", "http://x"))
            raise NotFoundError("gone", response=response, body=None)
        return [{}] * min(self.waiting, limit)

    async def create(self, thread_id: str, graph: str, **options: Any) -> dict[str, Any]:
        self.created.append(options)
        return {"run_id": "r1"}


@pytest.mark.parametrize(
    ("waiting", "after"),
    [
        (None, None),
        (0, None),
        (WAITING_AT_ONCE, None),
        (WAITING_AT_ONCE + 1, EXTRACTION_S),
        (WAITING_AT_ONCE + 10, 10 * EXTRACTION_S),
    ],
)
async def test_a_person_who_waits_long_keeps_nobody_else_from_the_queue(waiting: int | None, after: int | None) -> None:
    runs = Runs(waiting)
    client = cast("LangGraphClient", SimpleNamespace(runs=runs))

    async def within_a_run(_: None) -> Scheduled | None:
        return await Dispatcher(lambda: client).extraction("somebody", [TURN], {})

    assert await RunnableLambda(within_a_run).ainvoke(None) == Scheduled(memory_thread_id("somebody"), "r1")
    [options] = runs.created
    assert options["after_seconds"] == after
    assert options["multitask_strategy"] == "enqueue"


class Companions:
    """A companion thread whose state can be changed, and how often it was read."""

    def __init__(self) -> None:
        self.run_id, self.noted, self.read = "r1", "", 0

    async def list(self, thread_id: str, *, limit: int) -> list[dict[str, Any]]:
        return [{"run_id": self.run_id, "status": "success"}]

    async def get_state(self, thread_id: str) -> dict[str, Any]:
        self.read += 1
        return {"values": {"settled_run": self.noted, "failures": 2, "proposal": {"summary": "聊了些小事"}}}


async def test_a_companion_is_read_until_its_end_was_taken_note_of_and_again_after_the_next() -> None:
    there = Companions()
    dispatcher = Dispatcher(lambda: cast("LangGraphClient", SimpleNamespace(runs=there, threads=there)))
    ended: list[bool | None] = []
    for run_id, noted in (("r1", ""), ("r1", ""), ("r1", "r1"), ("r1", "r1"), ("r2", "r1"), ("r2", "r2")):
        there.run_id, there.noted = run_id, noted
        companion = await dispatcher.companion("c1")
        assert companion is not None
        assert companion.failures == 2
        ended.append(companion.ended)
    assert ended == [True, True, False, False, True, False]
    assert there.read == 5
