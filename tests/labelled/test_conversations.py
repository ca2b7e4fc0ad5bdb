"""What is known of a person after whole conversations, honest and hostile."""

import pytest

from tests.labelled.conversations import deviations, rows


@pytest.mark.parametrize(
    ("set_", "at_least"),
    [
        ("first", 800),
        ("second", 450),
        ("third", 850),
        ("fourth", 650),
        ("fifth", 300),
        ("sixth", 300),
        ("seventh", 350),
    ],
)
async def test_what_is_known_afterwards_is_what_was_said(set_: str, at_least: int) -> None:
    conversations = rows(set_)
    assert len(conversations) >= at_least
    assert [what for row in conversations for what in await deviations(row)] == []
