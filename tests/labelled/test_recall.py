"""Recall on the labelled sets, with the real embedding model: what is found, what is not injected, what is set aside.

Goals of the project are 90 and 95 %; what stands here is what it reaches, so that a change for the worse shows.
"""

import pytest

from benchmarks.recall.bench import LABELLED, Bench, fits
from memory.recall.conflict import sets_aside
from scripts.labelled import Question, labelled_memory, read_lines, read_people, read_questions

SETS = ("first", "second", "third")


async def answered(part: str) -> list[tuple[Question, bool]]:
    bench = Bench()
    stores = {
        name: await bench.person(known) for name, known in read_people(LABELLED / f"memories-{part}.jsonl").items()
    }
    asked = read_questions(LABELLED / f"queries-{part}.jsonl")
    return [(q, fits(q, (await bench.given(stores[q.person], q.turns)).memories)) for q in asked]


def share(results: list[tuple[Question, bool]], kind: str = "", *, expecting: bool | None = None) -> float:
    chosen = [ok for q, ok in results if kind in ("", q.kind) and expecting in (None, bool(q.expect))]
    return sum(chosen) / len(chosen)


@pytest.mark.parametrize(
    ("part", "found", "nothing"), [("first", 0.82, 0.82), ("second", 0.74, 0.79), ("third", 0.63, 0.88)]
)
async def test_the_labelled_people(part: str, found: float, nothing: float) -> None:
    results = await answered(part)
    assert share(results, expecting=True) >= found
    assert share(results, expecting=False) >= nothing
    assert share(results, "direct") >= 0.85
    assert share(results, "smalltalk") == 1.0
    assert share(results, "near") >= 0.7


def test_the_sets_are_as_large_and_as_mixed_as_they_should_be() -> None:
    questions = [question for part in SETS for question in read_questions(LABELLED / f"queries-{part}.jsonl")]
    people = {name: known for part in SETS for name, known in read_people(LABELLED / f"memories-{part}.jsonl").items()}
    assert len(people) >= 10
    assert all(len(known) >= 30 and len({memory.type for memory in known}) == 8 for known in people.values())
    assert len(questions) >= 300
    assert 0.32 <= sum(not question.expect for question in questions) / len(questions) <= 0.35
    assert 0.45 <= sum(question.language == "zh" for question in questions) / len(questions) <= 0.55
    ids = {memory.id for known in people.values() for memory in known}
    assert all(question.expect | question.also <= ids for question in questions)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("今晚想吃点清淡的，推荐点好消化的", "lin-s01"),
        ("给我解释一下 React useEffect", "lin-s02"),
        ("水果店有什么值得买的", "lin-s03"),
        ("我喜欢吃什么水果", "lin-s03"),
        ("你知道我的工作吗", "lin-s04"),
        ("今天天气怎么样", None),
    ],
)
async def test_the_seeds_own_examples(query: str, expected: str | None) -> None:
    """R3.12 and article 4."""
    bench = Bench()
    own = await bench.person(read_people(LABELLED / "memories-first.jsonl")["lin"])
    given = (await bench.given(own, [query])).memories
    soft = {memory.id for memory in given if memory.tier == "soft"}
    assert (expected in {memory.id for memory in given}) if expected else soft <= {"lin-01"}


CONFLICTS = read_lines(LABELLED / "conflicts.jsonl")


def conflicts(line: dict[str, str]) -> bool:
    memory = labelled_memory(id="m", text=line["memory"], subject=line["subject"], type=line["type"])
    return sets_aside(line["message"], memory)


W3_1 = (
    ("我喜欢吃桃子", "桃子", "user_preference", "特别喜欢桃子", False),
    ("我喜欢吃桃子", "桃子", "user_preference", "桃子和李子有什么区别", False),
    ("我喜欢吃桃子", "桃子", "user_preference", "讨厌桃子", True),
    ("我喜欢吃桃子", "桃子", "user_preference", "桃子吃腻了", True),
    ("我不吃香菜", "香菜", "recurring_constraint", "我想要一份不放香菜的面", False),
    ("我不吃香菜", "香菜", "recurring_constraint", "香菜可以吃吗", False),
    ("我不吃香菜", "香菜", "recurring_constraint", "这次可以放香菜", True),
    ("我不吃香菜", "香菜", "recurring_constraint", "加点香菜", True),
)


@pytest.mark.parametrize(("text", "subject", "kind", "message", "expected"), W3_1)
def test_the_sentences_the_seeds_got_wrong(text: str, subject: str, kind: str, message: str, expected: bool) -> None:
    """W3.1."""
    memory = labelled_memory(id="m", text=text, subject=subject, type=kind)
    assert sets_aside(message, memory) is expected


def test_300_sentences_set_aside_what_they_contradict_and_little_else() -> None:
    """A memory that stays is second to the message by the header; one that goes is missed: so few false ones."""
    right = {line["message"] + line["memory"]: conflicts(line) == line["conflict"] for line in CONFLICTS}
    wrong = [line for line in CONFLICTS if not right[line["message"] + line["memory"]]]
    assert len(CONFLICTS) >= 300
    assert sum(not line["conflict"] for line in wrong) <= 4
    assert sum(line["conflict"] for line in wrong) <= 19


MIXED = (
    "我的工位号是 B7-219",
    "我住在杭州滨江",
    "我养了一只橘猫叫年糕",
    "I run every morning",
    "我喜欢看推理小说",
    "My daughter Mia is five",
    "I drive an electric car",
    "备用钥匙在鞋柜第二层",
    "go 项目的部署用 Kong 网关",
    "我老婆叫林悦，是老师",
    "每周三晚上打羽毛球",
    "The order service runs on Postgres 16",
)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("你好", None),
        ("hello", None),
        ("谢谢", None),
        ("1+1=?", None),
        ("讲个笑话", None),
        ("潜水手电", None),
        ("帮我订餐厅", None),
        ("我老公是做什么的", None),
        ("我的工位号是什么", 0),
        ("What is my desk number?", 0),
        ("我家猫叫啥", 2),
        ("what pets do I have", 2),
        ("推荐本书", 4),
        ("我女儿几岁了", 5),
        ("我的车是电动的吗", 6),
        ("钥匙", 7),
        ("备用钥匙", 7),
        ("部署 go", 8),
        ("go 部署 deployment", 8),
        ("which database does the order service use", 11),
    ],
)
async def test_short_mixed_and_empty_questions(query: str, expected: int | None) -> None:
    """Cases B23 and B70, on the real model; the allergy is a limit and always there."""
    bench = Bench()
    known = [labelled_memory(id=f"m{number}", text=text) for number, text in enumerate(MIXED)]
    nuts = labelled_memory(id="nuts", text="我对花生过敏", type="recurring_constraint")
    given = (await bench.given(await bench.person([*known, nuts]), [query])).memories
    assert [memory.id for memory in given] == ["nuts"] + ([] if expected is None else [f"m{expected}"])
