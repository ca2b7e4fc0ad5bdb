"""What the answering model is told besides memory: who it is, and what the conversation held so far."""

from collections.abc import Sequence
from typing import Literal

from prompts.fence import fenced

_SYSTEM = {
    "zh": "你是一个乐于助人的助手。用用户的语言回答，直接、准确；不知道就说不知道。",
    "en": "You are a helpful assistant. Answer in the user's language, directly and accurately; if you do not know, "
    "say so.",
}
_SUMMARY = {
    "zh": "以下是本次对话较早内容的摘要，仅作背景，不要提及摘要的存在：",
    "en": "Below is a summary of the earlier part of this conversation. It is background; do not mention it:",
}
_PINS = {
    "zh": "本次对话中已经定下的决定，请继续遵守：",
    "en": "Decisions already settled in this conversation; keep following them:",
}


def system_prompt(language: Literal["zh", "en"]) -> str:
    """Return the system prompt that is used when the caller gives none."""
    return _SYSTEM[language]


def summary_block(summary: str, *, language: Literal["zh", "en"]) -> str:
    """Return the block that carries the summary, or an empty text (R1.7.2)."""
    return f"{_SUMMARY[language]}\n{fenced('summary', summary)}" if summary else ""


def pins_block(pins: Sequence[str], *, language: Literal["zh", "en"]) -> str:
    """Return the numbered pinned decisions, or an empty text (R1.7.2)."""
    if not pins:
        return ""
    lines = [f"{number}. {' '.join(pin.split())}" for number, pin in enumerate(pins, start=1)]
    return "\n".join([_PINS[language], *lines])
