"""How many tokens a request may have, and how many it has (R1.6.1-R1.6.3)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any, Self

import bpe_openai
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from memory.errors import SettingsError

MAX_OUTPUT_TOKENS = 4_096
OPERATIONAL_CAP = 128_000
UNKNOWN = "o200k_base"
"""Encoding that is used for a model whose own one is not known."""
_PER_MESSAGE = 8
_PER_REQUEST = 3
_SAFETY = 1.1
_OLDER_OPENAI = ("gpt-4-", "gpt-4 ", "gpt-3.5", "text-embedding-")


@dataclass(frozen=True)
class Budget:
    """Token limits of one model (R1.6.1; fixtures R1.6.2)."""

    hard_input: int
    """Most tokens of a complete request."""
    trigger: int
    """Memory tokens from which a compaction is proposed: 70 % of `hard_input`."""
    target: int
    """Memory tokens a compaction must reach: 35 % of `hard_input`."""

    @classmethod
    def of_window(cls, physical_window: int, cap: int = OPERATIONAL_CAP) -> Self:
        """Return the budget of a model.

        Args:
            physical_window: tokens the model can take at all.
            cap: tokens we are willing to use of it.

        Raises:
            SettingsError: the window leaves no room for input.
        """
        window = min(physical_window, cap)
        reserve = max(8_192, ceil(window / 10))
        hard_input = window - MAX_OUTPUT_TOKENS - reserve
        if hard_input <= 0:
            raise SettingsError(
                f"a context window of {window:,} tokens leaves no room for input: "
                f"{MAX_OUTPUT_TOKENS:,} are kept for the answer and {reserve:,} in reserve"
            )
        return cls(hard_input, hard_input * 70 // 100, hard_input * 35 // 100)


def encoding_of(model: str) -> str:
    """Return the encoding of a model by its name, `UNKNOWN` for all but OpenAI's older ones."""
    return "cl100k_base" if model == "gpt-4" or model.startswith(_OLDER_OPENAI) else UNKNOWN


def count_message(message: BaseMessage, encoding: str = UNKNOWN) -> int:
    """Return the tokens of one message, its tool calls and what its frame costs included."""
    text = str(message.content)
    if isinstance(message, AIMessage):
        called = (*message.tool_calls, *message.invalid_tool_calls)
        text += _serialised([(call["name"], call["args"]) for call in called]) if called else ""
    if isinstance(message, ToolMessage):
        text += message.tool_call_id
    return _PER_MESSAGE + count_text(text, encoding)


def count_tools(schemas: Sequence[Mapping[str, Any]], encoding: str = UNKNOWN) -> int:
    """Return the tokens of the tools that are offered with a request."""
    return count_text(_serialised(schemas), encoding) if schemas else 0


@lru_cache(maxsize=4_096)
def count_text(text: str, encoding: str = UNKNOWN) -> int:
    """Return the tokens of a text; a conversation's messages are counted at every turn, and read once."""
    return len(_encoding(encoding).encode_ordinary(text))


def request_tokens(message_tokens: int) -> int:
    """Return what a request whose messages have `message_tokens` costs, 10 % of safety included."""
    return ceil((message_tokens + _PER_REQUEST) * _SAFETY)


def most_message_tokens(hard_input: int) -> int:
    """Return the most tokens that the messages of a request within `hard_input` may have."""
    return int(hard_input / _SAFETY) - _PER_REQUEST


def warm() -> None:
    """Load the tables, which takes half a second, before the first turn needs them."""
    _encoding(UNKNOWN)


@lru_cache(maxsize=4)
def _encoding(name: str) -> bpe_openai.Encoding:
    return bpe_openai.get_encoding(name)


def _serialised(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
