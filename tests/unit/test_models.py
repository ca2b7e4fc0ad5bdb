"""One clear line for whatever a provider does, and JSON by whatever means an endpoint has."""

import httpx2
import pytest
from langchain_core.messages import AIMessage
from langchain_core.messages.ai import UsageMetadata
from openai import APIConnectionError, APIStatusError, APITimeoutError, OpenAIError

from memory.errors import ModelError
from memory.platform.models.models import ConfiguredModels, Model, explain
from memory.platform.models.structured import ask
from memory.platform.settings import Settings
from tests.fakes import FakeChat, fake_model

KEY = "sk-very-secret-0123456789"
REQUEST = httpx2.Request("POST", f"http://user:{KEY}@host:9/v1/chat/completions")


def status(code: int) -> APIStatusError:
    return APIStatusError(f"bad {KEY}", response=httpx2.Response(code, request=REQUEST), body=None)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (APITimeoutError(REQUEST), "timeout"),
        (APIConnectionError(request=REQUEST), "unreachable"),
        (httpx2.ReadError("x"), "unreachable"),
        (status(401), "key_refused"),
        (status(403), "key_refused"),
        (status(404), "unknown_model"),
        (status(429), "rate_limited"),
        (status(500), "provider_error"),
        (status(400), "bad_request"),
        (status(422), "bad_request"),
        (OpenAIError(KEY), "misconfigured"),
        (ValueError(f"no JSON: {KEY}"), "provider_error"),
    ],
)
def test_each_failure_is_one_line_without_the_key(error: Exception, code: str) -> None:
    model = Model(FakeChat(), "extraction", "some-model", 128_000, host="host:9")
    explained = explain(error, model)
    assert explained.code == code
    assert KEY not in str(explained)
    assert "\n" not in str(explained)
    assert "'some-model' at host:9" in str(explained)


def configured(url: str) -> ConfiguredModels:
    settings = Settings(
        _env_file=None, OPENAI_BASE_URL=url, OPENAI_API_KEY=KEY, chat_model="m", model_retries=0, model_timeout_s=2
    )

    async def no_embedded() -> str:
        raise AssertionError("a provider is configured")

    return ConfiguredModels(settings, no_embedded)


async def test_an_endpoint_nobody_listens_at_is_unreachable() -> None:
    model = await configured("http://127.0.0.1:9/v1").get("chat")
    with pytest.raises(ModelError, match="cannot be reached") as caught:
        await model.answer([])
    assert caught.value.code == "unreachable"
    assert caught.value.__cause__ is None


async def test_a_models_address_is_named_without_credentials() -> None:
    model = await configured(f"http://user:{KEY}@127.0.0.1:9/v1").get("chat")
    assert model.host == "127.0.0.1:9"


async def test_models_are_made_once_a_role() -> None:
    models = configured("http://127.0.0.1:9/v1")
    assert await models.get("chat") is await models.get("chat")
    assert await models.get("chat") is not await models.get("extraction")
    assert (await models.get("chat", "other")).name == "other"


BAD_REQUEST = status(400)


async def test_formats_step_down_and_what_was_refused_is_not_tried_again() -> None:
    """Case B41."""
    chat = FakeChat(answers=[BAD_REQUEST, '{"a": 1}', '{"a": 2}'])
    model = fake_model(chat)
    assert (await ask(model, [], schema={}, name="x", read=str)).value == '{"a": 1}'
    assert (await ask(model, [], schema={}, name="x", read=str)).value == '{"a": 2}'
    assert [options.get("response_format", {}).get("type") for _, options in chat.asked] == [
        "json_schema",
        "json_object",
        "json_object",
    ]


async def test_an_empty_answer_is_asked_for_once_more_without_a_format() -> None:
    chat = FakeChat(answers=["", '{"a": 1}'])
    assert (await ask(fake_model(chat), [], schema={}, name="x", read=str)).value == '{"a": 1}'
    assert chat.asked[1][1] == {}


async def test_an_endpoint_that_refuses_everything_is_asked_three_times() -> None:
    chat = FakeChat(answers=[BAD_REQUEST] * 5)
    with pytest.raises(ModelError, match="did not take the request"):
        await ask(fake_model(chat), [], schema={}, name="x", read=str)
    assert len(chat.asked) == 3


@pytest.mark.parametrize("error", [status(500), status(401), APITimeoutError(REQUEST)])
async def test_other_failures_are_not_stepped_down_from(error: Exception) -> None:
    chat = FakeChat(answers=[error])
    with pytest.raises(ModelError):
        await ask(fake_model(chat), [], schema={}, name="x", read=str)
    assert len(chat.asked) == 1


def counted(tokens: int) -> AIMessage:
    usage: UsageMetadata = {"input_tokens": tokens, "output_tokens": 1, "total_tokens": tokens + 1}
    return AIMessage("好", usage_metadata=usage)


def test_an_endpoint_that_counts_more_tokens_gets_shorter_requests() -> None:
    model = fake_model(FakeChat())
    assert model.hard_input == 111_104
    model.observe(1_000, counted(900))
    assert model.hard_input == 111_104
    model.observe(1_000, counted(1_250))
    model.observe(1_000, counted(1_100))
    assert model.hard_input == 88_883
    model.observe(10, counted(1_000_000))
    assert model.undercount == 3.0
    model.observe(1_000, AIMessage("好"))
