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

_BOUND = {
    "zh": "用户较早时明确说过，仍然有效：",
    "en": "Said by the user earlier, and still binding:",
}


def system_prompt(language: Literal["zh", "en"]) -> str:
    """Return the system prompt that is used when the caller gives none."""
    return _SYSTEM[language]


def summary_block(summary: str, *, language: Literal["zh", "en"]) -> str:
    """Return the block that carries the summary, or an empty text (R1.7.2)."""
    return f"{_SUMMARY[language]}\n{fenced('summary', summary)}" if summary else ""


def pins_block(pins: Sequence[tuple[int, str]], *, language: Literal["zh", "en"]) -> str:
    """Return the pinned decisions with their numbers, or an empty text (R1.7.2)."""
    lines = [f"{number}. {' '.join(pin.split())}" for number, pin in pins]
    return "\n".join([_PINS[language], *lines]) if lines else ""


def bound_block(said: Sequence[str], *, language: Literal["zh", "en"]) -> str:
    """Return what the user made binding in turns that did not fit into the request, or an empty text."""
    lines = [f"- {' '.join(text.split())}" for text in said]
    return "\n".join([_BOUND[language], *lines]) if lines else ""
