"""Answers to wrong requests name the field and the rule, and repeat nothing of what was sent."""

import json
from typing import Any

import jsonschema_rs
import pytest
from fastapi.exceptions import RequestValidationError
from starlette.requests import Request

from memory.errors import DatabaseError, InputError
from memory.platform.web.errors import error_handlers

SAID = "我住在杭州"
SCHEMA = {
    "type": "object",
    "required": ["assistant_id"],
    "properties": {
        "assistant_id": {"type": "string"},
        "input": {"type": ["object", "null"]},
        "mode": {"enum": ["a", "b"]},
        "config": {"type": "object", "required": ["tags"], "properties": {"tags": {"type": "array", "maxItems": 1}}},
    },
    "additionalProperties": {"type": "string"},
}
REQUEST = Request({"type": "http"})


async def answered(error: Exception) -> tuple[int, str]:
    handler = next(error_handlers[kind] for kind in type(error).__mro__ if kind in error_handlers)
    response = await handler(REQUEST, error)
    return response.status_code, json.loads(bytes(response.body))["detail"]


@pytest.mark.parametrize(
    ("sent", "detail"),
    [
        ({}, "assistant_id: is missing."),
        ({"assistant_id": [SAID]}, "assistant_id: must be of type string."),
        ({"assistant_id": "x", "input": SAID}, "input: must be of type null or object."),
        ({"assistant_id": "x", "mode": SAID}, "mode: must be one of a, b."),
        ({"assistant_id": "x", "config": {}}, "config.tags: is missing."),
        (
            {"assistant_id": "x", "config": {"tags": [SAID, SAID]}},
            "config.tags: does not fit the schema (maxItems). See /docs.",
        ),
        ({"assistant_id": "x", SAID: 7}, "body: must be of type string."),
        ([SAID], "body: must be of type object."),
    ],
)
async def test_a_body_that_does_not_fit(sent: Any, detail: str) -> None:
    with pytest.raises(jsonschema_rs.ValidationError) as caught:
        jsonschema_rs.validator_for(SCHEMA).validate(sent)
    assert await answered(caught.value) == (422, detail)


async def test_a_field_of_a_route_of_ours() -> None:
    fault = {"type": "int_parsing", "loc": ("body", "page"), "msg": "Input should be a valid integer", "input": SAID}
    assert await answered(RequestValidationError([fault])) == (422, "page: Input should be a valid integer")


async def test_a_value_some_code_could_not_take() -> None:
    assert await answered(ValueError(SAID)) == (400, "Something in the request is not valid. See /docs.")
    assert await answered(InputError("name: send a text.")) == (422, "name: send a text.")


async def test_a_database_that_is_down() -> None:
    told = "the database cannot be used now (PoolTimeout). Nothing is lost; send it again in a little while."
    assert await answered(DatabaseError("PoolTimeout")) == (503, told)
