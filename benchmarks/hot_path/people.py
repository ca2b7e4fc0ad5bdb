"""The people of a benchmark: each with a session, a hundred memories, and conversations of their own."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import perf_counter, time
from typing import Any

import httpx
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from benchmarks.hot_path.scripted import fact, known
from benchmarks.hot_path.served import SECRET
from memory.platform.access.authentication import Session
from memory.user.document import UserMemory
from scripts.labelled import read_lines, read_people, read_questions
from tests.server.process import Server

LABELLED = Path("tests/labelled/recall")
ORDINARY = Path("scripts/calibration/ordinary.jsonl")
STRIDE = 53
"""Of the questions, between two turns of a person: more than there are people, so that no two say the same."""
KNOWN = 100
FACT_EVERY = 5
"""One of so many turns holds something to remember."""
WAIT_S = 600.0


@dataclass(frozen=True)
class Turn:
    """How long one turn took, seen by the client.

    Args:
        first_ms: to the first token.
        whole_ms: to the end of the stream.
        after_ms: from the last token to the end of the stream.
        error: what went wrong.
    """

    first_ms: float
    whole_ms: float
    after_ms: float
    error: str = ""


@dataclass
class Person:
    """Somebody who talks.

    Args:
        number: which of the people.
        client: calls as them.
        threads: their conversations, by name.
        told: what must be known of what they have said.
    """

    number: int
    client: LangGraphClient
    threads: dict[str, str] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    _said: Iterator[int] = field(default_factory=count)

    async def turn(self, graph: str, conversation: str, context: dict[str, Any] | None = None) -> Turn:
        """Say the next thing and take in the answer as it is streamed."""
        if conversation not in self.threads:
            self.threads[conversation] = (await self.client.threads.create())["thread_id"]
        message: dict[str, Any] = {"messages": [{"role": "user", "content": self._next()}]}
        started = perf_counter()
        first = last = 0.0
        error = ""
        try:
            async for part in self.client.runs.stream(
                self.threads[conversation], graph, input=message, context=context, stream_mode="messages-tuple"
            ):
                if part.event == "error":
                    error = str(part.data)[:200]
                if part.event == "messages" and part.data[0]["type"] in ("AIMessageChunk", "ai"):
                    last = perf_counter()
                    first = first or last
        except Exception as failure:  # it is counted
            error = f"{type(failure).__name__}: {failure}"[:200]
        ended = perf_counter()
        error = error or ("" if first else "no answer")
        return Turn((first - started) * 1_000, (ended - started) * 1_000, (ended - last) * 1_000, error)

    async def forgotten(self) -> set[str]:
        """Return what they have told and is not known."""
        found = (await self.client.store.search_items(("ai-mind",), limit=1_000))["items"]
        texts = "\n".join(item["value"]["text"] for item in found)
        return {one for one in self.told if one not in texts}

    def _next(self) -> str:
        number = next(self._said)
        if number % FACT_EVERY == FACT_EVERY - 1:
            which = self.number + number // FACT_EVERY
            self.told.add(known(which))
            return fact(which)
        # More than the embedding model remembers have been said by anybody before a text comes again.
        return QUESTIONS[(number * STRIDE + self.number) % len(QUESTIONS)]


def _questions() -> list[str]:
    """Return what people say beside facts: ordinary prompts, and questions about themselves."""
    read = [read_questions(LABELLED / f"queries-{part}.jsonl") for part in ("first", "second", "third")]
    texts = [question.turns[-1] for questions in read for question in questions]
    texts += [line["text"] for line in read_lines(ORDINARY)]
    found = list(dict.fromkeys(texts))
    random.Random(7).shuffle(found)
    return found


def labelled(most: int) -> list[UserMemory]:
    """Return labelled memories of several people as those of one."""
    people = read_people(LABELLED / "memories-first.jsonl")
    return [memory for own in people.values() for memory in own if memory.status == "active"][:most]


QUESTIONS: Sequence[str] = _questions()


@asynccontextmanager
async def people(server: Server, number: int, *, memories: int = KNOWN, first: int = 0) -> AsyncIterator[list[Person]]:
    """Make people who are known to the server, and close their clients afterwards.

    Args:
        server: which they talk to.
        number: how many.
        memories: of each.
        first: number of the first of them.
    """
    documents = [memory.model_dump(mode="json") for memory in labelled(memories)]
    async with AsyncExitStack() as opened:
        made = []
        for one in range(first, first + number):
            token = Session.new(time()).token(SECRET)
            headers = {"authorization": f"Bearer {token}"}
            client = await opened.enter_async_context(get_client(url=server.url, headers=headers, timeout=WAIT_S))
            made.append(Person(one, client))
        # The first alone: the server embeds what the others then share.
        for some in (made[:1], made[1:]):
            await asyncio.gather(*(_know(person, documents) for person in some))
        yield made


async def _know(person: Person, documents: list[dict[str, Any]]) -> None:
    sent: Any = {"memories": documents}
    state = await person.client.runs.wait(None, "seed", input=sent)
    if not isinstance(state, dict) or "__error__" in state:
        raise RuntimeError(f"the memories could not be stored: {state}")


async def quiet(*servers: Server) -> None:
    """Wait until no server has a run that waits or is in progress: background runs end too."""
    async with httpx.AsyncClient() as http, asyncio.timeout(WAIT_S):
        for server in servers:
            while True:
                if not any((await backlog(http, server)).values()):
                    break
                await asyncio.sleep(0.1)


async def backlog(http: httpx.AsyncClient, server: Server) -> dict[str, int]:
    """Return how many runs wait at a server, and how many are in progress."""
    queue = (await http.get(f"{server.url}/metrics", params={"format": "json"})).raise_for_status().json()["queue"]
    return {"pending": queue["n_pending"], "running": queue["n_running"]}
