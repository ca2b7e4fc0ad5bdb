"""A turn's latency does not contain extraction."""

from statistics import median

import pytest
from langgraph_sdk.client import LangGraphClient

from tests.provider.process import ScriptedProvider, proposes, says
from tests.server.talk import new_thread, say

pytestmark = pytest.mark.server

TURNS = 5
EXTRACTION_S = 5.0


async def latency(client: LangGraphClient, *, memory: bool) -> list[float]:
    thread = await new_thread(client)
    context = {"memory_enabled": memory}
    return [
        (await say(client, f"第 {number} 句，请说说看", thread_id=thread, context=context)).seconds
        for number in range(TURNS)
    ]


async def test_the_next_turn_does_not_wait_for_an_extraction_of_five_seconds(
    client: LangGraphClient, provider: ScriptedProvider
) -> None:
    answers = says("好的。", model="chatter", delay_s=0.5)
    provider.script(answers, proposes(delay_s=EXTRACTION_S))
    without = await latency(client, memory=False)
    with_extraction = await latency(client, memory=True)
    ratio = median(with_extraction[1:]) / median(without[1:])
    print(f"median turn {median(without):.2f} s without, {median(with_extraction):.2f} s with; ratio {ratio:.2f}")
    assert provider.requests("extractor")
    assert ratio <= 1.1
