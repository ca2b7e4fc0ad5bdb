"""What stands beside the graphs: health, closed CORS, the start."""

import json
import re
from uuid import uuid4

import httpx
import pytest
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError

from memory.platform.identity import memory_thread_id
from tests.provider.process import ScriptedProvider
from tests.server.process import PROJECT, Server, clean_environment, copy_project, running_server
from tests.server.talk import PERSON, say, settled

pytestmark = pytest.mark.server


async def test_health_names_each_dependency_and_no_user_data(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        health = (await http.get("/health")).json()
    counters = health.pop("counters")
    assert all(isinstance(count, int) and re.fullmatch(r"[a-z_.]+", name) for name, count in counters.items())
    assert health == {"status": "ok", "store": "ok", "embedding": "ok", "chat_model": "ok", "model": "chatter"}


@pytest.mark.parametrize(
    ("origin", "allowed"), [("https://smith.langchain.com", True), ("https://evil.example", False)]
)
async def test_only_studio_may_call_from_a_browser(server: Server, origin: str, allowed: bool) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        response = await http.get("/ok", headers={"Origin": origin})
    assert (response.headers.get("access-control-allow-origin") == origin) is allowed


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "https://smith.langchain.com"}, 200),
        ({"origin": "http://localhost:3000"}, 200),
        ({"origin": "https://evil.example"}, 401),
        ({"origin": "null"}, 401),
        ({"host": "evil.example"}, 401),
    ],
)
async def test_a_page_of_another_site_cannot_write_to_the_local_users_memory(
    server: Server, headers: dict[str, str], status: int
) -> None:
    """A browser sends such a request without asking, and keeps only the answer from the page."""
    plain = {**headers, "content-type": "text/plain"}
    async with httpx.AsyncClient(base_url=server.url) as http:
        for path, body in (("/threads", b"{}"), ("/memory/import", b"{}"), ("/runs/cancel", b'{"status": "all"}')):
            answer = await http.post(path, content=body, headers=plain)
            assert (answer.status_code == 401) is (status == 401)


async def test_a_conversation_can_be_shown_again_and_a_memory_thread_cannot(
    server: Server, client: LangGraphClient, provider: ScriptedProvider
) -> None:
    said = await say(client, "我住在杭州的西湖边")
    await settled(client)
    async with httpx.AsyncClient(base_url=server.url) as http:
        shown = (await http.get(f"/threads/{said.thread_id}/hydration")).json()
        refused = [
            await http.get(f"/threads/{id}/hydration") for id in (memory_thread_id(PERSON), str(uuid4()), "no-uuid")
        ]
    assert [(m["role"], m["text"]) for m in shown["messages"]] == [("user", "我住在杭州的西湖边"), ("assistant", "OK.")]
    assert shown["restored"]
    assert [response.status_code for response in refused] == [404, 404, 404]
    assert "西湖" not in "".join(response.text for response in refused)


def test_a_wrong_setting_stops_the_start_and_is_named(
    tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]
) -> None:
    folder = copy_project(tmp_path_factory.mktemp("wrong"))
    wrong = environment | {"AI_MIND_RECALL_DEADLINE_MS": "soon"}
    with pytest.raises(RuntimeError, match="AI_MIND_RECALL_DEADLINE_MS"), running_server(folder, wrong):
        pass


def test_nothing_of_the_machine_is_written_into_the_configuration() -> None:
    config = json.loads((PROJECT / "langgraph.json").read_text())
    assert set(config["graphs"]) == {"chat", "memory_extraction", "compaction"}
    assert all("'" not in graph["description"] for graph in config["graphs"].values())  # it would break the Dockerfile
    assert config["store"]["index"]["dims"] == 384
    assert not any(name.startswith("AI_MIND_") for name in clean_environment() if name != "AI_MIND_ENV_FILE")


async def test_the_local_user_makes_assistants_and_changes_none_of_the_servers(client: LangGraphClient) -> None:
    """Studio makes them; the server's own are readable and not writable."""
    systems = await client.assistants.search(metadata={"created_by": "system"})
    assert {one["graph_id"] for one in systems} == {"chat", "memory_extraction", "compaction"}
    for attempt in (
        client.assistants.update(systems[0]["assistant_id"], name="mine"),
        client.assistants.delete(systems[0]["assistant_id"]),
    ):
        with pytest.raises(NotFoundError):
            await attempt
    assert await client.assistants.search(metadata={"created_by": "system"}) == systems
    own = await client.assistants.create("chat", context={"system_prompt": "简短"}, name="简短")
    assert (await client.assistants.update(own["assistant_id"], name="更短"))["name"] == "更短"
    await client.assistants.delete(own["assistant_id"])
