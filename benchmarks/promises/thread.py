"""What ThreadState promises, measured: `make bench-thread`.

Prints a table; ends with an error when a goal is missed. Latencies are ratios of medians measured in one
run, turn about, since machines differ and are shared.
"""

import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from hypothesis import HealthCheck, settings
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langgraph.store.memory import InMemoryStore
from langgraph_sdk import get_client

from benchmarks.reporting.table import Row, show
from memory.platform.models.local_server import EmbeddedServer
from memory.platform.models.models import ConfiguredModels
from memory.platform.settings import Settings
from memory.thread.assemble import Context, assemble
from memory.thread.budget import Budget, count_message, request_tokens
from tests.fakes import DIMENSIONS, fake_embeddings
from tests.graph.test_chat_graph import Compiled
from tests.labelled.wording import facts_kept, numbers_only, of_constraints, of_label, vague
from tests.provider.process import ScriptedProvider, says
from tests.server.process import clean_environment, copy_project, running_server
from tests.server.talk import new_thread, say
from tests.unit import test_assemble, test_folding

SEQUENCES = 10_000
PAIRS = 12
COMPACTION_S = 10.0
OWN = Settings(_env_file=None, OPENAI_API_KEY="", OPENAI_BASE_URL="http://nowhere/v1")

TEXTS = {
    "Chinese": "今天下午三点在会议室讨论明年的产品路线图，请提前准备好上季度的数据和竞品分析，谢谢大家的配合。" * 12,
    "English": "Please review the draft before Friday and leave comments on the sections about pricing and support. "
    * 12,
    "code": "def merge(left: list[int], right: list[int]) -> list[int]:\n    out = []\n    while left and right:\n"
    "        out.append((left if left[0] <= right[0] else right).pop(0))\n    return out + left + right\n" * 8,
    "mixed": "把 `config/prod.yaml` 里的 timeout 从 3s 改成 8s，然后 run `make test`，看看 CI 是不是 green。" * 12,
}


def pins() -> Iterator[Row]:
    """Fifty compactions in a row by a summariser that drops, rewords and floods."""
    test_folding.test_fifty_compactions_in_a_row_lose_no_pin_and_no_constraint_of_the_user()
    yield Row("the user's pins and constraints after 50 hostile compactions, word for word", "6 of 6", "6 of 6")


def sequences() -> Iterator[Row]:
    """Random histories, random tool traffic, random budgets."""
    prove: Any = test_assemble.test_no_sequence_splits_a_turn_or_orphans_a_result
    relaxed = settings(max_examples=SEQUENCES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    relaxed(prove)()
    yield Row(f"orphaned tool messages and split turns in {SEQUENCES:,} random sequences", "0 and 0", "0 and 0")


async def compactions(slack: int, goal: int | None) -> Row:
    """How often a model is asked to compact a hundred short turns."""
    embedder = fake_embeddings()
    store = InMemoryStore(index={"dims": DIMENSIONS, "embed": embedder, "fields": ["search_text"]})
    chat = Compiled(OWN, store, embedder, slack_turns=slack)
    for number in range(100):
        if chat.runs.now and chat.runs.now.busy:
            chat.runs.propose("聊了些小事。")
        await chat.say(f"第{number}句，你好吗？")
    calls = len(chat.runs.compactions)
    what = f"compactions of 100 short turns, slack {slack}" + ("" if goal else " (the article's rule)")
    return Row(what, str(calls), f"≤ {goal}" if goal else "", goal is None or calls <= goal)


def fitting() -> Iterator[Row]:
    """A thread of 1,000 messages into the window of a hosted model."""
    history: list[Any] = []
    for number in range(500):
        history += [HumanMessage(f"第 {number} 件事：" + "我们聊聊安排" * 8), AIMessage("好的，" + "慢慢来吧" * 20)]
    context = Context("你是助手。", HumanMessage("现在呢"), "zh", history=history)
    for name, hard_input in (("all of it fits", Budget.of_window(128_000).hard_input), ("a part of it fits", 20_480)):
        took = []
        for _ in range(30):
            started = perf_counter()
            assemble(context, hard_input=hard_input)
            took.append((perf_counter() - started) * 1_000)
        yield Row(f"fitting 1,000 messages, {name}", f"{median(took):.1f} ms", "≤ 20 ms", median(took) <= 20)


async def latency() -> Row:
    """A turn while a compaction of its conversation runs, against one of a conversation without."""
    with ScriptedProvider.started() as provider, tempfile.TemporaryDirectory() as folder:
        environment = clean_environment(
            OPENAI_API_KEY="sk-none", OPENAI_BASE_URL=provider.base_url, AI_MIND_COMPACTION_MODEL="compactor"
        )
        summary = {"summary": "我们聊了云南的旅行。", "pins": []}
        provider.script(says("", model="compactor", json=summary, delay_s=COMPACTION_S), says("好的。", delay_s=0.5))
        with running_server(copy_project(Path(folder)), environment) as server:
            async with get_client(url=server.url) as client:
                quiet = {"memory_enabled": False}
                beside: list[float] = []
                alone: list[float] = []
                while len(beside) < PAIRS:
                    busy, idle = await new_thread(client), await new_thread(client)
                    for turn in range(9):  # the ninth makes a compaction due
                        await say(client, "我们接着聊云南好吗？", thread_id=busy, context=quiet)
                        if turn:
                            await say(client, "我们接着聊云南好吗？", thread_id=idle, context=quiet)
                    until = perf_counter() + COMPACTION_S - 2.5
                    while perf_counter() < until and len(beside) < PAIRS:
                        for thread, took in ((busy, beside), (idle, alone)):
                            took.append((await say(client, "好吗？", thread_id=thread, context=quiet)).seconds)
        asked = len(provider.requests("compactor"))
    ratio = median(beside) / median(alone)
    what = f"a turn beside a compaction of {COMPACTION_S:g} s, against one without ({PAIRS} pairs, {asked} compactions)"
    return Row(what, f"ratio {ratio:.2f} ({median(beside):.2f} s, {median(alone):.2f} s)", "≤ 1.05", ratio <= 1.05)


@contextmanager
def embedded_server(own: Settings) -> Iterator[EmbeddedServer]:
    """Run the embedded model."""
    server = EmbeddedServer(own)
    try:
        yield server
    finally:
        server.stop()


async def tokens() -> list[Row]:
    """Our estimate over what the embedded model's own tokenizer counted."""
    own, rows = Settings(_env_file=None, OPENAI_API_KEY="", OPENAI_BASE_URL=""), []
    with embedded_server(own) as server:
        model = await ConfiguredModels(own, server.url).get("chat")
        for name, text in TEXTS.items():
            request: list[BaseMessage] = [SystemMessage("You are a helpful assistant."), HumanMessage(text)]
            answer = await model.answer(request, extra_body={"max_tokens": 1})
            assert isinstance(answer, AIMessage)
            assert answer.usage_metadata is not None
            ratio = request_tokens(sum(map(count_message, request))) / answer.usage_metadata["input_tokens"]
            rows.append(Row(f"token estimate over the model's own count, {name}", f"{ratio:.2f}", "1.0 to 1.35"))
            rows[-1] = Row(rows[-1].what, rows[-1].figure, rows[-1].goal, 1.0 <= ratio <= 1.35)
    return rows


def wording() -> Iterator[Row]:
    """The rules on labelled sentences."""
    for name, (right, found, labelled) in (
        ("wishes to pin", of_label("pin")),
        ("wishes to unpin", of_label("unpin")),
        ("constraints", of_constraints()),
    ):
        yield Row(f"labelled {name}: found, and of what was found right", f"{right}/{labelled}, {right}/{found}")
    for title, summarise in (("keeps nothing", vague), ("keeps numbers only", numbers_only)):
        kept, labelled = facts_kept(summarise)
        met = kept / labelled >= 0.95
        yield Row(f"labelled facts there after a summary that {title}", f"{kept}/{labelled}", "≥ 95 %", met)


def main() -> int:
    """Print the table; return how many goals were missed."""
    rows: list[Row] = []
    measured: list[Callable[[], Any]] = [
        lambda: list(pins()),
        lambda: list(sequences()),
        lambda: [asyncio.run(compactions(4, 15)), asyncio.run(compactions(0, None))],
        lambda: list(fitting()),
        lambda: list(wording()),
        lambda: asyncio.run(tokens()),
        lambda: [asyncio.run(latency())],
    ]
    for measure in measured:
        rows += measure()
    return show(rows)


if __name__ == "__main__":
    sys.exit(main())
