"""Whatever a person says, and whatever breaks meanwhile: log, metrics, health and error bodies hold none of it."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from tests.provider.process import ScriptedProvider, candidate, proposes, says
from tests.server.process import Server, copy_project, running_server
from tests.server.talk import extract, learned, new_thread, say, settled, turn

pytestmark = pytest.mark.server

FLOWER, AZALEA = "canary-杜鹃花-7741", "canary-azalea-7742"
SECRETS = ("sk-proj-Zq8mVt3LpXw0RkYb7NcD", "Tr0ub4dor-Blau9", "11010519491231002X", "13912345678", "4539578763621486")
WATCHED = (FLOWER, AZALEA, *SECRETS)
SAID = f"请记住：我家的花叫{FLOWER}，我长期吃素。Please remember that my boat is called {AZALEA}."
HOLDS_SECRETS = "我的API key是{}，密码是{}，身份证号{}，电话{}，银行卡{}，请记住".format(*SECRETS)
TOOLS = '''
def breaks(text: str) -> str:
    """Break."""
    raise RuntimeError(text)
'''
Watch = Callable[..., Awaitable[None]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("watched"))


@pytest.fixture(scope="module")
def watched(folder: Path, environment: dict[str, str]) -> Iterator[Server]:
    (folder / "faults.json").write_text("{}")
    (folder / "own_tools.py").write_text(TOOLS)
    more = {"AI_MIND_TEST_FAULTS": str(folder / "faults.json"), "AI_MIND_TOOLS": "own_tools:breaks"}
    with running_server(folder, environment | more, "tests/server/langgraph.faulty.json") as server:
        yield server


@pytest.fixture(scope="module")
async def broken(watched: Server) -> AsyncIterator[LangGraphClient]:
    async with get_client(url=watched.url) as client:
        yield client


@pytest.fixture
def faults(folder: Path) -> Iterator[Callable[..., None]]:
    def tell(**faults: Any) -> None:
        (folder / "faults.json").write_text(json.dumps(faults))

    yield tell
    tell()


@pytest.fixture
async def watch(watched: Server, broken: LangGraphClient) -> Watch:
    """Look for everything watched in all the places, and in the errors a test has been given."""

    async def look(*errors: str) -> None:
        await settled(broken)
        async with httpx.AsyncClient(base_url=watched.url) as http:
            pages = {path: (await http.get(path)).text for path in ("/metrics", "/health")}
        places = {**pages, "log": watched.logged(), **{f"error {n}": text for n, text in enumerate(errors)}}
        assert "ai_mind_chat_turns_total" in places["/metrics"]
        found = {
            (place, line)
            for place, text in places.items()
            for line in text.splitlines()
            if any(form in line for one in WATCHED for form in (one, json.dumps(one)[1:-1], quote(one)))
        }
        assert found == set()

    return look


async def test_a_turn_what_is_learned_of_it_recalled_and_forgotten(
    broken: LangGraphClient, provider: ScriptedProvider, watch: Watch
) -> None:
    provider.script(
        says(f"好的，{FLOWER}。", model="chatter"),
        proposes(candidate(f"用户家的花叫{FLOWER}", f"我家的花叫{FLOWER}", FLOWER), contains="请记住：我家"),
        proposes(candidate(f"用户的密码是{SECRETS[1]}", f"密码是{SECRETS[1]}", "密码"), contains="API key"),
    )
    assert (await learned(broken, await say(broken, SAID)))["outcome"] == "processed"
    assert (await learned(broken, await say(broken, HOLDS_SECRETS)))["outcome"] != "processed"
    assert (await say(broken, f"我家的花叫什么？是{FLOWER}吗？")).recalled
    await learned(broken, await say(broken, f"忘掉我家的花叫{FLOWER}"))
    await watch()


async def test_a_conversation_that_is_compacted_recorded_pinned_and_shown(
    broken: LangGraphClient, provider: ScriptedProvider, watch: Watch, watched: Server
) -> None:
    summary = {"summary": f"用户家的花叫{FLOWER}。", "pins": [{"op": "add", "text": f"花叫{FLOWER}"}]}
    provider.script(says(json.dumps(summary, ensure_ascii=False), model="compactor"), says("好的。", model="chatter"))
    thread = await new_thread(broken)
    for number in range(11):
        await say(broken, f"第{number}件事：{FLOWER}", thread_id=thread)
    final: Any = {"source": "agent", "user_text": f"查{FLOWER}", "assistant_text": f"{AZALEA} 查好了。"}
    pins: Any = {"pins": [{"op": "add", "text": f"花叫{AZALEA}"}]}
    await broken.runs.wait(thread, "chat", input={"final_turn": final})
    await broken.runs.wait(thread, "chat", input=pins)
    async with httpx.AsyncClient(base_url=watched.url) as http:
        assert FLOWER in (await http.get(f"/threads/{thread}/hydration")).text
    await watch()


@pytest.mark.parametrize(
    "reply",
    [
        {"status": 401},
        {"status": 429},
        {"status": 500},
        {"raw": f'{{"choices": "{FLOWER} {AZALEA}"}}'},
        {"raw": f"<html>{FLOWER} {AZALEA}"},
        {"break_after": 2},
    ],
    ids=["401", "429", "500", "shape", "html", "broken-off"],
)
async def test_a_provider_that_echoes_what_it_was_sent(
    broken: LangGraphClient, provider: ScriptedProvider, watch: Watch, reply: dict[str, Any]
) -> None:
    provider.script(says(f"cannot do {FLOWER} {AZALEA}", **reply))
    said = await say(broken, SAID)
    extracted = await extract(broken, turn(SAID, id=str(uuid4())))
    thread: Any = {
        "messages": [{"id": "1", "role": "user", "text": SAID}, {"id": "2", "role": "assistant", "text": SAID}]
    }
    compacted = await broken.runs.wait(None, "compaction", input=thread)
    assert said.error
    assert isinstance(compacted, dict)
    assert compacted["outcome"] in ("provider_failed", "malformed_output")
    await watch(said.error, str(extracted), str(compacted))


@pytest.mark.parametrize("fault", ["write", "read", "embedding"])
async def test_a_store_and_an_embedding_model_that_quote_what_they_fail_on(
    broken: LangGraphClient, provider: ScriptedProvider, watch: Watch, faults: Callable[..., None], fault: str
) -> None:
    provider.script(proposes(candidate(f"用户家的花叫{FLOWER}{fault}", f"我家的花叫{FLOWER}{fault}", FLOWER)))
    text = f"请记住，我家的花叫{FLOWER}{fault}"
    faults(**{fault: True})
    said = await say(broken, text)
    result = await extract(broken, turn(text, id=str(uuid4())))
    assert said.answer == "OK."
    assert result["outcome"] == "store_failed"
    await watch(said.error, str(result))


async def test_a_tool_that_raises_with_what_it_was_told(
    broken: LangGraphClient, provider: ScriptedProvider, watch: Watch
) -> None:
    calls = [
        {"name": "breaks", "arguments": {"text": FLOWER}, "id": "1"},
        {"name": "breaks", "arguments": {"text": [AZALEA]}, "id": "2"},
        {"name": "canary", "arguments": {"text": FLOWER}, "id": "3"},
    ]
    provider.script(
        says("", model="chatter", contains="试试", tool_calls=calls), says("不行。", model="chatter"), proposes()
    )
    said = await say(broken, f"试试{FLOWER}")
    assert said.answer == "不行。"
    await watch(said.error)


WRONG_INPUT: list[tuple[str, Any, Any]] = [
    ("chat", {"messages": {"role": FLOWER, "content": FLOWER}}, None),
    ("chat", {"messages": [{"role": "user", "content": FLOWER * 4_000}]}, None),
    ("chat", {"messages": [{"role": "user", "content": "你好", "id": FLOWER * 20}]}, None),
    ("chat", {"final_turn": FLOWER}, None),
    ("chat", {"final_turn": {FLOWER: AZALEA}}, None),
    ("chat", {"final_turn": {"source": FLOWER, "status": [AZALEA]}}, None),
    ("chat", {"pins": FLOWER}, None),
    ("chat", {"pins": [{"op": FLOWER, "text": FLOWER}]}, None),
    ("chat", {"pins": [{"op": "retire", "id": FLOWER}]}, None),
    ("chat", {"pins": [{"op": "add", "text": FLOWER * 40}]}, None),
    ("chat", {"pins": [{"op": "add", "text": f"密码是{SECRETS[1]}"}]}, None),
    ("chat", {"messages": [{"role": "user", "content": "你好"}]}, {"timezone": FLOWER}),
    ("chat", {"messages": [{"role": "user", "content": "你好"}]}, {FLOWER: FLOWER}),
    ("chat", {"messages": [{"role": "user", "content": "你好"}]}, {"memory_enabled": FLOWER}),
    ("memory_extraction", {"turns": FLOWER}, None),
    ("memory_extraction", {"turns": [{FLOWER: FLOWER}]}, None),
    ("memory_extraction", {"turns": [turn(FLOWER, id="x", at=FLOWER)]}, None),
    ("memory_extraction", {"turns": [turn(FLOWER, id="x" * 300 + FLOWER)]}, None),
    ("memory_extraction", {"turns": [turn(FLOWER, id="x")], "pinned_decisions": [FLOWER]}, None),
    ("compaction", {"messages": FLOWER}, None),
    ("compaction", {"messages": [{"id": FLOWER, "role": FLOWER, "text": [FLOWER]}]}, None),
    ("compaction", {"messages": [], "pinned_decisions": {FLOWER: FLOWER}}, None),
]


@pytest.mark.parametrize(("graph", "sent", "context"), WRONG_INPUT, ids=map(str, range(len(WRONG_INPUT))))
async def test_input_of_any_shape(
    broken: LangGraphClient, watched: Server, watch: Watch, graph: str, sent: Any, context: Any
) -> None:
    """Through HTTP as it is: the SDK would refuse some of it."""
    thread = await new_thread(broken)
    body = {"assistant_id": graph, "input": sent} | ({"context": context} if context else {})
    async with httpx.AsyncClient(base_url=watched.url, timeout=30) as http:
        answer = await http.post(f"/threads/{thread}/runs/wait", json=body)
    await watch(answer.text if answer.status_code >= 400 else str(answer.json().get("__error__", "")))


async def test_what_the_server_itself_repeats_is_told_to_its_sender_only(
    broken: LangGraphClient, watched: Server, watch: Watch
) -> None:
    """The exceptions: input that is no object, and a name of a namespace. The library's errors quote these."""
    thread = await new_thread(broken)
    async with httpx.AsyncClient(base_url=watched.url, timeout=30) as http:
        for graph, sent in (("chat", FLOWER), ("chat", [FLOWER]), ("memory_extraction", FLOWER)):
            answer = await http.post(f"/threads/{thread}/runs/wait", json={"assistant_id": graph, "input": sent})
            assert answer.json()["__error__"]["error"] == "InvalidUpdateError"
        wrong = {"namespace": [f"a.{FLOWER}"], "key": "k", "value": {"x": AZALEA}}
        assert (await http.put("/store/items", json=wrong)).status_code == 422
        unknown = await http.post(f"/threads/{thread}/runs", json={"assistant_id": FLOWER, "input": {}})
        assert unknown.status_code in (404, 422)
    await watch()


async def test_requests_of_any_shape(broken: LangGraphClient, watched: Server, watch: Watch) -> None:
    thread = await new_thread(broken)
    async with httpx.AsyncClient(base_url=watched.url, timeout=30) as http:
        answers = [
            await http.get(f"/{FLOWER}"),
            await http.get(f"/{FLOWER}/{AZALEA}?q={FLOWER}"),
            await http.get(f"/threads/{FLOWER}"),
            await http.get(f"/threads/{FLOWER}/hydration"),
            await http.get(f"/threads/{thread}/runs/{FLOWER}?q={AZALEA}"),
            await http.get(f"/threads/{uuid4()}/state?q={FLOWER}"),
            await http.delete(f"/threads/{FLOWER}"),
            await http.post("/threads", json={"thread_id": FLOWER, "metadata": FLOWER}),
            await http.post("/threads", content=f"{{{FLOWER}"),
            await http.post("/threads/search", json={"status": FLOWER}),
            await http.post(f"/threads/{thread}/runs", json={"assistant_id": "chat", "input": {}, "webhook": [FLOWER]}),
            await http.post(f"/threads/{thread}/runs", json={"input": {"messages": FLOWER}}),
            await http.post(f"/threads/{thread}/runs/wait", json={"assistant_id": "chat", "config": FLOWER}),
            await http.post("/runs/wait", json=[FLOWER]),
            await http.post(f"/threads/{thread}/state", json={"values": FLOWER}),
            await http.post(f"/threads/{thread}/state", json={"values": {"messages": FLOWER}, "as_node": FLOWER}),
            await http.put("/store/items", json={"namespace": FLOWER, "key": "k", "value": {"x": FLOWER}}),
            await http.post("/store/items/search", json={"namespace_prefix": [], "filter": FLOWER}),
            await http.get("/store/items", params={"namespace": FLOWER, "key": FLOWER}),
            await http.post("/assistants/search", json={"metadata": FLOWER}),
        ]
    await watch(*(answer.text for answer in answers if answer.status_code >= 400))


async def test_the_memory_api(
    broken: LangGraphClient, provider: ScriptedProvider, watched: Server, watch: Watch, faults: Callable[..., None]
) -> None:
    place = f"{FLOWER}号院"
    provider.script(proposes(candidate(f"用户住在{place}", f"我住在{place}", place)))
    result = await extract(broken, turn(f"我住在{place}", id=str(uuid4())))
    assert result["outcome"] == "processed", result
    async with httpx.AsyncClient(base_url=watched.url, timeout=30) as http:
        [item] = (await http.get("/memory", params={"q": place})).json()["items"]
        at = f"/memory/{item['id']}"
        answers = [
            await http.get(at),
            await http.patch(at, json={"text": f"用户住在{AZALEA}"}, headers={"If-Match": f'"{item["version"]}"'}),
            await http.patch(at, json={"text": f"用户的密码是{SECRETS[1]}"}),
            await http.patch(at, json={"text": FLOWER}, headers={"If-Match": f'"{AZALEA[:6]}"'}),
            await http.patch(at, json={"text": [FLOWER], FLOWER: AZALEA}),
            await http.get(f"/memory/{FLOWER}"),
            await http.delete(f"/memory/{FLOWER}?q={AZALEA}"),
            await http.get("/memory", params={"status": FLOWER, "q": AZALEA}),
            await http.get("/memory", params={"after": FLOWER}),
            await http.get("/memory", params={FLOWER: AZALEA}),
            await http.post("/memory/forget", json={"query": FLOWER}),
            await http.post("/memory/forget", json={"query": FLOWER * 40}),
            await http.post("/memory/forget", json={"ids": [FLOWER], "dry_run": FLOWER}),
            await http.post("/memory/import", content=f"{FLOWER}\n{AZALEA}"),
            await http.post("/memory/import", content=(await http.get("/memory/export")).content + FLOWER.encode()),
            await http.patch("/memory/settings", json={"learning": FLOWER}),
        ]
    faults(read=True)
    async with httpx.AsyncClient(base_url=watched.url, timeout=30) as http:
        answers.append(await http.get("/memory", params={"q": FLOWER}))
    faults()
    assert answers[-1].status_code >= 500
    await watch(*(answer.text for answer in answers if answer.status_code >= 400))


async def test_what_the_log_says_of_a_turn_carries_one_request_id_and_the_run(
    broken: LangGraphClient, provider: ScriptedProvider, watched: Server
) -> None:
    request = f"request-{uuid4()}"
    thread = await new_thread(broken)
    sent: Any = {"messages": [{"role": "user", "content": "我住在杭州"}]}
    await broken.runs.wait(thread, "chat", input=sent, headers={"x-request-id": request})
    await settled(broken)
    lines = [line for line in watched.logged().splitlines() if request in line]
    recalled = next(line for line in lines if "ai_mind.recall" in line)
    ended = next(line for line in lines if "ai_mind.extraction" in line)
    assert thread in recalled
    assert "run_id" in recalled
    assert "run_id" in ended
