"""The product's own graphs in a conversation, asking a provider that keeps the bodies of the requests."""

from collections.abc import Sequence
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore

from benchmarks.prefix.tokens import Part
from benchmarks.recall.bench import Bench
from graphs.chat import Chat
from graphs.compaction import Compaction
from graphs.context import ChatContext
from graphs.dispatch import Dispatcher
from graphs.memory_extraction import MemoryExtraction
from memory.platform.identity import LOCAL_USER, scope
from memory.platform.metrics import Metrics
from memory.platform.models.models import ConfiguredModels
from memory.platform.settings import Settings
from memory.platform.store.encoders import LOCAL_DIMENSIONS
from memory.platform.store.shelf import KEPT, Shelves
from memory.platform.store.stores import UserStores
from memory.platform.store.user_store import UserStore
from memory.user.document import UserMemory
from prompts import chat as chat_prompt
from prompts import recall as recall_prompt
from tests.fakes import FakeRuns, FakeTools

CONFIG: RunnableConfig = {"configurable": {"thread_id": "conversation"}}
CHAT, EXTRACTION, COMPACTION = "chatter", "extractor", "compactor"


class Ours:
    """One conversation of one person; background runs are done between the turns."""

    def __init__(self, url: str, bench: Bench, *, memory: bool) -> None:
        self.settings = Settings(
            _env_file=None,
            OPENAI_BASE_URL=url,
            OPENAI_API_KEY="sk-scripted",
            chat_model=CHAT,
            extraction_model=EXTRACTION,
            compaction_model=COMPACTION,
        )
        self.memory = memory
        self.folded: list[bool] = []
        """By turn: whether a compaction was folded in."""
        self._bench = bench
        index: Any = {"dims": LOCAL_DIMENSIONS, "embed": bench.embeddings, "fields": ["search_text"]}
        self._store = InMemoryStore(index=index)
        self._runs = FakeRuns()
        runs = cast("Dispatcher", self._runs)
        models = ConfiguredModels(self.settings, _no_embedded)
        stores = UserStores(bench.embeddings, shelves=Shelves(KEPT))
        chat = Chat(models, stores, FakeTools(), runs, self.settings, Metrics())
        extraction = MemoryExtraction(models, stores, self.settings, runs)
        self._chat = chat.graph().compile(checkpointer=InMemorySaver(), store=self._store)
        self._extraction = extraction.graph().compile(checkpointer=InMemorySaver(), store=self._store)
        self._compaction = Compaction(models).graph().compile()

    async def knows(self, memories: Sequence[UserMemory]) -> None:
        """Store what is known of the person."""
        own = UserStore(self._store, scope(LOCAL_USER, self.settings), self._bench.embeddings)
        await own.write({memory.id: memory for memory in memories})

    async def say(self, text: str) -> None:
        """Take one turn, then do what it has started in the background."""
        sent: Any = {"messages": [{"role": "user", "content": text}]}
        compactions, turns = len(self._runs.compactions), len(self._runs.turns)
        events = self._chat.astream(sent, CONFIG, context=ChatContext(memory_enabled=self.memory), stream_mode="custom")
        self.folded.append(any([event.get("compaction") == "folded" async for event in cast(Any, events)]))
        for _, thread in self._runs.compactions[compactions:]:
            self._runs.end(**await self._compaction.ainvoke(cast(Any, thread)))
        for _, _, context in self._runs.turns[turns:]:
            handed: Any = {"turns": list(self._runs.handed_over[-1]), **context}
            await self._extraction.ainvoke(handed, {"configurable": {"thread_id": "person"}})


def marks() -> dict[str, Part]:
    """Return how the blocks of our system message begin."""
    found: dict[str, Part] = {}
    for language in ("zh", "en"):
        blocks: dict[Part, str] = {
            "memory": recall_prompt.block([], language=language),
            "summary": chat_prompt.summary_block(" ", language=language),
            "binding": chat_prompt.bound_block([" "], language=language),
            "pins": chat_prompt.pins_block([(1, "")], language=language),
        }
        found |= {block.splitlines()[0]: part for part, block in blocks.items()}
    return found


async def _no_embedded() -> str:
    raise AssertionError("a provider is configured")
