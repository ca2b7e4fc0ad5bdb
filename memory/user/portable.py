"""A person's memories as JSON Lines: the first line says what it is, each further one is a memory."""

import json
from collections.abc import Iterator, Sequence, Sized
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from memory.errors import InputError
from memory.language.text import clean
from memory.user.candidate import MAX_EVIDENCE_CHARS, MAX_TEXT_CHARS
from memory.user.document import MAX_EVIDENCE, MAX_HISTORY, UserMemory

FORMAT = "ai-mind-memory"
VERSION = 1
MAX_ID_CHARS = 120
MAX_SAID_CHARS = 5_000
"""Of what was asked before a quote, and of the words that changed a memory."""
MACHINERY = {
    "vector", "local_vector", "index_version", "search_text", "confident", "tier", "stable_key", "older_turns",
}  # fmt: skip
"""What is derived again, and says nothing to anybody else."""


def exported(memories: Sequence[UserMemory], now: datetime) -> Iterator[str]:
    """Return the lines of a file."""
    yield _line({"format": FORMAT, "version": VERSION, "exported_at": now.isoformat(), "memories": len(memories)})
    for memory in memories:
        yield _line(memory.model_dump(mode="json", exclude=MACHINERY))


def imported(text: str) -> list[UserMemory]:
    """Return the memories of a file; what is derived is empty.

    Raises:
        InputError: names the line and the field that is wrong; nothing of the file is taken then.
    """
    # Other line ends than "\n" stand unescaped in JSON texts; editors put a mark before the first line.
    lines = [(n, line) for n, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1) if line.strip()]
    if not lines:
        raise InputError("line 1: the file is empty; send what GET /memory/export returned.")
    head = _object(*lines[0])
    if head.get("format") != FORMAT:
        raise InputError(f'line {lines[0][0]}: format: must be "{FORMAT}"; send what GET /memory/export returned.')
    if head.get("version") != VERSION:
        raise InputError(f"line {lines[0][0]}: version: this server reads version {VERSION}.")
    return [_memory(number, line) for number, line in lines[1:]]


def _memory(number: int, line: str) -> UserMemory:
    read = _object(number, line)
    unknown = MACHINERY & set(read)
    if unknown:
        raise InputError(f"line {number}: {min(unknown)}: must not be there.")
    derived = {"stable_key": "", "search_text": "", "tier": "soft"}
    try:
        memory = UserMemory.model_validate(read | derived)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        raise InputError(f"line {number}: {'.'.join(map(str, first['loc']))}: {first['msg']}.") from None
    if not all(least <= len(lines) <= most for lines, least, most in _bounds(memory)):
        raise InputError(
            f"line {number}: evidence, history: 1 to {MAX_EVIDENCE} pieces of evidence of at most "
            f"{MAX_EVIDENCE_CHARS} characters, 1 to {MAX_HISTORY} events of at most {MAX_TEXT_CHARS}."
        )
    return memory


def _bounds(memory: UserMemory) -> Iterator[tuple[Sized, int, int]]:
    yield memory.evidence, 1, MAX_EVIDENCE
    yield memory.history, 1, MAX_HISTORY
    for one in memory.evidence:
        yield one.quote, 1, MAX_EVIDENCE_CHARS
        yield one.asked or "", 0, MAX_SAID_CHARS
        yield one.conversation_id, 1, MAX_ID_CHARS
        yield one.turn_id, 1, MAX_ID_CHARS
    for event in memory.history:
        yield event.text, 0, MAX_TEXT_CHARS
        yield event.quote, 0, MAX_SAID_CHARS
        yield event.conversation_id, 0, MAX_ID_CHARS
        yield event.turn_id, 0, MAX_ID_CHARS


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        read = _clean(json.loads(line))
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise InputError(f"line {number}: must be a JSON object.")
    return read


def _clean(read: Any) -> Any:
    """Return a value without the characters that no store takes."""
    if isinstance(read, dict):
        return {name: _clean(one) for name, one in read.items()}
    if isinstance(read, list):
        return list(map(_clean, read))
    return clean(read) if isinstance(read, str) else read


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"
