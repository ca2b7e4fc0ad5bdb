"""What goes over the wire of the memory API: closed shapes, with limits that a wrong request is told."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from memory.errors import InputError
from memory.language.text import clean, fold, visible
from memory.platform.store.importing import Imported
from memory.user.candidate import MAX_TEXT_CHARS, Identity, MemoryType
from memory.user.document import Event, Evidence, Source, Status, UserMemory


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Item(_Shape):
    """A memory in a list."""

    id: str
    type: MemoryType
    text: str
    status: Status
    version: int
    tags: list[str]
    confidence: float
    created_at: datetime
    updated_at: datetime
    last_seen_at: datetime


class Page(_Shape):
    """A part of the memories."""

    items: list[Item]
    next: str | None
    """`after` of the next page; null: there is none."""


class Memory(Item):
    """A memory with where it comes from and what became of it."""

    identity: Identity
    tier: Literal["standing", "soft"]
    source: Source
    superseded_by: str | None
    evidence: list[Evidence]
    evidence_count: int
    history: list[Event]

    @classmethod
    def of(cls, memory: UserMemory) -> Self:
        """Return `memory` as it is shown."""
        return cls.model_validate(memory.model_dump(include=set(cls.model_fields)))


class Filter(_Shape):
    """Which memories are listed."""

    status: Status | None = None
    type: MemoryType | None = None
    q: str = Field("", max_length=200, description="Words that stand in the text or the tags")
    conversation_id: str | None = Field(None, max_length=120, description="Learned from this conversation")
    limit: int = Field(50, ge=1, le=200)
    after: str | None = Field(None, max_length=300, description="`next` of the page before")


class Edit(_Shape):
    """What changes of a memory; what is left out stays."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=MAX_TEXT_CHARS)] | None = None
    tags: list[Annotated[str, StringConstraints(min_length=1, max_length=48)]] | None = Field(None, max_length=8)

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.text is None and self.tags is None:
            raise ValueError("send text or tags")
        if self.text is not None:
            self.text = visible(clean(self.text))
        if self.tags is not None:
            self.tags = [visible(clean(tag)) for tag in self.tags]
        return self


class Forget(_Shape):
    """What is to be forgotten."""

    query: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)] | None = None
    """A few words: "my address", 住址."""
    conversation_id: str | None = Field(None, min_length=1, max_length=120)
    """Instead of `query`: what was learned from this conversation, which is then deleted."""
    dry_run: bool = True
    max: int = Field(20, ge=1, le=1_000)
    """More than so many are not forgotten at once."""
    ids: list[str] | None = Field(None, max_length=1_000)
    """Of what a dry run has shown; only these."""
    erase: bool = False
    """Delete for good, whatever its status, instead of suppressing."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.query is None) == (self.conversation_id is None):
            raise ValueError("send either query or conversation_id")
        return self


class Forgotten(_Shape):
    """What is meant, and what became of it."""

    dry_run: bool
    total: int
    items: list[Item]
    forgotten: list[str]
    deleted: list[str]


class Erase(_Shape):
    """What is erased beside what was learned. Closed: a misspelt `conversations` must not delete them."""

    conversations: bool = Field(True, description="Whether the conversations are deleted too")


class Deleted(_Shape):
    """What is gone, and in which conversations it was said, which stay."""

    deleted: list[str]
    said_in: list[str]

    @classmethod
    def of(cls, gone: Sequence[UserMemory]) -> Self:
        """Return the answer for memories that were deleted."""
        said = dict.fromkeys(one.conversation_id for memory in gone for one in memory.evidence)
        return cls(deleted=[memory.id for memory in gone], said_in=list(said))


class ImportResult(_Shape):
    """What became of one memory of a file."""

    status: str
    code: str | None
    memory_id: str | None


class Import(_Shape):
    """What became of a file: how many of each status, and each, by the time it was last said."""

    counts: dict[str, int]
    results: list[ImportResult]

    @classmethod
    def of(cls, done: Sequence[Imported]) -> Self:
        """Return the answer for what was imported."""
        statuses = [one.status for one in done]
        results = [ImportResult(status=one.status, code=one.code, memory_id=one.memory_id) for one in done]
        return cls(counts={status: statuses.count(status) for status in sorted(set(statuses))}, results=results)


class Switch(_Shape):
    """Whether anything is learned."""

    learning: bool


def summary(memory: UserMemory) -> Item:
    """Return `memory` as it stands in a list."""
    return Item.model_validate(memory.model_dump(include=set(Item.model_fields)))


def paged(memories: Sequence[UserMemory], which: Filter) -> Page:
    """Return the page of `memories` that was asked for, newest first.

    Raises:
        InputError: `after` is no `next` of a page.
    """
    chosen = sorted(filter(lambda memory: _fits(memory, which), memories), key=_place, reverse=True)
    if which.after is not None:
        after = _read(which.after)
        chosen = [memory for memory in chosen if _place(memory) < after]
    shown = chosen[: which.limit]
    more = len(chosen) > which.limit
    return Page(items=[summary(memory) for memory in shown], next=_written(shown[-1]) if more else None)


def _fits(memory: UserMemory, which: Filter) -> bool:
    return (
        which.status in (None, memory.status)
        and which.type in (None, memory.type)
        and fold(which.q) in fold(f"{memory.text} {' '.join(memory.tags)}")
        and (which.conversation_id is None or any(e.conversation_id == which.conversation_id for e in memory.evidence))
    )


def _place(memory: UserMemory) -> tuple[str, str]:
    return (memory.updated_at.isoformat(), memory.id)


def _written(memory: UserMemory) -> str:
    return urlsafe_b64encode(json.dumps(_place(memory)).encode()).decode()


def _read(after: str) -> tuple[str, str]:
    try:
        at, id = json.loads(urlsafe_b64decode(after.encode()))
        return (str(at), str(id))
    except (ValueError, TypeError):
        raise InputError("after: must be the `next` of a page.") from None
