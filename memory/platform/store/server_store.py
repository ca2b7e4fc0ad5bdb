"""The server's store and its checkpoints, for a route, which has no runtime that would hand them over."""

from langgraph.store.base import BaseStore


async def server_store() -> BaseStore:
    """Return the store that the graphs of this server get as `runtime.store`.

    Not `langgraph.config.get_store`: in a route that is the store from before the server's start (langgraph-api 0.16),
    which is empty.
    """
    from langgraph_api.store import get_store  # importing it reads the server's settings

    store: BaseStore = await get_store()
    return store


async def delete_checkpoints(thread_id: str) -> None:
    """Delete all that is saved of a thread's state."""
    from langgraph_api._checkpointer import get_checkpointer

    saver = await get_checkpointer()
    # Ours only begins when the server's own method is called (`Checkpoints.adelete_thread`).
    await getattr(saver, "purge", saver.adelete_thread)(thread_id)
