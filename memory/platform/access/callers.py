"""Who calls one of our own routes: the server authenticates only its own."""

from fastapi import HTTPException, Request
from langgraph_sdk import Auth
from starlette.exceptions import HTTPException as StarletteHTTPException

from memory.platform.access.auth import scope_from


async def caller(request: Request) -> str:
    """Return the scope of who sends `request`; as a dependency of a route it lets nobody else in."""
    try:
        return await scope_from(dict(request.headers))
    except (Auth.exceptions.HTTPException, StarletteHTTPException) as error:
        raise HTTPException(error.status_code, error.detail) from None
