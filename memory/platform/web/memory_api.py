"""The memory API: a person reads, changes, forgets, exports and erases what is remembered of them (B21, design 11)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from langgraph_sdk import get_client

from memory.errors import InputError, NotNow
from memory.platform.access.auth import LOCAL
from memory.platform.access.callers import caller
from memory.platform.services import registry, settings, stores
from memory.platform.store.control import Control
from memory.platform.store.erasure import Receipt, erase
from memory.platform.store.importing import StoreFull, take_in
from memory.platform.store.server_store import server_store
from memory.platform.threads import ServerThreads
from memory.platform.web.guarded import GuardedRoute
from memory.platform.web.memory_dto import (
    Deleted,
    Edit,
    Erase,
    Filter,
    Forget,
    Forgotten,
    Import,
    Memory,
    Page,
    Switch,
    paged,
    summary,
)
from memory.user.document import UserMemory
from memory.user.portable import exported, imported

MAX_VERSION_DIGITS = 18
"""Python reads no number of thousands of digits."""
router = APIRouter(prefix="/memory", tags=["memory"], route_class=GuardedRoute)


def _now() -> datetime:
    return datetime.now(UTC)


async def control(person: Annotated[str, Depends(caller)]) -> Control:
    """Return the caller's hands on their memory."""
    return Control(stores.of(await server_store(), person), _now)


def version(
    if_match: Annotated[str | None, Header(description='Version the memory must be in, as in its ETag: "3"')] = None,
) -> int | None:
    """Return the version a change is bound to; None: any."""
    tag = (if_match or "*").removeprefix("W/").strip('" ')
    if tag == "*":
        return None
    if not tag.isdecimal() or len(tag) > MAX_VERSION_DIGITS:
        raise InputError('If-Match: must be a version such as "3", as the ETag of the memory says.')
    return int(tag)


Mine = Annotated[Control, Depends(control)]
Bound = Annotated[int | None, Depends(version)]
Id = Annotated[str, Path(max_length=100, pattern=r"^[^\x00]*$")]


@router.get("")
async def list_memories(mine: Mine, which: Annotated[Filter, Query()]) -> Page:
    """List memories, the newest first; `next` is the `after` of the next page."""
    return paged(await mine.store.all(), which)


@router.get("/settings")
async def read_switch(mine: Mine) -> Switch:
    """Say whether anything is learned from what is said."""
    return Switch(learning=(await mine.store.ledger()).learning)


@router.patch("/settings")
async def change_switch(mine: Mine, wanted: Switch) -> Switch:
    """Switch learning on or off, in all conversations. What is said while it is off is never learned."""
    return Switch(learning=(await mine.switch(wanted.learning)).learning)


@router.get("/export", response_class=StreamingResponse)
async def export(mine: Mine) -> StreamingResponse:
    """Return all memories of any status as JSON Lines; the first line says format and version."""
    memories = sorted(await mine.store.all(), key=lambda memory: (memory.created_at, memory.id))
    named = {"content-disposition": 'attachment; filename="memories.jsonl"'}
    return StreamingResponse(exported(memories, _now()), media_type="application/x-ndjson", headers=named)


@router.post("/import")
async def take_from_file(mine: Mine, request: Request) -> Import:
    """Import what `GET /memory/export` returned; each line goes through the write path, and twice changes nothing."""
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("body: must be UTF-8.") from None
    try:
        done = await take_in(mine.store, imported(text), now=_now(), max_memories=settings.max_memories)
    except StoreFull as full:
        limit = f"there are {settings.max_memories:,} memories already (AI_MIND_MAX_MEMORIES)"
        raise HTTPException(413, f"{limit}; {len(full.taken)} of the file were read. Delete some first.") from None
    return Import.of(done)


@router.post("/forget")
async def forget(mine: Mine, asked: Forget) -> Forgotten:
    """Forget what a few words mean, or what was learned from a conversation.

    By default a dry run that shows what would go. To apply it, send `dry_run: false`, with `ids` to take only what
    the dry run has shown.
    """
    found = await _asked_for(mine, asked)
    shown = [summary(memory) for memory in found[: asked.max]]
    if asked.dry_run:
        return Forgotten(dry_run=True, total=len(found), items=shown, forgotten=[], deleted=[])
    chosen = found if asked.ids is None else [memory for memory in found if memory.id in asked.ids]
    if asked.ids is not None and len(chosen) < len(set(asked.ids)):
        raise NotNow("ids: not all of them are meant by this any more; make a dry run again")
    if len(chosen) > asked.max:
        raise NotNow(f"max: {len(chosen)} memories are meant, more than {asked.max}; name ids, or raise max")
    ids = [memory.id for memory in chosen]
    if asked.conversation_id is not None:
        gone = await mine.unlearn(asked.conversation_id, only=asked.ids)
        return Forgotten(dry_run=False, total=len(found), items=shown, forgotten=[], deleted=[m.id for m in gone])
    if asked.erase:
        gone = await mine.delete(ids)
        return Forgotten(dry_run=False, total=len(found), items=shown, forgotten=[], deleted=[m.id for m in gone])
    done = await mine.forget(ids)
    return Forgotten(dry_run=False, total=len(found), items=shown, forgotten=[m.id for m in done], deleted=[])


@router.delete("")
async def erase_everything(mine: Mine, wanted: Annotated[Erase, Query()]) -> Receipt:
    """Erase everything about the caller, and return what was removed where. May be called again at any time."""
    threads = ServerThreads(get_client, registry, everybody=LOCAL)
    return await erase(mine.store, threads, now=_now(), conversations=wanted.conversations)


@router.get("/{id}")
async def read(mine: Mine, id: Id, response: Response) -> Memory:
    """Return a memory with its evidence, history and source."""
    return _shown(await mine.get(id), response)


@router.patch("/{id}")
async def edit(mine: Mine, id: Id, change: Edit, bound: Bound, response: Response) -> Memory:
    """Change the words of a memory; the gates about the memory alone hold here too."""
    return _shown(await mine.edit(id, text=change.text, tags=change.tags, version=bound), response)


@router.post("/{id}/suppress")
async def suppress(mine: Mine, id: Id, bound: Bound, response: Response) -> Memory:
    """Forget a memory: nothing recalls it, and until it is deleted it can be restored."""
    return _shown(await mine.suppress(id, bound), response)


@router.post("/{id}/restore")
async def restore(mine: Mine, id: Id, bound: Bound, response: Response) -> Memory:
    """Make a memory that was forgotten or replaced active again."""
    return _shown(await mine.restore(id, bound), response)


@router.delete("/{id}")
async def delete(mine: Mine, id: Id, bound: Bound) -> Deleted:
    """Delete a memory for good, with those whose place it took; no old turn brings it back."""
    await mine.get(id)
    return Deleted.of(await mine.delete([id], bound))


def _shown(memory: UserMemory, response: Response) -> Memory:
    response.headers["etag"] = f'"{memory.version}"'
    return Memory.of(memory)


async def _asked_for(mine: Control, asked: Forget) -> Sequence[UserMemory]:
    if asked.conversation_id is not None:
        return await mine.learned_in(asked.conversation_id)
    return await mine.meant(asked.query or "", ended=asked.erase)
