"""The compaction graph on its companion thread."""

from typing import Any

import pytest
from langgraph_sdk.client import LangGraphClient

from memory.platform.identity import compaction_thread_id
from tests.provider.process import ScriptedProvider, says
from tests.server.talk import new_thread

pytestmark = pytest.mark.server


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
