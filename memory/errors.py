"""Errors that reach a person; each message says what was wrong and what to do."""


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
