"""The doorkeeper: which turns reach a model at all."""

import time

import pytest

from memory.errors import InputError
from memory.user.admit import admit_all
from memory.user.gate import idle, worth_extracting
from memory.user.turn import MAX_TURNS, read_turns
from tests.labelled.measure import as_turn, rows
from tests.provider.process import candidate

MAX_CPU_SECONDS = 3
"""For the longest message there can be, on a slow and shared core."""


@pytest.mark.parametrize(
    "text", ["你好", "谢谢你！", "好的，谢谢", "hi there", "Thank you so much!", "ok", "嗯嗯", "继续", "……"]
)
def test_greetings_and_fillers_are_idle(text: str) -> None:
    assert idle(text)
    assert worth_extracting([as_turn(text)]) == []


@pytest.mark.parametrize(
    "text", ["你好，我叫小林", "谢谢，以后用英文回答", "Hi, I'm vegan", "好吃的我都喜欢", "我不吃香菜"]
)
def test_what_may_hold_something_passes(text: str) -> None:
    assert len(worth_extracting([as_turn(text)])) == 1


@pytest.mark.parametrize(
    "text",
    [
        "帮我写个 Python 脚本，我只会用 Python，不会别的语言",
        "```\nimport os\n```\n我平时只用 Rust 写后端",
        "Write me a bash script. I only ever use fish, never bash",
    ],
)
def test_what_is_said_beside_a_request_passes(text: str) -> None:
    assert len(worth_extracting([as_turn(text)])) == 1


@pytest.mark.parametrize(
    "text",
    [
        "hahaha" * 2_000,
        "哈" * 12_000,
        "好的" * 6_000,
        "yes " * 3_000 + "x",
        "我" * 12_000,
        "，".join(["以后不要"] * 2_400),
        "don't " * 2_000,
        "记住" * 6_000,
        "(" * 12_000,
        "a1" * 6_000,
    ],
)
def test_hostile_messages_are_read_in_time(text: str) -> None:
    began = time.process_time()
    worth_extracting([as_turn(text)])
    admit_all([candidate(text[:300], text[:600], "x")], [as_turn(text)])
    assert time.process_time() - began < MAX_CPU_SECONDS


@pytest.mark.parametrize(
    "text",
    [
        "别记住这句话：我在找新工作",
        "不用记这个，我随口说的",
        "Don't remember this: I'm looking for a job",
        "please don't save that",
    ],
)
def test_off_the_record_never_passes(text: str) -> None:
    """Case B12."""
    assert worth_extracting([as_turn(text)]) == []


@pytest.mark.parametrize(
    "text", ["这条忘了吧，不用再记着", "Forget my address, no need to remember it", "记住我不吃辣", "别忘了我吃素"]
)
def test_forgetting_and_remembering_pass(text: str) -> None:
    assert len(worth_extracting([as_turn(text)])) == 1


def test_turns_of_other_agents_are_not_learned_from() -> None:
    delivered = as_turn("我喜欢桃子").model_copy(update={"kind": "tasklist"})
    ordinary = as_turn("我喜欢李子")
    assert worth_extracting([delivered, ordinary]) == [ordinary]


def test_no_labelled_turn_that_holds_something_is_stopped() -> None:
    stopped = [row["id"] for row in rows() if row["expect"] and not worth_extracting([as_turn(row["user_text"])])]
    assert stopped == []


RAW = {"conversation_id": "c", "turn_id": "t", "user_text": "你好\x00", "completed_at": "2026-11-30T08:00:00Z"}


def test_turns_are_read_and_cleaned() -> None:
    [turn] = read_turns([RAW])
    assert turn.user_text == "你好"
    assert turn.kind == "ordinary_chat"
    [naive] = read_turns([RAW | {"completed_at": "2026-11-30T08:00:00"}])
    assert naive.completed_at == turn.completed_at


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (None, "turns"),
        ([], "turns"),
        ([RAW] * (MAX_TURNS + 1), "turns"),
        ([RAW | {"conversation_id": ""}], "turns.0.conversation_id"),
        ([RAW | {"completed_at": "yesterday"}], "turns.0.completed_at"),
        ([RAW | {"user_text": 3}], "turns.0.user_text"),
        ([{}], "turns.0.conversation_id"),
    ],
)
def test_wrong_turns_are_refused_by_the_name_of_the_field(raw: object, field: str) -> None:
    with pytest.raises(InputError, match=f"^{field}: "):
        read_turns(raw)
