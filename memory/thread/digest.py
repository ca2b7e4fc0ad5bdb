"""The cheapest level of compression, by code alone: long tool output and images shrink (R6.2)."""

from langchain_core.messages import ToolMessage

from memory.thread.messages import text_of


def digest(message: ToolMessage, limit: int) -> ToolMessage:
    """Return a tool's output as text of at most `limit` characters, its beginning and its end.

    Images and other encoded data become a marker. The id of the call stays.
    """
    return message.model_copy(update={"content": shortened(text_of(message.content), limit), "artifact": None})


def shortened(text: str, limit: int) -> str:
    """Return the beginning and the end of `text`, and between them how much was left out."""
    if len(text) <= limit:
        return text
    marker = f"\n[… {len(text) - limit:,} characters left out …]\n"
    room = max(limit - len(marker), 0)
    head = room * 2 // 3
    return (text[:head] + marker + text[len(text) - (room - head) :])[:limit]
