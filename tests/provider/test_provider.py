"""The scripted provider keeps its promises, seen through the product's own client."""

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from memory.errors import ModelError
from memory.platform.models.models import ConfiguredModels, Model
from memory.platform.models.structured import ask
from memory.platform.settings import Settings
from tests.provider.process import ScriptedProvider, says
from tests.provider.script import Reply, Rule, Strictness, ToolCall

HI = [HumanMessage("你好")]


@pytest.fixture(scope="module")
def provider() -> Iterator[ScriptedProvider]:
    with ScriptedProvider.started() as provider:
        yield provider


async def model(provider: ScriptedProvider, *, retries: int = 0, timeout_s: float = 5, **options: Any) -> Model:
    settings = Settings(
        _env_file=None,
        OPENAI_BASE_URL=provider.base_url,
        OPENAI_API_KEY="sk-right",
        chat_model="m",
        model_retries=retries,
        model_timeout_s=timeout_s,
        model_options={"chat": options},
    )
    return await ConfiguredModels(settings, _no_embedded).get("chat")


async def _no_embedded() -> str:
    raise AssertionError("a provider is configured")


async def test_rules_are_tried_in_order_and_used_up(provider: ScriptedProvider) -> None:
    once = Rule(contains="你好", times=1, reply=Reply(text="第一次"))
    provider.script(once, says("以后都这样"))
    asked = await model(provider)
    assert [(await asked.answer(HI)).content for _ in range(3)] == ["第一次", "以后都这样", "以后都这样"]
    assert len(provider.requests("m")) == 3


async def test_answers_are_streamed_in_pieces(provider: ScriptedProvider) -> None:
    provider.script(says("一二三四五六七八九", chunk_delay_s=0.01))
    pieces = [str(chunk.content) async for chunk in (await model(provider)).chat.astream(HI)]
    assert "".join(pieces) == "一二三四五六七八九"
    assert len([piece for piece in pieces if piece]) == 3


async def test_tool_calls_and_usage_arrive(provider: ScriptedProvider) -> None:
    provider.script(Rule(reply=Reply(tool_calls=[ToolCall(name="clock", arguments={"zone": "上海"})])))
    answer = await (await model(provider)).answer(HI)
    assert getattr(answer, "tool_calls")[0]["args"] == {"zone": "上海"}  # noqa: B009
    provider.script()
    output = await ask(await model(provider), [SystemMessage("json"), *HI], schema={}, name="x", read=str)
    assert output.value == '{"candidates": []}'
    assert output.usage["input_tokens"] > 0


async def test_delays_and_timeouts(provider: ScriptedProvider) -> None:
    provider.script(says("spät", delay_s=0.4))
    started = perf_counter()
    await (await model(provider)).answer(HI)
    assert perf_counter() - started >= 0.4
    provider.script(says("zu spät", delay_s=3))
    with pytest.raises(ModelError, match="did not answer in time"):
        await (await model(provider, timeout_s=0.3)).answer(HI)


async def test_requests_are_repeated_as_often_as_allowed_and_no_more(provider: ScriptedProvider) -> None:
    provider.script(says("down", status=500))
    with pytest.raises(ModelError, match="HTTP 500"):
        await (await model(provider, retries=2)).answer(HI)
    assert len(provider.requests()) == 3


async def test_a_stream_that_breaks_off_is_one_clear_line(provider: ScriptedProvider) -> None:
    provider.script(says("一二三四五六七八九十", break_after=1))
    streaming = await model(provider)
    streaming.chat = streaming.chat.model_copy(update={"streaming": True})
    with pytest.raises(ModelError) as caught:
        await streaming.answer(HI)
    assert caught.value.code in ("unreachable", "provider_error")


@pytest.mark.parametrize(
    ("strictness", "calls"),
    [
        (Strictness(formats=["json_object", "text"], needs_word_json=True), 2),
        (Strictness(formats=["text"]), 3),
        (Strictness(temperatures=[1]), 3),
        (Strictness(one_system_message=True, text_content_only=True, turns_alternate=True), 1),
    ],
)
async def test_strict_endpoints_are_met_where_they_are(
    provider: ScriptedProvider, strictness: Strictness, calls: int
) -> None:
    provider.script(says('{"candidates": []}'), strictness=strictness)
    output = await ask(
        await model(provider), [SystemMessage("json"), *HI], schema={"type": "object"}, name="x", read=str
    )
    assert output.value == '{"candidates": []}'
    assert len(provider.requests()) == calls


async def test_wrong_keys_and_models_are_refused(provider: ScriptedProvider) -> None:
    provider.script(strictness=Strictness(api_key="sk-other"))
    with pytest.raises(ModelError, match="refused the key") as caught:
        await (await model(provider)).answer(HI)
    assert "sk-right" not in str(caught.value)
    provider.script(strictness=Strictness(models=["other"]))
    with pytest.raises(ModelError, match="is unknown there"):
        await (await model(provider)).answer(HI)


@pytest.mark.parametrize("structured", [True, False])
async def test_an_endpoint_that_wants_a_temperature_and_a_switch_gets_them(
    provider: ScriptedProvider, structured: bool
) -> None:
    """Case B42."""
    strictness = Strictness(temperatures=[1.0], needs={"enable_thinking": False})
    provider.script(says('{"candidates": []}'), strictness=strictness)
    asked = await model(provider, temperature=1.0, enable_thinking=False)
    if structured:
        output = await ask(asked, [SystemMessage("json"), *HI], schema={"type": "object"}, name="x", read=str)
        assert output.value == '{"candidates": []}'
    else:
        assert (await asked.answer(HI)).content == '{"candidates": []}'
    assert len(provider.requests()) == 1
