"""One scripted provider and one server for the whole storey."""

from collections.abc import AsyncIterator, Iterator

import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from tests.provider.process import ScriptedProvider
from tests.server.process import Server, clean_environment, copy_project, running_server
from tests.server.talk import settled

SECRET_KEY = "sk-test-0123456789abcdef0123456789abcdef"


@pytest.fixture(scope="session")
def provider() -> Iterator[ScriptedProvider]:
    with ScriptedProvider.started() as provider:
        yield provider


@pytest.fixture(scope="session")
def environment(provider: ScriptedProvider) -> dict[str, str]:
    return clean_environment(
        OPENAI_API_KEY=SECRET_KEY,
        OPENAI_BASE_URL=provider.base_url,
        AI_MIND_CHAT_MODEL="chatter",
        AI_MIND_EXTRACTION_MODEL="extractor",
        AI_MIND_COMPACTION_MODEL="compactor",
        AI_MIND_MODEL_RETRIES="0",
    )


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Iterator[Server]:
    with running_server(copy_project(tmp_path_factory.mktemp("server")), environment) as server:
        yield server


@pytest.fixture(scope="session")
async def client(server: Server) -> AsyncIterator[LangGraphClient]:
    async with get_client(url=server.url) as client:
        yield client


@pytest.fixture(autouse=True)
async def _fresh_script(request: pytest.FixtureRequest, provider: ScriptedProvider) -> AsyncIterator[None]:
    """Begin with an empty script, and let no extraction of one test run into the next."""
    provider.script()
    yield
    for name in {"client", "broken"} & set(request.fixturenames):
        await settled(request.getfixturevalue(name))
