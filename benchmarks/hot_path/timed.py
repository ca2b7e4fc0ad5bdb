"""The same two chats, each with a clock in it: when nodes and model begin and end is written to the server's log.

The server of `inside` serves these in the place of the product's chat and of the bare one.
"""

import json
from time import perf_counter
from typing import Any
from uuid import UUID

import structlog
from langchain_core.callbacks import AsyncCallbackHandler

from benchmarks.hot_path import bare as compared
from benchmarks.hot_path.names import TIMED
from graphs import chat as product

_log = structlog.get_logger("benchmark")


class Clock(AsyncCallbackHandler):
    """Writes one line for each run of a graph, with milliseconds since its start.

    Args:
        graph: name of the graph.
    """

    def __init__(self, graph: str) -> None:
        self._graph = graph
        self._started: dict[UUID, float] = {}
        self._seen: dict[UUID, dict[str, Any]] = {}
        self._nodes: dict[UUID, tuple[UUID, str]] = {}
        self._model: dict[UUID, UUID] = {}

    async def on_chain_start(
        self, serialized: Any, inputs: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **more: Any
    ) -> None:
        """Note the start of the run, or of one of its nodes."""
        if parent_run_id is None:
            self._started[run_id] = perf_counter()
            self._seen[run_id] = {"graph": self._graph, "nodes": {}}
        elif parent_run_id in self._started:
            self._nodes[run_id] = (parent_run_id, str(more.get("name")))
            self._seen[parent_run_id].setdefault("first_node", self._since(parent_run_id))
            self._seen[parent_run_id]["nodes"][more.get("name")] = [self._since(parent_run_id)]

    async def on_chat_model_start(
        self, serialized: Any, messages: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **more: Any
    ) -> None:
        """Note the call of the model."""
        if parent_run_id in self._nodes:
            root = self._model[run_id] = self._nodes[parent_run_id][0]
            self._seen[root].setdefault("model", self._since(root))

    async def on_llm_new_token(self, token: str | list[str | dict[str, Any]], *, run_id: UUID, **more: Any) -> None:
        """Note the newest token."""
        if token and run_id in self._model:
            self._seen[self._model[run_id]]["last_token"] = self._since(self._model[run_id])

    async def on_chain_end(self, outputs: Any, *, run_id: UUID, **more: Any) -> None:
        """Note the end of a node; at that of the run, write the line."""
        if run_id in self._nodes:
            root, name = self._nodes[run_id]
            self._seen[root]["nodes"][name].append(self._since(root))
        elif run_id in self._started:
            seen = self._seen.pop(run_id) | {"end": self._since(run_id)}
            del self._started[run_id]
            self._nodes = {one: of for one, of in self._nodes.items() if of[0] != run_id}
            self._model = {one: of for one, of in self._model.items() if of != run_id}
            _log.info(f"{TIMED}{json.dumps(seen)}")

    def _since(self, root: UUID) -> float:
        return round((perf_counter() - self._started[root]) * 1_000, 3)


chat = product.graph.with_config(callbacks=[Clock("chat")])
bare = compared.bare.with_config(callbacks=[Clock("bare")])
