"""The HTTP routes beside the server's own, and what stands around all of them."""

from collections.abc import Mapping

from fastapi import FastAPI
from fastapi.exceptions import HTTPException

from memory.platform.access import sessions
from memory.platform.access.auth import known, owns
from memory.platform.access.limits import RequestSize
from memory.platform.access.sessions import CookieRenewal
from memory.platform.postgres.checkpoints import Checkpoints
from memory.platform.services import authenticator, database, registry, settings
from memory.platform.threads import forget_runs
from memory.platform.web import conversations, health, memory_api
from memory.platform.web.adoption import Adoption, end_thread, make_thread
from memory.platform.web.deletion import Deletion, nothing_to_purge
from memory.platform.web.errors import error_handlers
from memory.platform.web.startup import lifespan


async def purge(thread_id: str) -> None:
    """Delete the checkpoints of a thread in our own database."""
    await Checkpoints(await database.pool("checkpoints")).purge(thread_id)


async def forget(headers: Mapping[str, str], conversation_id: str) -> None:
    """Delete what the memory thread of who sent these headers was handed over from a conversation."""
    person = await known(headers)
    if person is not None:
        await forget_runs(person, conversation_id)


# The server shows the documentation of these routes together with its own.
app = FastAPI(title="AI Mind memory", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
for router in (health.router, sessions.router, conversations.router, memory_api.router):
    app.include_router(router)
purging = purge if settings.own_database else nothing_to_purge
app.add_middleware(Deletion, owns=owns, registry=registry, purge=purging, forget=forget)
if settings.own_database:
    app.add_middleware(Adoption, registry=registry, scope_of=known, make=make_thread, end=end_thread)
app.add_middleware(CookieRenewal, authenticator=authenticator)
app.add_middleware(RequestSize, limit=settings.max_request_bytes)
app.exception_handlers.pop(HTTPException, None)  # the server's own serves all routes alike
app.exception_handlers.update(error_handlers)
