"""Errors that reach a person; each message says what was wrong and what to do."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

_FIELD = re.compile(r"[a-zA-Z_]{1,40}")


class InputError(ValueError):
    """The caller sent something a graph cannot take: names the field, the limit and what to do."""


class SettingsError(ValueError):
    """The configuration is wrong: names each variable. The server must not start with it."""


class ModelError(RuntimeError):
    """A model could not answer. One clear line, never with a key in it.

    Args:
        code: what went wrong, for logs and outcomes (`key_refused`, `unreachable`, `unknown_model`, …).
        message: the line for a person.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.usage: dict[str, int] | None = None
        """What was spent until then, where somebody counts it."""


class DatabaseError(RuntimeError):
    """The database does not do what it should: it is down, full, read-only. What was saved before is safe.

    Args:
        kind: of the error, for the operator; never its text, which may hold an address.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(f"the database cannot be used now ({kind}). Nothing is lost; send it again in a little while.")


class UnknownMemory(Exception):
    """There is no memory with this id."""


class OtherVersion(Exception):
    """The memory is not in the version that was asked for.

    Args:
        version: the one it is in.
    """

    def __init__(self, version: int) -> None:
        super().__init__(f"the memory is in version {version}; read it again and decide again")
        self.version = version


class NotNow(Exception):
    """What was asked does not go together with what is stored; the message says why and what to do."""


def input_error(error: ValidationError, *where: str) -> InputError:
    """Return the first fault of an input as an error for its sender.

    Args:
        error: what pydantic says.
        where: the name of the field that was validated.
    """
    fault = error.errors(include_input=False, include_url=False)[0]
    return InputError(fault_text(fault, *where))


def fault_text(fault: Mapping[str, Any], *where: str) -> str:
    """Return the line for a fault that pydantic found: the field and what is wrong; nothing of the input.

    Args:
        fault: one of `errors()`; the message of a validator of ours must not repeat the input either.
        where: the name of the field that was validated.
    """
    path, what = [*where, *map(str, fault["loc"])], fault["msg"]
    match fault["type"]:
        case "extra_forbidden" if not _FIELD.fullmatch(path[-1]):  # the key is the sender's, and here no name
            path, what = path[:-1], "there is a key in it that it does not have"
        case "union_tag_invalid":
            what = f"{fault['ctx']['discriminator'].strip(chr(39))} must be one of {fault['ctx']['expected_tags']}"
    return f"{'.'.join(path)}: {what}"
