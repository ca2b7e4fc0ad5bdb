"""The two kinds of message a thread keeps: what the user said and what was answered."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage

from memory.language.text import clean
from memory.sensitive import mask
from memory.thread.pairing import calls

MAX_STORED_CHARS = 32_000
"""Longest message a thread keeps; streamed answers are longer only by accident."""
MAX_TITLE_CHARS = 80
CUT_MARKER = "\n\n[…内容过长，已截断 / cut here, too long]"

_MARKERS = {
    "image": "[image]", "image_url": "[image]", "input_image": "[image]", "file": "[file]", "input_file": "[file]",
    "document": "[file]", "audio": "[file]", "input_audio": "[file]", "video": "[file]",
    "video_url": "[file]", "audio_url": "[file]", "media": "[file]",
}  # fmt: skip
_DATA_URL = re.compile(
    r"data:[\w.+-]{1,40}/[\w.+-]{1,60}(?:;[\w=.-]{1,60}){0,4};base64,[A-Za-z0-9+/=_-]*(?:\s{1,2}[A-Za-z0-9+/=_-]{40,})*"
)
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])(?=[A-Za-z+/_-]{0,200}[0-9])[A-Za-z0-9+/_-]{400,}={0,2}")


def text_of(content: str | Sequence[str | dict[str, Any]]) -> str:
    """Return the text of a message's content: its text parts, one a line.

    An image or a file becomes a marker, reasoning and tool calls nothing, so that no base64
    and no signature reaches a thread.
    """
    parts = [content] if isinstance(content, str) else [_part(part) for part in content]
    return without_data(clean("\n".join(filter(None, parts))))


def without_data(text: str) -> str:
    """Return `text` with encoded images and other data replaced by a marker (case B60)."""
    return _BASE64.sub("[data]", _DATA_URL.sub("[image]", text))


def _part(part: str | dict[str, Any]) -> str:
    if isinstance(part, str):
        return part
    kind = str(part.get("type", ""))
    text = part.get("text")
    return text if isinstance(text, str) and (not kind or "text" in kind) else _MARKERS.get(kind, "")


def user_message(text: str, *, id: str, now: datetime) -> HumanMessage:
    """Return a user message as a thread keeps it: text, id and time, nothing else."""
    return HumanMessage(text, id=id, additional_kwargs={"created_at": now.isoformat()})


def answer_message(answer: BaseMessage, *, now: datetime, memory_ids: Sequence[str]) -> AIMessage:
    """Return an answer as a thread keeps it, with the ids of the memories it was given.

    The id stays the one the answer was streamed with, so that a client sees one message.
    """
    kept = {"created_at": now.isoformat(), "memory_ids": list(memory_ids)}
    return AIMessage(bounded(text_of(answer.content)), id=answer.id, additional_kwargs=kept)


def memory_ids(history: Sequence[BaseMessage]) -> dict[str, list[str]]:
    """Return the ids of the memories that each complete turn was given, by the id of its user message."""
    turns = zip(history[::2], history[1::2], strict=True)
    return {user.id or "": list(answer.additional_kwargs.get("memory_ids", ())) for user, answer in turns}


def title_of(text: str) -> str:
    """Return a conversation's title: the beginning of its first user message on one line (R1.9.4)."""
    folded = " ".join(mask(text).split())
    return folded if len(folded) <= MAX_TITLE_CHARS else folded[: MAX_TITLE_CHARS - 1] + "…"


def bounded(text: str, limit: int = MAX_STORED_CHARS) -> str:
    """Return `text`, of a longer one its beginning, a marker and its end, `limit` characters together (B5)."""
    if len(text) <= limit:
        return text
    room = limit - len(CUT_MARKER) - 2
    return text[: room - room // 3].rstrip() + CUT_MARKER + "\n\n" + text[-(room // 3) :].lstrip()


def cut(text: str, limit: int) -> str:
    """Return `text`, of a longer one its beginning and a marker, `limit` characters together (R1.3.4)."""
    return text if len(text) <= limit else text[: limit - len(CUT_MARKER)].rstrip() + CUT_MARKER


def complete_turns(messages: Sequence[BaseMessage]) -> list[AnyMessage]:
    """Return the complete turns of `messages`: each user message with its final answer.

    The final answer is the last one with text and without tool calls. What a cancelled or failed run
    left behind, a user message without an answer or a tool call without a result, is left out, and so is
    tool traffic; the next call to a strict provider sees users and answers in turn.
    """
    kept: list[AnyMessage] = []
    user: HumanMessage | None = None
    answer: AIMessage | None = None
    for message in [*messages, HumanMessage("")]:
        if isinstance(message, HumanMessage):
            if user is not None and answer is not None:
                kept += [user, answer]
            user, answer = message, None
        elif isinstance(message, AIMessage) and not calls(message) and text_of(message.content):
            answer = message
    return kept
