"""What a summary left out is carried along word for word, in a bounded list at its end (case B57).

The model's summary is checked by code against what it replaces: the older summary, what was carried
before, and the messages. Nothing that is missing depends on the model's goodwill.
"""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from langchain_core.messages import AnyMessage, HumanMessage

from memory.sensitive import mask
from memory.text import Language, clauses, find, sentences
from memory.thread.constraints import constraints
from memory.thread.details import claims, details, missing, open_tasks, share, statements
from memory.thread.messages import text_of

HEADERS: dict[Language, str] = {"zh": "【原文保留】", "en": "[Kept verbatim]"}
MAX_LINE_CHARS = 200
"""Of a longer sentence the clauses with what is missing are carried."""
CARRIED_CHARS = 1_000
"""Room that a long summary has to leave for what it left out."""
ASSISTANT_LINES = 6
"""Lines of answers that may be carried; what the user said comes first."""
MIN_SHARE = 0.5
"""Share of a task or a claim that must stand in the summary."""
SENSE_SHARE = 0.25
"""The same for a sentence whose details are there: a number alone says nothing."""

_CODE_BLOCK = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


@dataclass(frozen=True)
class _Line:
    text: str
    rank: int
    """0 binds, 1 is to be done, 2 states details, 3 claims something or asks with details, 4 is the assistant's."""


def completed(
    summary: str,
    *,
    old: str,
    covered: Sequence[AnyMessage],
    pins: Sequence[str],
    lifted: Container[str] = (),
    limit: int,
    language: Language,
) -> str:
    """Return the summary with what it left out, `limit` characters together.

    What does not fit falls out in this order: the assistant's, claims without details, details, open
    tasks, constraints; within each the oldest first.

    Args:
        summary: the model's.
        old: the summary it replaces, with its carried lines.
        covered: the messages it replaces.
        pins: texts that stand beside it anyway.
        lifted: constraints that the user has taken back.
        limit: characters.
        language: of the header.
    """
    before, lines = split(old)
    earlier = [*_of_text(before, rank=2), *(_Line(line, _rank(line)) for line in lines)]
    sources = [line for line in [*earlier, *_of_messages(covered)] if line.text not in lifted]
    header = HEADERS[language]
    text = mask(summary.strip())
    left_out = _left_out(sources, "\n".join([text, *pins]))
    if left_out and len(text) + len(header) + CARRIED_CHARS > limit:
        text = _shortened(text, limit - len(header) - min(CARRIED_CHARS, _length(left_out)))
        left_out = _left_out([*_of_text(summary, rank=2), *sources], "\n".join([text, *pins]))
    kept = _fitting(left_out, limit - len(text) - len(header) - 1)
    return "\n".join([text, header, *(f"- {line.text}" for line in kept)]) if kept else text


def split(summary: str) -> tuple[str, list[str]]:
    """Return the model's text of a summary and the lines that were carried."""
    for header in HEADERS.values():
        text, found, carried = summary.partition(f"\n{header}\n")
        if found:
            return text, [line.removeprefix("- ") for line in carried.splitlines() if line.strip()]
    return summary, []


def _of_messages(covered: Sequence[AnyMessage]) -> list[_Line]:
    said: list[_Line] = []
    answered: list[_Line] = []
    for message in covered:
        text = text_of(message.content)
        if isinstance(message, HumanMessage):
            said += [_Line(line, _rank(line)) for line in _of_user(_CODE_BLOCK.sub("", text))]
        else:
            answered += _of_text(_CODE_BLOCK.sub("", text), rank=4)
    return [*answered[-ASSISTANT_LINES:], *said]


def _of_user(text: str) -> list[str]:
    worth = {*constraints(text), *open_tasks(text), *claims(text)}
    return [s for s in (text[slice(*span)] for span in sentences(text)) if s in worth or details(s)]


def _of_text(text: str, *, rank: int) -> list[_Line]:
    pieces = [text[slice(*span)] for span in sentences(text)]
    return [_Line(piece, rank) for piece in pieces if details(piece) or open_tasks(piece)]


def _rank(line: str) -> int:
    if constraints(line):
        return 0
    if open_tasks(line):
        return 1
    return 2 if details(line) and statements(line) else 3


def _left_out(sources: Sequence[_Line], kept: str) -> list[_Line]:
    """Return the sources that `kept` does not hold, each once, word for word but for secrets."""
    found = {_cut(mask(line.text), kept): line.rank for line in sources if _lost(line, kept)}
    return [_Line(text, rank) for text, rank in found.items()]


def _lost(line: _Line, kept: str) -> bool:
    if find(line.text.strip(" 。.!！"), kept):
        return False
    least = SENSE_SHARE if line.rank == 2 else MIN_SHARE if line.rank == 1 or claims(line.text) else 0.0
    return line.rank == 0 or bool(missing(line.text, kept)) or share(line.text, kept) < least


def _cut(text: str, kept: str) -> str:
    text = " ".join(text.split())
    if len(text) <= MAX_LINE_CHARS:
        return text
    telling = [piece for piece in (text[slice(*span)] for span in clauses(text)) if missing(piece, kept)]
    return (" … ".join(telling) or text)[:MAX_LINE_CHARS]


def _fitting(lines: Sequence[_Line], room: int) -> list[_Line]:
    """Return the lines that fit, in their own order; the important and the newest come first."""
    chosen: set[int] = set()
    for at in sorted(range(len(lines)), key=lambda i: (lines[i].rank, -i)):
        room -= len(lines[at].text) + 3
        if room < 0:
            break
        chosen.add(at)
    return [line for at, line in enumerate(lines) if at in chosen]


def _length(lines: Sequence[_Line]) -> int:
    return sum(len(line.text) + 3 for line in lines) + 1


def _shortened(text: str, limit: int) -> str:
    """Return the whole sentences of `text` that fit into `limit` characters."""
    if len(text) <= limit:
        return text
    end = max((stop for _, stop in sentences(text) if stop <= limit), default=limit)
    return text[:end]
