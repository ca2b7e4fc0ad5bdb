"""One person's memories, on both stores and with the real embedding model."""

from dataclasses import replace
from uuid import uuid4

import pytest
from langgraph.store.base import BaseStore, PutOp
from langgraph.store.memory import InMemoryStore

from memory.platform.identity import namespace, scope
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.recalling import recall
from memory.platform.store.shelf import stamped
from memory.platform.store.user_store import PAGE, UserStore
from memory.recall.selection import Limits
from tests.fakes import DIMENSIONS, BigramEncoder, fake_embeddings
from tests.graph.seeds import remember

FACTS = [f"我的第{number}号储物柜里放着{number}本书" for number in range(PAGE)]
TEXTS = ("我的工位号是 B7-219", "我对青霉素过敏", "我喜欢看推理小说", "我养了一只叫团子的猫")


@pytest.fixture
def person() -> str:
    return f"person-{uuid4()}"


@pytest.fixture
def store_without_model() -> InMemoryStore:
    return InMemoryStore(index={"dims": DIMENSIONS, "embed": fake_embeddings(), "fields": ["search_text"]})


@pytest.fixture
def own(store: BaseStore, settings: Settings, embedder: MemoryEmbeddings, person: str) -> UserStore:
    return UserStore(store, scope(person, settings), embedder)


async def found(own: UserStore, query: str) -> list[str]:
    given = await recall(own, [query], limits=Limits(3, 300, 900), deadline_ms=5_000)
    assert not given.degraded
    return [memory.text for memory in given.memories]


async def nearest(own: UserStore, query: str) -> dict[str, float | None]:
    """Similarities by text, nearest first."""
    texts = {memory.id: memory.text for memory in await own.active()}
    return {texts[id]: score for id, score in (await own.similar(query)).items()}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("我的工位号是什么", "我的工位号是 B7-219"),
        ("我对什么过敏", "我对青霉素过敏"),
        ("给我推荐一本小说", "我喜欢看推理小说"),
        ("我的猫叫什么", "我养了一只叫团子的猫"),
    ],
)
async def test_what_was_written_is_found_by_meaning(
    store: BaseStore,
    own: UserStore,
    settings: Settings,
    embedder: MemoryEmbeddings,
    person: str,
    query: str,
    expected: str,
) -> None:
    await remember(store, embedder, settings, *TEXTS, person=person)
    assert (await found(own, query))[0] == expected


async def test_both_stores_give_the_same_scores_and_the_closer_text_the_higher(
    store: BaseStore, own: UserStore, settings: Settings, embedder: MemoryEmbeddings, person: str
) -> None:
    """Case B70; the scores stand here so that a change of the model shows."""
    await remember(store, embedder, settings, *TEXTS, person=person)
    similar = await nearest(own, "我的工位号是什么")
    assert next(iter(similar)) == TEXTS[0]
    assert similar[TEXTS[0]] == pytest.approx(0.726, abs=0.02)
    assert max(score or 0 for text, score in similar.items() if text != TEXTS[0]) < 0.25


@pytest.mark.parametrize("query", ["1+1=?", "讲个笑话", "北京到上海多远"])
async def test_nothing_similar_is_nothing(
    store: BaseStore, own: UserStore, settings: Settings, embedder: MemoryEmbeddings, person: str, query: str
) -> None:
    await remember(store, embedder, settings, *TEXTS[:3], person=person)
    assert await found(own, query) == []


async def test_a_suppressed_memory_takes_no_place(
    store: BaseStore, own: UserStore, settings: Settings, embedder: MemoryEmbeddings, person: str
) -> None:
    """L1 and W3.2: its old vector is still there, yet the store never returns it."""
    texts = [f"我的工位号是 B7-{number}" for number in range(30)]
    ids = await remember(store, embedder, settings, *texts, TEXTS[1], person=person)
    known = [memory for memory in await own.active() if memory.text in texts]
    assert len(known) == 30
    await own.write({m.id: m.model_copy(update={"status": "suppressed"}) for m in known})
    assert list(await own.similar("我的工位号是什么")) == [ids[-1]]
    assert await found(own, "我的工位号是什么") == []


async def test_a_changed_memory_is_found_by_its_new_text_alone(
    store: BaseStore, own: UserStore, settings: Settings, embedder: MemoryEmbeddings, person: str
) -> None:
    await remember(store, embedder, settings, "我住在哈尔滨", person=person)
    [memory] = await own.active()
    await own.write({memory.id: memory.model_copy(update={"text": "我用五笔输入法", "search_text": "我用五笔输入法"})})
    [old] = (await own.similar("我住在哪个城市")).values()
    [new] = (await own.similar("我用什么输入法")).values()
    assert (old or 0) < (new or 0)
    assert await found(own, "我用什么输入法") == ["我用五笔输入法"]


class BrokenFor(BigramEncoder):
    """Embeds everything but one text."""

    def __init__(self, broken: str) -> None:
        super().__init__(broken=lambda text: broken in text)


async def test_a_write_is_whole_or_not_at_all(
    store: BaseStore, own: UserStore, settings: Settings, embedder: MemoryEmbeddings, person: str
) -> None:
    """Case B62, item 2 of 3."""
    await remember(store, embedder, settings, *TEXTS[:3], person=person)
    known = [memory for memory in await own.active() if memory.text in TEXTS[:2]]
    changed = {m.id: m.model_copy(update={"text": "改了", "search_text": f"改了 {m.text}"}) for m in known}
    with pytest.raises(RuntimeError):
        await replace(own, embeddings=fake_embeddings(BrokenFor("青霉素"))).write(changed)
    after = await own.by_id([memory.id for memory in known])
    assert {m.text for m in after.values()} == {memory.text for memory in known} != {"改了"}


async def test_a_batch_that_fails_in_the_store_writes_nothing(own: UserStore) -> None:
    ok = PutOp(own._namespace, "one", {"search_text": "一", "status": "active"})
    bad = PutOp(own._namespace, "two", {"search_text": "二", "bad": {1, 2}.__iter__()})
    try:
        await own.store.abatch([ok, bad])
    except Exception:
        assert await own.store.aget(own._namespace, "one") is None


LOOK_ALIKES = ("li_wei", "li-wei", "li", "liam", "100%", "a.b@example.com", "张三", "张三丰")


async def test_each_person_sees_only_their_own(
    store: BaseStore, settings: Settings, embedder: MemoryEmbeddings
) -> None:
    """Case B66."""
    for person in LOOK_ALIKES:
        await remember(store, embedder, settings, f"我的代号是{person}", person=person)
    for person in LOOK_ALIKES:
        own = UserStore(store, scope(person, settings), embedder)
        assert list(await nearest(own, "我的代号是什么")) == [f"我的代号是{person}"]


async def test_what_stands_below_or_beside_a_persons_namespace_is_not_theirs(
    store: BaseStore, own: UserStore, settings: Settings, embedder: MemoryEmbeddings, person: str
) -> None:
    """A store searches by prefix, the one in Postgres by that of the text (case B66)."""
    await remember(store, embedder, settings, TEXTS[0], person=person)
    [known] = await own.all()
    other = known.model_copy(update={"id": "other", "text": "别人的", "search_text": "我的工位号是 C9-001"})
    for elsewhere in (namespace(f"{own.person}0"), (*namespace(own.person), "below")):
        await store.aput(elsewhere, "other", other.model_dump(mode="json"))
    assert await own.all() == await own.active() == [known]
    assert list(await own.similar("我的工位号是什么")) == [known.id]
    assert await own.near(["我的工位号是 C9-001"], []) == [known]


async def test_no_rule_is_lost_among_thousands_of_facts(
    settings: Settings, person: str, store_without_model: InMemoryStore
) -> None:
    embedder, rules = fake_embeddings(), ["以后回答请简短", "以后都用英文回答"]
    for standing, texts in ((rules[:1], TEXTS[:1]), ([], FACTS), (rules[1:], TEXTS[1:2])):
        await remember(store_without_model, embedder, settings, *texts, standing=standing, person=person)
    own = UserStore(store_without_model, scope(person, settings), embedder)
    active = await own.active()
    assert {memory.text for memory in active} >= set(rules)
    assert len({memory.id for memory in active}) == len(active) >= PAGE


async def test_what_does_not_fit_the_schema_is_absent(own: UserStore, embedder: MemoryEmbeddings) -> None:
    """R2.1.2 and the legacy item of case B39."""
    legacy = {
        "status": "active", "tier": "soft", "schema_version": "user-memory.v1",
        "index_version": embedder.index_version, "confident": True,
        "text": "旧条目", "confidence": None, "search_text": "旧条目",
    }  # fmt: skip
    await own.store.aput(own._namespace, own.id_of("x"), legacy)
    assert await found(own, "旧条目") == []
    assert await own.by_id([own.id_of("x")]) == {}
    assert await own.active() == []


async def test_another_index_version_is_never_compared_but_found_by_words(
    store: BaseStore, own: UserStore, settings: Settings, embedder: MemoryEmbeddings, person: str
) -> None:
    """B19: after a change of the model, words serve until the memory is embedded again."""
    await remember(store, embedder, settings, TEXTS[1], standing=["以后回答请简短"], person=person)
    [known] = [memory for memory in await own.active() if memory.text == TEXTS[1]]
    older = known.model_copy(update={"index_version": "older"})
    await own.store.abatch(
        [PutOp(own._namespace, known.id, older.model_dump(mode="json")), await stamped(own.store, own.person)]
    )
    assert list(await nearest(own, "我对什么过敏")) == ["以后回答请简短"]
    assert await found(own, "青霉素过敏的人能打头孢吗") == ["以后回答请简短", "我对青霉素过敏"]
    assert await found(own, "北京到上海多远") == ["以后回答请简短"]


async def test_what_is_not_sure_enough_is_filtered_by_the_store(
    store: BaseStore, own: UserStore, settings: Settings, embedder: MemoryEmbeddings, person: str
) -> None:
    await remember(store, embedder, settings, TEXTS[0], person=person)
    [known] = await own.active()
    await own.write({known.id: known.model_copy(update={"confidence": 0.69})})
    assert await own.similar("我的工位号是什么") == {}
    assert await found(own, "我的工位号是什么") == []


def test_namespaces_are_legal_whatever_the_identity(settings: Settings) -> None:
    for person in LOOK_ALIKES:
        made = namespace(scope(person, settings))
        assert made[:3] == ("ai-mind", "user-memory", "v1")
        assert len(made[3]) == 64
        assert "." not in made[3]


async def test_what_a_statement_may_be_about_is_found_by_key_and_near_it_whatever_its_status(
    store: BaseStore, own: UserStore, settings: Settings, embedder: MemoryEmbeddings, person: str
) -> None:
    """Also when nothing can be embedded (case B21): then the newest stand in for the nearest."""
    await remember(store, embedder, settings, *TEXTS, person=person)
    [cat] = [memory for memory in await own.active() if "猫" in memory.text]
    await own.write({cat.id: cat.model_copy(update={"status": "suppressed"})})
    near = await own.near(["我的猫叫团子"], [cat.stable_key])
    assert cat.id in [memory.id for memory in near]
    assert cat.id not in [memory.id for memory in await own.active()]
    assert {memory.text for memory in await own.near(["我的猫叫团子"], [])} == set(TEXTS)
