"""The server's store, for a route, which has no runtime that would hand it over."""

from langgraph.store.base import BaseStore


async def server_store() -> BaseStore:
    """Return the store that the graphs of this server get as `runtime.store`.

    Not `langgraph.config.get_store`: in a route that is the store from before the server's start (langgraph-api 0.16),
    which is empty.
    """
    from langgraph_api.store import get_store  # importing it reads the server's settings

    store: BaseStore = await get_store()
    return store
