"""Calibration: what a model must separate, and what is refused."""

import math
from collections.abc import Sequence
from hashlib import sha256

import pytest

from memory.platform.store.encoders import LOCAL_DIMENSIONS, LocalEncoder
from scripts.calibrate import FOREIGN_SHARE, ORDINARY_SHARE, Sets, Useless, calibrate, read_sets

SIZE = 4
"""People of the set that are enough for a test."""


@pytest.fixture(scope="module")
def sets() -> Sets:
    whole = read_sets()
    names = list(whole.people)[:2] + list(whole.people)[5:7]
    questions = [question for question in whole.questions if question.person in names]
    return Sets({name: whole.people[name] for name in names}, questions, whole.ordinary[::6])


class Noise:
    """Vectors that have nothing to do with the texts."""

    async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        return [self._vector(text, query) for text in texts]

    def _vector(self, text: str, query: bool) -> list[float]:
        drawn = (sha256(f"{text}{query}{n}".encode()).digest()[0] for n in range(16))
        return [math.sin(float(number)) for number in drawn]


async def test_the_real_model_separates_and_lets_through_no_more_than_it_may(sets: Sets) -> None:
    made = await calibrate(LocalEncoder(), "multilingual-e5-small", LOCAL_DIMENSIONS, sets)
    assert float(made.how["found"]) > 0.5
    assert float(made.how["ordinary"]) <= ORDINARY_SHARE + 0.01
    assert float(made.how["foreign"]) <= FOREIGN_SHARE + 0.01
    assert 0 < made.threshold < made.impersonal
    assert made.how["memories"] == 20 * SIZE


async def test_a_model_that_separates_nothing_is_refused(sets: Sets) -> None:
    words = [question for question in sets.questions if question.kind == "paraphrase"]  # words alone find the others
    with pytest.raises(Useless, match="separates nothing"):
        await calibrate(Noise(), "noise", 16, Sets(sets.people, words, sets.ordinary))


def test_the_set_is_large_mixed_and_about_different_people() -> None:
    whole = read_sets()
    assert len(whole.people) == 12
    assert all(len(known) == 20 for known in whole.people.values())
    assert len(whole.ordinary) >= 230
    assert 0.45 <= sum(query.language == "zh" for query in whole.ordinary) / len(whole.ordinary) <= 0.55
    ids = {memory.id for known in whole.people.values() for memory in known}
    assert {id for question in whole.questions for id in question.expect} == ids
