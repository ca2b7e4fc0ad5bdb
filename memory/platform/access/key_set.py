"""The public keys of whoever issues the tokens, fetched from their address (JWKS)."""

from collections.abc import Callable
from typing import Any

import jwt

TIMEOUT_S = 5
ANEW_S = 30.0
"""How often a key that is not there makes the set be fetched again, so that made-up ones cost nothing."""
UNREACHABLE = "the key set cannot be fetched now; try again"


class KeysUnavailable(Exception):
    """Whether a token is good cannot be told now."""


class KeySet:
    """A key set that is remembered for some minutes.

    Args:
        url: where it is.
        now: seconds.
    """

    def __init__(self, url: str, now: Callable[[], float]) -> None:
        self._client, self._now = jwt.PyJWKClient(url, timeout=TIMEOUT_S), now
        self._fetched_anew = float("-inf")

    def key(self, token: str) -> Any:
        """Return the key that a token names. Fetching may take seconds: not for the event loop.

        Raises:
            KeysUnavailable: the set cannot be read, which is nobody's token's fault.
            PyJWTError: there is no such key, or it is no token.
        """
        named = str(jwt.get_unverified_header(token).get("kid"))
        found = self._found(named, anew=False)
        if found is None and self._now() - self._fetched_anew >= ANEW_S:
            self._fetched_anew = self._now()
            found = self._found(named, anew=True)
        if found is None:
            raise jwt.PyJWKClientError("there is no such key")
        return found

    def _found(self, named: str, *, anew: bool) -> Any:
        try:
            keys = self._client.get_signing_keys(refresh=anew)
        except (jwt.PyJWTError, ValueError, OSError):
            raise KeysUnavailable(UNREACHABLE) from None
        return next((one.key for one in keys if one.key_id == named), None)
