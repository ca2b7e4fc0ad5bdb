"""After a restart on Postgres the server knows no thread any more; whose it is, and what goes with it, still holds."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import time
from typing import Any

import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import ConflictError, NotFoundError

from memory.platform.access.authentication import Session
from memory.platform.identity import compaction_thread_id
from memory.platform.postgres.migrations import set_up
from memory.platform.services import embeddings
from tests.provider.process import ScriptedProvider, says
from tests.server.process import Server, copy_project, running_server
from tests.server.talk import say, values
from tests.server.traces import found

pytestmark = pytest.mark.server

CONFIG = "langgraph.postgres.json"
SECRET, NEWER = "a-secret-of-more-than-32-characters", "another-secret-of-more-than-32-characters"
CANARY = "canary-9931"
QUIET: dict[str, Any] = {"memory_enabled": False}


@asynccontextmanager
async def calling(server: Server, name: str) -> AsyncIterator[LangGraphClient]:
    headers = {"authorization": f"Bearer {Session(name, int(time())).token(SECRET)}"}
    async with get_client(url=server.url, headers=headers) as client:
        yield client


async def test_a_conversation_stays_its_owners_and_is_deleted_whole(
    tmp_path: Path, environment: dict[str, str], new_database: Callable[[], str], provider: ScriptedProvider
) -> None:
    """Also when the secret is replaced at the restart."""
    folder, url = copy_project(tmp_path), new_database()
    set_up(url, embeddings, 384)
    mode = {"AI_MIND_AUTH": "session", "AI_MIND_RETAINED_TURNS": "1", "AI_MIND_SLACK_TURNS": "0", "DATABASE_URL": url}
    summary = json.dumps({"summary": f"用户计划{CANARY}的旅行", "pins": []}, ensure_ascii=False)
    provider.script(says(summary, model="compactor"))
    with running_server(folder, environment | mode | {"AI_MIND_SESSION_SECRET": SECRET}, CONFIG) as server:
        async with calling(server, "owner") as client:
            thread = (await say(client, f"我们在计划{CANARY}的旅行", context=QUIET)).thread_id
            await say(client, "还要准备什么", thread_id=thread, context=QUIET)
            companion = compaction_thread_id(thread)
            [run] = await client.runs.list(companion, limit=1)
            await client.runs.join(companion, run["run_id"])
    with running_server(folder, environment | mode | {"AI_MIND_SESSION_SECRET": f"{NEWER},{SECRET}"}, CONFIG) as server:
        async with calling(server, "stranger") as stranger:
            message: Any = {"messages": [{"role": "user", "content": "我们在计划什么"}]}
            for id in (thread, companion):
                with pytest.raises(NotFoundError):
                    await stranger.threads.get_state(id)
                with pytest.raises(ConflictError):
                    await stranger.threads.create(thread_id=id, if_exists="do_nothing")
                with pytest.raises(ConflictError):
                    await stranger.runs.create(id, "chat", input=message, if_not_exists="create")
        async with calling(server, "owner") as client:
            assert CANARY in (await values(client, thread))["messages"][0]["content"]
            await client.threads.delete(thread)
        assert found(url, CANARY) == []
