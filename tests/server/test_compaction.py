"""The compaction graph on its companion thread."""

from typing import Any

import pytest
from langgraph_sdk.client import LangGraphClient

from memory.platform.identity import compaction_thread_id
from tests.provider.process import ScriptedProvider, says
from tests.server.talk import new_thread, say, values

pytestmark = pytest.mark.server

QUIET = {"memory_enabled": False}


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


async def test_a_long_conversation_is_compacted_beside_its_turns(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    summary = {"summary": "用户在计划去云南的旅行，预算 3000 元。", "pins": []}
    provider.script(says("", model="compactor", json=summary, delay_s=2))
    thread = await new_thread(client)
    for number in range(9):
        said = await say(client, f"我们接着聊云南旅行的第 {number} 件事", thread_id=thread, context=QUIET)
    assert said.events == [{"type": "thread-memory", "compaction": "started"}]
    during = await say(client, "这一句在压缩期间说的", thread_id=thread, context=QUIET)
    assert during.seconds < 2
    assert during.event("compaction") is None
    companion = compaction_thread_id(thread)
    [run] = await client.runs.list(companion)
    await client.runs.join(companion, run["run_id"])
    after = await say(client, "现在呢，还记得预算吗", thread_id=thread, context=QUIET)
    assert after.event("compaction") == "folded"
    state = await values(client, thread)
    assert state["summary"] == summary["summary"]
    kept = [m["content"] for m in state["messages"] if m["type"] == "human"]
    assert kept[-2:] == ["这一句在压缩期间说的", "现在呢，还记得预算吗"]
    assert len(kept) == 6
    assert "预算 3000 元" in provider.requests("chatter")[-1]["messages"][0]["content"]
