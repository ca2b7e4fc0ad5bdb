"""`make serve` without a DATABASE_URL: a database of its own that outlives the server."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from scripts.dev import RUNNING
from tests.provider.process import ScriptedProvider, candidate, proposes
from tests.server.process import copy_project
from tests.server.talk import learned, memories, say, values

pytestmark = pytest.mark.server

VEGAN = candidate("用户长期吃素", "我长期吃素", "吃素", type="recurring_constraint")


@contextmanager
def serving(folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Run the command in `folder` and yield the address it wrote down."""
    log = folder / "serve.log"
    with log.open("wb") as output:
        command = (sys.executable, "-m", "scripts.serve", "--port", "0")
        process = subprocess.Popen(command, cwd=folder, env=dict(environment), stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + 90
        while not (folder / RUNNING).exists():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{log.read_text(errors='replace')[-4000:]}")
            time.sleep(0.2)
        yield str(json.loads((folder / RUNNING).read_text())["url"])
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)


@asynccontextmanager
async def served(folder: Path, environment: Mapping[str, str]) -> AsyncIterator[LangGraphClient]:
    with serving(folder, environment) as url:
        async with get_client(url=url) as client:
            yield client


async def test_what_was_said_and_learned_outlives_the_server(
    open_folder: Path, environment: dict[str, str], provider: ScriptedProvider
) -> None:
    folder = copy_project(open_folder / "serve")
    provider.script(proposes(VEGAN))
    async with served(folder, environment) as client:
        told = await say(client, "我长期吃素")
        assert (await learned(client, told))["outcome"] == "processed"
    assert not list((folder / ".ai-mind/postgres").glob("postmaster.pid"))
    async with served(folder, environment) as client:
        asked = await say(client, "推荐一道晚饭", thread_id=told.thread_id, if_not_exists="create")
        assert len(asked.recalled) == 1
        said = [message["content"] for message in (await values(client, told.thread_id))["messages"]]
        assert said == ["我长期吃素", "OK.", "推荐一道晚饭", "OK."]
        assert [memory["text"] for memory in await memories(client)] == ["用户长期吃素"]


def test_a_given_database_that_is_not_ready_is_one_line(environment: dict[str, str], tmp_path: Path) -> None:
    refused = subprocess.run(
        [sys.executable, "-m", "scripts.serve"],
        cwd=copy_project(tmp_path),
        env=environment | {"DATABASE_URL": "postgresql://u:s3cret@127.0.0.1:9/x", "AI_MIND_DATABASE_TIMEOUT_MS": "500"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert refused.stderr.startswith("DATABASE_URL: the database cannot be used")
    assert "s3cret" not in refused.stderr + refused.stdout
