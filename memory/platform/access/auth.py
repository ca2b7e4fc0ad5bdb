"""What the server asks before each request: who is it, and may they (design section 9).

Everything is refused but what a rule below allows. A person owns the threads whose metadata carry their scope, and the
store under it; assistants are the server's own and can be read. In `local` mode there is one person, who may do all.
"""

from collections.abc import Mapping
from typing import Any

import structlog
from langgraph_sdk import Auth, get_client
from starlette.exceptions import HTTPException

from memory.platform.access.authentication import Unauthenticated
from memory.platform.access.key_set import KeysUnavailable
from memory.platform.access.limits import loopback
from memory.platform.background import begin
from memory.platform.identity import namespace, scopes
from memory.platform.services import authenticator, mover, registry, run_rate, settings, stores
from memory.platform.store.server_store import server_store
from memory.platform.store.shelf import KEPT, touch

auth = Auth()
_log = structlog.get_logger("ai_mind.auth")
LOCAL = settings.auth == "local"
stores.shelves.most = KEPT  # every write through the store's own routes comes by `own_store`, which announces it
MOST = settings.max_memories


@auth.authenticate
async def authenticate(headers: dict[bytes, bytes]) -> Auth.types.MinimalUserDict:
    """Return who sends a request; their identity is their scope, so that no name is kept anywhere."""
    read = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in headers.items()}
    return {"identity": await scope_from(read), "is_authenticated": True}


async def scope_from(headers: dict[str, str]) -> str:
    """Return the scope of who sent these headers, with what was kept under an older secret moved to it.

    Raises:
        Auth.exceptions.HTTPException: 401; nobody is known by them.
        HTTPException: 503; that cannot be told now. Of the other kind the server would make a 500.
    """
    try:
        mine = scopes(await authenticator.identity(headers), settings)
    except Unauthenticated as error:
        raise Auth.exceptions.HTTPException(401, str(error)) from None
    except KeysUnavailable as error:
        raise HTTPException(503, str(error)) from None
    await mover.move(mine)
    return mine[0]


async def known(headers: Mapping[str, str]) -> str | None:
    """Return the scope of who sent these headers, or None, with what was kept under an older secret moved to it."""
    try:
        mine = scopes(await authenticator.identity(headers), settings)
    except (Unauthenticated, KeysUnavailable):
        return None
    await mover.move(mine)
    return mine[0]


async def owns(headers: Mapping[str, str], thread_id: str) -> bool:
    """Return whether who sent these headers is the owner of a thread.

    Raises:
        NotFoundError: there is no such thread.
    """
    person = await known(headers)
    async with get_client() as client:
        thread = await client.threads.get(thread_id)
    return person is not None and (LOCAL or (thread["metadata"] or {}).get("owner") == person)


@auth.on
async def refuse(ctx: Auth.types.AuthContext, value: Any) -> bool:
    """Refuse what no other rule speaks of, crons for one: they would run as somebody who is not there."""
    return LOCAL


@auth.on.assistants(actions=["read", "search"])
async def system_assistants(ctx: Auth.types.AuthContext, value: Any) -> Auth.types.FilterType | None:
    """Show the assistants of the server, which nobody can change."""
    return None if LOCAL else {"created_by": "system"}


@auth.on.assistants(actions=["create", "update", "delete"])
async def own_assistants(ctx: Auth.types.AuthContext, value: Any) -> Auth.types.FilterType | bool:
    """Let the one local user make assistants of their own, as Studio does; nobody changes the server's."""
    metadata = value.get("metadata")
    if metadata is not None:
        metadata["owner"] = ctx.user.identity
    return {"owner": ctx.user.identity} if LOCAL else False


@auth.on.threads
async def own_threads(ctx: Auth.types.AuthContext, value: Any) -> Auth.types.FilterType | None:
    """Confine a person to the threads that carry their scope, and mark new ones with it."""
    owner = ctx.user.identity
    counted = ctx.action == "create_run" and not LOCAL and not loopback()
    if counted and not await run_rate.take(owner):
        raise Auth.exceptions.HTTPException(
            429,
            f"more than {settings.runs_per_minute} runs in a minute (AI_MIND_RUNS_PER_MINUTE); wait a little",
            headers={"Retry-After": "60"},
        )
    if ctx.action == "delete" and "thread_ids" in value:
        # It would leave the companion threads behind.
        raise Auth.exceptions.HTTPException(403, "delete threads one by one: DELETE /threads/{thread_id}")
    if ctx.action in ("create", "create_run", "update"):
        # In place: the server goes on with the object that it handed over.
        value.setdefault("metadata", {})["owner"] = owner
        await _note(ctx.action, owner, value)
    return None if LOCAL else {"owner": owner}


async def _note(action: str, owner: str, value: Any) -> None:
    """Note beside the server whose a new thread is, and what its owner changes of its metadata."""
    thread_id = value.get("thread_id")
    if thread_id is None or "action" in value:  # no thread, or a run that is cancelled
        return
    if action == "create" or value.get("if_not_exists") == "create":
        if not await registry.claim(str(thread_id), owner, value["metadata"]):
            raise Auth.exceptions.HTTPException(409, "this thread id is taken")
    elif action == "update":
        # Beside the request: the server (0.36) goes on with the place in its list that the thread had before.
        begin(registry.change(str(thread_id), owner, value["metadata"]))


@auth.on.store
async def own_store(ctx: Auth.types.AuthContext, value: Any) -> bool:
    """Confine a person to their own namespace; a search or list above it shows only what is theirs."""
    mine, asked = namespace(ctx.user.identity), tuple(value.get("namespace") or ())
    if ctx.action in ("put", "delete") and (LOCAL or asked == mine) and asked and asked == namespace(asked[-1]):
        await touch(await server_store(), asked[-1])
    if LOCAL:
        return True
    if ctx.action in ("search", "list_namespaces") and mine[: len(asked)] == asked:
        value["namespace"] = mine
        return True
    if asked != mine:
        return False
    if ctx.action == "put" and not await stores.of(await server_store(), ctx.user.identity).room(1, MOST):
        raise Auth.exceptions.HTTPException(413, f"there are {MOST:,} memories already (AI_MIND_MAX_MEMORIES)")
    return True
