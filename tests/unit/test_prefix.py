"""What two requests have in common is counted in tokens from their beginning."""

from typing import Any

import pytest

from benchmarks.prefix.tokens import Part, Piece, common, encoded, pieces, step, summed

MARKS: dict[str, Part] = {"Known:": "memory", "Summary:": "summary"}


def request(system: str, *said: str, **more: Any) -> dict[str, Any]:
    roles = ("user", "assistant")
    messages = [{"role": roles[n % 2], "content": text} for n, text in enumerate(said)]
    return {"messages": [{"role": "system", "content": system}, *messages], **more}


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [([], [], 0), ([1, 2], [1, 2], 2), ([1, 2], [1, 2, 3], 2), ([1, 2, 3], [1, 3, 3], 1), ([1], [2], 0), ([], [1], 0)],
)
def test_the_common_beginning_ends_at_the_first_difference(older: list[int], newer: list[int], expected: int) -> None:
    assert common(older, newer) == expected


def test_a_request_is_read_in_the_order_of_a_chat_template() -> None:
    body = request("You help.\n\nKnown: tea\n\nSummary: none", "a", "b", "c", tools=[{"name": "clock"}])
    assert [piece.part for piece in pieces(body, MARKS)] == [
        "tools", "system", "memory", "summary", "history", "history", "history", "newest",
    ]  # fmt: skip


def test_nothing_is_lost_in_pieces() -> None:
    body = request("You help.\n\nKnown: tea", "你好", "b", "c")
    whole = "".join(piece.text for piece in pieces(body))
    assert "".join(piece.text for piece in pieces(body, MARKS)) == whole
    assert all(text in whole for text in ("You help.", "Known: tea", "你好", "assistant"))


def test_tool_calls_and_lists_of_content_are_read_too() -> None:
    called = {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1"}]}
    listed = {"role": "user", "content": [{"type": "text", "text": "茶"}]}
    assert ["call_1" in one.text or "茶" in one.text for one in pieces({"messages": [called, listed]})] == [True, True]


def test_a_request_that_only_grows_is_read_before_as_far_as_the_older_goes() -> None:
    older, newer = pieces(request("You help.", "a")), pieces(request("You help.", "a", "an answer", "next"))
    found = step(older, newer)
    assert found.cause == "newest"
    assert found.fresh == found.said == len(encoded("".join(piece.text for piece in newer[3:])))
    assert found.share == pytest.approx(found.shared / found.tokens)


@pytest.mark.parametrize(
    ("older", "newer", "cause"),
    [
        (request("Hi\n\nKnown: tea", "a"), request("Hi\n\nKnown: milk", "a", "b", "c"), "memory"),
        (request("Hi\n\nKnown: tea", "a"), request("Hi", "a", "b", "c"), "memory"),
        (request("Hi", "a"), request("Hi\n\nKnown: tea", "a", "b", "c"), "memory"),
        (request("Hi", "a"), request("嗨", "a", "b", "c"), "system"),
        (request("Hi\n\nSummary: one", "a"), request("Hi\n\nSummary: two", "c"), "summary"),
        (request("Hi", "a", "b", "c"), request("Hi", "c", "d", "e"), "history"),
        (request("Hi", "a", tools=["x"]), request("Hi", "a", tools=["y"]), "tools"),
    ],
)
def test_the_first_part_that_differs_is_the_cause(older: Any, newer: Any, cause: Part) -> None:
    assert step(pieces(older, MARKS), pieces(newer, MARKS)).cause == cause


def test_shares_are_weighted_by_tokens() -> None:
    system = Piece("system", "word " * 100)
    short = [system, Piece("newest", "a")]
    grown = [*short, Piece("history", "b"), Piece("newest", "c")]
    steps = [step(short, grown), step([Piece("system", "x")], [Piece("system", "y " * 100)])]
    figures = summed(steps)
    assert figures["share"] == round(100 * steps[0].shared / (steps[0].tokens + steps[1].tokens), 1)
    assert figures["causes"] == {"system": 1, "newest": 1}
    assert figures["by turn"][1] == figures["least"] == 0.0


def test_no_steps_have_no_share() -> None:
    assert summed([]) == {"steps": 0}
