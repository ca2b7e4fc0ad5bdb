"""What a run leaves in the checkpoints once it is rolled back: nothing."""

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import uuid4

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from memory.platform.postgres.checkpoints import Checkpoints
from memory.platform.postgres.database import Database


def added(old: list[str], new: list[str]) -> list[str]:
    return [*old, *new]


class Words(TypedDict):
    words: Annotated[list[str], added]


async def say(checkpoints: Checkpoints, thread: str, word: str) -> str:
    """Run a small graph and return the run's id, which the server writes into the metadata like this."""

    async def echo(state: Words) -> Words:
        return {"words": [state["words"][-1].upper()]}

    graph = StateGraph(Words).add_node("echo", echo).add_edge(START, "echo").add_edge("echo", END)
    run = str(uuid4())
    config: RunnableConfig = {"configurable": {"thread_id": thread}, "metadata": {"run_id": run}}
    await graph.compile(checkpointer=checkpoints).ainvoke({"words": [word]}, config)
    return run


async def words(checkpoints: Checkpoints, thread: str) -> Sequence[str]:
    found = await checkpoints.aget({"configurable": {"thread_id": thread}})
    return found["channel_values"]["words"] if found else []


async def rows(database: Database, thread: str) -> dict[str, list[Any]]:
    """Everything that the tables hold of a thread."""
    held = {}
    async with (await database.pool("checkpoints")).connection() as connected:
        for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes"):
            query = f"SELECT t::text FROM {table} AS t WHERE thread_id = %s ORDER BY 1"
            held[table] = await (await connected.execute(query.encode(), (thread,))).fetchall()
    return held


async def test_a_thread_is_as_it_was_before_the_run(database: Database) -> None:
    checkpoints, thread, other = Checkpoints(await database.pool("checkpoints")), str(uuid4()), str(uuid4())
    await say(checkpoints, thread, "kept")
    await say(checkpoints, other, "kept")
    before = await rows(database, thread), await rows(database, other)
    gone = await say(checkpoints, thread, "gone")
    assert await words(checkpoints, thread) == ["kept", "KEPT", "gone", "GONE"]
    await checkpoints.adelete_for_runs([gone, str(uuid4())])
    assert await words(checkpoints, thread) == ["kept", "KEPT"]
    assert (await rows(database, thread), await rows(database, other)) == before


async def test_a_threads_only_run_leaves_nothing_at_all(database: Database) -> None:
    checkpoints, thread = Checkpoints(await database.pool("checkpoints")), str(uuid4())
    await checkpoints.adelete_for_runs([await say(checkpoints, thread, "gone")])
    assert await rows(database, thread) == {"checkpoints": [], "checkpoint_blobs": [], "checkpoint_writes": []}


async def test_a_deletion_does_not_keep_the_server_waiting(database: Database) -> None:
    """Its list of threads may not change between its looking and its taking out."""
    checkpoints = Checkpoints(await database.pool("checkpoints"))
    thread = str(uuid4())
    await say(checkpoints, thread, "a")
    with pytest.raises(StopIteration):
        checkpoints.adelete_thread(thread).send(None)
    await checkpoints.purge(thread)
    assert await words(checkpoints, thread) == []
