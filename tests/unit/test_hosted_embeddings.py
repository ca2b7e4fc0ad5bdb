"""A hosted embedding model behind the OpenAI protocol: what is sent, what is refused, what stops the start."""

import json
from typing import Any

import httpx2
import pytest

from memory.errors import SettingsError
from memory.platform.settings import Settings
from memory.platform.store import calibrations
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.encoders import LOCAL_DIMENSIONS, LOCAL_MODEL, HostedEncoder
from memory.platform.web.startup import check_index
from tests.fakes import DIMENSIONS, plain_calibration


class Endpoint:
    """Takes what strict servers take: texts, few at a time, not long, never empty (case B46)."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.status = 200
        self.dimensions = DIMENSIONS

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        body = json.loads(request.content)
        self.requests.append(body | {"key": request.headers["authorization"], "path": request.url.path})
        texts = body["input"]
        if self.status != 200:
            return httpx2.Response(self.status, json={"error": {"message": "no"}})
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            return httpx2.Response(422, json={"error": {"message": "texts only"}})
        if len(texts) > 10 or not all(0 < len(text) <= 512 for text in texts):
            return httpx2.Response(400, json={"error": {"message": "too much"}})
        if "dimensions" in body:
            return httpx2.Response(400, json={"error": {"message": "dimensions are not supported"}})
        data = [
            {"object": "embedding", "index": n, "embedding": [float(len(text) + i) for i in range(self.dimensions)]}
            for n, text in enumerate(texts)
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return httpx2.Response(200, json={"object": "list", "model": body["model"], "data": data, "usage": usage})


def hosted(endpoint: Endpoint, **changes: Any) -> MemoryEmbeddings:
    given: dict[str, Any] = {
        "embedding_model": "text-embedding-v9", "embedding_base_url": "https://embed.example/v1",
        "embedding_api_key": "sk-test", **changes,
    }  # fmt: skip
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(endpoint))
    encoder = HostedEncoder(Settings(_env_file=None, **given), client)
    return MemoryEmbeddings(encoder, plain_calibration(model="text-embedding-v9"), timeout_s=5)


async def test_texts_are_sent_as_texts_cut_and_in_batches() -> None:
    endpoint = Endpoint()
    vectors = await hosted(endpoint).aembed_documents([f"记忆 {n} " + "长" * 600 for n in range(25)])
    assert len(vectors) == 25
    assert [len(request["input"]) for request in endpoint.requests] == [10, 10, 5]
    assert all(len(text) == 512 for request in endpoint.requests for text in request["input"])
    assert all(request["encoding_format"] == "float" for request in endpoint.requests)
    assert endpoint.requests[0]["key"] == "Bearer sk-test"


async def test_a_length_is_asked_for_only_when_told_to() -> None:
    """Case B63: some models refuse the parameter."""
    endpoint = Endpoint()
    await hosted(endpoint).aembed_query("我")
    with pytest.raises(Exception, match="dimensions are not supported"):
        await hosted(endpoint, embedding_send_dimensions=True).aembed_query("我")
    assert endpoint.requests[1]["dimensions"] == DIMENSIONS


async def test_another_length_than_the_index_has_is_refused() -> None:
    endpoint = Endpoint()
    endpoint.dimensions = 768
    with pytest.raises(ValueError, match=r"768 dimensions; store.index.dims is 384"):
        await hosted(endpoint).aembed_query("我")


@pytest.mark.parametrize("status", [401, 429, 500])
async def test_a_failing_endpoint_is_asked_once_a_call(status: int) -> None:
    endpoint = Endpoint()
    endpoint.status = status
    with pytest.raises(Exception, match=str(status)):
        await hosted(endpoint).aembed_query("我")
    assert len(endpoint.requests) == 1


def test_an_index_of_another_length_stops_the_start() -> None:
    check_index(None, 384)
    check_index(json.dumps({"index": {"dims": 384}}), 384)
    check_index(json.dumps({"path": "./store.py:store"}), 384)
    with pytest.raises(ValueError, match=r"dims in langgraph.json is 384.*has 1536"):
        check_index(json.dumps({"index": {"dims": 384}}), 1536)


def test_a_model_that_was_not_calibrated_stops_the_start_and_says_what_to_do() -> None:
    with pytest.raises(SettingsError, match="make calibrate"):
        calibrations.load("text-embedding-nobody-knows", 1536)


def test_the_local_models_calibration_is_whole() -> None:
    made = calibrations.load(LOCAL_MODEL, LOCAL_DIMENSIONS)
    assert {len(mean) for mean in (*made.questions.values(), *made.memories.values())} == {LOCAL_DIMENSIONS}
    assert 0 < made.threshold < made.impersonal < 1
    assert made.how["questions"] == 240
    with pytest.raises(SettingsError, match="was calibrated with 384"):
        calibrations.load(LOCAL_MODEL, 1024)
