"""From a model's raw output to the object it was asked for: the only place that reads model JSON.

There is no fallback that turns prose into memories (case B05): what is not the agreed object is
malformed, and is counted as such.
"""

import json
import re
from typing import Any

from json_repair import repair_json

_THINKING = re.compile(r"^.*?</think>", re.DOTALL)
_FENCE = re.compile(r"```(?:json)?\s*(\{.*?\})\s*```", re.DOTALL)


class MalformedOutput(ValueError):
    """A model's output is not the agreed JSON object."""


def read_object(output: str, *, key: str) -> dict[str, Any]:
    """Return the JSON object with `key` that a model's output consists of or contains.

    Takes fences, prose around the object, a thinking block before it and a trailing comma (cases
    B34, B35). Never looks into thinking, and never completes what was cut off: callers must not
    hand over output that ended at the token limit.

    Raises:
        MalformedOutput: there is no such object.
    """
    text = _THINKING.sub("", output).strip().lstrip("\ufeff")
    if "<think>" in text:
        raise MalformedOutput("the output is an unfinished thought")
    fenced = _FENCE.search(text)
    for piece in (fenced.group(1) if fenced else "", text):
        for start in (m.start() for m in re.finditer(r"\{", piece)):
            found = _decode(piece[start:])
            if isinstance(found, dict) and key in found:
                return found
    raise MalformedOutput(f"the output holds no JSON object with {key!r}")


def _decode(text: str) -> Any:
    try:
        return json.JSONDecoder().raw_decode(text)[0]
    except json.JSONDecodeError:
        pass
    # json-repair mends a trailing comma; what it would have to invent (a missing end) is refused.
    balanced = text[: text.rfind("}") + 1]
    if re.search(r",\s*[\]}]", balanced) and balanced.count("{") == balanced.count("}"):
        return repair_json(balanced, return_objects=True)
    return None
