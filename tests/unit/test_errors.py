"""What a sender is told of a wrong input: the field and what to do, and nothing of the input."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from graphs.compaction import read_input
from memory.errors import InputError
from memory.thread.final_turn import read_final_turn
from memory.thread.pins import Board
from memory.thread.thread import Limits
from memory.user.turn import read_turns

SAID = "我住在杭州"
TURN = {"conversation_id": "c", "turn_id": "t", "user_text": SAID, "completed_at": "2026-11-30"}


def edited(raw: Any) -> Board:
    return Board((), Limits(), datetime.now(UTC), lambda: "id").edited(raw)


@pytest.mark.parametrize(
    ("read", "sent", "told"),
    [
        (read_final_turn, {SAID: 1}, "final_turn: there is a key in it that it does not have"),
        (read_final_turn, {"user_txt": SAID}, "final_turn.user_txt: Extra inputs are not permitted"),
        (read_final_turn, {"source": SAID}, "final_turn.source: Input should be 'agent'"),
        (read_turns, [TURN | {"completed_at": SAID}], "turns.0.completed_at: Value error, this is no time in ISO 8601"),
        (read_turns, [TURN | {"turn_id": [SAID]}], "turns.0.turn_id: Input should be a valid string"),
        (edited, [{"op": SAID}], "pins.0: op must be one of 'add', 'revise', 'retire'"),
        (edited, [{"op": "retire", "id": SAID}], "pins.0.id: no decision is pinned under this id"),
        (read_input, {"messages": [{"id": "1", "role": SAID, "text": SAID}]}, "0.role: Input should be 'user'"),
    ],
)
def test_the_field_is_named_and_nothing_repeated(read: Callable[[Any], object], sent: Any, told: str) -> None:
    with pytest.raises(InputError) as caught:
        read(sent)
    assert str(caught.value).startswith(told)
    assert SAID not in str(caught.value)
