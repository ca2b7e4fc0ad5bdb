"""What a client does with the server: say something, wait for what was learned, look at the store."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Literal

from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError

from memory.platform.identity import LOCAL_USER, memory_thread_id, namespace, scope
from memory.platform.settings import Settings

PERSON = scope(LOCAL_USER, Settings(_env_file=None))


@dataclass
class Said:
    """What came back for one message."""

    thread_id: str
    events: list[dict[str, Any]] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    error: str = ""
    seconds: float = 0.0

    @property
    def answer(self) -> str:
        return "".join(self.pieces)

    def event(self, key: str) -> Any:
        return next((event[key] for event in self.events if key in event), None)

    @property
    def recalled(self) -> list[str]:
        return [memory["id"] for memory in self.event("recalled") or []]


async def new_thread(client: LangGraphClient) -> str:
    return str((await client.threads.create())["thread_id"])


async def say(
    client: LangGraphClient,
    text: str | list[dict[str, Any]],
    *,
    thread_id: str = "",
    context: dict[str, Any] | None = None,
    id: str | None = None,
    before: list[dict[str, Any]] | None = None,
    if_not_exists: Literal["create", "reject"] = "reject",
) -> Said:
    """Send one message on a thread, a new one unless given, and collect what is streamed."""
    said, started = Said(thread_id or await new_thread(client)), perf_counter()
    message: dict[str, Any] = {"role": "user", "content": text} | ({"id": id} if id else {})
    sent: dict[str, Any] = {"messages": [*(before or []), message]}
    stream = client.runs.stream(
        said.thread_id,
        "chat",
        input=sent,
        context=context,
        stream_mode=["messages-tuple", "custom"],
        if_not_exists=if_not_exists,
    )
    async for part in stream:
        if part.event == "error":
            said.error = str(part.data.get("message", part.data))
        if part.event == "custom":
            said.events.append(dict(part.data))
        if part.event == "messages" and part.data[0]["type"] == "AIMessageChunk":
            said.pieces.append(part.data[0]["content"])
    said.seconds = perf_counter() - started
    return said


async def learned(client: LangGraphClient, said: Said) -> dict[str, Any]:
    """Wait for the extraction of a turn and return its output."""
    saved = said.event("saved")
    assert saved is not None
    assert saved["status"] == "scheduled"
    await client.runs.join(saved["thread_id"], saved["run_id"])
    return await values(client, saved["thread_id"])


async def extract(client: LangGraphClient, *turns: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Run the extraction graph on given turns, on a thread of its own, and return its output."""
    sent: dict[str, Any] = {"turns": list(turns), **context}
    result = await client.runs.wait(None, "memory_extraction", input=sent)
    assert isinstance(result, dict)
    return result


def turn(
    text: str, *, id: str, answer: str = "好的。", at: str = "2026-11-30T10:00:00+08:00", kind: str = ""
) -> dict[str, Any]:
    return {
        "conversation_id": "conversation-1",
        "turn_id": id,
        "user_text": text,
        "assistant_text": answer,
        "completed_at": at,
        "kind": kind or "ordinary_chat",
    }


async def values(client: LangGraphClient, thread_id: str) -> dict[str, Any]:
    state = await client.threads.get_state(thread_id)
    assert isinstance(state["values"], dict)
    return dict(state["values"])


async def memories(client: LangGraphClient) -> list[dict[str, Any]]:
    """Return what the store holds for the local user."""
    found = await client.store.search_items(namespace(PERSON), limit=500)
    return [dict(item["value"]) for item in found["items"]]


async def forget_all(client: LangGraphClient) -> None:
    found = await client.store.search_items(namespace(PERSON), limit=500)
    for item in found["items"]:
        await client.store.delete_item(item["namespace"], key=item["key"])


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(30):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.1)


async def settled(client: LangGraphClient) -> None:
    """Wait until the local user's background runs have ended."""
    thread = memory_thread_id(PERSON)
    async with asyncio.timeout(30):
        while True:
            try:
                runs = await client.runs.list(thread, limit=1000)
            except NotFoundError:
                return  # nothing was ever extracted
            if all(run["status"] not in ("pending", "running") for run in runs):
                return
            await asyncio.sleep(0.2)
