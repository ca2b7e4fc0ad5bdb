"""Many people's memories put straight into the tables of the Postgres store: through the store it would take hours."""

import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from memory.platform.identity import namespace
from memory.platform.store.encoders import LOCAL_DIMENSIONS, Vector


@dataclass(frozen=True)
class Stored:
    """One memory as it stands in the store.

    Args:
        person: whose it is, a scope.
        key: its id.
        value: its document.
        vector: of its `search_text`.
    """

    person: str
    key: str
    value: Jsonb
    vector: Vector

    @property
    def prefix(self) -> str:
        """The namespace as the store's tables write it."""
        return ".".join(namespace(self.person))


def person(number: int) -> str:
    """Return a scope as long as a real one."""
    return f"{number:064x}"


async def fill(connected: psycopg.AsyncConnection[Any], stored: Callable[[], Iterable[Stored]]) -> None:
    """Copy memories into the store's own tables.

    Args:
        connected: with the store's schema first in its path.
        stored: gives them, the same each time it is called; one after the other, so that they need no room.
    """
    async with connected.cursor() as cursor:
        async with cursor.copy("COPY store (prefix, key, value) FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(["text", "text", "jsonb"])
            for one in stored():
                await copy.write_row((one.prefix, one.key, one.value))
        async with cursor.copy(
            "COPY store_vectors (prefix, key, field_name, embedding) FROM STDIN (FORMAT BINARY)"
        ) as copy:
            head = struct.pack(">HH", LOCAL_DIMENSIONS, 0)
            for one in stored():
                await copy.write_row((one.prefix, one.key, "search_text", head + one.vector.astype(">f4").tobytes()))
    await connected.execute("VACUUM ANALYZE store")
    await connected.execute("VACUUM ANALYZE store_vectors")
