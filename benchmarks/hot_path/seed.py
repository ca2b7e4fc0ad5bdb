"""A graph that stores memories as the product's own, so that a person of a benchmark is known from the start."""

from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from memory.platform.identity import scope_of
from memory.platform.services import embeddings, settings
from memory.platform.store.user_store import UserStore
from memory.user.document import UserMemory


class Known(TypedDict):
    """Documents of memories, as JSON."""

    memories: list[dict[str, Any]]


async def _store(state: Known, runtime: Runtime[None]) -> Known:
    person = scope_of(runtime, settings)
    if person is None or runtime.store is None:
        raise ValueError("nobody is known")
    own = UserStore(runtime.store, person, embeddings)
    read = [UserMemory.model_validate(one) for one in state["memories"]]
    made = [one.model_copy(update={"id": own.id_of(one.stable_key)}) for one in read]
    await own.write({one.id: one for one in made})
    return {"memories": []}


_graph = StateGraph(Known)
_graph.add_node("store", _store)
_graph.add_edge(START, "store")
_graph.add_edge("store", END)
graph = _graph.compile(name="seed")
