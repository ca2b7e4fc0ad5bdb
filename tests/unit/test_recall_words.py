"""Terms, topics, coverage, and the recall by rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.topics import topics
from memory.recall.lexical import coverage
from memory.recall.query import query_of
from memory.recall.rules import THRESHOLD, beside, by_rules
from memory.recall.scoring import Scored
from memory.recall.terms import terms
from memory.user.document import UserMemory
from scripts.labelled import labelled_memory


def words(text: str) -> list[str]:
    return [term for term in terms(text) if not term.startswith("#")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("备用钥匙", ["备用", "用钥", "钥匙"]),
        ("茶", ["茶"]),
        ("running shoes", ["run", "shoe"]),
        ("B7-219", ["b7-219", "b7", "219"]),
        ("用 Kong 网关部署", ["用", "kong", "网关", "关部", "部署"]),
        ("ＫＯＮＧ 網關", ["kong", "网关"]),
        ("what is the", []),
        ("我的是什么", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("帮我订餐厅", "where should we order takeaway"),
        ("我在一家公司上班", "do you know my occupation"),
        ("下周去体检", "the doctor wants a blood test"),
        ("我老婆怀孕了", "my partner"),
    ],
)
def test_topics_meet_across_languages(one: str, other: str) -> None:
    assert topics(one) & topics(other)


@pytest.mark.parametrize("text", ["", "嗯", "1+1=?", "thing", "东西"])
def test_empty_words_have_no_topic(text: str) -> None:
    assert topics(text) == frozenset()


def test_coverage_is_nothing_without_a_shared_term_and_most_with_all_of_them() -> None:
    texts = ["备用钥匙在鞋柜第二层", "部署用 Kong 网关", "我喜欢桃子"]
    assert coverage(terms("潜水手电"), texts) == [0.0, 0.0, 0.0]
    keys, kong, peach = coverage(terms("备用钥匙"), texts)
    assert keys > 0.9
    assert kong == peach == 0
    assert coverage(["桃子"], []) == []


@given(
    st.lists(st.text(alphabet="我你桃子李喜欢不吃abc ", max_size=12), max_size=8),
    st.text(alphabet="桃子李喜欢abc ", max_size=8),
)
def test_coverage_is_bounded(texts: list[str], query: str) -> None:
    shares = coverage(terms(query), texts)
    assert len(shares) == len(texts)
    assert all(0 <= share <= 1.61 for share in shares)  # k1 + 1: every word, again and again


STORE = [
    labelled_memory(id="key", text="备用钥匙在鞋柜第二层", subject="备用钥匙", tags=["钥匙"]),
    labelled_memory(id="kong", text="go 项目的部署用 Kong 网关", subject="部署", tags=["go"]),
    labelled_memory(id="job", text="我是后端工程师，在一家物流公司上班", subject="后端工程师", tags=["职业"]),
    labelled_memory(id="peach", text="我最喜欢的水果是桃子", subject="桃子", tags=["吃", "水果"]),
    labelled_memory(id="code", text="我写代码用 VSCode", subject="VSCode", tags=["用"]),
    labelled_memory(id="nuts", text="I'm allergic to peanuts", subject="peanuts", tags=["allergy"]),
]


def found(*turns: str) -> list[str]:
    scored = by_rules(query_of(turns), STORE)
    passed = [one for one in scored if (one.score or 0) >= THRESHOLD]
    return [one.memory.id for one in sorted(passed, key=lambda one: -(one.score or 0))]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("钥匙", ["key"]),
        ("备用钥匙", ["key"]),
        ("部署 go", ["kong"]),
        ("go 部署 deployment", ["kong"]),
        ("潜水手电", []),
        ("你知道我的工作吗", ["job"]),
        ("水果店有什么值得买的", ["peach"]),
        ("what peanut butter can I eat", ["nuts"]),
        ("今天天气怎么样", []),
        ("What's the capital of France?", []),
    ],
)
def test_rules_alone_find_short_unspaced_and_mixed_questions(query: str, expected: list[str]) -> None:
    """Case B23, and R2.8."""
    assert found(query)[:1] == expected[:1]
    assert bool(found(query)) == bool(expected)


@pytest.mark.parametrize("query", ["useEffect 怎么用", "吃什么药好得快", "这个词怎么用"])
def test_a_tag_of_one_character_matches_no_word_that_holds_it(query: str) -> None:
    """W3.10: 用 recalled VSCode for "useEffect 怎么用", and 吃 the peach for 吃什么药."""
    assert not {"code", "peach"} & set(found(query))


def test_a_score_by_rules_is_enough_beside_similarities_where_it_is_enough_alone() -> None:
    memory: UserMemory = STORE[0]
    assert (beside(Scored(memory, THRESHOLD), 0.28).score or 0) == pytest.approx(0.28)
    assert (beside(Scored(memory, THRESHOLD - 0.1), 0.28).score or 0) < 0.28
