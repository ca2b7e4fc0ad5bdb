"""The object a page gets: what is in it, and what never is."""

from typing import Any

import pytest

from memory.thread.hydration import FORBIDDEN, ForbiddenKeyError, guard, hydrate


def message(kind: str, text: str) -> dict[str, Any]:
    kwargs = {"created_at": "2026-11-30T08:00:00+00:00", "memory_ids": ["m1"]}
    return {"type": kind, "id": f"{kind}-{text}", "content": text, "additional_kwargs": kwargs, "response_metadata": {}}


def test_a_conversation_is_shown_and_nothing_beside_it() -> None:
    values = {
        "messages": [message("human", "问"), message("ai", "答"), message("human", "还没有回答")],
        "summary": "  " + "长" * 300,
        "pinned_decisions": [{"id": "p1", "text": "用 React", "origin": "user"}],
        "last_compacted_at": "x",
    }
    shown = hydrate("t1", values)
    assert set(shown) == {"threadId", "messages", "summaryPreview", "pinnedDecisions", "restored"}
    assert shown["messages"] == [
        {"id": "human-问", "role": "user", "text": "问", "createdAt": "2026-11-30T08:00:00+00:00"},
        {"id": "ai-答", "role": "assistant", "text": "答", "createdAt": "2026-11-30T08:00:00+00:00"},
    ]
    assert shown["summaryPreview"] == "长" * 240
    assert shown["pinnedDecisions"] == ["用 React"]
    assert shown["restored"]


def test_an_empty_conversation() -> None:
    assert hydrate("t1", {}) == {"threadId": "t1", "messages": [], "pinnedDecisions": [], "restored": False}


@pytest.mark.parametrize("key", sorted(FORBIDDEN))
def test_a_forbidden_key_anywhere_is_an_error(key: str) -> None:
    for shown in ({key: 1}, {"a": {key: 1}}, {"a": [{"b": ({key: 1},)}]}):
        with pytest.raises(ForbiddenKeyError, match=key):
            guard(shown)


def test_text_may_speak_of_anything() -> None:
    guard({"messages": [{"text": "toolCall, sessionId and rawPrompt"}]})
