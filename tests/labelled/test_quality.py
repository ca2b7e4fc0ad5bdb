"""Extraction with the embedded model, on labelled turns in both languages.

`dev` and `test` were looked at while rules and prompt were made. `fresh` was written afterwards by
somebody who knew neither; of its faults one earlier run was looked at.
"""

from collections.abc import AsyncIterator

import pytest

from memory.platform.local_server import EmbeddedServer
from memory.platform.models import ConfiguredModels, Model
from memory.platform.settings import Settings
from tests.labelled.measure import Score, extract, measure, rows

pytestmark = [pytest.mark.model, pytest.mark.timeout(1200)]


@pytest.fixture(scope="module")
async def model() -> AsyncIterator[Model]:
    settings = Settings(_env_file=None, OPENAI_API_KEY="", OPENAI_BASE_URL="")
    embedded = EmbeddedServer(settings)
    yield await ConfiguredModels(settings, embedded.url).get("extraction")
    embedded.stop()


@pytest.mark.parametrize(
    ("said", "type", "part"),
    [
        ("记住我喜欢吃桃子", "user_preference", "桃子"),
        ("我不吃香菜", "user_preference", "香菜"),
        ("以后解释技术问题先用大白话再补充专业说法", "communication_preference", "大白话"),
        ("I'm allergic to peanuts", "recurring_constraint", "peanuts"),
        ("From now on answer briefly", "communication_preference", "briefly"),
        ("Never suggest paid tools to me", "standing_instruction", "paid tools"),
    ],
)
async def test_plain_statements(model: Model, said: str, type: str, part: str) -> None:
    [admitted] = (await extract(model, said))[0]
    assert admitted.candidate.type == type
    assert part in admitted.candidate.text


@pytest.mark.parametrize(
    "said",
    [
        "明天下午三点开会",
        "记得上次爬山吗？",
        "How do I boil an egg?",
        "帮我把这段翻译成英文：我喜欢你",
        "别记住这句话：我在找新工作",
    ],
)
async def test_silence(model: Model, said: str) -> None:
    assert (await extract(model, said))[0] == []


async def test_precision_and_recall(model: Model) -> None:
    seen = await measure(model, [row for row in rows() if row["split"] != "fresh"])
    fresh = await measure(model, rows("fresh"))
    report("seen", seen)
    report("fresh", fresh)
    assert seen.precision >= 0.9
    assert seen.recall >= 0.8
    assert fresh.precision >= 0.85
    assert fresh.recall >= 0.65


def report(name: str, score: Score) -> None:
    print(f"\n{name}: {score}")
    for fault in score.faults:
        print(f"  {fault}")
