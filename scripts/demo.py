"""Two conversations with a running server: the first is told something lasting, the second uses it."""

import asyncio
import json
import os
import sys
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import httpx
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from scripts.dev import RUNNING

STORIES = {
    "zh": ("记住我喜欢吃桃子。以后回答请简短一点。", "我喜欢吃什么水果？推荐一道用它做的甜品。"),
    "en": ("I'm allergic to peanuts. From now on answer briefly.", "Suggest a snack for a long flight."),
}


@dataclass
class Turn:
    """What came back for one message."""

    answer: str = ""
    events: list[dict[str, Any]] = field(default_factory=list)
    first_token_s: float = 0.0
    total_s: float = 0.0

    def event(self, key: str) -> Any:
        """Return what the memory event with `key` said, or None."""
        return next((event[key] for event in self.events if key in event), None)


def server_url() -> str:
    """Return the address of the running server: `AI_MIND_URL`, or what `make dev` wrote down."""
    if url := os.environ.get("AI_MIND_URL"):
        return url
    try:
        return str(json.loads(RUNNING.read_text())["url"])
    except FileNotFoundError:
        sys.exit("No server is running here. Start one with `make dev` in another terminal, or set AI_MIND_URL.")


async def say(client: LangGraphClient, thread_id: str, text: str) -> Turn:
    """Send one message and collect the streamed answer and the memory events."""
    turn, started = Turn(), perf_counter()
    message: dict[str, Any] = {"messages": [{"role": "user", "content": text}]}
    stream = client.runs.stream(
        thread_id,
        "chat",
        input=message,
        stream_mode=["messages-tuple", "custom"],
    )
    async for part in stream:
        if part.event == "error":
            sys.exit(f"The turn failed: {part.data.get('message', part.data)}")
        if part.event == "custom":
            turn.events.append(part.data)
        if part.event == "messages" and part.data[0]["type"] == "AIMessageChunk":
            turn.first_token_s = turn.first_token_s or perf_counter() - started
            turn.answer += part.data[0]["content"]
    turn.total_s = perf_counter() - started
    return turn


async def tell(client: LangGraphClient, language: str) -> bool:
    """Play one story; True if the second conversation recalled what the first was told."""
    statement, question = STORIES[language]
    first = await client.threads.create()
    print(f"\nConversation A ({language})\n  user       {statement}")
    told = await say(client, first["thread_id"], statement)
    report(told)
    saved = told.event("saved") or {}
    if saved.get("status") != "scheduled":
        print(f"  extraction {saved or 'off'}")
        return False
    started = perf_counter()
    await client.runs.join(saved["thread_id"], saved["run_id"])
    state = await client.threads.get_state(saved["thread_id"])
    outcome: dict[str, Any] = dict(state["values"]) if isinstance(state["values"], dict) else {}
    print(f"  extraction {outcome.get('outcome')} after {perf_counter() - started:.1f} s, {outcome.get('usage')}")
    for result in outcome.get("results", []):
        print(f"             {result['status']} {result['code'] or ''} {result['memory_id'] or ''}")

    second = await client.threads.create()
    print(f"Conversation B ({language})\n  user       {question}")
    asked = await say(client, second["thread_id"], question)
    report(asked)
    written = {result["memory_id"] for result in outcome.get("results", [])}
    return bool(written & {memory["id"] for memory in asked.event("recalled") or []})


def report(turn: Turn) -> None:
    """Print an answer, its memories and its timings."""
    recalled = [memory["type"] for memory in turn.event("recalled") or []]
    print(f"  recalled   {recalled or 'nothing'} ({turn.event('milliseconds')} ms)")
    print(f"  assistant  {turn.answer.strip()}")
    print(f"  timing     first token {turn.first_token_s:.1f} s, whole turn {turn.total_s:.1f} s")


async def main() -> int:
    """Play both stories."""
    url = server_url()
    try:
        async with httpx.AsyncClient(base_url=url, timeout=10) as http:
            health = (await http.get("/health")).json()
    except httpx.HTTPError:
        sys.exit(f"No server answers at {url}. Start one with `make dev` in another terminal.")
    print(f"server {url}, health {health}")
    client = get_client(url=url)
    done = [await tell(client, language) for language in STORIES]
    print("\nBoth conversations B used what A was told." if all(done) else "\nNot every memory was recalled.")
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
