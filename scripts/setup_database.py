"""Bring the database at DATABASE_URL to what this version needs (`make setup-db`); a server never does."""

import sys

from memory.errors import SettingsError
from memory.platform.postgres.database import database_url
from memory.platform.postgres.migrations import SetupError, set_up
from memory.platform.settings import get_settings


def main() -> int:
    """Set the database up and say so in one line."""
    try:
        settings = get_settings()
        url = database_url(settings)
        from memory.platform.services import embeddings  # wrong settings must be said first

        set_up(url, embeddings, settings.embedding_dimensions)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    except SetupError as error:
        print(f"The database could not be set up: {error}", file=sys.stderr)
        return 1
    print("The database is set up.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
