"""What a conversation hands over to be learned from."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from langchain_core.messages import AIMessage, AnyMessage

from memory.thread.handover import OLDER_TURNS, handed_over, unlearnable, unlearnable_pins
from memory.thread.messages import answer_message, user_message
from memory.thread.thread import PinnedDecision

NOW = datetime(2026, 12, 31, 20, tzinfo=UTC)


def turns(count: int, *, off: tuple[int, ...] = ()) -> list[AnyMessage]:
    messages: list[AnyMessage] = []
    for n in range(count):
        user: list[AnyMessage] = [user_message(f"said {n}", id=f"u{n}", now=NOW)]
        messages += unlearnable(user) if n in off else user
        messages.append(answer_message(AIMessage(f"answer {n}", id=f"a{n}"), now=NOW, memory_ids=[]))
    return messages


def handed(messages: list[AnyMessage]) -> list[str]:
    made = handed_over(messages, conversation_id="c", kind="tool_assisted_ordinary_chat", zone=None)
    return [one["turn_id"] for one in made]


def test_the_newest_turn_goes_with_a_few_before_it() -> None:
    assert handed(turns(9)) == [f"u{n}" for n in range(8 - OLDER_TURNS, 9)]


def test_a_turn_says_what_it_answers_and_when_it_was_in_the_users_zone() -> None:
    first, second = handed_over(turns(2), conversation_id="c", kind="x", zone=ZoneInfo("Asia/Shanghai"))
    assert (first["in_reply_to"], second["in_reply_to"]) == ("", "answer 0")
    assert (first["kind"], second["kind"]) == ("ordinary_chat", "x")
    assert second["said_at"] == second["completed_at"] == "2027-01-01T04:00:00+08:00"


def test_nothing_said_while_memory_was_off_is_ever_handed_over() -> None:
    """Case B68."""
    assert handed(turns(3, off=(2,))) == []
    assert handed(turns(4, off=(1, 2))) == ["u0", "u3"]


def test_a_pin_made_while_memory_was_off_is_marked() -> None:
    old: PinnedDecision = {"id": "1", "text": "a", "origin": "user", "source_message_id": None, "created_at": "x"}
    revised: PinnedDecision = {**old, "text": "b"}
    new: PinnedDecision = {**old, "id": "2"}
    assert [pin.get("memory") for pin in unlearnable_pins([old, new], [old])] == [None, "off"]
    assert [pin.get("memory") for pin in unlearnable_pins([revised], [old])] == ["off"]
