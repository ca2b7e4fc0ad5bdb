"""The chat graph compiled with an in-memory saver and store."""

import asyncio
from collections.abc import Iterable
from typing import Any, cast

import pytest
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore, Op, Result, SearchOp
from langgraph.store.memory import InMemoryStore

from graphs.chat import Chat
from graphs.context import ChatContext
from memory.errors import InputError, ModelError
from memory.platform.identity import LOCAL_USER, scope
from memory.platform.metrics import Metrics
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.stores import UserStores
from memory.platform.store.user_store import UserStore
from tests.fakes import BigramEncoder, FakeChat, FakeModels, FakeRuns, FakeTools, fake_embeddings
from tests.graph.seeds import remember

CONFIG: RunnableConfig = {"configurable": {"thread_id": "thread-1"}}


class Compiled:
    """A chat graph with its fakes at hand."""

    def __init__(
        self,
        settings: Settings,
        store: BaseStore | None,
        embedder: MemoryEmbeddings,
        answers: Iterable[Any] = (),
        stores: UserStores | None = None,
        **changes: Any,
    ) -> None:
        self.chat = FakeChat(answers=list(answers))
        self.runs = FakeRuns()
        self.models = FakeModels({"chat": self.chat})
        self.tools = FakeTools()
        self.metrics = Metrics()
        self.settings = settings.model_copy(update=changes)
        opened = stores or UserStores(embedder)
        nodes = Chat(self.models, opened, self.tools, self.runs, self.settings, self.metrics)  # type: ignore[arg-type]
        self.graph = nodes.graph().compile(checkpointer=InMemorySaver(), store=store)

    async def say(self, text: str, **context: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        events: list[dict[str, Any]] = []
        state: dict[str, Any] = {}
        sent: Any = {"messages": [{"role": "user", "content": text}]}
        stream = self.graph.astream(
            sent,
            CONFIG,
            context=ChatContext(**context),
            stream_mode=["values", "custom"],
            output_keys=self.graph.output_channels,  # as the server does
        )
        async for part in stream:
            mode, data = cast(tuple[str, dict[str, Any]], part)
            if mode == "custom":
                events.append(data)
            else:
                state = data
        return state, events


async def test_a_turn_is_answered_committed_and_handed_over(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    chat = Compiled(settings, store, embedder, [AIMessage("好的。", id="run-1")])
    state, events = await chat.say("我喜欢吃桃子")
    assert [(m.type, m.content) for m in state["messages"]] == [("human", "我喜欢吃桃子"), ("ai", "好的。")]
    assert events[0]["recalled"] == []
    assert events[1]["saved"] == {"status": "scheduled", "thread_id": "thread-1", "run_id": "run-1"}
    [(person, turn, context)] = chat.runs.turns
    assert person == scope(LOCAL_USER, settings)
    assert turn["conversation_id"] == "thread-1"
    assert turn["turn_id"] == state["messages"][0].id
    assert (turn["user_text"], turn["assistant_text"], turn["kind"]) == ("我喜欢吃桃子", "好的。", "ordinary_chat")
    assert context == {"summary": "", "pinned_decisions": []}


async def test_memories_are_given_to_the_model_as_data_and_attributed(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    ids = await remember(store, embedder, settings, "我喜欢吃桃子", standing=["以后回答请简短"])
    chat = Compiled(settings, store, embedder)
    state, events = await chat.say("我喜欢吃什么水果")
    assert {memory["id"] for memory in events[0]["recalled"]} == set(ids)
    assert state["messages"][-1].additional_kwargs["memory_ids"] == [m["id"] for m in events[0]["recalled"]]
    [(request, _)] = chat.chat.asked
    assert [m.type for m in request] == ["system", "human"]
    assert "以后回答请简短" in str(request[0].content)
    assert "我喜欢吃桃子" in str(request[1].content)
    assert str(request[1].content).endswith("\n\n我喜欢吃什么水果")
    checkpointed = str(await chat.graph.checkpointer.aget_tuple(CONFIG))  # type: ignore[union-attr]
    assert "桃子" not in checkpointed


async def test_greetings_recall_only_what_stands(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    await remember(store, embedder, settings, "你好是我常说的", standing=["以后回答请简短"])
    _, events = await Compiled(settings, store, embedder).say("你好")
    assert [memory["type"] for memory in events[0]["recalled"]] == ["standing_instruction"]


async def test_memory_off_neither_reads_nor_hands_over(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    await remember(store, embedder, settings, "我喜欢吃桃子")
    chat = Compiled(settings, store, embedder)
    state, events = await chat.say("我喜欢吃什么", memory_enabled=False)
    assert events == []
    assert chat.runs.turns == []
    assert state["messages"][-1].additional_kwargs["memory_ids"] == []


async def test_without_a_store_there_is_a_chat_but_no_memory(settings: Settings, embedder: MemoryEmbeddings) -> None:
    chat = Compiled(settings, None, embedder)
    state, events = await chat.say("你好呀，今天怎么样")
    assert state["messages"][-1].content == "OK."
    assert events == []


async def test_a_dispatch_that_fails_is_told_and_the_turn_stays(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    chat = Compiled(settings, store, embedder)
    chat.runs.fails = True
    state, events = await chat.say("我喜欢吃桃子")
    assert events[1]["saved"] == {"status": "failed"}
    assert len(state["messages"]) == 2


async def test_the_event_names_the_standing_memories_that_found_no_room(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    rules = [f"以后第{number}章都要写摘要" for number in "一二三四五六七八九"] + [
        f"Always cite source {n}" for n in range(5)
    ]
    ids = await remember(store, embedder, settings, standing=rules)
    _, events = await Compiled(settings, store, embedder).say("写第三章的摘要")
    given, left = ({one["id"] for one in events[0][part]} for part in ("recalled", "left_out"))
    assert len(given) == 12
    assert left == set(ids) - given


async def test_with_a_broken_embedding_words_serve(settings: Settings) -> None:
    embedder = fake_embeddings(BigramEncoder(broken=lambda text: text == "我喜欢吃什么"))
    store = InMemoryStore(index={"dims": 384, "embed": embedder, "fields": ["search_text"]})
    await remember(store, embedder, settings, "我喜欢吃桃子", standing=["以后回答请简短"])
    state, events = await Compiled(settings, store, embedder).say("我喜欢吃什么")
    assert events[0]["degraded"] == ["embedding"]
    assert events[0]["by"] == "words"
    assert [memory["type"] for memory in events[0]["recalled"]] == ["standing_instruction", "stable_user_context"]
    assert state["messages"][-1].content == "OK."


class FaultyStore(InMemoryStore):
    """A store whose searches fail or take long."""

    delay_s: float = 0.0
    fails: bool = False

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        if any(isinstance(op, SearchOp) for op in listed):
            await asyncio.sleep(self.delay_s)
            if self.fails:
                raise ConnectionError("the store is down")
        return await super().abatch(listed)


async def test_a_broken_store_costs_memories_and_not_the_answer(settings: Settings, embedder: MemoryEmbeddings) -> None:
    store = FaultyStore()
    store.fails = True
    state, events = await Compiled(settings, store, embedder).say("我喜欢吃什么")
    assert (events[0]["recalled"], events[0]["degraded"]) == ([], ["store"])
    assert state["messages"][-1].content == "OK."


async def test_a_slow_store_is_waited_for_until_the_deadline(settings: Settings, embedder: MemoryEmbeddings) -> None:
    store = FaultyStore()
    store.delay_s = 5
    chat = Compiled(settings, store, embedder, recall_deadline_ms=100)
    before = len(asyncio.all_tasks())
    _, events = await chat.say("我喜欢吃什么")
    assert events[0]["degraded"] == ["deadline"]
    assert 50 <= events[0]["milliseconds"] <= 100
    assert len(asyncio.all_tasks()) == before


async def test_too_long_an_input_is_refused_and_the_thread_stays(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    chat = Compiled(settings, store, embedder, max_input_chars=10)
    before, _ = await chat.say("第一句")
    with pytest.raises(InputError, match="11 characters; the limit is 10"):
        await chat.say("长" * 11)
    assert (await chat.graph.aget_state(CONFIG)).values["messages"] == before["messages"]
    after, _ = await chat.say("第二句")
    assert [m.content for m in after["messages"]] == ["第一句", "OK.", "第二句", "OK."]


async def test_a_failed_model_leaves_nothing_behind_for_the_next_turn(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    chat = Compiled(settings, store, embedder, [ModelError("provider_error", "down"), "好"])
    with pytest.raises(ModelError):
        await chat.say("第一句")
    assert chat.runs.turns == []
    state, _ = await chat.say("第二句")
    assert [m.content for m in state["messages"]] == ["第二句", "好"]


async def test_an_unavailable_model_is_an_error_and_not_an_empty_answer(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    chat = Compiled(settings, store, embedder, [""])
    with pytest.raises(ModelError, match="empty"):
        await chat.say("说点什么")


async def test_suppressed_memories_and_other_peoples_are_never_given(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    [id] = await remember(store, embedder, settings, "我喜欢吃桃子")
    own = UserStore(store, scope(LOCAL_USER, settings), embedder)
    [memory] = await own.active()
    await own.write({id: memory.model_copy(update={"status": "suppressed"})})
    await remember(store, embedder, settings, "我喜欢吃李子", person="somebody-else")
    _, events = await Compiled(settings, store, embedder).say("我喜欢吃什么")
    assert events[0]["recalled"] == []


async def test_a_run_resumed_after_a_restart_still_answers(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    """What a turn carries untracked is gone then; memories are, the user's message is not."""
    chat = Compiled(settings, store, embedder)
    nodes = Chat(chat.models, UserStores(embedder), chat.tools, chat.runs, settings, chat.metrics)  # type: ignore[arg-type]
    saver = InMemorySaver()
    stopped = nodes.graph().compile(checkpointer=saver, store=store, interrupt_before=["respond"])
    sent: Any = {"messages": [{"role": "user", "content": "我喜欢吃桃子"}]}
    await stopped.ainvoke(sent, CONFIG)
    state = await nodes.graph().compile(checkpointer=saver, store=store).ainvoke(None, CONFIG)
    assert [m.content for m in state["messages"]] == ["我喜欢吃桃子", "OK."]
    assert len(chat.runs.turns) == 1


@pytest.mark.parametrize(
    ("source", "learned"),
    [("chat", ["ordinary_chat"]), ("tool", ["tool_assisted_ordinary_chat"]), ("tasklist-agent", [])],
)
async def test_another_agents_turn_is_recorded_without_a_model(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, source: str, learned: list[str]
) -> None:
    chat = Compiled(settings, store, embedder)
    await chat.say("你好呀，在做什么")
    sent: Any = {"final_turn": {"source": source, "user_text": "我用五笔", "assistant_text": "记下了"}}
    state = await chat.graph.ainvoke(sent, CONFIG)
    assert [m.content for m in state["messages"]] == ["你好呀，在做什么", "OK.", "我用五笔", "记下了"]
    assert len(chat.chat.asked) == 1
    assert [turn["kind"] for _, turn, _ in chat.runs.turns[1:]] == learned
    wrong: Any = {"final_turn": {"source": "mars"}}
    with pytest.raises(InputError, match=r"final_turn\.source"):
        await chat.graph.ainvoke(wrong, CONFIG)
    assert len((await chat.graph.aget_state(CONFIG)).values["messages"]) == 4
    assert (await chat.say("那好"))[0]["messages"][-1].content == "OK."
