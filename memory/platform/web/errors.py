"""Answers to requests the server cannot take: they name the field and the rule, and repeat nothing of what was sent.

They stand in for the server's own, which quote the whole faulty value in the answer and in the log.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import pairwise

import jsonschema_rs
import structlog
from fastapi.exceptions import RequestValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from memory.errors import DatabaseError, InputError, NotNow, OtherVersion, UnknownMemory, fault_text

Handler = Callable[[Request, Exception], Awaitable[Response]]
INVALID = "Something in the request is not valid. See /docs."
_log = structlog.get_logger("ai_mind.http")


async def invalid_body(_: Request, error: Exception) -> Response:
    """Answer 422 to a body that is not what the route's schema says."""
    return JSONResponse({"detail": _fault(error)}, 422)


async def invalid_field(_: Request, error: Exception) -> Response:
    """Answer 422 to what does not fit a route of ours; FastAPI's own answer repeats the input."""
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    if not faults:
        return _problem(422, "INVALID_INPUT", INVALID)
    loc = faults[0]["loc"]
    whole = faults[0]["type"] == "json_invalid"  # where it breaks off is the place of a character, no field
    return _named(fault_text({**faults[0], "loc": loc[:1] if whole else loc[1:] or loc}))


async def refused_input(_: Request, error: Exception) -> Response:
    """Answer 422 to what a route of ours refuses, in its own words."""
    return _named(str(error))


async def unknown_memory(_: Request, __: Exception) -> Response:
    """Answer 404, whether or not somebody else has such a memory."""
    return _problem(404, "MEMORY_NOT_FOUND", "There is no such memory.")


async def other_version(_: Request, error: Exception) -> Response:
    """Answer 412 with the version the memory is in."""
    version = {"version": error.version} if isinstance(error, OtherVersion) else {}
    return _problem(412, "OTHER_VERSION", str(error), **version)


async def not_now(_: Request, error: Exception) -> Response:
    """Answer 409 with why it cannot be done."""
    return _problem(409, "NOT_NOW", str(error))


async def invalid_value(_: Request, error: Exception) -> Response:
    """Answer 400 to a value that some code could not take; the text only of our own errors."""
    _log.warning("bad_request", exc_info=error)
    detail = str(error) if isinstance(error, InputError) else INVALID
    return JSONResponse({"detail": detail}, 400)


async def database_down(_: Request, error: Exception) -> Response:
    """Answer 503 to what the database could not do."""
    _log.error("database_failed", exc_info=error)
    return _problem(503, "DATABASE_UNAVAILABLE", str(error))


error_handlers: Mapping[type[Exception], Handler] = {
    jsonschema_rs.ValidationError: invalid_body,
    RequestValidationError: invalid_field,
    InputError: refused_input,
    UnknownMemory: unknown_memory,
    OtherVersion: other_version,
    NotNow: not_now,
    DatabaseError: database_down,
    ValueError: invalid_value,
}
"""For the application the server mounts; the server leaves handlers alone that are there already."""


def _named(detail: str) -> JSONResponse:
    return _problem(422, "INVALID_INPUT", detail, field=detail.split(":", 1)[0])


def _problem(status: int, code: str, detail: str, **more: str | int) -> JSONResponse:
    return JSONResponse({"code": code, "detail": detail, **more}, status)


def _fault(error: Exception) -> str:
    if not isinstance(error, jsonschema_rs.ValidationError):
        return INVALID
    field, rule = _field(error.schema_path), error.kind.as_dict()
    match error.kind.name:
        case "required":
            return f"{_under(field, rule['property'])}: is missing."
        case "type":
            return f"{field}: must be of type {' or '.join(rule['types'])}."
        case "enum":
            return f"{field}: must be one of {', '.join(map(str, rule['options']))}."
        case name:
            return f"{field}: does not fit the schema ({name}). See /docs."


def _field(schema_path: Sequence[str | int]) -> str:
    """Return the field's name out of the schema, so that no key of the client's own is in it."""
    parts = [str(part) for part in schema_path]
    return ".".join(name for before, name in pairwise(parts) if before == "properties") or "body"


def _under(field: str, name: str) -> str:
    return name if field == "body" else f"{field}.{name}"
