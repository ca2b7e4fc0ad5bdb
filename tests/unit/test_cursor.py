"""Which turns have been read."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from memory.user.cursor import MAX_ATTEMPTS, MAX_READ, Cursor, failed, read, unread
from memory.user.turn import FinishedTurn


def turn(id: str, text: str = "我吃素") -> FinishedTurn:
    return FinishedTurn(conversation_id="c", turn_id=id, user_text=text, completed_at=datetime(2026, 1, 1, tzinfo=UTC))


@given(st.lists(st.sampled_from("abcdef"), max_size=30))
def test_every_turn_is_read_exactly_once(order: list[str]) -> None:
    cursor, seen = None, []
    for id in order:
        new = unread([turn(id), turn(id)], cursor)
        seen += [one.turn_id for one in new]
        cursor = read(cursor, new)
    assert sorted(seen) == sorted(set(order))


def test_other_words_are_another_turn() -> None:
    assert unread([turn("a", "我吃荤")], read(None, [turn("a")])) == [turn("a", "我吃荤")]


def test_a_turn_that_fails_is_tried_a_few_times() -> None:
    cursor: Cursor | None = None
    for attempt in range(1, MAX_ATTEMPTS + 1):
        assert unread([turn("a")], cursor) == [turn("a")]
        cursor = failed(cursor, [turn("a")])
        assert cursor.get("given_up", 0) == (attempt == MAX_ATTEMPTS)
    assert unread([turn("a"), turn("b")], cursor) == [turn("b")]
    assert cursor is not None
    assert cursor["attempts"] == {}


def test_what_is_kept_is_bounded() -> None:
    cursor = read(None, [turn(str(n)) for n in range(MAX_READ + 10)])
    assert len(cursor["read"]) == MAX_READ
