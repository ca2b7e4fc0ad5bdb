"""Token budgets and counting."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from memory.errors import SettingsError
from memory.thread.budget import (
    Budget,
    count_message,
    count_tools,
    encoding_of,
    most_message_tokens,
    request_tokens,
)


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


def test_tool_calls_results_and_schemas_cost_tokens_too() -> None:
    """R1.6.3."""
    call = {"name": "search", "args": {"query": "云南 天气"}, "id": "call-1"}
    assert count_message(AIMessage("", tool_calls=[call])) > count_message(AIMessage("")) + 8
    assert count_message(ToolMessage("晴", tool_call_id="call-1")) > count_message(HumanMessage("晴"))
    schema = {"type": "function", "function": {"name": "search", "parameters": {}}}
    assert count_tools([schema]) > 10
    assert count_tools([]) == 0


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4o-mini", "o200k_base"),
        ("gpt-4.1", "o200k_base"),
        ("gpt-4-turbo", "cl100k_base"),
        ("gpt-4", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("deepseek-chat", "o200k_base"),
        ("", "o200k_base"),
    ],
)
def test_the_encoding_of_the_model_in_use(model: str, encoding: str) -> None:
    assert encoding_of(model) == encoding


@pytest.mark.parametrize("hard_input", [100, 4_096, 111_104])
def test_what_may_be_spent_is_what_a_request_then_costs(hard_input: int) -> None:
    assert request_tokens(most_message_tokens(hard_input)) <= hard_input
    assert request_tokens(most_message_tokens(hard_input) + 2) > hard_input
