"""Each library behind its interface learns, finds, forgets as far as it can, and says what it cost."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.peers.answers import Fact, Said
from benchmarks.peers.embedding import HashEncoder
from benchmarks.peers.langmem_ import LangMem
from benchmarks.peers.library import Library
from benchmarks.peers.measured import Spent, added, searched
from benchmarks.peers.mem0_ import Mem0
from benchmarks.peers.model import ModelProcess
from benchmarks.peers.ours import Ours

HANGZHOU = Fact(text="用户住在杭州", evidence="我住在杭州", subject="住址")
SHANGHAI = Fact(text="用户住在上海", evidence="我住在上海", subject="住址", about=("用户住在杭州",))


@pytest.fixture(scope="module")
def model() -> Iterator[ModelProcess]:
    with ModelProcess.started() as model:
        yield model


def turn(text: str, id: str = "t1") -> Any:
    return SimpleNamespace(id=id, conversation="c1", user=text, assistant="好的")


async def told_twice(library: Library, model: ModelProcess) -> list[Spent]:
    first = await added(library, model, "p", turn("我住在杭州"), Said(facts=(HANGZHOU,)))
    moved = turn("我搬家了，现在我住在上海", "t2")
    return [first, await added(library, model, "p", moved, Said(facts=(SHANGHAI,)))]


async def test_ours(model: ModelProcess) -> None:
    library = Ours(model.base_url, HashEncoder())
    spent = await told_twice(library, model)
    assert await library.records("p") == ["用户住在上海"]
    assert [(len(one.calls), one.operations["put"], one.error) for one in spent] == [
        (1, 2, "")
    ] * 2  # the memory and the stamp
    assert not (await added(library, model, "p", turn("你好", "t3"), Said())).calls
    assert await library.records("another") == []


async def test_ours_says_that_the_model_failed(model: ModelProcess) -> None:
    library = Ours("http://127.0.0.1:9/v1", HashEncoder())
    failed = await added(library, model, "p", turn("我住在杭州"), Said())
    assert "provider_failed" in failed.error


async def test_mem0(model: ModelProcess) -> None:
    pytest.importorskip("mem0")
    library = Mem0(model.base_url, HashEncoder(), skipping=True)
    spent = await told_twice(library, model)
    assert sorted(await library.records("p")) == ["用户住在上海", "用户住在杭州"]
    assert [(len(one.calls), one.operations["vectors.insert"], one.error) for one in spent] == [(1, 1, "")] * 2
    await library.close()


@pytest.mark.parametrize(("patching", "left"), [(False, ["用户住在上海", "用户住在杭州"]), (True, ["用户住在上海"])])
async def test_langmem(model: ModelProcess, patching: bool, left: list[str]) -> None:
    pytest.importorskip("langmem")
    library = LangMem(model.base_url, HashEncoder(), patching=patching)
    spent = await told_twice(library, model)
    assert sorted(await library.records("p")) == left
    assert [(len(one.calls), one.operations["put"], one.error) for one in spent] == [(1, 1, "")] * 2
    await added(library, model, "p", turn("忘掉我住哪里", "t3"), Said(ended=("用户住在上海",)))
    assert sorted(await library.records("p")) == ([] if patching else left)


@pytest.mark.parametrize("name", ["ours", "mem0", "langmem"])
async def test_what_is_filled_in_is_found(model: ModelProcess, name: str) -> None:
    made: dict[str, Callable[[], Library]] = {
        "ours": lambda: Ours(model.base_url, HashEncoder()),
        "mem0": lambda: Mem0(model.base_url, HashEncoder(), skipping=False),
        "langmem": lambda: LangMem(model.base_url, HashEncoder(), patching=False),
    }
    if name != "ours":
        pytest.importorskip(name)
    library: Library = made[name]()
    await library.fill("p", ["我的猫叫煤球", "我在杭州教书"])
    assert len(await library.records("p")) == 2
    assert (await library.search("p", "我的猫叫什么"))[0] == "我的猫叫煤球"
    spent = await searched(library, model, "p", "我的猫叫什么呀")
    assert (spent.error, spent.calls) == ("", [])
    assert spent.operations
    await library.close()


async def test_tokens_are_those_of_the_request_and_the_answer(model: ModelProcess) -> None:
    library = Ours(model.base_url, HashEncoder())
    spent = await added(library, model, "p", turn("我住在杭州"), Said(facts=(HANGZHOU,)))
    [call] = spent.calls
    assert 900 < call.prompt_tokens - call.schema_tokens < 1_100
    assert 0 < call.schema_tokens < call.prompt_tokens
    assert 50 < call.completion_tokens < 150
