"""Reading what a model returned (cases B05, B34, B35, B37, O-)."""

import pytest

from memory.model_output import MalformedOutput, read_object
from memory.thread.compaction import read_proposal
from memory.user.candidate import read_candidates

X = '{"text": "吃素"}'


@pytest.mark.parametrize(
    "output",
    [
        f'```json\n{{"candidates":[{X}]}}\n```',
        f'好的，结果如下：\n```json\n{{"candidates":[{X}]}}\n```\n说明：共一条 {{见上}}。',
        f'{{"candidates":[{X}]}} 备注 {{完}}',
        f'{{"candidates":[{X},]}}',
        f'{{"candidates":[{X},]}} 说明 {{毕}}',
        f'\ufeff{{"candidates":[{X}]}}',
        f'<think>用户说… {{"candidates":["DRAFT"]}}</think>\n{{"candidates":[{X}]}}',
        f'think>\n分析…</think>{{"candidates":[{X}]}}',
        f'{{"kind": "my_taste", "candidates":[{X}]}}',
    ],
)
def test_wrapped_objects_are_read(output: str) -> None:
    assert read_candidates(output) == [{"text": "吃素"}]


def test_a_comma_inside_a_string_stays() -> None:
    output = '{"candidates":[{"text":"喜欢 [a,] 这种写法, }"}]}'
    assert read_candidates(output) == [{"text": "喜欢 [a,] 这种写法, }"}]


@pytest.mark.parametrize(
    "output",
    [
        "",
        "I'm unable to derive any lasting facts here; the input holds nothing but headers.",
        '"run_id": "abc",\n"notes": "..."',
        "当然可以！冒泡排序的步骤如下：1…",
        "<think>分析到一半（被截断）",
        '<think>{"candidates":["DRAFT"]}',
        '{"candidates":[{"text":"吃素"},{"text":"住在杭',
        '{"candidates": "none"}',
        '{"candidates": [], "note": "extra"}',
        '{"items": []}',
        "{" * 500,
        '{"a":1,}' * 3_000,
        '{"a":' * 5_000,
        '{"candidates": []}' + " " * 100_000,
    ],
)
def test_everything_else_is_malformed_and_never_becomes_a_memory(output: str) -> None:
    with pytest.raises(MalformedOutput):
        read_candidates(output)


def test_at_most_five_candidates() -> None:
    assert len(read_candidates('{"candidates": [1,2,3,4,5,6,7]}')) == 5


def test_an_object_with_another_key_before_it_is_passed_over() -> None:
    assert read_object('{"a": 1} {"summary": "x"}', key="summary") == {"summary": "x"}


def test_compaction_proposals_are_closed_and_bounded() -> None:
    read = read_proposal('{"summary": "摘要", "pins": [{"op": "add", "text": "预算 3000"}]}', pins=[])
    assert read.summary == "摘要"
    assert read.pins[0].op == "add"
    for bad in (
        '{"summary": ""}',
        '{"summary": "x", "recent": []}',
        '{"summary": "' + "长" * 2501 + '"}',
        '{"summary": "x", "pins": [{"op": "drop"}]}',
        '{"summary": "x", "pins": [{"op": "add"}]}',
        '{"summary": "x", "pins": [{"op": "retire"}]}',
        '{"summary": "x", "pins": [{"op": "revise", "id": "p2", "text": "y"}]}',
        '{"summary": "x", "pins": [{"op": "add", "text": "' + "长" * 301 + '"}]}',
    ):
        with pytest.raises(MalformedOutput):
            read_proposal(bad, pins=["p1"])
    assert read_proposal('{"summary": "x", "pins": [{"op": "retire", "id": "p1"}]}', pins=["p1"]).pins
