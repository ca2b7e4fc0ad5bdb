"""What is asked of every library alike."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol


class Turn(Protocol):
    """One finished turn of a conversation."""

    @property
    def id(self) -> str:
        """Of the user's message."""

    @property
    def conversation(self) -> str:
        """Where it was said."""

    @property
    def user(self) -> str:
        """What the user said."""

    @property
    def assistant(self) -> str:
        """What was answered."""


class Library(Protocol):
    """A memory of many people."""

    @property
    def name(self) -> str:
        """As it stands in tables."""

    @property
    def operations(self) -> Counter[str]:
        """Calls of its store by kind since somebody last cleared them."""

    async def add(self, person: str, turn: Turn) -> None:
        """Learn from a turn what the library would learn; whatever goes wrong is an exception."""

    async def add_at_once(self, person: str, turns: Sequence[Turn]) -> None:
        """Learn from turns that end at the same moment, as a person's two windows would have it."""

    async def search(self, person: str, text: str) -> list[str]:
        """Return what the library finds for a message with its own limits, best first."""

    async def records(self, person: str) -> list[str]:
        """Return the texts of everything that is active, the oldest first."""

    async def delete(self, person: str, text: str) -> None:
        """Delete the memories with this text by the library's own means."""

    async def kept(self, person: str) -> Mapping[str, bytes]:
        """Return everything the library keeps of a person, memories or not, by the name of the place."""

    async def fill(self, person: str, texts: Sequence[str]) -> None:
        """Store texts without a model, in the shape in which the library itself writes them."""

    async def close(self) -> None:
        """Let go of what was opened."""
