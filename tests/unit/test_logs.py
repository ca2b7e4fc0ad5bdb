"""The server's log: what happened and where, and none of the words."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import pytest

from memory.errors import InputError
from memory.platform.logs import plain_without_words, traced, without_words

SAID = "我住在杭州 and my cat is called Momo"
THREAD = "0f7e4c1e-3f43-4d4f-9a55-6c4f5b3f6f10"


def raised(error: Exception, *, after: Exception | None = None) -> Exception:
    try:
        try:
            if after is not None:
                raise after
        finally:
            raise error
    except Exception as caught:
        return caught


def logged(**event: Any) -> MutableMapping[str, Any]:
    return without_words(None, "error", event)


@pytest.mark.parametrize("given", ["error", "tuple", "current"])
def test_of_an_exception_place_and_kind_are_left(given: str) -> None:
    error = raised(KeyError(SAID), after=ValueError(SAID))
    told: object = error
    if given == "tuple":
        told = (type(error), error, error.__traceback__)
    try:
        raise error
    except KeyError:
        event = logged(event=f"Run failed: {type(error)}({error})", exc_info=True if given == "current" else told)
    assert event["event"] == "Run failed: <class 'KeyError'>"
    assert SAID not in str(event)
    assert event["exception"].index("ValueError") < event["exception"].rindex("KeyError")
    assert "test_logs.py" in event["exception"]


def test_our_own_errors_keep_their_words() -> None:
    assert traced(InputError("pins: send a list.")) == "InputError: pins: send a list."


def test_an_exception_that_is_its_own_cause_is_told_once() -> None:
    error = ValueError(SAID)
    error.__cause__ = error
    assert traced(error) == "ValueError"


@pytest.mark.parametrize(
    ("path", "route", "params", "told"),
    [
        ("/store/items", "/store/items", None, "/store/items"),
        (f"/threads/{THREAD}/state", "/threads/{thread_id}/state", {"thread_id": THREAD}, f"/threads/{THREAD}/state"),
        (f"/threads/{SAID}/state", "/threads/{thread_id}/state", {"thread_id": SAID}, "…"),
        (f"/{SAID}", "None", None, "…"),
        (f"/{SAID}", "Mount(path='')", {}, "…"),
    ],
)
def test_of_an_address_routes_and_ids_are_left(path: str, route: str, params: Any, told: str) -> None:
    event = logged(
        event=f"GET {path} 422 1ms",
        path=path,
        route=route,
        path_params=params,
        query_string=f"q={SAID}",
        error_detail=SAID,
        status=422,
    )
    assert (event["event"], event["path"]) == (f"GET {told} 422 1ms", told)
    assert SAID not in str(event)


@pytest.mark.parametrize(
    ("name", "message", "told"),
    [
        ("asyncio", f"Task exception was never retrieved\nfuture: <Task exception=ValueError({SAID!r})>", "Task exc"),
        (
            "py.warnings",
            f"/x.py:3: UserWarning: Expected none [input_value={SAID!r}]\n  dump()",
            "/x.py:3: UserWarning",
        ),
        ("uvicorn.error", "Exception in ASGI application", "Exception in ASGI application"),
    ],
)
def test_what_the_standard_library_logs(name: str, message: str, told: str) -> None:
    try:
        raise ValueError(SAID)
    except ValueError:
        record = logging.LogRecord(name, logging.ERROR, "x.py", 1, "%s", (message,), sys.exc_info())
    assert plain_without_words(record)
    text = logging.Formatter().format(record)
    assert text.startswith(told)
    assert SAID not in text
    assert "ValueError" in text
