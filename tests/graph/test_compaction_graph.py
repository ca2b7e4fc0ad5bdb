"""The compaction graph: a valid proposal, or why there is none."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage

from graphs.compaction import Compaction
from memory.errors import InputError, ModelError
from memory.platform.models.models import Model
from memory.platform.settings import Role
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


@pytest.mark.parametrize("level", ["summarise", "task_state", "rewrite"])
async def test_the_level_is_told_to_the_model(level: str) -> None:
    chat = FakeChat(answers=['{"summary": "预算 8,000 元。"}'])
    sent: Any = {"messages": MESSAGES, "level": level}
    result = await Compaction(FakeModels({"compaction": chat})).graph().compile().ainvoke(sent)
    assert result["outcome"] == "proposed"
    assert ("Space is" in str(chat.asked[0][0][0].content)) == (level != "summarise")


async def test_secrets_neither_reach_the_model_nor_come_back_from_it() -> None:
    """Case B30."""
    leak = "DB_URL=postgres://app:FakePw1@db/prod"
    pins = [{"id": "p", "text": leak, "origin": "model", "source_message_id": None, "created_at": ""}]
    chat = FakeChat(answers=[f'{{"summary": "{leak}", "pins": [{{"op": "revise", "id": "p", "text": "{leak}"}}]}}'])
    sent: Any = {
        "messages": [{"id": "m1", "role": "user", "text": leak}], "summary": leak, "pinned_decisions": pins,
    }  # fmt: skip
    result = await Compaction(FakeModels({"compaction": chat})).graph().compile().ainvoke(sent)
    assert result["outcome"] == "proposed"
    assert "FakePw1" not in str(result["proposal"])
    assert "FakePw1" not in str(chat.asked)


class SmallWindow(FakeModels):
    """A compaction model that can read 4,096 tokens."""

    async def get(self, role: Role, name: str = "") -> Model:
        model = await super().get(role, name)
        model.context_tokens = 16_384
        return model


async def test_only_what_the_model_has_read_is_covered() -> None:
    """Case B55: a summariser with a smaller window."""
    messages = [
        {"id": f"{role[0]}{n}", "role": role, "text": f"第 {n} 段，" + "我们讨论了很多安排" * 60}
        for n in range(12)
        for role in ("user", "assistant")
    ]
    chat = FakeChat(answers=['{"summary": "讨论了安排。"}'])
    graph = Compaction(SmallWindow({"compaction": chat})).graph().compile()
    sent: Any = {"messages": messages}
    result = await graph.ainvoke(sent)
    covers = result["covers"]
    assert 2 <= len(covers) < len(messages)
    assert len(covers) % 2 == 0
    assert covers == [message["id"] for message in messages[: len(covers)]]
    read = str(chat.asked[0][0][-1].content)
    assert all(f'id="{id}"' in read for id in covers)
    assert f'id="{messages[len(covers)]["id"]}"' not in read


async def test_one_message_that_is_too_long_is_read_by_its_ends() -> None:
    """Case B55."""
    messages = [
        {"id": "u", "role": "user", "text": "开头" + "长" * 32_000 + "结尾"},
        {"id": "a", "role": "assistant", "text": "好"},
    ]  # fmt: skip
    chat = FakeChat(answers=['{"summary": "说了很多。"}'])
    sent: Any = {"messages": messages}
    result = await Compaction(SmallWindow({"compaction": chat})).graph().compile().ainvoke(sent)
    assert result["covers"] == ["u", "a"]
    read = str(chat.asked[0][0][-1].content)
    assert "开头" in read
    assert "结尾" in read
    assert len(read) < 6_000


async def test_a_summary_in_blocks_is_read_as_its_text() -> None:
    """Case B60."""
    blocks = AIMessage(
        [
            {"type": "reasoning", "reasoning": "…", "signature": "x" * 8_000},
            {"type": "text", "text": '{"summary": "摘要"}'},
        ]
    )
    result, _ = await run(blocks)
    assert result["proposal"]["summary"] == "摘要"
