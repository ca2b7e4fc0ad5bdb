"""Schemas as they are sent say the same in fewer tokens."""

import json
from typing import Literal

from pydantic import BaseModel, Field

from memory.platform.models.proposing import FULL_SCHEMA
from memory.platform.models.schemas import concise
from memory.thread.budget import count_text


class Part(BaseModel):
    """What a model need not read."""

    title: str = Field(max_length=80, description="A field may be called like what is left out.")
    default: int | None = None
    kind: Literal["甲", "b"] | None = None


class Whole(BaseModel):
    """The same."""

    parts: list[Part] = Field(max_length=5)
    either: int | str = 0


def test_what_documents_and_limits_is_left_out() -> None:
    assert concise(Whole.model_json_schema()) == {
        "$defs": {
            "Part": {
                "properties": {
                    "title": {"type": "string"},
                    "default": {"type": "integer"},
                    "kind": {"enum": ["甲", "b"], "type": "string"},
                },
                "required": ["title"],
                "type": "object",
            }
        },
        "properties": {
            "parts": {"items": {"$ref": "#/$defs/Part"}, "type": "array"},
            "either": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        },
        "required": ["parts"],
        "type": "object",
    }


def test_the_extractions_schema_is_small() -> None:
    assert count_text(json.dumps(FULL_SCHEMA)) < 450
