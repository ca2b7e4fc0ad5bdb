"""A real `langgraph dev` process on a copy of the project, so that a test run leaves nothing behind."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from scripts.dev import ready

PROJECT = Path(__file__).parents[2]
PARTS = (
    "graphs", "memory", "prompts", "scripts", "tests", "langgraph.json", "langgraph.postgres.json", "pyproject.toml",
)  # fmt: skip


@dataclass(frozen=True)
class Server:
    """A running server."""

    url: str
    log: Path
    process: subprocess.Popen[bytes]

    def logged(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """End it without a word, as a crash does."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C does; it saves what its store holds."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=30)


def clean_environment(**more: str) -> dict[str, str]:
    """Return this process's environment without a developer's own configuration, plus `more`."""
    own = ("AI_MIND_", "OPENAI_", "LANGSMITH_", "LANGCHAIN_", "DATABASE_URL")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(own)}
    quiet = {
        "AI_MIND_ENV_FILE": "",
        "LANGSMITH_TRACING": "false",
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
        "LANGGRAPH_NO_VERSION_CHECK": "1",
        "NO_COLOR": "1",
    }
    return kept | quiet | more


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def copy_project(to: Path) -> Path:
    for part in PARTS:
        source = PROJECT / part
        if source.is_dir():
            shutil.copytree(source, to / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, to / part)
    return to


@contextmanager
def running_server(folder: Path, environment: Mapping[str, str], config: str = "langgraph.json") -> Iterator[Server]:
    """Start the server in `folder` and kill it afterwards. Its log goes on where an earlier one in `folder` ended.

    Raises:
        RuntimeError: it did not start; with the end of its log.
    """
    port = free_port()
    log = folder / f"{config}.log"
    command = (
        Path(sys.executable).with_name("langgraph"), "dev", "--config", config, "--no-browser", "--no-reload",
        "--n-jobs-per-worker", "10", "--host", "127.0.0.1", "--port", str(port),
    )  # fmt: skip
    with log.open("ab") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=dict(environment), stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
    server = Server(f"http://127.0.0.1:{port}", log, process)
    try:
        if not ready(server.url, process):
            raise RuntimeError(f"the server did not start:\n{server.logged()[-4000:]}")
        yield server
    finally:
        server.kill()
