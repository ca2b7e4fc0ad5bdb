"""A process that holds a person's lock until it is killed: `python -m tests.storage.holder PERSON`."""

import asyncio
import sys

from memory.platform.postgres.locks import PostgresLocks
from memory.platform.services import database


async def hold(person: str) -> None:
    async with PostgresLocks(database).of(person):
        print("held", flush=True)
        await asyncio.sleep(600)


if __name__ == "__main__":
    asyncio.run(hold(sys.argv[1]))
