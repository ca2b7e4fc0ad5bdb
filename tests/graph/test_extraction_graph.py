"""The extraction graph compiled with an in-memory store: every outcome, and what it leaves behind."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from langchain_core.messages import AIMessage
from langgraph.store.base import BaseStore, GetOp, Op, PutOp, Result
from langgraph.store.memory import InMemoryStore

from graphs.dispatch import Dispatcher
from graphs.memory_extraction import MemoryExtraction
from memory.errors import InputError, ModelError
from memory.platform.identity import LOCAL_USER, namespace, scope
from memory.platform.settings import Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.stores import UserStores
from tests.fakes import BigramEncoder, FakeChat, FakeModels, FakeRuns, fake_embeddings, fake_model
from tests.provider.process import candidate

RUNS = cast("Dispatcher", FakeRuns())
LATER = datetime(2026, 12, 1, tzinfo=UTC)
VEGAN = candidate("用户长期吃素", "我长期吃素", "吃素", type="recurring_constraint")
PEACH = candidate(
    "用户喜欢吃桃子", "我喜欢吃桃子", "桃子", type="user_preference", identity={"subject": "桃子", "polarity": "prefer"}
)
JUNK = candidate("用户喜欢奶酪披萨", "我喜欢奶酪披萨", "奶酪披萨")


def turn(text: str = "我长期吃素，我喜欢吃桃子", id: str = "t1", **changes: Any) -> dict[str, Any]:
    made = {
        "conversation_id": "c1",
        "turn_id": id,
        "user_text": text,
        "assistant_text": "好的",
        "kind": "ordinary_chat",
    }
    return made | {"completed_at": "2026-11-30T08:00:00+00:00"} | changes


def output(*candidates: dict[str, Any]) -> str:
    return json.dumps({"candidates": candidates}, ensure_ascii=False)


async def run(
    settings: Settings,
    store: BaseStore | None,
    embedder: MemoryEmbeddings,
    *answers: Any,
    turns: Any = None,
    **more: Any,
) -> tuple[dict[str, Any], FakeChat]:
    chat = FakeChat(answers=list(answers))
    nodes = MemoryExtraction(FakeModels({"extraction": chat}), UserStores(embedder), settings, RUNS, now=lambda: LATER)
    graph = nodes.graph().compile(store=store)
    sent: Any = {"turns": [turn()] if turns is None else turns, **more}
    return dict(await graph.ainvoke(sent)), chat


async def stored(store: BaseStore, settings: Settings) -> list[dict[str, Any]]:
    items = await store.asearch(namespace(scope(LOCAL_USER, settings)), limit=100)
    return [item.value for item in items]


async def test_processed(settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings) -> None:
    result, chat = await run(
        settings, store, embedder, output(VEGAN, PEACH, JUNK), summary="聊吃的", pinned_decisions=[]
    )
    assert result["outcome"] == "processed"
    assert [(r["status"], r["code"]) for r in result["results"]] == [
        ("rejected", "no_evidence"),
        ("new", None),
        ("new", None),
    ]
    assert result["usage"]["model_calls"] == 1
    assert set(result) == {"outcome", "results", "usage"}
    documents = {value["text"]: value for value in await stored(store, settings)}
    assert set(documents) == {"用户长期吃素", "用户喜欢吃桃子"}
    vegan = documents["用户长期吃素"]
    assert vegan["stable_key"] == "recurring_constraint:吃素"
    assert vegan["evidence"][0]["quote"] == "我长期吃素"
    assert vegan["evidence"][0]["turn_id"] == "t1"
    assert (vegan["status"], vegan["tier"], vegan["version"]) == ("active", "standing", 1)
    assert vegan["index_version"] == embedder.index_version
    assert {vegan["id"], documents["用户喜欢吃桃子"]["id"]} == {r["memory_id"] for r in result["results"][1:]}
    assert "聊吃的" in str(chat.asked[0][0][-1].content)


async def test_a_run_repeated_changes_nothing(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    await run(settings, store, embedder, output(VEGAN, PEACH))
    before = await stored(store, settings)
    result, _ = await run(settings, store, embedder, output(VEGAN, PEACH))
    assert result["outcome"] == "processed"
    assert {(r["status"], r["code"]) for r in result["results"]} == {("duplicate", "already_processed")}
    assert await stored(store, settings) == before


async def test_the_same_candidate_twice_is_written_once(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    result, _ = await run(settings, store, embedder, output(VEGAN, VEGAN))
    assert [r["status"] for r in result["results"]] == ["new", "duplicate"]
    assert len(await stored(store, settings)) == 1


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        ((output(),), "nothing_to_remember"),
        (('{"kind": "question", "candidates": []}',), "nothing_to_remember"),
        ((output(JUNK),), "rejected_all"),
        ((output(VEGAN | {"confidence": "high"}),), "rejected_all"),
        (("I'm unable to derive any lasting facts here.",), "malformed_output"),
        (('{"candidates": [{"text": "吃素"}, {"te',), "malformed_output"),
        (("", ""), "malformed_output"),
        ((ModelError("provider_error", "down"),), "provider_failed"),
        ((ModelError("timeout", "slow"),), "provider_failed"),
    ],
)
async def test_outcomes_that_write_nothing(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, answers: tuple[Any, ...], outcome: str
) -> None:
    """Case B40: failure never looks like "nothing to remember"."""
    result, _ = await run(settings, store, embedder, *answers)
    assert result["outcome"] == outcome
    assert await stored(store, settings) == []


@pytest.mark.parametrize("text", ["你好", "别记住这句话：我在找新工作"])
async def test_skipped_without_a_model_call(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings, text: str
) -> None:
    result, chat = await run(settings, store, embedder, turns=[turn(text)])
    assert (result["outcome"], result["results"]) == ("skipped", [])
    assert result["usage"] == {"model_calls": 0, "input_tokens": 0, "output_tokens": 0}
    assert chat.asked == []


async def test_without_a_store_it_is_skipped(settings: Settings, embedder: MemoryEmbeddings) -> None:
    result, _ = await run(settings, None, embedder)
    assert result["outcome"] == "skipped"


async def test_a_cut_off_output_is_not_completed(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    """Case B37."""
    cut = AIMessage(output(VEGAN), response_metadata={"finish_reason": "length"})
    result, chat = await run(settings, store, embedder, cut)
    assert result["outcome"] == "malformed_output"
    assert len(chat.asked) == 1
    assert await stored(store, settings) == []


async def test_wrong_input_is_an_error_that_names_the_field(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    with pytest.raises(InputError, match=r"^turns\.0\.conversation_id"):
        await run(settings, store, embedder, turns=[turn(conversation_id="")])


class FaultyStore(InMemoryStore):
    """Fails at the operations it is told to."""

    failing: type[Any] | None = None

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        listed = list(ops)
        if self.failing and any(isinstance(op, self.failing) for op in listed):
            raise ConnectionError("the store is down")
        return await super().abatch(listed)


@pytest.mark.parametrize("failing", [GetOp, PutOp])
async def test_store_failed_leaves_nothing(settings: Settings, embedder: MemoryEmbeddings, failing: type[Any]) -> None:
    store = FaultyStore()
    store.failing = failing
    result, _ = await run(settings, store, embedder, output(VEGAN, PEACH))
    assert (result["outcome"], result["results"]) == ("store_failed", [])
    store.failing = None
    assert await stored(store, settings) == []
    recovered, _ = await run(settings, store, embedder, output(VEGAN, PEACH))
    assert [r["status"] for r in recovered["results"]] == ["new", "new"]


async def test_an_embedding_that_fails_for_one_memory_writes_none(settings: Settings) -> None:
    embedder = fake_embeddings(BigramEncoder(broken=lambda text: "桃子" in text))
    store = InMemoryStore(index={"dims": 384, "embed": embedder, "fields": ["search_text"]})
    result, _ = await run(settings, store, embedder, output(VEGAN, PEACH))
    assert result["outcome"] == "store_failed"
    assert await stored(store, settings) == []


async def test_a_small_model_is_asked_sentence_by_sentence_when_the_whole_gives_nothing(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    class SmallModels(FakeModels):
        async def get(self, role: Any, name: str = "") -> Any:
            return fake_model(self.chats[role], role=role, small=True)

    nothing = '{"kind": "question", "candidates": []}'
    found = '{"kind": "about_me", "candidates": [{"evidence": "海鲜过敏", "about": "limit", "subject": "海鲜"}]}'
    chat = FakeChat(answers=[nothing, found])
    graph = (
        MemoryExtraction(SmallModels({"extraction": chat}), UserStores(embedder), settings, RUNS)
        .graph()
        .compile(store=store)
    )
    text = "周末有什么简单的菜谱推荐吗？对了我海鲜过敏，虾蟹都不能碰。"
    sent: Any = {"turns": [turn(text)]}
    result = await graph.ainvoke(sent)
    assert [r["status"] for r in result["results"]] == ["new"]
    assert result["usage"]["model_calls"] == 2
    assert [str(request[-1].content) for request, _ in chat.asked] == [
        f"<message>{text}</message>",
        "<message>对了我海鲜过敏，虾蟹都不能碰。</message>",
    ]
    [document] = await stored(store, settings)
    assert document["text"] == "我海鲜过敏"


async def test_a_small_model_is_shown_what_a_bare_yes_says(
    settings: Settings, store: InMemoryStore, embedder: MemoryEmbeddings
) -> None:
    class SmallModels(FakeModels):
        async def get(self, role: Any, name: str = "") -> Any:
            return fake_model(self.chats[role], role=role, small=True)

    item = '{"evidence": "我平时是坐地铁上班的", "about": "who_i_am", "subject": "地铁"}'
    found = '{"kind": "about_me", "candidates": [' + item + "]}"
    chat = FakeChat(answers=[found])
    graph = (
        MemoryExtraction(SmallModels({"extraction": chat}), UserStores(embedder), settings, RUNS)
        .graph()
        .compile(store=store)
    )
    sent: Any = {"turns": [turn("对", in_reply_to="您平时是坐地铁上班的吧？")]}
    assert [r["status"] for r in (await graph.ainvoke(sent))["results"]] == ["new"]
    assert chat.asked[0][0][-1].content == "<message>我平时是坐地铁上班的</message>"
    [document] = await stored(store, settings)
    assert (document["text"], document["evidence"][0]["quote"]) == ("我平时是坐地铁上班的", "对")
