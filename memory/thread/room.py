"""The tokens of one request, given away piece by piece to what competes for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from langchain_core.messages import AnyMessage, BaseMessage, ToolMessage

from memory.language.text import Language
from memory.thread.budget import count_message, count_text
from memory.thread.carried import Summary
from memory.thread.digest import digest
from memory.thread.pairing import rounds
from memory.thread.thread import PinnedDecision
from prompts.chat import bound_block, pins_block, summary_block
from prompts.recall import before

DIGESTS = (2_000, 500, 120)
"""Characters to which tool output is shortened step by step when it does not fit; the oldest first."""
_SEPARATOR = 2
_BLOCK = 30
"""Tokens of a block's header, at most."""


@dataclass
class Room:
    """The tokens that are left, given away piece by piece."""

    encoding: str
    left: int

    def takes(self, *blocks: str) -> bool:
        """Take blocks of text if there is room for all of them."""
        return self._spend(sum(count_text(block, self.encoding) + _SEPARATOR for block in blocks if block))

    def exchange(self, messages: Sequence[BaseMessage]) -> list[BaseMessage]:
        """Take this turn's tool traffic: as it is, digested, or the newest rounds of it."""
        kept = rounds(messages)
        for limit in DIGESTS:
            for at, round in enumerate(kept):
                if self._size(kept) <= self.left:
                    break
                kept[at] = [digest(m, limit) if isinstance(m, ToolMessage) else m for m in round]
        while kept and self._size(kept) > self.left:
            del kept[0]
        self.left -= self._size(kept)
        return [message for round in kept for message in round]

    def bound(self, said: Sequence[str], language: Language) -> str:
        """Take what left-out turns made binding, newest first, within a quarter of the room."""
        costs = [count_text(text, self.encoding) + _SEPARATOR for text in said]
        start, spent = len(said), 0
        while start > 0 and spent + costs[start - 1] <= self.left // 4 - _BLOCK:
            start -= 1
            spent += costs[start]
        block = bound_block(said[start:], language=language)
        return block if self.takes(block) else ""

    def pins(self, pinned: Sequence[PinnedDecision], language: Language) -> str:
        """Take pinned decisions, the user's before those of models, newest first.

        An older one never jumps over a newer one that did not fit.
        """
        numbered = list(enumerate(pinned, start=1))
        first = sorted(numbered, key=lambda at: (at[1]["origin"] == "user", at[0]), reverse=True)
        for number in range(len(first), 0, -1):
            chosen = [(at, pin["text"]) for at, pin in sorted(first[:number], key=lambda at: at[0])]
            block = pins_block(chosen, language=language)
            if self.takes(block):
                return block
        return ""

    def summary(self, text: str, language: Language) -> str:
        """Take the summary, or as much of it as fits; what was carried word for word goes before the rest."""
        block = summary_block(text, language=language)
        if self.takes(block):
            return block
        read = Summary.read(text)
        whole = "\n".join([*read.binding, *read.verbatim, read.text])
        fits, too_long = 0, len(whole)
        while too_long - fits > 1:
            middle = (fits + too_long) // 2
            trial = summary_block(whole[:middle], language=language)
            fits, too_long = (middle, too_long) if replace(self).takes(trial) else (fits, middle)
        block = summary_block(whole[:fits], language=language)
        return block if self.takes(block) else ""

    def history(self, messages: Sequence[AnyMessage], given: Mapping[str, Sequence[str]]) -> int:
        """Take whole turns with the memories they were given, newest first; return where they begin."""
        start = len(messages)
        for older in range(start - 2, -1, -2):
            user, answer = messages[older : older + 2]
            lines = before(given.get(user.id or "", ()), "")
            tokens = count_message(user, self.encoding) + count_message(answer, self.encoding)
            if not self._spend(tokens + count_text(lines, self.encoding)):
                break
            start = older
        return start

    def _spend(self, tokens: int) -> bool:
        if tokens > self.left:
            return False
        self.left -= tokens
        return True

    def _size(self, kept: Sequence[Sequence[BaseMessage]]) -> int:
        return sum(count_message(message, self.encoding) for round in kept for message in round)
