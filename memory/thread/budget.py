"""How many tokens a request may have, and how many it has (R1.6.1-R1.6.3)."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Self

import bpe_openai
from langchain_core.messages import BaseMessage

from memory.errors import SettingsError

MAX_OUTPUT_TOKENS = 4_096
OPERATIONAL_CAP = 128_000
_PER_MESSAGE = 8
_PER_REQUEST = 3
_SAFETY = 1.1


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


def count_message(message: BaseMessage) -> int:
    """Return the tokens of one text message (o200k_base, plus what its frame costs)."""
    return _PER_MESSAGE + len(_encoding().encode_ordinary(str(message.content)))


def request_tokens(message_tokens: int) -> int:
    """Return what a request whose messages have `message_tokens` costs, 10 % of safety included."""
    return ceil((message_tokens + _PER_REQUEST) * _SAFETY)


def warm() -> None:
    """Load the tables, which takes half a second, before the first turn needs them."""
    _encoding()


@lru_cache(maxsize=1)
def _encoding() -> bpe_openai.Encoding:
    return bpe_openai.get_encoding("o200k_base")
