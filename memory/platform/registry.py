"""Whose thread is whose, where the server itself does not keep it for good."""

from collections.abc import Mapping
from typing import Any, Protocol


class Registry(Protocol):
    """Knows the owners of threads, across processes and restarts."""

    async def claim(self, thread_id: str, owner: str, metadata: Mapping[str, Any]) -> bool:
        """Note a thread and whose it is; False when it is somebody else's."""

    async def owner_of(self, thread_id: str) -> str | None:
        """Return whose a thread is."""

    async def owned(self, owner: str) -> list[tuple[str, dict[str, Any]]]:
        """Return a person's threads with their metadata."""

    async def rename(self, old: str, new: str) -> None:
        """Give everything of one owner to another."""

    async def drop(self, thread_id: str) -> None:
        """Forget a thread."""

    async def drop_all(self, owner: str) -> None:
        """Forget a person's threads."""


class NoRegistry:
    """The server keeps its own records, and they are the only ones."""

    async def claim(self, thread_id: str, owner: str, metadata: Mapping[str, Any]) -> bool:
        """Leave it to the server."""
        return True

    async def owner_of(self, thread_id: str) -> str | None:
        """Know nothing."""
        return None

    async def owned(self, owner: str) -> list[tuple[str, dict[str, Any]]]:
        """Know nothing."""
        return []

    async def rename(self, old: str, new: str) -> None:
        """Have nothing to change."""

    async def drop(self, thread_id: str) -> None:
        """Have nothing to forget."""

    async def drop_all(self, owner: str) -> None:
        """Have nothing to forget."""
