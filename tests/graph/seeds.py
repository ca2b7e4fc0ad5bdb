"""Memories put into a store through the product's own rules."""

from collections.abc import Sequence
from datetime import UTC, datetime

from langgraph.store.base import BaseStore

from memory.platform.identity import LOCAL_USER, scope
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.user_store import UserStore
from memory.user.admit import Admitted, admit
from memory.user.decide import decide
from memory.user.document import UserMemory
from tests.labelled.measure import as_turn
from tests.provider.process import candidate


async def remember(
    store: BaseStore,
    embedder: MemoryEmbeddings,
    settings: Settings,
    *texts: str,
    standing: Sequence[str] = (),
    person: str = LOCAL_USER,
) -> list[str]:
    """Store statements of a person and return the ids of their memories."""
    own = UserStore(store, scope(person, settings), embedder)
    written: dict[str, UserMemory] = {}
    for text, kind in [*((t, "stable_user_context") for t in texts), *((t, "standing_instruction") for t in standing)]:
        admitted = admit(candidate(text, text, text, type=kind), [as_turn(text, id=text)])
        assert isinstance(admitted, Admitted), admitted
        [decision] = decide(admitted, [], id_of=own.id_of, now=datetime.now(UTC))
        assert decision.memory is not None
        written[decision.memory.id] = decision.memory
    await own.write(written)
    return list(written)
