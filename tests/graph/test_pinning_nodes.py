"""Pinned decisions through the chat graph: in words, through the API, and with the turn they belong to."""

from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from memory.errors import InputError, ModelError
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from tests.graph.test_chat_graph import CONFIG, Compiled
from tests.graph.test_folding_nodes import thread_events


@pytest.fixture
def chat(settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings) -> Compiled:
    return Compiled(settings, store, embedder)


def texts(state: dict[str, Any]) -> list[str]:
    return [pin["text"] for pin in state.get("pinned_decisions", [])]


async def edit(chat: Compiled, *operations: Any) -> dict[str, Any]:
    sent: Any = {"pins": list(operations)}
    return dict(await chat.graph.ainvoke(sent, CONFIG))


@pytest.mark.parametrize(
    ("statement", "wish", "words"),
    [
        ("预算不超过三千元", "把这条定下来", "取消预算那条"),
        ("We deploy on Fridays", "pin this", "unpin the one about Fridays"),
    ],
)
async def test_a_decision_is_pinned_in_words_and_dropped_in_words(
    chat: Compiled, statement: str, wish: str, words: str
) -> None:
    said, _ = await chat.say(statement)
    state, events = await chat.say(wish)
    assert texts(state) == [statement]
    [pin] = state["pinned_decisions"]
    assert (pin["origin"], pin["source_message_id"]) == ("user", said["messages"][0].id)
    assert {"pinned": [{"id": pin["id"], "text": statement}]} in thread_events(events)
    assert f"1. {statement}" in str(chat.chat.asked[-1][0][0].content)
    state, events = await chat.say(words)
    assert texts(state) == []
    assert {"unpinned": [{"id": pin["id"], "text": statement}]} in thread_events(events)
    assert statement not in str(chat.chat.asked[-1][0][0].content)


async def test_a_wish_that_cannot_be_granted_says_why_and_costs_no_turn(chat: Compiled) -> None:
    state, events = await chat.say("取消预算那条")
    assert {"pin": "refused", "reason": "not_found"} in thread_events(events)
    assert len(state["messages"]) == 2


async def test_a_pin_holds_only_if_its_turn_was_completed(chat: Compiled) -> None:
    await chat.say("预算不超过三千元")
    chat.chat.answers.append(ModelError("timeout", "no answer"))
    with pytest.raises(ModelError):
        await chat.say("把这条定下来")
    state, _ = await chat.say("你好")
    assert texts(state) == []


async def test_a_page_adds_revises_and_retires(chat: Compiled) -> None:
    await chat.say("你好")
    state = await edit(chat, {"op": "add", "text": "周五发布"}, {"op": "add", "text": "用 React"})
    assert texts(state) == ["周五发布", "用 React"]
    assert [m.type for m in state["messages"]] == ["human", "ai"]
    first, second = (pin["id"] for pin in state["pinned_decisions"])
    changes = [{"op": "retire", "id": first}, {"op": "revise", "id": second, "text": "用 Vue"}]
    assert texts(await edit(chat, *changes)) == ["用 Vue"]
    assert len(chat.chat.asked) == 1
    assert len(chat.runs.turns) == 1


async def test_a_wrong_edit_is_an_error_and_leaves_the_thread(chat: Compiled) -> None:
    await chat.say("你好")
    await edit(chat, {"op": "add", "text": "周五发布"})
    with pytest.raises(InputError, match=r"pins\.1\.id"):
        await edit(chat, {"op": "add", "text": "用 React"}, {"op": "retire", "id": "gone"})
    state = (await chat.graph.aget_state(CONFIG)).values
    assert texts(state) == ["周五发布"]
    assert len(state["messages"]) == 2


async def test_a_turn_that_is_sent_again_takes_its_pin_with_it(chat: Compiled) -> None:
    """B4: the message is replaced with everything after it."""

    async def send(text: str, id: str) -> dict[str, Any]:
        sent: Any = {"messages": [{"role": "user", "content": text, "id": id}]}
        return dict(await chat.graph.ainvoke(sent, CONFIG))

    await send("你好", "m1")
    assert texts(await send("定下来：预算不超过三千元", "m2")) == ["预算不超过三千元"]
    assert texts(await send("定下来：预算不超过五千元", "m2")) == ["预算不超过五千元"]
    assert texts(await send("算了，聊点别的", "m2")) == []


async def test_a_turn_sent_again_whose_model_fails_takes_nothing_with_it(chat: Compiled) -> None:
    async def send(text: str, id: str) -> dict[str, Any]:
        sent: Any = {"messages": [{"role": "user", "content": text, "id": id}]}
        return dict(await chat.graph.ainvoke(sent, CONFIG))

    await send("问一", "m1")
    await send("问二", "m2")
    before = await send("定下来：用 Go 写", "m3")
    chat.chat.answers.append(ModelError("timeout", "no answer"))
    with pytest.raises(ModelError):
        await send("问一", "m1")
    after = await send("还在吗", "m4")
    assert after["messages"][:6] == before["messages"]
    assert texts(after) == ["用 Go 写"]
    again = await send("问一", "m1")
    assert [m.content for m in again["messages"]] == ["问一", "OK."]
    assert texts(again) == []


async def test_a_finished_turn_that_replaces_one_takes_its_pin_along_too(chat: Compiled) -> None:
    sent: Any = {"messages": [{"role": "user", "content": "定下来：用 Go 写", "id": "m1"}]}
    await chat.graph.ainvoke(sent, CONFIG)
    turn = {"source": "agent", "user_text": "算了", "assistant_text": "好。", "user_message_id": "m1"}
    again: Any = {"final_turn": turn}
    assert texts(dict(await chat.graph.ainvoke(again, CONFIG))) == []


async def test_messages_and_pins_in_one_run_are_refused(chat: Compiled) -> None:
    both: Any = {"messages": [{"role": "user", "content": "你好"}], "pins": [{"op": "add", "text": "周五发布"}]}
    with pytest.raises(InputError, match="either messages or pins"):
        await chat.graph.ainvoke(both, CONFIG)


async def test_a_page_can_change_pins_after_a_turn_that_failed(chat: Compiled) -> None:
    chat.chat.answers.append(ModelError("timeout", "no answer"))
    with pytest.raises(ModelError):
        await chat.say("你好")
    state = await edit(chat, {"op": "add", "text": "周五发布"})
    assert (texts(state), state["messages"]) == (["周五发布"], [])


async def test_a_wish_is_granted_when_the_run_is_resumed_after_its_model_failed(chat: Compiled) -> None:
    """What `pin` found is untracked, so it is gone by then; `commit` looks again."""
    await chat.say("预算不超过三千元")
    chat.chat.answers.append(ModelError("timeout", "no answer"))
    with pytest.raises(ModelError):
        await chat.say("把这条定下来")
    state = dict(await chat.graph.ainvoke(None, CONFIG))
    assert texts(state) == ["预算不超过三千元"]
    assert len(state["messages"]) == 4
