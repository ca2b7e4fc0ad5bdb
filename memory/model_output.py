"""From a model's raw output to the object it was asked for: the only place that reads model JSON.

There is no fallback that turns prose into memories (case B05): what is not the agreed object is
malformed, and is counted as such.
"""

import json
import re
from typing import Any

from json_repair import repair_json

_TAGS = r"(?:think(?:ing)?|thought|reason(?:ing)?|reflection|analysis)"
_BEGIN = rf"(?:<\s*{_TAGS}\s*>|<\|begin_of_thought\|>)"
_END = rf"(?:<\s*/\s*{_TAGS}\s*>|/{_TAGS}\s*>|<\|end_of_thought\|>)"
_THOUGHT = re.compile(rf"{_BEGIN}.*?{_END}", re.DOTALL | re.IGNORECASE)
_THOUGHT_BEGIN = re.compile(_BEGIN, re.IGNORECASE)
_THOUGHT_END = re.compile(_END, re.IGNORECASE)
_FENCE = re.compile(r"```(?:json)?\s*(\{.*?\})\s*```", re.DOTALL)
_BRACE_OR_STRING = re.compile(r'[{}]|"(?:[^"\\]|\\.)*"', re.DOTALL)
_BROKEN_ESCAPE = re.compile(r"(?<!\\)\\(?![\"\\/bfnrt]|u[0-9a-fA-F]{4})")
MAX_OUTPUT_CHARS = 100_000
MAX_STARTS = 20
"""Most places at which an object is looked for: prose before it may have braces of its own."""


class MalformedOutput(ValueError):
    """A model's output is not the agreed JSON object.

    Args:
        message: what was wrong with it; never the output itself.
        code: `malformed`, `truncated`, `refused` or `empty`.
        usage: what asking for it cost.
    """

    def __init__(self, message: str, *, code: str = "malformed", usage: dict[str, int] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.usage = usage


def read_object(output: str, *, key: str) -> dict[str, Any]:
    """Return the JSON object with `key` that a model's output consists of or contains.

    Takes fences, prose around the object, a thinking block before it and a trailing comma (cases
    B34, B35). Never looks into thinking, and never completes what was cut off: callers must not
    hand over output that ended at the token limit.

    Raises:
        MalformedOutput: there is no such object, or the output is absurdly long.
    """
    if len(output) > MAX_OUTPUT_CHARS:
        raise MalformedOutput("the output is too long")
    text = output.strip().lstrip("\ufeff")
    if not text.startswith("{") or _object(text, key) is None:  # in an object a tag is only text
        text = _without_thinking(text)
    found = _object(text, key)
    if found is None:
        raise MalformedOutput(f"the output holds no JSON object with {key!r}")
    return found


def _without_thinking(text: str) -> str:
    """Return `text` without what was thought aloud: whole blocks, and what stands before an end without a beginning."""
    text = _THOUGHT.sub("", text)
    ends = list(_THOUGHT_END.finditer(text))
    text = text[ends[-1].end() :] if ends else text
    if _THOUGHT_BEGIN.search(text):
        raise MalformedOutput("the output is an unfinished thought")
    return text.strip()


def _object(text: str, key: str) -> dict[str, Any] | None:
    fenced = _FENCE.search(text)
    for piece in (fenced.group(1) if fenced else "", text):
        starts = [match.start() for match in re.finditer(r"\{", piece)][:MAX_STARTS]
        for decode in (_strict, _repaired):
            for start in starts if decode is _strict else starts[:1]:
                found = decode(piece[start:])
                if isinstance(found, dict) and key in found:
                    return found
    return None


def _strict(text: str) -> Any:
    """Decode an object; line breaks inside a string, and escapes that JSON does not know, stay what they are."""
    decoder = json.JSONDecoder(strict=False)
    for candidate in (text, _BROKEN_ESCAPE.sub(r"\\\\", text)):
        try:
            return decoder.raw_decode(candidate)[0]
        except (json.JSONDecodeError, RecursionError):
            continue
    return None


def _first_object(text: str) -> str:
    """Return `text` up to the brace that closes its first one; empty when none does."""
    depth = 0
    for match in _BRACE_OR_STRING.finditer(text):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if match[0] == "}" and depth == 0:
            return text[: match.end()]
    return ""


def _repaired(text: str) -> Any:
    """Mend a trailing comma; what would have to be invented (a missing end) is refused."""
    balanced = _first_object(text)
    if not re.search(r",\s*[\]}]", balanced):
        return None
    try:
        return repair_json(balanced, return_objects=True)
    except RecursionError:
        return None
