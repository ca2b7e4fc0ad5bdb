"""Extraction with the embedded model: the plain cases, and the `fresh` labelled turns."""

from collections.abc import AsyncIterator

import pytest

from memory.platform.models.local_server import EmbeddedServer
from memory.platform.models.models import ConfiguredModels, Model
from memory.platform.settings import Settings
from tests.labelled.measure import extract, measure, rows

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
    score = await measure(model, rows("fresh"))
    print("\n" + score.report("fresh"))
    assert score.precision >= 0.9
    assert score.recall >= 0.7
