"""One person's active memories as recall looks at them: what is counted once and holds for every question."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from memory.recall.cast import Cast
from memory.recall.lexical import Lexicon
from memory.user.document import UserMemory


@dataclass(frozen=True)
class Known:
    """Active memories, in any order."""

    memories: Sequence[UserMemory] = ()

    @cached_property
    def lexicon(self) -> Lexicon:
        """Their terms, row by row."""
        return Lexicon([memory.search_text for memory in self.memories])

    @cached_property
    def cast(self) -> Cast:
        """The people in them."""
        return Cast.of(memory.text for memory in self.memories)
