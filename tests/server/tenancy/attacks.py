"""For every route of the server: requests that aim at what is somebody else's."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.server.tenancy.people import Person

Route = tuple[str, str]
"""Method and path, as the server's OpenAPI names them."""

OPEN: Sequence[Route] = (
    ("GET", "/docs"),
    ("GET", "/health"),
    ("GET", "/info"),
    ("GET", "/metrics"),
    ("GET", "/ok"),
    ("POST", "/session"),
)
"""What anybody may ask; in no answer is anything of anybody."""


@dataclass(frozen=True)
class Target:
    """What a person has, as somebody knows it who has seen all their ids."""

    scope: str
    namespace: Sequence[str]
    thread: str
    companion: str
    memory_thread: str
    waiting_thread: str
    """A thread with a run that has not begun."""
    checkpoint: str
    run: str
    waiting_run: str
    memory: str
    assistant: str
    words: Sequence[str]
    """Words that stand in the conversation, its summary and the memories."""

    @property
    def traces(self) -> Sequence[str]:
        """What an answer to somebody else may not hold; the scope stands where an attacker has put it."""
        ids = (self.thread, self.companion, self.memory_thread, self.waiting_thread, self.checkpoint)
        return (*self.words, *ids, self.run, self.waiting_run, self.memory)


@dataclass(frozen=True)
class Attack:
    """One request.

    Attributes:
        path: values for what stands in braces in the route's path.
    """

    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    json: Any = None
    body: str | None = None


def message(text: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}]}


def forged(target: Target) -> dict[str, Any]:
    """A run's configuration in which everything says that it is the target's."""
    user = {"identity": target.scope, "is_authenticated": True, "display_name": target.scope, "permissions": []}
    configurable = {
        "user_id": target.scope, "langgraph_auth_user": user, "langgraph_auth_user_id": target.scope,
        "langgraph_auth_permissions": ["*"], "thread_id": target.thread, "checkpoint_id": target.checkpoint,
        "checkpoint_ns": "", "graph_id": "chat", "assistant_id": target.assistant, "run_id": target.run,
    }  # fmt: skip
    return {"configurable": configurable, "metadata": {"owner": target.scope, "thread_id": target.thread}}


def run(target: Target, **more: Any) -> dict[str, Any]:
    return {
        "assistant_id": "chat",
        "input": message("你知道我的什么？"),
        "config": forged(target),
        "metadata": {"owner": target.scope},
        **more,
    }


def attacks(target: Target) -> dict[Route, Sequence[Attack]]:
    """Return at least one attack for every route that is not open."""
    every_thread = (target.thread, target.companion, target.memory_thread, target.waiting_thread, target.thread.upper())
    threads = [{"thread_id": id} for id in every_thread]
    both = [
        {"thread_id": target.thread, "run_id": target.run},
        {"thread_id": target.waiting_thread, "run_id": target.waiting_run},
        {"thread_id": str(uuid4()), "run_id": target.waiting_run},
    ]
    memory = [{"id": target.memory}]
    assistant = [{"assistant_id": target.assistant}]
    cron = [{"cron_id": str(uuid4())}]
    owned = {"metadata": {"owner": target.scope}}
    overwriting = {"multitask_strategy": "rollback", "command": {"update": {"summary": "x"}}}
    create = [run(target), run(target, if_not_exists="create"), run(target, **overwriting)]
    item = {"namespace": list(target.namespace), "key": target.memory}
    above: Sequence[list[str]] = (list(target.namespace), list(target.namespace[:3]), ["ai-mind"], [], [target.scope])
    ledger = ["ai-mind", "user-ledger", "v1", target.scope]
    checkpoint = {"thread_id": target.thread, "checkpoint_id": target.checkpoint, "checkpoint_ns": ""}

    def on(places: Sequence[Mapping[str, str]], *bodies: Any, **query: Any) -> list[Attack]:
        return [Attack(place, query, body) for place in places for body in bodies or (None,)]

    def sends(*bodies: Any) -> list[Attack]:
        return [Attack(json=body) for body in bodies]

    return {
        ("POST", "/assistants"): sends(
            {"graph_id": "chat", "config": forged(target)},
            {"assistant_id": target.assistant, "graph_id": "chat", "if_exists": "do_nothing"},
        ),
        ("POST", "/assistants/count"): sends({}, owned),
        ("POST", "/assistants/search"): sends({}, owned),
        ("GET", "/assistants/{assistant_id}"): on(assistant),
        ("DELETE", "/assistants/{assistant_id}"): on(assistant, delete_threads=True),
        ("PATCH", "/assistants/{assistant_id}"): on(assistant, {"config": forged(target)}),
        ("GET", "/assistants/{assistant_id}/graph"): on(assistant),
        ("POST", "/assistants/{assistant_id}/latest"): on(assistant, {"version": 1}),
        ("GET", "/assistants/{assistant_id}/schemas"): on(assistant),
        ("GET", "/assistants/{assistant_id}/subgraphs"): on(assistant),
        ("GET", "/assistants/{assistant_id}/subgraphs/{namespace}"): on([{**assistant[0], "namespace": "chat"}]),
        ("POST", "/assistants/{assistant_id}/versions"): on(assistant, {}, owned),
        ("GET", "/memory"): [
            Attack(),
            Attack(query={"status": "suppressed"}),
            Attack(query={"conversation_id": target.thread}),
        ],
        ("DELETE", "/memory"): [Attack(query={"conversations": "true"})],
        ("GET", "/memory/export"): [Attack()],
        ("POST", "/memory/forget"): sends(
            *(
                {**what, "dry_run": dry, "max": 100, "erase": True}
                for dry in (True, False)
                for what in ({"query": target.words[0]}, {"conversation_id": target.thread})
            )
        ),
        ("POST", "/memory/import"): [Attack(body="")],
        ("GET", "/memory/settings"): [Attack()],
        ("PATCH", "/memory/settings"): sends({"learning": True}),
        ("GET", "/memory/{id}"): on(memory),
        ("PATCH", "/memory/{id}"): on(memory, {"text": "用户住在别处"}),
        ("DELETE", "/memory/{id}"): on(memory),
        ("POST", "/memory/{id}/restore"): on(memory),
        ("POST", "/memory/{id}/suppress"): on(memory),
        ("POST", "/runs"): sends(
            run(target), run(target, thread_id=target.thread), run(target, webhook=f"/threads/{target.thread}")
        ),
        ("POST", "/runs/batch"): sends([run(target), run(target, thread_id=target.thread)]),
        ("POST", "/runs/cancel"): sends(
            {"status": "all"},
            {"status": "pending"},
            {"thread_id": target.waiting_thread, "run_ids": [target.waiting_run]},
        ),
        ("POST", "/runs/crons"): sends({**run(target), "schedule": "* * * * *"}),
        ("POST", "/runs/crons/count"): sends({}, {"thread_id": target.thread}),
        ("POST", "/runs/crons/search"): sends({}, {"thread_id": target.thread}),
        ("GET", "/runs/crons/{cron_id}"): on(cron),
        ("PATCH", "/runs/crons/{cron_id}"): on(cron, {"schedule": "* * * * *"}),
        ("DELETE", "/runs/crons/{cron_id}"): on(cron),
        ("POST", "/runs/stream"): sends(run(target, checkpoint=checkpoint)),
        ("POST", "/runs/wait"): sends(run(target), run(target, checkpoint=checkpoint)),
        ("PUT", "/store/items"): sends(
            *({"namespace": one, "key": target.memory, "value": {"text": "x"}} for one in (*above, ledger))
        ),
        ("DELETE", "/store/items"): sends(item, {"namespace": ledger, "key": "ledger"}),
        ("GET", "/store/items"): [
            Attack(query={"namespace": ".".join(one), "key": key})
            for one in (target.namespace, ledger)
            for key in (target.memory, "ledger")
        ],
        ("POST", "/store/items/search"): sends(
            *(
                {"namespace_prefix": one, "limit": 1000, **more}
                for one in (*above, ledger)
                for more in ({}, {"query": target.words[0]}, {"filter": {"status": "active"}})
            )
        ),
        ("POST", "/store/namespaces"): sends(
            {}, *({"prefix": one} for one in above), {"suffix": [target.scope]}, {"suffix": ["*"], "max_depth": 4}
        ),
        ("POST", "/threads"): sends(
            *(
                {
                    "thread_id": id,
                    "if_exists": then,
                    "supersteps": [{"updates": [{"values": {"summary": "x"}, "as_node": "commit"}]}],
                    **owned,
                }
                for id in every_thread
                for then in ("raise", "do_nothing")
            )
        ),
        ("POST", "/threads/count"): sends(owned),
        ("POST", "/threads/prune"): sends(
            {"thread_ids": [target.thread]}, {"thread_ids": list(every_thread), "strategy": "delete"}
        ),
        ("POST", "/threads/search"): sends(
            {"limit": 1000},
            {**owned, "limit": 1000},
            {"ids": list(every_thread)},
            {"status": "busy"},
        ),
        ("GET", "/threads/{thread_id}"): on(threads),
        ("DELETE", "/threads/{thread_id}"): on([*threads, {"thread_id": target.thread.replace("-", "")}]),
        ("PATCH", "/threads/{thread_id}"): on(threads, {"metadata": {"owner": "me", "title": "x"}}),
        ("POST", "/threads/{thread_id}/commands"): on(
            threads,
            {"id": 1, "method": "run.start", "params": run(target)},
            {"id": 2, "method": "agent.getTree", "params": {"run_id": target.run}},
            {"id": 3, "method": "input.respond", "params": {"response": "x", "interrupt_id": "x"}},
        ),
        ("POST", "/threads/{thread_id}/copy"): on(threads),
        ("GET", "/threads/{thread_id}/history"): on(threads, limit=100),
        ("POST", "/threads/{thread_id}/history"): on(threads, {"limit": 100, "checkpoint": checkpoint}),
        ("GET", "/threads/{thread_id}/hydration"): on(threads),
        ("GET", "/threads/{thread_id}/runs"): on(threads),
        ("POST", "/threads/{thread_id}/runs"): on(threads, *create),
        ("POST", "/threads/{thread_id}/runs/crons"): on(threads, {**run(target), "schedule": "* * * * *"}),
        ("POST", "/threads/{thread_id}/runs/stream"): on(threads, *create),
        ("POST", "/threads/{thread_id}/runs/wait"): on(threads, *create),
        ("GET", "/threads/{thread_id}/runs/{run_id}"): on(both),
        ("DELETE", "/threads/{thread_id}/runs/{run_id}"): on(both),
        ("POST", "/threads/{thread_id}/runs/{run_id}/cancel"): on(both, action="rollback", wait="true"),
        ("GET", "/threads/{thread_id}/runs/{run_id}/join"): on(both, cancel_on_disconnect="true"),
        ("GET", "/threads/{thread_id}/runs/{run_id}/stream"): on(both, cancel_on_disconnect="true"),
        ("GET", "/threads/{thread_id}/state"): on(threads, subgraphs="true"),
        ("POST", "/threads/{thread_id}/state"): on(
            threads, {"values": {"summary": "x"}, "as_node": "commit"}, {"values": None, "checkpoint": checkpoint}
        ),
        ("POST", "/threads/{thread_id}/state/checkpoint"): on(threads, {"checkpoint": checkpoint}),
        ("GET", "/threads/{thread_id}/state/{checkpoint_id}"): on(
            [{**one, "checkpoint_id": target.checkpoint} for one in threads]
        ),
        ("GET", "/threads/{thread_id}/storage"): on(threads),
        ("GET", "/threads/{thread_id}/stream"): on(threads),
        ("POST", "/threads/{thread_id}/stream/events"): on(threads, {"channels": ["values", "messages", "updates"]}),
    }


async def everything(person: Person, target: Target) -> str:
    """Return all that a person has, as JSON."""
    found: dict[str, Any] = {
        "threads": await person.json("POST", "/threads/search", json={"limit": 1_000}),
        "memories": (await person.http.get("/memory/export")).text.split("\n", 1)[1:],  # the first line has the time
        "items": await person.json("POST", "/store/items/search", json={"namespace_prefix": [], "limit": 1_000}),
        "settings": await person.json("GET", "/memory/settings"),
    }
    for id in (target.thread, target.companion, target.memory_thread, target.waiting_thread):
        for part in ("", "/state", "/runs"):
            found[id + part] = await person.json("GET", f"/threads/{id}{part}")
        found[f"{id}/history"] = await person.json("POST", f"/threads/{id}/history", json={"limit": 1_000})
    return json.dumps(found, ensure_ascii=False, sort_keys=True)
