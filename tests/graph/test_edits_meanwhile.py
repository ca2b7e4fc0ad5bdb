"""What a person changes by hand between what an extraction decides and what it writes is lost by neither."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

from langgraph.store.memory import InMemoryStore

from graphs.deciding import ATTEMPTS
from memory.platform.identity import LOCAL_USER, scope
from memory.platform.settings import Settings
from memory.platform.store.control import Control
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.user_store import UserStore
from tests.graph.people import LATER, Person, output, statuses, turn
from tests.graph.test_resurrection import Meanwhile
from tests.provider.process import candidate

HOME = candidate("用户住在杭州", "我住在杭州", "住址")
MOVED = candidate("用户住在上海", "我现在住在上海", "住址")


class Page:
    """A page on which a person edits, and the extraction beside it."""

    def __init__(self, settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings) -> None:
        own = UserStore(store, scope(LOCAL_USER, settings), embedder)
        self.mine = Control(own, lambda: LATER)
        self.edits: list[Callable[[], Awaitable[object]]] = []
        self.person = Person(settings, store, embedder, runs=Meanwhile(self._edit))

    async def _edit(self) -> None:
        if self.edits:
            await self.edits.pop(0)()

    async def only(self) -> str:
        [memory] = await self.mine.store.all()
        return memory.id


async def page(settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings) -> Page:
    made = Page(settings, store, embedder)
    await made.person.says(turn("我住在杭州"), proposed=output(HOME))
    return made


async def test_an_edited_text_is_not_overwritten_by_what_was_said_before_it(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    here = await page(settings, store, embedder)
    id = await here.only()
    here.edits = [lambda: here.mine.edit(id, text="用户住在成都")]
    result = await here.person.says(turn("我现在住在上海", "t2", hour=9), proposed=output(MOVED))
    assert (result["outcome"], statuses(result)) == ("processed", [("duplicate", "outdated")])
    memory = await here.mine.get(id)
    assert (memory.text, memory.version) == ("用户住在成都", 2)


async def test_edited_tags_and_a_mention_are_both_kept(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    here = await page(settings, store, embedder)
    id = await here.only()
    here.mine = Control(here.mine.store, lambda: LATER - timedelta(days=30))
    here.edits = [lambda: here.mine.edit(id, tags=["家"])]
    result = await here.person.says(turn("我住在杭州", "t2", hour=9), proposed=output(HOME))
    assert statuses(result) == [("duplicate", None)]
    memory = await here.mine.get(id)
    assert (memory.tags, memory.evidence_count) == (["家"], 2)


async def test_what_was_deleted_meanwhile_is_not_written_again(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    here = await page(settings, store, embedder)
    id = await here.only()
    here.edits = [lambda: here.mine.delete([id])]
    said = turn("我住在杭州", "t2", hour=9)
    await here.person.says(said, proposed=output(HOME))
    # Said in a turn of its own, it is new; what was deleted has not come back under its old evidence.
    assert all(one["evidence_count"] == 1 for one in (await here.person.stored()).values())


async def test_who_is_always_overtaken_gives_up_and_reads_the_turn_again(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    here = await page(settings, store, embedder)
    id = await here.only()
    here.mine = Control(here.mine.store, lambda: LATER - timedelta(days=30))
    here.edits = [lambda n=n: here.mine.edit(id, tags=[f"家{n}"]) for n in range(ATTEMPTS + 1)]  # type: ignore[misc]
    said = turn("我现在住在上海", "t2", hour=9)
    result = await here.person.says(said, proposed=output(MOVED))
    assert (result["outcome"], result["code"], result["results"]) == ("store_failed", "changed", [])
    assert (await here.mine.get(id)).text == "用户住在杭州"
    again = await here.person.says(said, proposed=output(MOVED))
    assert statuses(again) == [("updated", None)]
    assert (await here.mine.get(id)).text == "用户住在上海"
