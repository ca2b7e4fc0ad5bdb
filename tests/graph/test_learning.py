"""What the chat graph hands over to be learned from, and what it keeps out of memory."""

from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from graphs.context import ChatContext
from memory.errors import InputError
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from tests.graph.seeds import remember
from tests.graph.test_chat_graph import CONFIG, Compiled


@pytest.fixture
def chat(settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings) -> Compiled:
    return Compiled(settings, store, embedder)


async def test_turns_of_before_go_along_with_what_they_answered(chat: Compiled) -> None:
    chat.chat.answers += ["您住在成都吗？", "好的"]
    await chat.say("你好呀")
    await chat.say("对")
    first, second = chat.runs.handed_over[-1]
    assert (first["user_text"], second["user_text"]) == ("你好呀", "对")
    assert second["in_reply_to"] == "您住在成都吗？"


async def test_what_was_said_while_memory_was_off_is_never_handed_over(chat: Compiled) -> None:
    """Case B68."""
    await chat.say("我住在杭州")
    await chat.say("我在找新工作，把这条定下来", memory_enabled=False)
    assert chat.runs.switches == {"thread-1": "off"}
    await chat.say("我长期吃素")
    assert [turn["user_text"] for turn in chat.runs.handed_over[-1]] == ["我住在杭州", "我长期吃素"]
    _, _, context = chat.runs.turns[-1]
    assert [pin["memory"] for pin in context["pinned_decisions"]] == ["off"]


async def test_pins_changed_by_a_page_while_memory_is_off_are_marked(chat: Compiled) -> None:
    sent: Any = {"pins": [{"op": "add", "text": "预算三千"}]}
    state = await chat.graph.ainvoke(sent, CONFIG, context=ChatContext(memory_enabled=False))
    assert [pin["memory"] for pin in state["pinned_decisions"]] == ["off"]


async def test_a_temporary_thread_has_no_memory(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    await remember(store, embedder, settings, "我喜欢吃桃子")
    chat = Compiled(settings, store, embedder)
    config: Any = CONFIG | {"metadata": {"temporary": True}}
    sent: Any = {"messages": [{"role": "user", "content": "我喜欢吃什么水果"}]}
    state = await chat.graph.ainvoke(sent, config)
    assert chat.runs.turns == []
    assert state["messages"][-1].additional_kwargs["memory_ids"] == []
    assert state["messages"][0].additional_kwargs["memory"] == "off"


async def test_times_are_those_of_the_users_zone(chat: Compiled) -> None:
    await chat.say("我去年搬到成都", timezone="Asia/Shanghai")
    [turn] = chat.runs.handed_over[-1]
    assert turn["completed_at"].endswith("+08:00")
    with pytest.raises(InputError, match=r"^context\.timezone: this is no IANA time zone"):
        await chat.say("你好呀", timezone="Mars/Olympus")


@pytest.mark.parametrize("forget", ["把我对青霉素过敏的事忘了吧", "forget everything about me"])
async def test_what_is_to_be_forgotten_is_not_recalled_in_that_very_turn(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, forget: str
) -> None:
    """Case B12."""
    await remember(store, embedder, settings, standing=["我对青霉素过敏"])
    chat = Compiled(settings, store, embedder)
    _, before = await chat.say("你好呀，今天怎么样")
    assert len(before[0]["recalled"]) == 1
    _, events = await chat.say(forget)
    assert not [event for event in events if "recalled" in event]
    assert [len(event["forgotten"]) for event in events if "command" in event] == [1]


async def test_another_agents_execution_is_never_handed_over(chat: Compiled) -> None:
    sent: Any = {
        "final_turn": {"source": "tasklist-agent", "status": "completed", "user_text": "跑", "assistant_text": "好"}
    }
    await chat.graph.ainvoke(sent, CONFIG)
    await chat.say("我长期吃素")
    assert [turn["user_text"] for turn in chat.runs.handed_over[-1]] == ["我长期吃素"]
