"""Token budgets and the request that fits into them."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage

from memory.errors import InputError, SettingsError
from memory.thread.assemble import Context, assemble
from memory.thread.budget import Budget, count_message, request_tokens


@pytest.mark.parametrize(
    ("window", "cap", "expected"),
    [
        (128_000, 128_000, Budget(111_104, 77_772, 38_886)),
        (1_000_000, 128_000, Budget(111_104, 77_772, 38_886)),
        (32_768, 128_000, Budget(20_480, 14_336, 7_168)),
        (128_000, 32_768, Budget(20_480, 14_336, 7_168)),
    ],
)
def test_the_fixtures_of_the_article(window: int, cap: int, expected: Budget) -> None:
    """R1.6.2."""
    assert Budget.of_window(window, cap) == expected


@pytest.mark.parametrize("window", [12_288, 8_192, 1, 0, -5])
def test_a_window_without_room_is_a_configuration_error(window: int) -> None:
    with pytest.raises(SettingsError, match="leaves no room"):
        Budget.of_window(window)


def test_counting() -> None:
    """R1.6.3: 8 a message, 3 a request, 10 % on top; Chinese costs tokens too."""
    assert count_message(HumanMessage("hello")) == 9
    assert count_message(HumanMessage("你好，今天天气怎么样")) > 11
    assert request_tokens(9) == 14


def test_order_and_one_leading_system_message() -> None:
    """R1.7.1 and case B44."""
    history: list[AnyMessage] = [HumanMessage("问"), AIMessage("答")]
    request = assemble(Context("S", "M", "Z", "P", HumanMessage("现在"), history), hard_input=1_000)
    assert [m.content for m in request] == ["S\n\nM\n\nZ\n\nP", "问", "答", "现在"]
    assert [m.type for m in request] == ["system", "human", "ai", "human"]


def test_empty_blocks_leave_no_gaps() -> None:
    assert assemble(Context("S", "", "", "P", HumanMessage("现在")), hard_input=1_000)[0].content == "S\n\nP"


def test_a_request_that_is_too_large_by_itself_is_refused() -> None:
    with pytest.raises(InputError, match="input too long"):
        assemble(Context("S", "", "", "", HumanMessage("长" * 500)), hard_input=100)


def cost(messages: Sequence[BaseMessage]) -> int:
    return request_tokens(sum(count_message(message) for message in messages))


@given(st.lists(st.text(min_size=1, max_size=60), max_size=12), st.integers(60, 600))
def test_the_newest_whole_turns_are_kept_and_the_budget_holds(texts: list[str], hard_input: int) -> None:
    history: list[AnyMessage] = []
    for text in texts:
        history += [HumanMessage(text), AIMessage(text)]
    request = assemble(Context("S", "", "", "", HumanMessage("现在"), history), hard_input=hard_input)
    kept = request[1:-1]
    assert cost(request) <= hard_input
    assert kept == history[len(history) - len(kept) :]
    assert len(kept) % 2 == 0
    longer = history[len(history) - len(kept) - 2 :]
    assert len(kept) == len(history) or cost([request[0], *longer, request[-1]]) > hard_input
