"""The cheapest level of compression, by code alone: long tool output and images shrink (R6.2)."""

import re

from langchain_core.messages import ToolMessage

from memory.thread.messages import text_of

_DATA_URL = re.compile(r"data:[\w.+-]+/[\w.+-]+(?:;[\w=.-]+)*;base64,[A-Za-z0-9+/=]+")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{400,}={0,2}")


def digest(message: ToolMessage, limit: int) -> ToolMessage:
    """Return a tool's output as text of at most `limit` characters, its beginning and its end.

    Images and other encoded data become a marker. The id of the call stays.
    """
    text = _BASE64.sub("[data]", _DATA_URL.sub("[image]", text_of(message.content)))
    return message.model_copy(update={"content": shortened(text, limit), "artifact": None})


def shortened(text: str, limit: int) -> str:
    """Return the beginning and the end of `text`, and between them how much was left out."""
    if len(text) <= limit:
        return text
    marker = f"\n[… {len(text) - limit:,} characters left out …]\n"
    room = max(limit - len(marker), 0)
    head = room * 2 // 3
    return (text[:head] + marker + text[len(text) - (room - head) :])[:limit]
