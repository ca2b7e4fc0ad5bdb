"""mem0 as `pip install mem0ai` and its quickstart give it: `Memory.from_config`, Qdrant on disk, history in SQLite.

Defaults are kept: ten memories in the extraction prompt, `top_k` 20 and `threshold` 0.1 in a search. Without spaCy and
fastembed, which no requirement of it names, it works by vectors alone; with them it is slower, not faster.
"""

import asyncio
import hashlib
import logging
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.peers.answers import MEM0_ADDS, MEM0_SKIPS
from benchmarks.peers.embedding import DIMENSIONS, Encoder, Shared
from benchmarks.peers.library import Turn

EVERYTHING = 100_000
FILLED_AT_ONCE = 500


class Mem0:
    """mem0's synchronous `Memory`, which is the faster of its two.

    Args:
        url: of the scripted model, with its `/v1`.
        encoder: for all libraries.
        skipping: whether the model leaves out what it is shown, which is the good case; else it adds.
    """

    def __init__(self, url: str, encoder: Encoder, *, skipping: bool) -> None:
        from mem0 import Memory  # of the group `bench`: whoever measures something else need not have it

        self.name = "mem0, skipping" if skipping else "mem0, adding"
        logging.getLogger("mem0").setLevel(logging.ERROR)
        self._folder = Path(tempfile.mkdtemp(prefix="mem0-"))
        self._embeddings = Shared(encoder)
        self._memory: Any = Memory.from_config(
            {
                "llm": {
                    "provider": "openai",
                    "config": {
                        "model": MEM0_SKIPS if skipping else MEM0_ADDS,
                        "openai_base_url": url,
                        "api_key": "none",
                    },
                },
                "embedder": {"provider": "langchain", "config": {"model": self._embeddings}},
                "vector_store": {
                    "provider": "qdrant",
                    "config": {"path": str(self._folder / "qdrant"), "embedding_model_dims": DIMENSIONS},
                },
                "history_db_path": str(self._folder / "history.db"),
            }
        )
        self.operations: Counter[str] = Counter()
        self._memory.vector_store = _Counted(self._memory.vector_store, "vectors", self.operations)
        self._memory.db = _Counted(self._memory.db, "history", self.operations)

    async def add(self, person: str, turn: Turn) -> None:
        """Add the two messages of a turn."""
        self._add(person, turn)

    def _add(self, person: str, turn: Turn) -> None:
        messages = [{"role": "user", "content": turn.user}, {"role": "assistant", "content": turn.assistant}]
        self._memory.add(messages, user_id=person)

    async def add_at_once(self, person: str, turns: Sequence[Turn]) -> None:
        """Add each in a thread of its own, as a web server would."""
        await asyncio.gather(*(asyncio.to_thread(self._add, person, turn) for turn in turns))

    async def search(self, person: str, text: str) -> list[str]:
        """Search with the defaults."""
        found = self._memory.search(text, filters={"user_id": person})
        return [one["memory"] for one in found["results"]]

    async def records(self, person: str) -> list[str]:
        """Return everything of a person, the oldest first."""
        return [one["memory"] for one in self._all(person)]

    async def delete(self, person: str, text: str) -> None:
        """Delete by id."""
        for one in self._all(person):
            if one["memory"] == text:
                self._memory.delete(one["id"])

    async def kept(self, person: str) -> Mapping[str, bytes]:
        """Return what it gives out, and its files as they are."""
        files = {str(path.relative_to(self._folder)): path for path in self._folder.rglob("*") if path.is_file()}
        given = {"get_all": repr(self._all(person)).encode()}
        return given | {name: path.read_bytes() for name, path in sorted(files.items())}

    async def fill(self, person: str, texts: Sequence[str]) -> None:
        """Insert vectors, payloads and history rows as `add` does at its end."""
        for start in range(0, len(texts), FILLED_AT_ONCE):
            self._insert(person, texts[start : start + FILLED_AT_ONCE])

    def _insert(self, person: str, texts: Sequence[str]) -> None:
        from mem0.memory.main import lemmatize_for_bm25

        now = datetime.now(UTC).isoformat()
        ids = [str(uuid4()) for _ in texts]
        payloads = [
            {
                "user_id": person,
                "data": text,
                "text_lemmatized": lemmatize_for_bm25(text),
                "hash": hashlib.md5(text.encode()).hexdigest(),
                "created_at": now,
                "updated_at": now,
                "attributed_to": "user",
            }
            for text in texts
        ]
        vectors = [self._embeddings.embed_query(text) for text in texts]
        self._memory.vector_store.insert(vectors=vectors, ids=ids, payloads=payloads)
        added = {"old_memory": None, "event": "ADD", "created_at": now, "is_deleted": 0}
        self._memory.db.batch_add_history(
            [added | {"memory_id": id, "new_memory": text} for id, text in zip(ids, texts, strict=True)]
        )

    async def close(self) -> None:
        """Close its databases and remove their folder."""
        self._memory.close()
        self._memory.vector_store.client.close()
        shutil.rmtree(self._folder)

    def _all(self, person: str) -> list[dict[str, Any]]:
        found = self._memory.get_all(filters={"user_id": person}, top_k=EVERYTHING)["results"]
        return sorted(found, key=lambda one: str(one["created_at"]))


class _Counted:
    """Hands everything on to an object and counts the methods that are called."""

    def __init__(self, inner: Any, name: str, counts: Counter[str]) -> None:
        self._inner, self._name, self._counts = inner, name, counts

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        return self._counting(name, found) if callable(found) else found

    def _counting(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **kwargs: Any) -> Any:
            self._counts[f"{self._name}.{name}"] += 1
            return method(*args, **kwargs)

        return counted
