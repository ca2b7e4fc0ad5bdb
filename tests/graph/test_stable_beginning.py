"""From turn to turn a request only grows at its end, so that a provider's prompt cache holds."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from langchain_core.messages import BaseMessage
from langgraph.store.memory import InMemoryStore

from memory.platform.identity import LOCAL_USER, scope
from memory.platform.settings import Settings
from memory.platform.store.control import Control
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.user_store import UserStore
from tests.graph.people import LATER
from tests.graph.seeds import remember
from tests.graph.test_chat_graph import Compiled

PEACH, PEN, RULE = "我喜欢吃桃子", "我用小狼毫输入法", "以后回答请简短"
ASKED = (
    "我喜欢吃什么水果",
    "我用什么输入法",
    "今天天气真好",
    "What input method do I use, 小狼毫?",
    "我喜欢吃什么水果来着",
)


@pytest.fixture
async def chat(settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings) -> Compiled:
    await remember(store, embedder, settings, PEACH, PEN, "我住在杭州", standing=[RULE])
    return Compiled(settings, store, embedder)


def requests(chat: Compiled) -> list[list[tuple[str, str]]]:
    return [[(message.type, str(message.content)) for message in request] for request, _ in chat.chat.asked]


def words(request: Sequence[BaseMessage]) -> str:
    return "\n".join(str(message.content) for message in request)


async def test_a_request_begins_as_the_one_before_it(chat: Compiled) -> None:
    """Whatever is found, and in whichever language the newest message is."""
    found: list[Any] = []
    for text in ASKED:
        _, events = await chat.say(text)
        found.append([memory["id"] for memory in events[0]["recalled"]])
    assert len({tuple(ids) for ids in found}) > 1
    seen = requests(chat)
    for before, after in pairwise(seen):
        assert after[: len(before)] == before


async def test_a_memory_stands_once_where_it_was_first_found(chat: Compiled) -> None:
    for text in ASKED:
        await chat.say(text)
    request, _ = chat.chat.asked[-1]
    assert PEACH in str(request[1].content)
    assert words(request).count(PEACH) == words(request).count(RULE) == 1
    assert RULE in str(request[0].content)
    assert str(request[1].content).endswith(f"</user_memory>\n\n{ASKED[0]}")


async def test_nothing_of_it_is_kept_in_the_conversation(chat: Compiled) -> None:
    state, _ = await chat.say(ASKED[0])
    assert [message.content for message in state["messages"]] == [ASKED[0], "OK."]
    assert PEACH not in str(await chat.graph.checkpointer.aget_tuple({"configurable": {"thread_id": "thread-1"}}))  # type: ignore[union-attr]


async def test_what_was_forgotten_meanwhile_is_in_no_later_request(
    chat: Compiled, settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    await chat.say(ASKED[0])
    mine = Control(UserStore(store, scope(LOCAL_USER, settings), embedder), lambda: LATER)
    await mine.forget([memory.id for memory in await mine.store.active() if memory.text == PEACH])
    await chat.say("我用什么输入法")
    assert PEACH not in words(chat.chat.asked[-1][0])


async def test_what_the_newest_message_sets_aside_is_not_in_its_request(chat: Compiled) -> None:
    await chat.say(ASKED[0])
    await chat.say("我现在不喜欢吃桃子了，推荐别的水果")
    assert PEACH not in words(chat.chat.asked[-1][0])


async def test_with_memory_off_nothing_of_earlier_turns_is_given(chat: Compiled) -> None:
    await chat.say(ASKED[0])
    await chat.say("我用什么输入法", memory_enabled=False)
    assert "user_memory" not in words(chat.chat.asked[-1][0])


async def test_the_list_of_what_is_remembered_is_not_repeated(
    chat: Compiled, settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    await remember(store, embedder, settings, "我养了一只叫团子的猫", "我会游泳")
    state, _ = await chat.say("你记得我什么？")
    assert len(state["messages"][-1].additional_kwargs["memory_ids"]) > settings.recall_max_items + 1
    await chat.say("今天天气真好")
    assert str(chat.chat.asked[-1][0][1].content) == "你记得我什么？"


async def test_the_prompts_speak_the_language_of_the_oldest_message_in_sight(chat: Compiled) -> None:
    await chat.say("我们开始吧")
    await chat.say("Please answer in English from here on.")
    first, second = (str(request[0].content) for request, _ in chat.chat.asked)
    assert "你是一个乐于助人的助手" in first
    assert second.startswith(first[:20])
