"""What the server's log may hold: codes, numbers, ids and where in the code; never what somebody said.

The server logs an exception with its text and a request with its address. The text of another's exception may
quote a message, a memory, what a provider sent back; an address holds whatever a client put into it.
"""

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping
from traceback import format_tb
from typing import Any

import structlog

from memory.errors import DatabaseError, InputError, ModelError, SettingsError

HIDDEN = "…"
_OURS = (DatabaseError, InputError, ModelError, SettingsError)
"""Their texts are our own words."""
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_RAISED = re.compile(r"(<class '[\w.]+'>)\(.*", re.DOTALL)
"""How the server writes an exception into the event itself."""
_CATEGORY = re.compile(r": (\w+): .*", re.DOTALL)


def keep_words_out() -> None:
    """Make the loggers of this process do so, whoever has made them already."""
    processors: list[Any] = structlog.get_config()["processors"]
    if without_words not in processors:
        processors.insert(0, without_words)  # in place: loggers that are in use hold this list
    for name in ("asyncio", "py.warnings", "uvicorn.error"):
        logging.getLogger(name).addFilter(plain_without_words)


def without_words(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Be the structlog processor that takes texts of exceptions, and what a client put into an address, out."""
    error = _error(event.pop("exc_info", None))
    if error is not None:
        event["exception"] = traced(error)
    if "query_string" in event and "path_params" in event:
        _hide_address(event)
    event["event"] = _RAISED.sub(r"\1", str(event.get("event", "")))
    return event


def plain_without_words(record: logging.LogRecord) -> bool:
    """Be the filter that does the same for loggers of the standard library; lets every record through."""
    told = record.getMessage()
    if record.name == "asyncio":
        told = told.partition("\n")[0]  # what follows are representations of tasks and their exceptions
    if record.name == "py.warnings":
        told = _CATEGORY.sub(r": \1", told)
    if record.exc_info and record.exc_info[1] is not None:
        told = f"{told}\n{traced(record.exc_info[1])}"
    record.msg, record.args, record.exc_info = told, (), None
    return True


def traced(error: BaseException) -> str:
    """Return where an exception and what led to it were raised, and their kinds; the text only of our own."""
    steps: list[str] = []
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        kind = type(cause).__name__
        steps.append(
            "".join(format_tb(cause.__traceback__)) + (f"{kind}: {cause}" if isinstance(cause, _OURS) else kind)
        )
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\n\nled to\n\n".join(reversed(steps))


def _error(given: object) -> BaseException | None:
    """Return the exception that `exc_info` means, in each of the forms it may have."""
    if isinstance(given, BaseException):
        return given
    if isinstance(given, tuple):
        return given[1] if isinstance(given[1], BaseException) else None
    return sys.exc_info()[1] if given else None


def _hide_address(event: MutableMapping[str, Any]) -> None:
    """Leave of an address what the server knows by itself: a route, and ids that it has made."""
    given: Mapping[str, object] = event["path_params"] or {}
    event["query_string"] = HIDDEN if event["query_string"] else ""
    event.pop("error_detail", None)
    matched = not str(event.get("route")).startswith(("None", "Mount("))
    if matched and all(_UUID.fullmatch(str(value)) for value in given.values()):
        return
    event["event"] = str(event["event"]).replace(str(event["path"]), HIDDEN)
    event["path"], event["path_params"] = HIDDEN, dict.fromkeys(given, HIDDEN)
