"""What it takes to open anybody's memories, made once and passed in together."""

from dataclasses import dataclass, field

from langgraph.store.base import BaseStore

from memory.platform.postgres.locks import Locks, ProcessLocks
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.shelf import Shelves
from memory.platform.store.user_store import UserStore


@dataclass(frozen=True)
class UserStores:
    """Opens a person's memories in the server's store.

    Args:
        embeddings, fallback, locks, shelves: see `UserStore`.
    """

    embeddings: MemoryEmbeddings
    fallback: MemoryEmbeddings | None = None
    locks: Locks = field(default_factory=ProcessLocks)
    shelves: Shelves = field(default_factory=Shelves)

    def of(self, store: BaseStore, person: str) -> UserStore:
        """Return the memories of the person with this scope."""
        return UserStore(store, person, self.embeddings, self.fallback, self.locks, self.shelves)
