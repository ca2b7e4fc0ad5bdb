"""What the user asks of memory in words: done by the program, and said only as it happened."""

from collections.abc import Iterable
from typing import Any

import pytest
from langgraph.store.base import Op, PutOp, Result
from langgraph.store.memory import InMemoryStore

from memory.platform.identity import LOCAL_USER, scope
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.user_store import UserStore
from tests.graph.seeds import remember
from tests.graph.test_chat_graph import Compiled

ZH = ("我住在杭州西湖区", "我的车牌是浙A12345", "我喜欢吃桃子")
EN = ("I live in Bristol", "I work as a nurse", "I like jazz")


@pytest.fixture
def own(settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings) -> UserStore:
    return UserStore(store, scope(LOCAL_USER, settings), embedder)


async def live(own: UserStore) -> set[str]:
    return {memory.text for memory in await own.active()}


def event(events: list[dict[str, Any]]) -> dict[str, Any]:
    return next(event for event in events if "command" in event)


@pytest.mark.parametrize(
    ("texts", "said", "gone"),
    [
        (ZH, "忘掉我的住址", "我住在杭州西湖区"),
        (ZH, "可以把我的车牌号忘了吗？", "我的车牌是浙A12345"),
        (EN, "forget what I told you about my job", "I work as a nurse"),
        (EN, "Please forget where I live.", "I live in Bristol"),
    ],
)
async def test_a_forget_is_done_before_it_is_said(
    settings: Settings,
    store: InMemoryStore,
    embedder: MemoryEmbeddings,
    own: UserStore,
    texts: tuple[str, ...],
    said: str,
    gone: str,
) -> None:
    await remember(store, embedder, settings, *texts)
    chat = Compiled(settings, store, embedder)
    state, events = await chat.say(said)
    assert await live(own) == set(texts) - {gone}
    answer = state["messages"][-1].content
    assert gone in answer
    assert not any(text in answer for text in set(texts) - {gone})
    assert chat.chat.asked == []
    [forgotten] = event(events)["forgotten"]
    memory = (await own.by_id([forgotten["id"]]))[forgotten["id"]]
    assert (memory.status, memory.history[-1].what, memory.history[-1].by) == (
        "suppressed",
        "suppressed",
        "conversation",
    )
    assert memory.history[-1].turn_id == state["messages"][0].id


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("忘掉我的住址，我的密码是 hunter2-Xy77!", "hunter2"),
        ("Forget where I live, sk-proj-abcdEFGH1234abcdEFGH1234", "abcdEF"),
    ],
)
async def test_a_secret_beside_a_forget_does_not_stay_in_the_history(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, own: UserStore, said: str, secret: str
) -> None:
    await remember(store, embedder, settings, ZH[0], EN[0])
    await Compiled(settings, store, embedder).say(said)
    known = await own.all()
    assert "suppressed" in {memory.status for memory in known}
    assert secret not in str(known)


@pytest.mark.parametrize(
    ("said", "claims"), [("忘掉我的血型", "没有找到"), ("forget my blood type", "I found no such memory")]
)
async def test_what_is_not_there_is_not_claimed_to_be_forgotten(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, own: UserStore, said: str, claims: str
) -> None:
    await remember(store, embedder, settings, *ZH, *EN)
    state, _ = await Compiled(settings, store, embedder).say(said)
    assert claims in state["messages"][-1].content
    assert await live(own) == {*ZH, *EN}


@pytest.mark.parametrize(
    ("texts", "said", "text"),
    [(ZH, "请永久删除我的住址", "我住在杭州西湖区"), (EN, "Permanently delete my job", "I work as a nurse")],
)
async def test_for_good_is_for_good_and_not_repeated(
    settings: Settings,
    store: InMemoryStore,
    embedder: MemoryEmbeddings,
    own: UserStore,
    texts: tuple[str, ...],
    said: str,
    text: str,
) -> None:
    await remember(store, embedder, settings, *texts)
    state, events = await Compiled(settings, store, embedder).say(said)
    assert {memory.text for memory in await own.all()} == set(texts) - {text}
    assert text not in state["messages"][-1].content
    assert len(event(events)["deleted"]) == 1


@pytest.mark.parametrize("said", ["你记得我什么？", "What do you know about me?"])
async def test_the_list_is_whole_and_nothing_else(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, said: str
) -> None:
    ids = await remember(store, embedder, settings, *ZH)
    chat = Compiled(settings, store, embedder)
    state, _ = await chat.say(said)
    lines = [line[2:] for line in state["messages"][-1].content.splitlines() if line.startswith("- ")]
    assert set(lines) == set(ZH)
    assert set(state["messages"][-1].additional_kwargs["memory_ids"]) == set(ids)
    assert chat.runs.turns == []
    assert chat.chat.asked == []


async def test_no_list_and_no_forget_stops_short_of_the_oldest(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, own: UserStore
) -> None:
    many = [f"我的第{number}号储物柜里放着{number}本书" for number in range(1_005)]
    await remember(store, embedder, settings, *many)
    chat = Compiled(settings, store, embedder)
    state, _ = await chat.say("你记得我什么？")
    assert f"我记住了 {len(many)} 条" in state["messages"][-1].content
    state, _ = await chat.say("忘掉关于我的一切")
    assert f"已忘掉 {len(many)} 条记忆" in state["messages"][-1].content
    assert await live(own) == set()


async def test_learning_stops_and_starts_for_the_person(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, own: UserStore
) -> None:
    chat = Compiled(settings, store, embedder)
    state, _ = await chat.say("别再记了")
    assert "不再记" in state["messages"][-1].content
    assert not (await own.ledger()).learning
    state, _ = await chat.say("You can start remembering things about me again")
    assert (await own.ledger()).learning


@pytest.mark.parametrize("said", ["忘掉我的住址", "你记得我什么？", "别再记了"])
async def test_with_memory_off_nothing_is_read_or_changed_and_that_is_said(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, own: UserStore, said: str
) -> None:
    await remember(store, embedder, settings, *ZH)
    state, events = await Compiled(settings, store, embedder).say(said, memory_enabled=False)
    assert "没有开启长期记忆" in state["messages"][-1].content
    assert event(events)["failed"] == "off"
    assert await live(own) == set(ZH)
    assert (await own.ledger()).learning


async def test_what_else_is_asked_is_answered_after_it(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, own: UserStore
) -> None:
    await remember(store, embedder, settings, *ZH)
    chat = Compiled(settings, store, embedder, ["明天晴。"])
    state, _ = await chat.say("忘掉我的住址。另外，明天天气怎么样？")
    answer = state["messages"][-1].content
    assert answer.startswith("已忘掉 1 条记忆")
    assert answer.endswith("明天晴。")
    [(request, _)] = chat.chat.asked
    assert "已忘掉 1 条记忆" in str(request[0].content)
    assert "不要重复它" in str(request[0].content)
    assert await live(own) == set(ZH) - {"我住在杭州西湖区"}


@pytest.mark.parametrize(
    "said", ["我忘了带伞", "别忘了我的住址", "翻译：忘掉我的住址", "How do I turn off memory integrity in Windows?"]
)
async def test_what_only_sounds_like_it_goes_to_the_model(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, own: UserStore, said: str
) -> None:
    await remember(store, embedder, settings, *ZH)
    chat = Compiled(settings, store, embedder)
    _, events = await chat.say(said)
    assert not [one for one in events if "command" in one]
    assert len(chat.chat.asked) == 1
    assert await live(own) == set(ZH)


async def test_of_a_message_only_the_sentences_that_ask_are_kept_with_what_is_forgotten(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, own: UserStore
) -> None:
    await remember(store, embedder, settings, *ZH)
    await Compiled(settings, store, embedder).say("今天真冷。忘掉我的住址。我妈明天来看我。忘掉我的车牌号。")
    gone = [memory for memory in await own.all() if memory.status == "suppressed"]
    assert {memory.text for memory in gone} == set(ZH[:2])
    for memory in gone:
        assert "忘掉" in memory.history[-1].quote
        assert not any(word in memory.history[-1].quote for word in ("真冷", "我妈"))


class ReadOnly(InMemoryStore):
    """Takes no writes once it is told so."""

    closed = False

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        if self.closed and any(isinstance(op, PutOp) for op in listed):
            raise ConnectionError("no writes")
        return await super().abatch(listed)


async def test_what_could_not_be_done_is_said(settings: Settings, embedder: MemoryEmbeddings) -> None:
    index: Any = {"dims": 384, "embed": embedder, "fields": ["search_text"]}
    store = ReadOnly(index=index)
    await remember(store, embedder, settings, *ZH)
    store.closed = True
    state, events = await Compiled(settings, store, embedder).say("忘掉我的住址")
    assert "什么都没有改动" in state["messages"][-1].content
    assert event(events)["failed"] == "unavailable"
