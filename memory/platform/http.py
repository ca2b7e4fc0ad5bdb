"""The HTTP routes beside the server's own, and what stands around all of them."""

from fastapi import FastAPI, Request
from fastapi.exceptions import HTTPException, RequestValidationError
from starlette.responses import JSONResponse

from memory.errors import InputError
from memory.platform import conversations, health, memory_api, sessions
from memory.platform.control import NotNow, OtherVersion, UnknownMemory
from memory.platform.deletion import CompanionDeletion
from memory.platform.limits import RequestSize
from memory.platform.services import authenticator, settings
from memory.platform.sessions import CookieRenewal
from memory.platform.startup import lifespan

# The server shows the documentation of these routes together with its own.
app = FastAPI(title="AI Mind memory", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
for router in (health.router, sessions.router, conversations.router, memory_api.router):
    app.include_router(router)
app.add_middleware(CompanionDeletion)
app.add_middleware(CookieRenewal, authenticator=authenticator)
app.add_middleware(RequestSize, limit=settings.max_request_bytes)
app.exception_handlers.pop(HTTPException, None)  # the server's own serves all routes alike


@app.exception_handler(RequestValidationError)
async def wrong_request(_: Request, error: RequestValidationError) -> JSONResponse:
    """Name the field that is wrong; what was sent is not repeated."""
    fault = error.errors()[0]
    field = ".".join(str(part) for part in fault["loc"][1:]) or str(fault["loc"][0])
    return _problem(422, "INVALID_INPUT", f"{field}: {fault['msg']}", field=field)


@app.exception_handler(InputError)
async def refused_input(_: Request, error: InputError) -> JSONResponse:
    """Say what was wrong with what was sent."""
    return _problem(422, "INVALID_INPUT", str(error), field=str(error).split(":", 1)[0])


@app.exception_handler(UnknownMemory)
async def unknown_memory(_: Request, __: UnknownMemory) -> JSONResponse:
    """Say that there is no such memory, whether or not somebody else has one."""
    return _problem(404, "MEMORY_NOT_FOUND", "There is no such memory.")


@app.exception_handler(OtherVersion)
async def other_version(_: Request, error: OtherVersion) -> JSONResponse:
    """Say which version the memory is in."""
    return _problem(412, "OTHER_VERSION", str(error), version=error.version)


@app.exception_handler(NotNow)
async def not_now(_: Request, error: NotNow) -> JSONResponse:
    """Say why it cannot be done."""
    return _problem(409, "NOT_NOW", str(error))


def _problem(status: int, code: str, detail: str, **more: str | int) -> JSONResponse:
    return JSONResponse({"code": code, "detail": detail, **more}, status)
