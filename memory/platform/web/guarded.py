"""Routes that answer with a clear 503 when what they depend on does not work."""

from collections.abc import Callable, Coroutine
from typing import Any

import structlog
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from memory.errors import InputError, NotNow, OtherVersion, UnknownMemory

_SAID = (RequestValidationError, InputError, UnknownMemory, OtherVersion, NotNow)
"""What has an answer of its own."""
_log = structlog.get_logger("ai_mind.http")


class GuardedRoute(APIRoute):
    """A route that says so when the store or the embedding model fails."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler with a guard around it."""
        handle = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            try:
                return await handle(request)
            except HTTPException as error:
                if isinstance(error.__cause__, RecursionError):
                    raise InputError("body: is nested too deeply.") from None
                raise
            except _SAID:
                raise
            except Exception as error:  # a store may raise anything, with anything in its text
                _log.error("memory_unavailable", route=self.path, error=type(error).__name__)
                detail = "The memory cannot be reached now, or not written. No memory was changed by half; try again."
                return JSONResponse({"code": "MEMORY_UNAVAILABLE", "detail": detail}, 503, {"Retry-After": "5"})

        return guarded
