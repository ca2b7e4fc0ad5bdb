"""The compaction graph: a valid proposal, or why there is none."""

from typing import Any

import pytest

from graphs.compaction import Compaction
from memory.errors import InputError, ModelError
from tests.fakes import FakeChat, FakeModels

MESSAGES = [
    {"id": "m1", "role": "user", "text": "预算上限 8,000 元，供应商定为乙方公司。"},
    {"id": "m2", "role": "assistant", "text": "好的。"},
]


async def run(*answers: Any, messages: Any = MESSAGES) -> tuple[dict[str, Any], FakeChat]:
    chat = FakeChat(answers=list(answers))
    sent: Any = {"messages": messages, "summary": "旧摘要", "pinned_decisions": []}
    return dict(await Compaction(FakeModels({"compaction": chat})).graph().compile().ainvoke(sent)), chat


async def test_a_valid_proposal_covers_what_it_was_made_from() -> None:
    answer = (
        '{"summary": "预算 8,000 元。", "pins": [{"op": "add", "text": "供应商为乙方公司", "source_message_id": "m1"}]}'
    )
    result, chat = await run(answer)
    assert result["outcome"] == "proposed"
    assert result["covers"] == ["m1", "m2"]
    assert result["proposal"] == {
        "summary": "预算 8,000 元。",
        "pins": [{"op": "add", "text": "供应商为乙方公司", "source_message_id": "m1"}],
    }
    assert "旧摘要" in str(chat.asked[0][0][-1].content)


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        (("请提供需要总结的对话内容。",), "malformed_output"),
        (('{"summary": "' + "长" * 2501 + '"}',), "malformed_output"),
        (('{"summary": "x", "recentMessages": []}',), "malformed_output"),
        ((ModelError("provider_error", "down"),), "provider_failed"),
    ],
)
async def test_anything_else_is_no_proposal(answers: tuple[Any, ...], outcome: str) -> None:
    result, _ = await run(*answers)
    assert (result["outcome"], result["proposal"], result["covers"]) == (outcome, None, [])


async def test_wrong_input_is_an_error_that_names_the_field() -> None:
    with pytest.raises(InputError, match=r"0\.id"):
        await run(messages=[{"role": "user", "text": "x"}])


async def test_nothing_to_compact_asks_nobody() -> None:
    result, chat = await run(messages=[])
    assert result["outcome"] == "nothing_to_compact"
    assert chat.asked == []
