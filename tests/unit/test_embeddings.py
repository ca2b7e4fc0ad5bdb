"""The embedding model: prefixes, lengths, corrections, and the real one's order of magnitude."""

import asyncio
import math

import numpy as np
import pytest

from memory.platform.embeddings import DIMENSIONS, QUERY_PREFIX, LocalEmbeddings, checked, embeddings
from tests.fakes import BigramEncoder


async def test_a_text_is_embedded_once_although_several_ask() -> None:
    encoder = BigramEncoder()
    local = LocalEmbeddings(encoder)
    await asyncio.gather(*[local.aembed_query("我喜欢吃桃子") for _ in range(5)])
    assert local.embed_query("我喜欢吃桃子") == (await local.aembed_query("我喜欢吃桃子"))
    assert encoder.encoded.count("我喜欢吃桃子") == 1
    await local.aembed_documents(["我喜欢吃桃子"])
    assert encoder.encoded.count("我喜欢吃桃子") == 2


async def test_a_marked_query_is_one_whichever_method_gets_it() -> None:
    plain = await embeddings.aembed_query("我喜欢吃什么")
    assert await embeddings.aembed_query(QUERY_PREFIX + "我喜欢吃什么") == plain
    assert await embeddings.aembed_documents([QUERY_PREFIX + "我喜欢吃什么"]) == [plain]
    assert await embeddings.aembed_documents(["我喜欢吃什么"]) != [plain]


async def test_what_is_remembered_is_bounded() -> None:
    encoder = BigramEncoder()
    local = LocalEmbeddings(encoder)
    await local.aembed_documents([f"text {number}" for number in range(300)])
    await local.aembed_documents(["text 0"])
    assert encoder.encoded.count("text 0") == 2


@pytest.mark.parametrize("vector", [[0.1] * 768, [], [0.1] * (DIMENSIONS - 1)])
def test_a_wrong_length_is_refused_with_both_numbers(vector: list[float]) -> None:
    with pytest.raises(ValueError, match=f"{len(vector)} dimensions.*{DIMENSIONS}"):
        checked(vector)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_vector_that_is_not_finite_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="not finite"):
        checked([0.1] * (DIMENSIONS - 1) + [bad])


async def test_the_real_model_tells_query_from_passage_and_ranks_by_meaning() -> None:
    query = np.array(await embeddings.aembed_query("我对什么过敏"))
    passages = np.array(await embeddings.aembed_documents(["我对青霉素过敏", "我喜欢看推理小说", "我对什么过敏"]))
    assert query.shape == (DIMENSIONS,)
    assert np.linalg.norm(query) == pytest.approx(1, abs=1e-3)
    assert not np.allclose(query, passages[2])
    scores = passages @ query
    assert scores[0] > scores[1]


async def test_the_correction_takes_off_what_any_text_has_in_common() -> None:
    """Raw cosines in the test, so that a change of the model shows: unrelated Chinese lies near 0.8."""
    text, question, unrelated = "我的工位号是 B7-219", "我的工位号是什么", "讲个笑话"
    semantic = await embeddings.semantic(text)
    passage = np.array((await embeddings.aembed_documents([text]))[0])
    raw = [float(passage @ np.array(await embeddings.aembed_query(q))) for q in (question, unrelated)]
    assert raw[0] == pytest.approx(0.943, abs=0.01)
    assert raw[1] > 0.75
    corrected = [score - semantic.zh - semantic.hub for score in raw]
    assert corrected[0] > 0.05
    assert corrected[1] < 0
