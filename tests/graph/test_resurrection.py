"""What was forgotten, deleted or erased stays away, however often, in whatever words, the old turns are read again."""

from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from itertools import cycle, islice
from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from memory.platform.identity import LOCAL_USER, scope
from memory.platform.settings import Settings
from memory.platform.store.control import Control
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.erasure import erase
from memory.platform.store.user_store import UserStore
from memory.user.document import MAX_EVIDENCE
from tests.fakes import FakeRuns
from tests.graph.people import Person, output, turn
from tests.provider.process import candidate

RUNS = 100
SAID = (("我住在杭州西湖边", "t1"), ("I'm allergic to peanuts", "t2"))
WORDS = (
    ("用户住在杭州西湖边", "我住在杭州西湖边", "杭州"),
    ("用户家在杭州西湖边", "住在杭州西湖边", "住址"),
    ("杭州西湖边是用户的住处", "我住在杭州西湖边", "西湖"),
    ("用户是杭州人，住西湖边", "我住在杭州", "居住地"),
    ("The user lives by the West Lake in 杭州", "我住在杭州西湖边", "home"),
    ("The user is allergic to peanuts", "I'm allergic to peanuts", "peanuts"),
    ("The user has a peanut allergy: peanuts", "allergic to peanuts", "allergy"),
    ("User must avoid peanuts", "I'm allergic to peanuts", "peanuts"),
    ("用户对 peanuts 过敏", "I'm allergic to peanuts", "过敏"),
    ("Peanuts make the user ill", "allergic to peanuts", "food"),
)
TYPES = ("stable_user_context", "recurring_constraint", "user_preference")


def paraphrased(number: int) -> str:
    """Return what a model makes of the old turns the n-th time: other words, keys, types, and once more to forget."""
    chosen = islice(cycle(WORDS), number, number + 5)
    return output(
        *(
            candidate(text, said, subject, type=TYPES[(number + n) % 3])
            for n, (text, said, subject) in enumerate(chosen)
        )
    )


class Nobody:
    """No threads."""

    async def remove(self, person: str, *, conversations: bool) -> tuple[int, int, int]:
        return 0, 0, 0


@pytest.mark.parametrize("how", ["suppressed", "said", "unlearned", "deleted", "erased"])
async def test_a_hundred_readings_of_old_turns_bring_nothing_back(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, how: str
) -> None:
    person = Person(settings, store, embedder)
    turns = [turn(text, id) for text, id in SAID]
    await person.says(*turns, proposed=output(*(candidate(*WORDS[n]) for n in (0, 5))))
    assert len(await person.active()) == 2
    mine = Control(UserStore(store, scope(LOCAL_USER, settings), embedder), lambda: datetime(2026, 12, 1, tzinfo=UTC))
    ids = [memory.id for memory in await mine.store.all()]
    if how == "suppressed":
        await mine.forget(ids)
    elif how == "said":
        await person.says(turn("忘掉关于我的一切", "t3", hour=9), proposed=output())
    elif how == "unlearned":
        await mine.unlearn("c1")
    elif how == "deleted":
        await mine.delete(ids)
    else:
        await erase(mine.store, Nobody(), now=mine.now(), conversations=False)

    back: list[Any] = []
    for number in range(RUNS):
        again = Person(settings, store, embedder)  # a memory thread that knows nothing of what it has read
        await again.says(*turns, turn("我一直在想今天吃什么", f"new-{number}"), proposed=paraphrased(number))
        back += await again.active()
    print(f"resurrections, {how}: {len(back)}/{RUNS}")
    assert back == []

    anew = turn("其实我还是住在杭州西湖边", "t9", completed_at="2026-12-02T08:00:00+08:00")
    await person.says(*turns, anew, proposed=output(candidate("用户住在杭州西湖边", "我还是住在杭州西湖边", "杭州")))
    assert await person.active() == {"用户住在杭州西湖边"}


@pytest.mark.parametrize("how", ["suppressed", "deleted"])
async def test_a_turn_whose_quote_was_let_go_brings_nothing_back_either(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, how: str
) -> None:
    """Of what is said often only the newest quotes are kept."""
    person, text = Person(settings, store, embedder), SAID[0][0]
    turns = [turn(text, f"t{n}", hour=n) for n in range(MAX_EVIDENCE + 3)]
    for one in turns:
        await person.says(one, proposed=output(candidate(*WORDS[0])))
    mine = Control(UserStore(store, scope(LOCAL_USER, settings), embedder), lambda: datetime(2026, 12, 1, tzinfo=UTC))
    [known] = await mine.store.all()
    assert (len(known.evidence), known.evidence_count) == (MAX_EVIDENCE, len(turns))
    await (mine.forget([known.id]) if how == "suppressed" else mine.delete([known.id]))
    for number in range(len(WORDS)):
        again = Person(settings, store, embedder)
        await again.says(turns[0], turn("我一直在想今天吃什么", f"new-{number}"), proposed=paraphrased(number))
    assert await person.active() == set()


@pytest.mark.parametrize("how", ["off", "erased"])
async def test_what_must_not_be_read_is_shown_to_no_model(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, how: str
) -> None:
    person = Person(settings, store, embedder)
    mine = Control(UserStore(store, scope(LOCAL_USER, settings), embedder), lambda: datetime(2026, 12, 1, tzinfo=UTC))
    await (
        mine.switch(learning=False)
        if how == "off"
        else erase(mine.store, Nobody(), now=mine.now(), conversations=False)
    )
    result = await person.says(turn(*SAID[0]), proposed=output(candidate(*WORDS[0])))
    assert (result["outcome"], result["code"], person.asked) == ("skipped", "nothing_lasting", 0)


class Meanwhile(FakeRuns):
    """Lets something happen between decision and writing."""

    def __init__(self, happens: Callable[[], Awaitable[object]]) -> None:
        super().__init__()
        self._happens = happens

    async def switched_off(self, conversation_ids: Iterable[str]) -> bool:
        await self._happens()
        return False


@pytest.mark.parametrize("how", ["off", "erased"])
async def test_what_was_decided_before_an_erasure_is_not_written_after_it(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, how: str
) -> None:
    mine = Control(UserStore(store, scope(LOCAL_USER, settings), embedder), lambda: datetime(2026, 12, 1, tzinfo=UTC))

    async def happens() -> None:
        if how == "off":
            await mine.switch(learning=False)
        else:
            await erase(mine.store, Nobody(), now=mine.now(), conversations=False)

    person = Person(settings, store, embedder, runs=Meanwhile(happens))
    result = await person.says(turn(*SAID[0]), proposed=output(candidate(*WORDS[0])))
    assert [(one["status"], one["code"]) for one in result["results"]] == [("rejected", "forgotten")]
    assert await mine.store.all() == []
