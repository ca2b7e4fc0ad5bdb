"""The complete request of one model call: what the model gets to read, in which order, within its budget.

Nothing here is kept: a request is fitted before every call, the conversation stays as it is (R1.6.10).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.messages import AnyMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from memory.errors import InputError
from memory.language.text import Language
from memory.thread.budget import (
    UNKNOWN,
    count_message,
    count_text,
    count_tools,
    most_message_tokens,
    request_tokens,
)
from memory.thread.carried import Summary
from memory.thread.constraints import constraints
from memory.thread.digest import digest
from memory.thread.messages import text_of
from memory.thread.pairing import rounds
from memory.thread.thread import PinnedDecision
from prompts.chat import bound_block, pins_block, summary_block

MAX_LOOKED_AT = 100
"""Left-out turns in which something binding is looked for, the newest."""
DIGESTS = (2_000, 500, 120)
"""Characters to which tool output is shortened step by step when it does not fit; the oldest first."""
_SEPARATOR = 2
_BLOCK = 30
"""Tokens of a block's header, at most."""


@dataclass(frozen=True)
class Context:
    """Everything a request is made of, in reading order (R1.7.1)."""

    system: str
    """The system prompt."""
    user: AnyMessage
    """The newest user message."""
    language: Language = "en"
    """Of the blocks' headers."""
    memory: str = ""
    """The rendered UserMemory block."""
    summary: str = ""
    pins: Sequence[PinnedDecision] = ()
    """Oldest first."""
    history: Sequence[AnyMessage] = ()
    """The complete turns kept raw, oldest first."""
    exchange: Sequence[BaseMessage] = ()
    """Tool calls of this turn and their results."""
    tools: Sequence[Mapping[str, Any]] = field(default_factory=list)
    """Schemas of the tools that are offered."""


def assemble(context: Context, *, hard_input: int, encoding: str = UNKNOWN) -> list[BaseMessage]:
    """Return the request, complete and within `hard_input` tokens.

    All system text goes into one leading system message, because some endpoints take no other
    (case B44). System prompt, tools and newest message always stay; the rest as far as it fits, in this
    order: this turn's tool traffic, long output digested; memories; what left-out turns made binding;
    pinned decisions, the newest first; the summary, shortened; whole turns, the newest first (R1.6.10).

    Args:
        context: what there is.
        hard_input: most tokens of the request.
        encoding: in which the model's tokens are counted.

    Raises:
        InputError: system prompt, tools and newest message alone are too large.
    """
    fixed = count_message(SystemMessage(context.system), encoding) + count_message(context.user, encoding)
    room = _Room(encoding, most_message_tokens(hard_input) - fixed - count_tools(context.tools, encoding))
    if room.left < 0:
        raise InputError(
            f"input too long: the newest message, the system prompt and the tools need "
            f"{request_tokens(most_message_tokens(hard_input) - room.left):,} tokens; the model can take "
            f"{hard_input:,}. Shorten the message."
        )
    exchange = room.exchange(context.exchange)
    memory = context.memory if room.takes(context.memory) else ""
    start, background = _background(context, room, ())
    system = SystemMessage("\n\n".join(filter(None, (context.system, memory, *background))))
    return [system, *context.history[start:], context.user, *exchange]


def _background(context: Context, room: "_Room", binding: Sequence[str]) -> tuple[int, list[str]]:
    """Return where the turns that fit begin, and the blocks of what stands for the others."""
    trial = replace(room)
    pins, bound, summary = trial.pins(context), trial.bound(context, binding), trial.summary(context)
    start = trial.history(context.history)
    dropped = [m for m in context.history[:start] if isinstance(m, HumanMessage)]
    left_out = [text_of(m.content) for m in dropped[-MAX_LOOKED_AT:]]
    pinned = {pin["text"] for pin in context.pins}
    unread = [c for text in left_out for c in constraints(text) if c not in pinned]
    if set(unread) <= set(binding):
        return start, [summary, bound, pins]
    return _background(context, room, unread)


@dataclass
class _Room:
    """The tokens that are left, given away piece by piece."""

    encoding: str
    left: int

    def takes(self, block: str) -> bool:
        """Take a block of system text if there is room for it."""
        tokens = count_text(block, self.encoding) + _SEPARATOR if block else 0
        return self._spend(tokens)

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

    def bound(self, context: Context, said: Sequence[str]) -> str:
        """Take what left-out turns made binding, newest first, within a quarter of the room."""
        costs = [count_text(text, self.encoding) + _SEPARATOR for text in said]
        start, spent = len(said), 0
        while start > 0 and spent + costs[start - 1] <= self.left // 4 - _BLOCK:
            start -= 1
            spent += costs[start]
        block = bound_block(said[start:], language=context.language)
        return block if self.takes(block) else ""

    def pins(self, context: Context) -> str:
        """Take pinned decisions, the user's before those of models, newest first.

        An older one never jumps over a newer one that did not fit.
        """
        numbered = list(enumerate(context.pins, start=1))
        first = sorted(numbered, key=lambda at: (at[1]["origin"] == "user", at[0]), reverse=True)
        for number in range(len(first), 0, -1):
            chosen = [(at, pin["text"]) for at, pin in sorted(first[:number], key=lambda at: at[0])]
            block = pins_block(chosen, language=context.language)
            if self.takes(block):
                return block
        return ""

    def summary(self, context: Context) -> str:
        """Take the summary, or as much of it as fits; what was carried word for word goes before the rest."""
        block = summary_block(context.summary, language=context.language)
        if self.takes(block):
            return block
        read = Summary.read(context.summary)
        whole = "\n".join([*read.binding, *read.verbatim, read.text])
        fits, too_long = 0, len(whole)
        while too_long - fits > 1:
            middle = (fits + too_long) // 2
            trial = summary_block(whole[:middle], language=context.language)
            fits, too_long = (middle, too_long) if replace(self).takes(trial) else (fits, middle)
        block = summary_block(whole[:fits], language=context.language)
        return block if self.takes(block) else ""

    def history(self, messages: Sequence[AnyMessage]) -> int:
        """Take whole turns, newest first; return where they begin."""
        start = len(messages)
        for older in range(start - 2, -1, -2):
            if not self._spend(sum(count_message(m, self.encoding) for m in messages[older : older + 2])):
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
