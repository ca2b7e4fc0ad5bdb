"""A person's memories as this process has read them, kept until anybody writes.

Reading and checking 1,000 documents takes longer than everything recall decides about them. So each write also changes
the person's stamp, in the same batch, and whoever reads asks for the stamp first: as long as it is the same, nothing
has been written, by no process. What writes past this project (the store's own routes) must be announced before, see
`touch`: a process that does not see to that (`access.auth` does) keeps nothing.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from threading import Lock
from typing import Any
from uuid import uuid4

import numpy as np
from langgraph.store.base import BaseStore, PutOp
from pydantic import AwareDatetime, BaseModel, ConfigDict

from memory.platform.identity import ledger_namespace
from memory.platform.store.encoders import Vector
from memory.platform.store.vectors import stacked, unpacked
from memory.recall.known import Known
from memory.user.document import UserMemory

STAMP = "stamp"
"""Key of a person's stamp, beside their ledger."""
KEPT = 20_000
"""Memories of all people that a process keeps, some 8 KB each."""
UNDER_WAY = timedelta(seconds=30)
"""How long after it was announced a write past this project may still arrive."""


class Stamp(BaseModel):
    """Says that nothing has been written since: whoever writes leaves another one."""

    model_config = ConfigDict(extra="ignore")

    revision: str
    unsettled_until: AwareDatetime | None = None
    """Until then somebody may be writing who will leave no stamp; nothing read before is to be kept."""


async def stamped(store: BaseStore, person: str) -> PutOp:
    """Return what has to be written together with every change of a person's memories."""
    before = await _stamp(store, person)
    # What was announced may still arrive after this write.
    return _put(person, before.unsettled_until if before else None)


async def touch(store: BaseStore, person: str) -> None:
    """Announce a write that leaves no stamp itself, such as one through the server's own store routes."""
    await store.abatch([_put(person, _now() + UNDER_WAY)])


async def revision(store: BaseStore, person: str) -> str | None:
    """Return what a person's stamp says; None where nothing that is read may be kept."""
    stamp = await _stamp(store, person)
    if stamp is None:  # what there is was written by something that leaves none
        return None
    return stamp.revision if stamp.unsettled_until is None or _now() > stamp.unsettled_until else None


async def _stamp(store: BaseStore, person: str) -> Stamp | None:
    item = await store.aget(ledger_namespace(person), STAMP)
    return Stamp.model_validate(item.value) if item else None


def _put(person: str, unsettled_until: datetime | None) -> PutOp:
    stamp = Stamp(revision=uuid4().hex, unsettled_until=unsettled_until)
    return PutOp(ledger_namespace(person), STAMP, stamp.model_dump(mode="json"), index=False)


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Shelf:
    """What a person's namespace held.

    Args:
        items: each stored value by its key, and the memory it stands for; None where it fits no schema.
    """

    items: Mapping[str, tuple[Mapping[str, Any], UserMemory | None]]

    @property
    def size(self) -> int:
        """How many items there are, with those that are no memories."""
        return len(self.items)

    @cached_property
    def memories(self) -> Sequence[UserMemory]:
        """Those that fit the schema, of any status."""
        return [memory for _, memory in self.items.values() if memory is not None]

    def known(self, key: str, value: Mapping[str, Any]) -> tuple[Mapping[str, Any], UserMemory | None] | None:
        """Return what was made of a stored value, if it was the same then: most of it is after a write."""
        item = self.items.get(key)
        return item if item is not None and (item[0] is value or item[0] == value) else None

    @cached_property
    def by_key(self) -> Mapping[str, UserMemory]:
        """The memories by their stable key."""
        return {memory.stable_key: memory for memory in self.memories}

    @cached_property
    def active(self) -> Known:
        """Those that hold."""
        return Known([memory for memory in self.memories if memory.status == "active"])

    @cached_property
    def newest(self) -> Sequence[UserMemory]:
        """The memories, the one written last first."""
        return sorted(self.memories, key=lambda memory: (memory.updated_at, memory.id), reverse=True)

    @cached_property
    def _indexed(self) -> dict[tuple[str, int], "Indexed"]:
        return {}

    def indexed(self, index_version: str, dimensions: int) -> "Indexed":
        """Return the memories that a model has embedded, with their vectors."""
        key = (index_version, dimensions)
        if key not in self._indexed:
            of_it = [memory for memory in self.memories if memory.index_version == index_version]
            self._indexed[key] = Indexed.of([(memory, memory.vector) for memory in of_it], dimensions)
        return self._indexed[key]

    def indexed_locally(self, dimensions: int) -> "Indexed":
        """Return the memories that carry a vector of the local model beside that of a hosted one."""
        key = ("", dimensions)
        if key not in self._indexed:
            self._indexed[key] = Indexed.of([(memory, memory.local_vector) for memory in self.memories], dimensions)
        return self._indexed[key]


@dataclass(frozen=True)
class Indexed:
    """Memories and their vectors, row by row."""

    memories: Sequence[UserMemory]
    vectors: Vector

    @classmethod
    def of(cls, packed: Sequence[tuple[UserMemory, str | None]], dimensions: int) -> "Indexed":
        """Return those of the memories whose vector can be read."""
        read = [(memory, vector) for memory, text in packed if (vector := unpacked(text, dimensions)) is not None]
        return cls([memory for memory, _ in read], stacked([vector for _, vector in read], dimensions))

    def nearest(self, question: Sequence[float], most: int) -> list[UserMemory]:
        """Return the memories most similar to `question`, of any status, the most similar first."""
        if not self.memories:
            return []
        order = np.argsort(-self._similarities(question), kind="stable")[:most]
        return [self.memories[row] for row in order]

    def recalled(self, question: Sequence[float]) -> dict[str, float | None]:
        """Return the similarity of those that may be recalled, by id."""
        scores = self._similarities(question).tolist() if self.memories else []
        return {
            memory.id: score
            for memory, score in zip(self.memories, scores, strict=True)
            if memory.status == "active" and memory.confident
        }

    def _similarities(self, question: Sequence[float]) -> Vector:
        """Return the cosines; all of these vectors have length one."""
        scores: Vector = self.vectors @ np.asarray(question, dtype=np.float32)
        return scores


NOTHING = Shelf({})


class Shelves:
    """What a process has read of people's memories, those that were asked for last.

    Args:
        most: memories of all people together; 0: nothing is kept.
    """

    def __init__(self, most: int = 0) -> None:
        self.most = most
        self._size = 0
        self._kept: OrderedDict[str, tuple[str, Shelf]] = OrderedDict()
        self._lock = Lock()  # a server may run background runs on loops of their own

    @property
    def held(self) -> dict[str, int]:
        """How many memories of whom are kept."""
        with self._lock:
            return {person: shelf.size for person, (_, shelf) in self._kept.items()}

    def find(self, person: str) -> tuple[str, Shelf]:
        """Return what was read of a person's memories last, and what the stamp had said; nothing where nothing was."""
        with self._lock:
            if person in self._kept:
                self._kept.move_to_end(person)
            return self._kept.get(person, ("", NOTHING))

    def keep(self, person: str, revision: str, shelf: Shelf) -> None:
        """Keep what was read after the stamp had this revision."""
        with self._lock:
            self._drop(person)
            if not self.most:
                return
            self._kept[person] = (revision, shelf)
            self._size += shelf.size
            while self._size > self.most and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))

    def drop(self, person: str) -> None:
        """Forget what was read of a person's memories."""
        with self._lock:
            self._drop(person)

    def _drop(self, person: str) -> None:
        kept = self._kept.pop(person, None)
        self._size -= kept[1].size if kept else 0
