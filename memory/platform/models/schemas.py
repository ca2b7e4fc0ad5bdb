"""JSON schemas as they are sent: every request pays for their tokens."""

from typing import Any

_LEFT_OUT = ("title", "description", "default", "maxLength", "maxItems", "ge", "le")
"""What documents, and limits: prompts name them, the program checks them, and some endpoints refuse them."""


def concise(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema of pydantic's without documentation and limits; a field that may be null may be left out."""
    slim: dict[str, Any] = _slim(schema)
    return slim


def _slim(part: Any, *, names: bool = False) -> Any:
    """Return a part of a schema.

    Args:
        part: of the schema.
        names: whether its keys are names of fields, which may be called anything.
    """
    if isinstance(part, list):
        return [_slim(one) for one in part]
    if not isinstance(part, dict):
        return part
    some = [one for one in part.get("anyOf", []) if one != {"type": "null"}]
    if len(some) == 1 and not names:
        return _slim(some[0])
    kept = part.items() if names else ((key, value) for key, value in part.items() if key not in _LEFT_OUT)
    return {key: _slim(value, names=key in ("properties", "$defs") and not names) for key, value in kept}
