"""The embedding model: prefixes, lengths, corrections, the breaker, and the real one's order of magnitude."""

import asyncio
import math
from collections.abc import Sequence

import numpy as np
import pytest

from memory.platform.services import local_embeddings as embeddings
from memory.platform.store.embeddings import QUERY_PREFIX, TRIPS, EmbeddingError, MemoryEmbeddings, checked
from tests.fakes import DIMENSIONS, BigramEncoder, fake_embeddings, plain_calibration


async def test_a_text_is_embedded_once_although_several_ask() -> None:
    encoder = BigramEncoder()
    local = fake_embeddings(encoder)
    first = await local.aembed_query("我喜欢吃桃子")
    assert await local.aembed_documents([QUERY_PREFIX + "我喜欢吃桃子"]) == [first]
    assert await local.aembed_query("我喜欢吃桃子") == first
    assert encoder.encoded == ["我喜欢吃桃子"]
    await local.aembed_documents(["我喜欢吃桃子"])
    assert len(encoder.encoded) == 2


async def test_a_marked_query_is_one_whichever_method_gets_it() -> None:
    plain = await embeddings.aembed_query("我喜欢吃什么")
    assert await embeddings.aembed_query(QUERY_PREFIX + "我喜欢吃什么") == plain
    assert await embeddings.aembed_documents([QUERY_PREFIX + "我喜欢吃什么"]) == [plain]
    assert await embeddings.aembed_documents(["我喜欢吃什么"]) != [plain]


def test_scripts_may_use_it_without_a_loop() -> None:
    local = fake_embeddings()
    assert local.embed_query("我") == local.embed_documents(["我"])[0]


async def test_what_is_remembered_is_bounded() -> None:
    encoder = BigramEncoder()
    local = fake_embeddings(encoder)
    await local.aembed_documents([f"text {number}" for number in range(600)])
    await local.aembed_documents(["text 0"])
    assert encoder.encoded.count("text 0") == 2


@pytest.mark.parametrize("vector", [[0.1] * 768, [], [0.1] * (DIMENSIONS - 1)])
def test_a_wrong_length_is_refused_with_both_numbers(vector: list[float]) -> None:
    with pytest.raises(ValueError, match=f"{len(vector)} dimensions.*{DIMENSIONS}"):
        checked(vector, plain_calibration())


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_vector_that_is_not_finite_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="not finite"):
        checked([0.1] * (DIMENSIONS - 1) + [bad], plain_calibration())


def test_a_vector_of_zeros_is_refused() -> None:
    """Case B63."""
    with pytest.raises(ValueError, match="zeros"):
        checked([0.0] * DIMENSIONS, plain_calibration())


async def test_an_empty_text_is_never_sent() -> None:
    """Case B46."""
    encoder = BigramEncoder()
    with pytest.raises(EmbeddingError):
        await fake_embeddings(encoder).aembed_documents(["我", " "])
    assert encoder.encoded == []


async def test_a_model_that_keeps_failing_is_left_alone_for_a_while() -> None:
    """Case B62: ten turns do not wait ten times."""
    encoder = BigramEncoder(broken=lambda text: True)
    local = fake_embeddings(encoder)
    for number in range(10):
        with pytest.raises((RuntimeError, EmbeddingError)):
            await local.aembed_query(f"问题 {number}")
    assert len(encoder.encoded) == TRIPS
    local.breaker.rests_until = 0  # the rest is over: one call may try
    with pytest.raises(RuntimeError):
        await local.aembed_query("问题 11")
    assert len(encoder.encoded) == TRIPS + 1


async def test_a_vector_that_is_pushed_out_meanwhile_is_still_returned() -> None:
    local = fake_embeddings()
    await local.aembed_documents(["A"])
    both, _ = await asyncio.gather(
        local.aembed_documents(["A", "B"]), local.aembed_documents([f"t{n}" for n in range(600)])
    )
    assert len(both) == 2


async def test_a_user_who_cancels_is_no_failure_of_the_model() -> None:
    hanging = MemoryEmbeddings(Hanging(), plain_calibration())
    for _ in range(TRIPS):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await hanging.aembed_query("我喜欢吃什么")
    assert not hanging.breaker.resting


async def test_one_success_forgets_the_failures() -> None:
    local = fake_embeddings(BigramEncoder(broken=lambda text: "坏" in text))
    for text in ("坏 1", "坏 2"):
        with pytest.raises(RuntimeError):
            await local.aembed_query(text)
    await local.aembed_query("好")
    assert local.breaker.failures == 0


class Hanging:
    """Never returns."""

    async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        await asyncio.sleep(60)
        return []


async def test_a_model_that_hangs_is_given_up_and_leaves_no_task() -> None:
    before = asyncio.all_tasks()
    hanging = MemoryEmbeddings(Hanging(), plain_calibration(), timeout_s=0.02)
    with pytest.raises(TimeoutError):
        await hanging.aembed_query("我喜欢吃什么")
    assert hanging.breaker.failures == 1
    assert asyncio.all_tasks() == before


async def test_a_model_that_returns_too_few_vectors_is_refused() -> None:
    class Short(BigramEncoder):
        async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
            return (await super().encode(texts, query=query))[1:]

    with pytest.raises(ValueError, match="0 vectors for 1 texts"):
        await fake_embeddings(Short()).aembed_query("我")


async def test_the_real_model_tells_query_from_passage_and_ranks_by_meaning() -> None:
    query = np.array(await embeddings.aembed_query("我对什么过敏"))
    passages = np.array(await embeddings.aembed_documents(["我对青霉素过敏", "我喜欢看推理小说", "我对什么过敏"]))
    assert query.shape == (DIMENSIONS,)
    assert np.linalg.norm(query) == pytest.approx(1, abs=1e-3)
    assert not np.allclose(query, passages[2])
    scores = passages @ query
    assert scores[0] > scores[1]


async def test_a_question_finds_a_memory_of_the_other_language_before_an_unrelated_one_of_its_own() -> None:
    """Point 5: with raw cosines the unrelated Chinese text is nearer to the Chinese question."""
    memories = np.array(await embeddings.aembed_documents(["I'm allergic to peanuts", "我喜欢看推理小说"]))
    chinese = memories @ np.array(await embeddings.aembed_query("我对什么食物过敏"))
    assert chinese[0] > chinese[1] + 0.2
    memories = np.array(await embeddings.aembed_documents(["我对花生过敏", "I like detective novels"]))
    english = memories @ np.array(await embeddings.aembed_query("which food am I allergic to?"))
    assert english[0] > english[1] + 0.2


async def test_unrelated_texts_are_near_zero_in_both_languages() -> None:
    """Raw they lie near 0.9 and 0.8. Numbers in the test, so that a change of the model shows (case B70)."""
    memories = np.array(await embeddings.aembed_documents(["我的工位号是 B7-219", "My desk is number B7-219"]))
    for question in ("讲个笑话", "Tell me a joke"):
        assert np.abs(memories @ np.array(await embeddings.aembed_query(question))).max() < 0.25
    own, other = memories @ np.array(await embeddings.aembed_query("我的工位号是什么"))
    assert own == pytest.approx(0.726, abs=0.02)
    assert other == pytest.approx(0.199, abs=0.1)
