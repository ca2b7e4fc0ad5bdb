"""The extraction graph on the real server: outcomes, order, and who may see what."""

import asyncio
from typing import Any

import pytest
from langgraph_sdk.client import LangGraphClient

from memory.platform.identity import memory_thread_id
from tests.provider.process import ScriptedProvider, candidate, proposes, says
from tests.provider.script import Reply, Rule
from tests.server.process import Server
from tests.server.talk import PERSON, extract, forget_all, learned, memories, say, turn

pytestmark = pytest.mark.server

VEGAN = candidate("用户长期吃素", "我长期吃素", "吃素", type="recurring_constraint")
PEANUTS = candidate(
    "The user is allergic to peanuts.",
    "I'm allergic to peanuts",
    "peanuts",
    type="recurring_constraint",
    tags=["allergy"],
)


async def test_chinese_and_english_statements_are_stored_alike(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    await forget_all(client)
    provider.script(proposes(VEGAN, contains="吃素"), proposes(PEANUTS, contains="peanuts"))
    for text in ("我长期吃素", "By the way, I'm allergic to peanuts"):
        result = await extract(client, turn(text, id=text))
        assert result["outcome"] == "processed"
        assert [r["status"] for r in result["results"]] == ["new"]
    stored = {m["text"]: m for m in await memories(client)}
    assert set(stored) == {"用户长期吃素", "The user is allergic to peanuts."}
    assert stored["用户长期吃素"]["search_text"] == "用户长期吃素"
    assert stored["The user is allergic to peanuts."]["search_text"] == "The user is allergic to peanuts. allergy"


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (Reply(json={"candidates": []}), "nothing_to_remember"),
        (Reply(json={"kind": "question", "candidates": []}), "nothing_to_remember"),
        (Reply(json={"candidates": [candidate("用户喜欢披萨", "我喜欢披萨", "披萨")]}), "rejected_all"),
        (Reply(text="当然可以！冒泡排序的步骤如下：1…"), "malformed_output"),
        (Reply(text='{"candidates": [{"text": "吃素"}, {"te', finish_reason="length"), "malformed_output"),
        (Reply(json={"candidates": [VEGAN]}, finish_reason="length"), "malformed_output"),
        (Reply(raw="<html>502</html>"), "provider_failed"),
        (Reply(status=500), "provider_failed"),
        (Reply(status=401), "provider_failed"),
    ],
)
async def test_every_failure_has_its_outcome_and_writes_nothing(
    client: LangGraphClient, provider: ScriptedProvider, reply: Reply, outcome: str
) -> None:
    await forget_all(client)
    provider.script(Rule(model="extractor", reply=reply))
    result = await extract(client, turn("我长期吃素", id="t"))
    assert result["outcome"] == outcome
    assert await memories(client) == []


async def test_a_bad_sibling_spoils_nothing(client: LangGraphClient, provider: ScriptedProvider) -> None:
    """Cases B15 and B39."""
    await forget_all(client)
    bad = [
        VEGAN | {"confidence": "high"},
        VEGAN | {"id": "12"},
        VEGAN | {"type": "mood"},
        {"op": "delete", "target": "1"},
    ]
    provider.script(proposes(*bad, VEGAN))
    result = await extract(client, turn("我长期吃素", id="t"))
    assert [(r["status"], r["code"]) for r in result["results"]] == [
        ("rejected", "unsafe"),
        ("rejected", "unsafe"),
        ("rejected", "unsupported_type"),
        ("rejected", "unsafe"),
        ("new", None),
    ]
    assert [m["text"] for m in await memories(client)] == ["用户长期吃素"]


async def test_the_same_turns_again_leave_the_same_store(client: LangGraphClient, provider: ScriptedProvider) -> None:
    await forget_all(client)
    provider.script(proposes(VEGAN))
    await extract(client, turn("我长期吃素", id="t"))
    before = await memories(client)
    again = await extract(client, turn("我长期吃素", id="t"))
    assert [r["code"] for r in again["results"]] == ["already_processed"]
    assert await memories(client) == before


async def test_wrong_input_is_an_error_that_names_the_field(client: LangGraphClient) -> None:
    sent: dict[str, Any] = {"turns": [{"conversation_id": "c"}]}
    result = await client.runs.wait(None, "memory_extraction", input=sent, raise_error=False)
    assert isinstance(result, dict)
    assert "turns.0.turn_id" in str(result)


async def test_a_persons_extractions_run_in_order_on_one_thread_and_lose_no_turn(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    await forget_all(client)
    names = ("吃素", "怕高", "左撇子", "怕狗")
    rules = [proposes(candidate(f"用户{n}", f"我{n}", n), contains=f"我{n}", delay_s=0.3) for n in names]
    provider.script(*rules)
    said = await asyncio.gather(*[say(client, f"我{name}") for name in names])
    for one in said:
        assert (await learned(client, one)) is not None
        assert one.event("saved")["thread_id"] == memory_thread_id(PERSON)
    assert {m["text"] for m in await memories(client)} == {f"用户{name}" for name in names}
    runs = await client.runs.list(memory_thread_id(PERSON), limit=100)
    assert {run["status"] for run in runs} == {"success"}


async def test_what_the_model_sees_is_the_turn_and_not_the_recalled_block(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    """Case B03."""
    await forget_all(client)
    provider.script(proposes(VEGAN))
    await extract(client, turn("我长期吃素", id="t"))
    provider.script(says("您吃素，所以推荐豆腐。", model="chatter"), proposes(VEGAN))
    before = await memories(client)
    said = await say(client, "我都在家做饭，做什么菜好呢？")
    result = await learned(client, said)
    [request] = provider.requests("extractor")
    prompt = str(request["messages"])
    assert "user_memory" not in prompt
    assert "用户长期吃素" not in prompt
    assert result["outcome"] == "rejected_all"
    assert await memories(client) == before


async def test_logs_carry_no_words_of_anybody(
    client: LangGraphClient, provider: ScriptedProvider, server: Server
) -> None:
    canary = "金丝雀七十三号"
    provider.script(
        says(f"好的，{canary}。", model="chatter"),
        proposes(candidate(f"用户住在{canary}", f"我住在{canary}", canary)),
    )
    result = await learned(client, await say(client, f"我住在{canary}，记住哦"))
    assert result["outcome"] == "processed"
    await say(client, f"你知道{canary}在哪吗？")
    log = server.logged()
    assert "extraction_ended" in log
    assert "recalled" in log
    assert canary not in log
    assert result["results"][0]["memory_id"]


async def test_a_forget_in_words_is_done_and_never_recalled_in_that_turn(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    """Case B12: the model proposes nothing; the rule does."""
    await forget_all(client)
    provider.script(proposes(VEGAN, contains="我长期吃素"))
    await learned(client, await say(client, "我长期吃素"))
    provider.script(says("好的。", model="chatter"), proposes())
    said = await say(client, "可以把我长期吃素的事忘了吗？")
    assert said.recalled == []
    result = await learned(client, said)
    assert [r["status"] for r in result["results"]] == ["suppressed"]
    [kept] = await memories(client)
    assert (kept["status"], kept["history"][-1]["what"]) == ("suppressed", "suppressed")


async def test_a_turn_whose_extraction_failed_is_read_with_the_next(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    """Cases B40, B52: and none is read twice."""
    await forget_all(client)
    provider.script(says("好的。", model="chatter"), Rule(model="extractor", reply=Reply(status=401)))
    first = await say(client, "我长期吃素")
    assert (await learned(client, first))["outcome"] == "provider_failed"
    provider.script(says("好的。", model="chatter"), proposes(VEGAN))
    second = await say(client, "我住在杭州很多年了", thread_id=first.thread_id)
    assert [r["status"] for r in (await learned(client, second))["results"]] == ["new"]
    third = await say(client, "我每天六点起床", thread_id=first.thread_id)
    await learned(client, third)
    *_, last = provider.requests("extractor")
    assert "我长期吃素" not in str(last["messages"][1:])
    assert "我每天六点起床" in str(last["messages"][1:])


async def test_what_was_said_with_memory_off_or_in_a_temporary_thread_is_never_learned(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    """Case B68."""
    await forget_all(client)
    provider.script(says("好的。", model="chatter"), proposes(VEGAN))
    off = await say(client, "我长期吃素", context={"memory_enabled": False})
    assert off.event("saved") is None
    on = await say(client, "我住在杭州很多年了", thread_id=off.thread_id)
    result = await learned(client, on)
    assert [r["code"] for r in result["results"]] == ["no_evidence"]
    thread = await client.threads.create(metadata={"temporary": True})
    quiet = await say(client, "我长期吃素", thread_id=thread["thread_id"])
    assert (quiet.event("saved"), quiet.recalled) == (None, [])
    assert await memories(client) == []
