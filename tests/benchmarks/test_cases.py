"""The cases that go wrong run, in small, and tell a spoilt answer from a good one."""

from collections.abc import Callable, Iterator

import pytest

from benchmarks.peers.embedding import HashEncoder
from benchmarks.peers.langmem_ import LangMem
from benchmarks.peers.library import Library
from benchmarks.peers.mem0_ import Mem0
from benchmarks.peers.model import ModelProcess
from benchmarks.peers.ours import Ours
from benchmarks.write_path.cases import MOST_REQUESTS
from benchmarks.write_path.going_wrong import Kept, outage, residue, spoilt, twice_at_once

OPEN: dict[str, Callable[[str], Library]] = {
    "ours": lambda url: Ours(url, HashEncoder()),
    "mem0": lambda url: Mem0(url, HashEncoder(), skipping=True),
    "langmem": lambda url: LangMem(url, HashEncoder(), patching=True),
}


@pytest.fixture(scope="module")
def model() -> Iterator[ModelProcess]:
    with ModelProcess.started() as model:
        yield model


@pytest.mark.parametrize("name", OPEN)
async def test_everybody_keeps_what_is_answered_well(model: ModelProcess, name: str) -> None:
    if name != "ours":
        pytest.importorskip(name)
    library = OPEN[name](model.base_url)
    assert await spoilt(library, model, form="plain", given_up_s=30) == (Kept(2, 2, 2, ""),) * 2
    await library.close()


async def test_ours_reads_a_cut_off_answer_with_the_next_turn(model: ModelProcess) -> None:
    lost = Kept(2, 0, 2, "RuntimeError: malformed_output")
    found = await spoilt(OPEN["ours"](model.base_url), model, form="cut off", given_up_s=30)
    assert found == (lost, lost)


async def test_ours_goes_through_an_outage_a_race_and_a_deletion(model: ModelProcess) -> None:
    library = OPEN["ours"](model.base_url)
    down = await outage(library, model, given_up_s=30)
    assert (down.kept.at_once, down.kept.in_the_end, down.kept.error) == (0, 2, "RuntimeError: provider_failed")
    assert down.requests <= MOST_REQUESTS
    assert await twice_at_once(library, model) == 1
    assert not (await residue(library, model)).memory
