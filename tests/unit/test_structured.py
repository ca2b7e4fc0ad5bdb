"""What a model may send instead of the agreed object: each has one outcome, and there is one re-ask at most."""

import json

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from memory.errors import ModelError
from memory.model_output import MalformedOutput, read_object
from memory.platform.models.structured import Answered, ask
from tests.fakes import FakeChat, fake_model

GOOD = '{"candidates": []}'


async def asked(*answers: object) -> tuple[Answered[dict[str, object]], FakeChat]:
    chat = FakeChat(answers=list(answers))
    found = await ask(
        fake_model(chat),
        [HumanMessage("json")],
        schema={},
        name="x",
        read=lambda text: read_object(text, key="candidates"),
    )
    return found, chat


@pytest.mark.parametrize(
    "sent",
    [
        f"```json\n{GOOD}\n```",
        f"好的，结果如下：\n```json\n{GOOD}\n```\n说明：共零条 {{见上}}。",
        f"{GOOD} 备注 {{完}}",
        '{"candidates": [],}',
        f"\ufeff{GOOD}",
        f'<think>用户说… {{"candidates": [1]}}</think>\n{GOOD}',
        f"think>\n分析…</think>{GOOD}",
        '{"candidates": [{"text": "C:\\path"}]}',
        '{"candidates": [{"text": "two\nlines"}]}',
    ],
)
async def test_the_object_is_found_in_whatever_coat_and_not_asked_for_again(sent: str) -> None:
    """Cases B34, B35."""
    found, chat = await asked(sent)
    assert "candidates" in found.value
    assert 1 not in found.value["candidates"]  # type: ignore[operator]
    assert len(chat.asked) == 1
    assert found.usage["model_calls"] == 1


@pytest.mark.parametrize(
    ("answers", "code", "calls"),
    [
        ((AIMessage('{"candidates": [{"te', response_metadata={"finish_reason": "length"}),), "truncated", 1),
        ((AIMessage("", additional_kwargs={"refusal": "I cannot do that"}),), "refused", 1),
        (("", ""), "empty", 2),
        ((AIMessage("", additional_kwargs={"reasoning_content": GOOD}), ""), "empty", 2),
        (("I'm unable to derive any lasting facts here.", "Still nothing."), "malformed", 2),
        (('"run_id": "abc"', "[1, 2]"), "malformed", 2),
        (("<think>分析到一半", "{'candidates': [1]}"), "malformed", 2),
        (("当然可以！冒泡排序的步骤如下", '{"facts": []}'), "malformed", 2),
    ],
)  # fmt: skip
async def test_anything_else_has_a_code_and_is_asked_again_once_at_most(
    answers: tuple[object, ...], code: str, calls: int
) -> None:
    """Cases B05, B35, B37, B40: nothing is ever read out of prose or reasoning."""
    chat = FakeChat(answers=list(answers))
    with pytest.raises(MalformedOutput) as raised:
        await ask(
            fake_model(chat),
            [HumanMessage("json")],
            schema={},
            name="x",
            read=lambda text: read_object(text, key="candidates"),
        )
    assert raised.value.code == code
    assert len(chat.asked) == calls
    assert raised.value.usage is not None
    assert raised.value.usage["model_calls"] == calls


async def test_a_re_ask_says_what_was_wrong_and_may_succeed() -> None:
    found, chat = await asked("Here you are: nothing.", GOOD)
    assert found.value == {"candidates": []}
    assert found.usage["model_calls"] == 2
    *_, wrong, again = chat.asked[1][0]
    assert wrong.content == "Here you are: nothing."
    assert "one json object" in str(again.content)


async def test_a_filtered_answer_is_the_providers_failure() -> None:
    with pytest.raises(ModelError) as raised:
        await asked(AIMessage("", response_metadata={"finish_reason": "content_filter"}))
    assert raised.value.code == "content_filter"


async def test_a_configured_temperature_goes_along_or_none_at_all() -> None:
    """Case B42."""
    chat = FakeChat(answers=[GOOD, GOOD])
    model = fake_model(chat)
    for temperature in (1.0, None):
        model.temperature = temperature
        await ask(model, [HumanMessage("json")], schema={}, name="x", read=json.loads)
    assert [options.get("temperature") for _, options in chat.asked] == [1.0, None]
