"""The comparison of the write path runs, in small: everybody gets every turn, and nobody's failure ends it."""

import pytest

from benchmarks.peers.embedding import HashEncoder
from benchmarks.write_path import cost, growth
from benchmarks.write_path.invented import question, statement, turns
from benchmarks.write_path.rates import rates
from benchmarks.write_path.turns import load


@pytest.fixture(autouse=True)
def peers() -> None:
    pytest.importorskip("mem0")
    pytest.importorskip("langmem")


async def test_every_library_gets_every_turn() -> None:
    told = load()[:25]
    found = await cost.played(told, HashEncoder())
    assert len(found) == 5
    for name, one in found.items():
        assert len(one.costs) == 25
        assert not [c.error for c in one.costs if c.error], name
        assert rates(told, one.stored).total.stored
    assert max(c.calls for c in found["ours"].costs) == 1
    assert found["ours"].asked[0].prompt_tokens < found["mem0, adding"].asked[0].prompt_tokens


async def test_growth_is_measured_at_each_size_and_among_others() -> None:
    result = await growth.measure((10, 20), rounds=2, others=1)
    assert set(result.figures) == {"sizes", "rounds", "10", "20", "among others"}
    for size in ("10", "20"):
        assert not [e for of in result.figures[size]["turns"].values() for e in of["errors"]]
        assert [len(of["milliseconds"]) for of in result.figures[size]["searches"].values()] == [2, 2, 2]


def test_invented_statements_are_all_different() -> None:
    assert len({statement(number) for number in range(10_000)}) == 10_000
    assert len({question(number) for number in range(10_000)}) == 10_000
    assert len({turn.user for turn in turns("c")}) == 98
