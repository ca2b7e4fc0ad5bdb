"""`make reindex` on a database: another model's vectors, and vectors of another length, are embedded anew."""

import subprocess
import sys
from collections.abc import Callable

import psycopg
from langgraph.store.postgres import AsyncPostgresStore

from memory.platform.identity import scope
from memory.platform.postgres.migrations import index_config, set_up
from memory.platform.services import embeddings
from memory.platform.settings import Settings
from memory.platform.store.user_store import UserStore
from tests.fakes import DIMENSIONS, fake_embeddings
from tests.graph.seeds import remember
from tests.server.process import PROJECT, clean_environment
from tests.storage.conftest import database_of


def reindex(url: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scripts.reindex"],
        cwd=PROJECT,
        env=clean_environment(DATABASE_URL=url),
        capture_output=True,
        text=True,
        check=False,
    )


async def test_every_memory_is_embedded_anew_and_a_second_time_none(
    new_database: Callable[[], str], settings: Settings
) -> None:
    url = new_database()
    set_up(url, embeddings, 8)
    set_up(url, embeddings, DIMENSIONS)  # the model was changed, and its dimensions with it
    database = database_of(url)
    store = AsyncPostgresStore(await database.pool("store"), index=index_config(embeddings, DIMENSIONS))
    for person in ("li", "张三"):
        await remember(store, fake_embeddings(model="before"), settings, "我住在杭州", person=person)
    with psycopg.connect(url) as connected:
        connected.execute("TRUNCATE langgraph_user_memory.store_vectors")

    first, again = reindex(url), reindex(url)
    assert first.stdout.endswith("\n2 memories of 2 people embedded, 0 were current.\n"), first.stderr
    assert "2 of 2 people" in first.stdout
    assert again.stdout.endswith("\n0 memories of 2 people embedded, 2 were current.\n")

    own = UserStore(store, scope("张三", settings), embeddings)
    await embeddings.aembed_query("我住在哪里")
    [score] = (await own.similar("我住在哪里")).values()
    assert score
    assert score > 0.3
    await database.close(["store"])


def test_without_a_database_it_says_so() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.reindex"],
        cwd=PROJECT / "deploy",
        env=clean_environment(PYTHONPATH=str(PROJECT)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("DATABASE_URL: is not set")
