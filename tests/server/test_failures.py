"""Whatever breaks beside the answering model: the turn completes, and nothing is stored by half."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from tests.provider.process import ScriptedProvider, candidate, proposes, says
from tests.server.process import Server, copy_project, running_server
from tests.server.talk import extract, forget_all, learned, memories, say, turn, values

pytestmark = pytest.mark.server

VEGAN = candidate("用户长期吃素", "我长期吃素", "吃素", type="recurring_constraint")
STYLE = candidate("用户习惯用五笔", "我习惯用五笔", "五笔")
SAID = "我长期吃素，我习惯用五笔"
Faults = Callable[..., None]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("faulty")


@pytest.fixture(scope="module")
def faulty(folder: Path, environment: dict[str, str]) -> Iterator[Server]:
    file = folder / "faults.json"
    file.write_text("{}")
    more = {"AI_MIND_TEST_FAULTS": str(file), "AI_MIND_MODEL_TIMEOUT_S": "2"}
    with running_server(copy_project(folder), environment | more, "tests/server/langgraph.faulty.json") as server:
        yield server


@pytest.fixture(scope="module")
async def broken(faulty: Server) -> AsyncIterator[LangGraphClient]:
    async with get_client(url=faulty.url) as client:
        yield client


@pytest.fixture
def faults(folder: Path) -> Iterator[Faults]:
    file = folder / "faults.json"

    def tell(**faults: Any) -> None:
        file.write_text(json.dumps(faults))

    yield tell
    tell()


@pytest.mark.parametrize(
    ("fault", "place"),
    [
        ("write", "杭州"),
        ("embedding", "成都"),
        ("embedding_is_nan", "大理"),
        ("embedding_is_short", "敦煌"),
    ],
)
async def test_what_cannot_be_written_is_store_failed_and_nothing_is_there(
    broken: LangGraphClient, provider: ScriptedProvider, faults: Faults, fault: str, place: str
) -> None:
    await forget_all(broken)
    home = candidate(f"用户住在{place}", f"我住在{place}", place)  # a text of its own: vectors are remembered
    provider.script(proposes(VEGAN, home))
    faults(**{fault: True})
    text = f"我长期吃素，我住在{place}"
    said = await say(broken, text)
    assert said.answer == "OK."
    assert said.error == ""
    result = await learned(broken, said)
    assert (result["outcome"], result["results"]) == ("store_failed", [])
    faults()
    assert await memories(broken) == []
    again = await extract(broken, turn(text, id="t"))
    assert [r["status"] for r in again["results"]] == ["new", "new"]


async def test_a_store_that_cannot_be_read_costs_memories_only(
    broken: LangGraphClient, provider: ScriptedProvider, faults: Faults
) -> None:
    await forget_all(broken)
    provider.script(proposes(VEGAN))
    await extract(broken, turn("我长期吃素", id="t"))
    faults(read=True)
    said = await say(broken, "今晚吃什么好？")
    assert said.answer == "OK."
    assert (said.recalled, said.event("degraded")) == ([], ["store"])
    faults()
    assert len((await say(broken, "今晚吃什么好？")).recalled) == 1


@pytest.mark.parametrize("fault", ["embedding", "embedding_is_nan", "embedding_is_short"])
async def test_with_a_broken_embedding_model_words_serve(
    broken: LangGraphClient, provider: ScriptedProvider, faults: Faults, fault: str
) -> None:
    await forget_all(broken)
    provider.script(proposes(VEGAN, STYLE))
    await extract(broken, turn(SAID, id="t"))
    faults(**{fault: True})
    said = await say(broken, f"我习惯用什么打字来着？{fault}")
    assert said.answer == "OK."
    assert (said.event("degraded"), said.event("by")) == (["embedding"], "words")
    assert len(said.recalled) == 2
    assert (await say(broken, f"北京到上海多远？{fault}")).recalled == said.recalled[:1]


async def test_a_hanging_embedding_model_is_left_behind_at_the_deadline(
    broken: LangGraphClient, provider: ScriptedProvider, faults: Faults
) -> None:
    await forget_all(broken)
    provider.script(proposes(VEGAN, STYLE))
    await extract(broken, turn(SAID, id="t"))
    faults(embedding_delay_s=30)
    said = await say(broken, "我习惯用什么打字来着呢？")
    assert said.answer == "OK."
    assert (said.event("degraded"), said.event("by")) == (["deadline"], "words")
    assert said.event("milliseconds") <= 1_500
    assert len(said.recalled) == 2


async def test_a_slow_store_is_left_behind_at_the_deadline(
    broken: LangGraphClient, provider: ScriptedProvider, faults: Faults
) -> None:
    faults(read_delay_s=4)
    said = await say(broken, "今晚吃什么好呢？")
    assert said.answer == "OK."
    assert said.event("degraded") == ["deadline"]
    assert said.event("milliseconds") < 1_800
    await asyncio.sleep(3)  # the search that was left behind ends before the next test


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ({"status": 500}, "provider_failed"),
        ({"status": 429}, "provider_failed"),
        ({"delay_s": 4}, "provider_failed"),
        ({"raw": "<html>"}, "provider_failed"),
        ({"text": "no json here"}, "malformed_output"),
    ],
)
async def test_a_failing_extractor_never_reaches_the_turn(
    broken: LangGraphClient, provider: ScriptedProvider, reply: dict[str, Any], outcome: str
) -> None:
    await forget_all(broken)
    rule = proposes()
    rule.reply = rule.reply.model_copy(update={"json_": None} | reply)
    provider.script(rule)
    said = await say(broken, "我长期吃素，记住哦")
    assert said.answer == "OK."
    assert (await learned(broken, said))["outcome"] == outcome
    assert len((await values(broken, said.thread_id))["messages"]) == 2
    assert await memories(broken) == []


@pytest.mark.parametrize(
    ("reply", "told"),
    [({"delay_s": 4}, "did not answer in time"), ({"break_after": 2, "chunk_delay_s": 0.1}, "cannot be reached")],
)
async def test_half_an_answer_or_none_is_a_clear_error_and_the_next_turn_works(
    broken: LangGraphClient, provider: ScriptedProvider, reply: dict[str, Any], told: str
) -> None:
    thread = (await say(broken, "你好")).thread_id
    before = (await values(broken, thread))["messages"]
    provider.script(says("这是一个说到一半就断了的回答", model="chatter", **reply))
    failed = await say(broken, "我长期吃素", thread_id=thread)
    assert told in failed.error
    provider.script()
    assert (await say(broken, "你在吗？", thread_id=thread)).answer == "OK."
    after = (await values(broken, thread))["messages"]
    assert after[: len(before)] == before
    assert [message["content"] for message in after[len(before) :]] == ["你在吗？", "OK."]
    assert "吃素" not in str(provider.requests())
