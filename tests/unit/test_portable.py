"""A file of memories is read whole or not at all, and its faults are named by line and field."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from memory.errors import InputError
from memory.user.document import Event, Evidence
from memory.user.portable import MACHINERY, exported, imported
from scripts.labelled import labelled_memory

NOW = datetime(2026, 12, 1, tzinfo=UTC)
HEAD = '{"format": "ai-mind-memory", "version": 1}'
SAID = Evidence(quote="我喜欢吃桃子", conversation_id="c1", turn_id="t1", said_at=NOW)
PEACH = labelled_memory(id="peach", text="我喜欢吃桃子\n不喜欢李子", subject="桃子", tags=["水果"]).model_copy(
    update={"evidence": [SAID], "history": [Event(at=NOW, what="created", text="")]}
)
ASKED, CREATED = SAID.model_dump(mode="json"), PEACH.history[0].model_dump(mode="json")


def line(**changes: Any) -> str:
    value = PEACH.model_dump(mode="json", exclude=MACHINERY)
    return json.dumps({name: one for name, one in (value | changes).items() if one != "—"}, ensure_ascii=False)


def test_what_goes_out_comes_in_and_machinery_stays() -> None:
    lines = list(exported([PEACH], NOW))
    assert len(lines) == 2
    assert json.loads(lines[0]) == {
        "format": "ai-mind-memory", "version": 1, "exported_at": "2026-12-01T00:00:00+00:00", "memories": 1,
    }  # fmt: skip
    assert not MACHINERY & set(json.loads(lines[1]))
    assert "桃子" in lines[1]
    [read] = imported("".join(lines))
    derived = {"stable_key": "", "search_text": "", "tier": "soft", "index_version": "", "local_vector": None}
    assert read == PEACH.model_copy(update=derived)


def test_other_line_ends_and_the_mark_of_an_editor_do_no_harm() -> None:
    """U+2028 and its like stand in JSON texts as they are."""
    spaced = PEACH.model_copy(update={"text": "我喜欢\u2028吃\u0085桃子"})
    file = "".join(exported([spaced], NOW))
    for sent in (file, f"\ufeff{file}", file.replace("\n", "\r\n")):
        assert [memory.text for memory in imported(sent)] == [spaced.text]


def test_what_no_store_takes_is_left_out() -> None:
    odd = line(tags=["a\x00b"], evidence=[SAID.model_dump(mode="json") | {"asked": "c\x00d"}])
    [read] = imported(f"{HEAD}\n{odd}")
    assert (read.tags, read.evidence[0].asked) == (["ab"], "cd")


def test_blank_lines_do_not_count() -> None:
    assert len(imported(f"\n{HEAD}\n\n{line()}\n\n")) == 1
    assert imported(HEAD) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "line 1: the file is empty"),
        ("[1]", "line 1: must be a JSON object"),
        ('{"format": "mem0"}', "line 1: format: "),
        ('{"format": "ai-mind-memory", "version": 99}', "line 1: version: "),
        (f"{HEAD}\n{{", "line 2: must be a JSON object"),
        (f"{HEAD}\n{line()}\n{line(type='nonsense')}", "line 3: type: "),
        (f"{HEAD}\n{line(text='—')}", "line 2: text: "),
        (f"{HEAD}\n{line(surprise=1)}", "line 2: surprise: "),
        (f"{HEAD}\n{line(stable_key='x')}", "line 2: stable_key: must not be there"),
        (f"{HEAD}\n{line(evidence=[])}", "line 2: evidence, history: "),
        (f"{HEAD}\n{line(created_at='2026-12-01T00:00:00')}", "line 2: created_at: "),
        (f"{HEAD}\n{line(last_seen_at='yesterday')}", "line 2: last_seen_at: "),
        (f"{HEAD}\n{line(evidence=[ASKED | {'asked': 'a' * 5_001}])}", "line 2: evidence, history: "),
        (f"{HEAD}\n{line(history=[CREATED | {'text': 'a' * 301}])}", "line 2: evidence, history: "),
        (f"{HEAD}\n" + "[" * 100_000, "line 2: must be a JSON object"),
    ],
)
def test_a_fault_is_named_and_nothing_is_taken(text: str, named: str) -> None:
    with pytest.raises(InputError) as raised:
        imported(text)
    assert str(raised.value).startswith(named)
    assert "yesterday" not in str(raised.value)
