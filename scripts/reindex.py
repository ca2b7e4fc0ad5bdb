"""Embed every memory in the database anew after the embedding model was changed (`make reindex`)."""

import asyncio
import sys
from dataclasses import replace

from memory.errors import SettingsError
from memory.platform.postgres.locks import PostgresLocks
from memory.platform.store.reindexing import Reindexed, reindex
from scripts import serve


def main() -> int:
    """Embed what is not current, with a progress bar; started again it goes on where it stopped."""
    try:
        with serve.use_database():
            done = asyncio.run(_reindexed())
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    except Exception as error:  # a database or a model may raise anything, with an address in it
        print(f"\nStopped: {type(error).__name__}. What was done stays; run it again.", file=sys.stderr)
        return 1
    print(f"\n{done.memories} memories of {done.people} people embedded, {done.current} were current.")
    return 0


async def _reindexed() -> Reindexed:
    from memory.platform.postgres.server import store  # reads the settings, the address of the database among them
    from memory.platform.services import database, stores

    async with store() as opened:
        return await reindex(opened, replace(stores, locks=PostgresLocks(database)), progress=_bar)


def _bar(done: int, total: int) -> None:
    width = 40 * done // max(total, 1)
    print(f"\r  [{'#' * width:<40}] {done} of {total} people", end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
