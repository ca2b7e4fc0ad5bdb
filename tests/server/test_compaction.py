"""Compaction on the real server: on its companion thread, beside the turns, seen to end."""

from collections.abc import Sequence
from typing import Any

import pytest
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError

from memory.platform.identity import compaction_thread_id
from tests.provider.process import ScriptedProvider, says
from tests.server.talk import Said, new_thread, say, values

pytestmark = pytest.mark.server

QUIET = {"memory_enabled": False}
SUMMARY = {"summary": "用户在计划去云南的旅行，预算 3000 元。", "pins": []}
NAMES = "天地玄黄宇宙洪荒日月盈昃"


async def talk(client: LangGraphClient, thread: str, number: int) -> Said:
    for name in NAMES[:number]:
        said = await say(client, f"我们接着聊云南旅行的{name}这件事好吗？", thread_id=thread, context=QUIET)
    return said


async def compacted(client: LangGraphClient, thread: str) -> None:
    """Wait for the newest compaction of a conversation."""
    companion = compaction_thread_id(thread)
    [run] = await client.runs.list(companion, limit=1)
    await client.runs.join(companion, run["run_id"])


def ends(said: Said) -> Sequence[Any]:
    return [(event["compaction"], event.get("reason")) for event in said.events if "compaction" in event]


async def test_it_returns_a_valid_proposal_on_the_companion_thread(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    provider.script(says('{"summary": "预算 3000 元。", "pins": []}', model="compactor"))
    companion = compaction_thread_id(await new_thread(client))
    sent: dict[str, Any] = {"messages": [{"id": "m1", "role": "user", "text": "预算 3000 元"}]}
    result = await client.runs.wait(companion, "compaction", input=sent, if_not_exists="create")
    assert isinstance(result, dict)
    assert result["outcome"] == "proposed"
    assert result["proposal"] == {"summary": "预算 3000 元。", "pins": []}
    assert result["covers"] == ["m1"]
    state = await client.threads.get_state(companion)
    assert isinstance(state["values"], dict)
    assert state["values"]["proposal"]["summary"] == "预算 3000 元。"


async def test_a_secret_is_masked_on_the_way_in_and_on_the_way_out(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    """Case B30."""
    leak = "数据库是 postgres://app:FakePw1@db/prod，预算 3000 元。"
    provider.script(says("", model="compactor", json={"summary": leak, "pins": [{"op": "add", "text": leak}]}))
    companion = compaction_thread_id(await new_thread(client))
    sent: dict[str, Any] = {
        "messages": [{"id": "m1", "role": "user", "text": f"记着，{leak}"}],
        "summary": leak,
        "pinned_decisions": [{"id": "p", "text": leak, "origin": "model", "source_message_id": None, "created_at": ""}],
    }
    result = await client.runs.wait(companion, "compaction", input=sent, if_not_exists="create")
    assert isinstance(result, dict)
    assert result["outcome"] == "proposed"
    assert "FakePw1" not in str(result["proposal"])
    assert "FakePw1" not in str(provider.requests("compactor"))


async def test_a_long_conversation_is_compacted_beside_its_turns(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    provider.script(says("", model="compactor", json=SUMMARY, delay_s=2))
    thread = await new_thread(client)
    said = await talk(client, thread, 9)
    assert said.events == [{"type": "thread-memory", "compaction": "started", "level": "summarise"}]
    during = await say(client, "这一句在压缩期间说的好吗？", thread_id=thread, context=QUIET)
    assert during.seconds < 2
    assert during.event("compaction") is None
    await compacted(client, thread)
    after = await say(client, "现在呢，还记得预算吗", thread_id=thread, context=QUIET)
    assert ends(after) == [("folded", None)]
    state = await values(client, thread)
    assert state["summary"] == SUMMARY["summary"]
    kept = [m["content"] for m in state["messages"] if m["type"] == "human"]
    assert kept[-2:] == ["这一句在压缩期间说的好吗？", "现在呢，还记得预算吗"]
    assert len(kept) == 6
    assert "预算 3000 元" in provider.requests("chatter")[-1]["messages"][0]["content"]
    metadata = (await client.threads.get(thread))["metadata"] or {}
    assert metadata["title"] == "我们接着聊云南旅行的天这件事好吗？"  # of the first message, which is folded away
    once = await say(client, "好的呀", thread_id=thread, context=QUIET)
    assert ends(once) == []
    noted = (await client.threads.get_state(compaction_thread_id(thread)))["values"]
    assert isinstance(noted, dict)
    assert (noted["failures"], noted["proposal"], noted["messages"]) == (0, None, [])


@pytest.mark.parametrize(
    ("reply", "end"),
    [
        ({"status": 500, "text": "down"}, ("failed", "provider_failed")),
        ({"text": "no json at all"}, ("failed", "malformed_output")),
        ({"json": {"summary": "They plan a trip.", "pins": []}}, ("discarded", "wrong_language")),
        ({"json": {"summary": "请提供需要总结的对话内容。", "pins": []}}, ("discarded", "refusal")),
    ],
)
async def test_one_that_goes_wrong_is_seen_to_end_once_and_nothing_is_lost(
    client: LangGraphClient, provider: ScriptedProvider, reply: dict[str, Any], end: tuple[str, str]
) -> None:
    provider.script(says(reply.pop("text", ""), model="compactor", **reply))
    thread = await new_thread(client)
    await talk(client, thread, 9)
    await compacted(client, thread)
    after = await say(client, "我们继续好吗？", thread_id=thread, context=QUIET)
    assert ends(after) == [end]
    assert ends(await say(client, "再来一句好吗？", thread_id=thread, context=QUIET)) == []
    state = await values(client, thread)
    assert len(state["messages"]) == 22
    assert "summary" not in state
    noted = (await client.threads.get_state(compaction_thread_id(thread)))["values"]
    assert isinstance(noted, dict)
    assert (noted["failures"], noted["discarded"]) == (1, {end[1]: 1})


async def test_cancelling_one_is_no_failure(client: LangGraphClient, provider: ScriptedProvider) -> None:
    provider.script(says("", model="compactor", json=SUMMARY, delay_s=20))
    thread, companion = await new_thread(client), ""
    await talk(client, thread, 9)
    companion = compaction_thread_id(thread)
    [run] = await client.runs.list(companion, limit=1)
    await client.runs.cancel(companion, run["run_id"], wait=True)
    provider.script(says("", model="compactor", json=SUMMARY))
    after = await say(client, "我们继续好吗？", thread_id=thread, context=QUIET)
    assert ends(after) == [("cancelled", None), ("started", None)]
    await compacted(client, thread)
    assert ends(await say(client, "再来一句好吗？", thread_id=thread, context=QUIET)) == [("folded", None)]


async def test_deleting_a_conversation_deletes_its_companion(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    provider.script(says("", model="compactor", json=SUMMARY))
    thread = await new_thread(client)
    await talk(client, thread, 9)
    await compacted(client, thread)
    companion = compaction_thread_id(thread)
    assert await client.threads.get(companion)
    await client.threads.delete(thread)
    for gone in (thread, companion):
        with pytest.raises(NotFoundError):
            await client.threads.get(gone)
