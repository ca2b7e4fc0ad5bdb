"""What `benchmarks.faster` measures in one checkout, printed as JSON; run with that checkout's code.

Uses only what has been there since before the first optimisation.
"""

import asyncio
import gc
import json
import logging
import statistics
import sys
from inspect import signature
from time import process_time
from typing import Any

import structlog
from langgraph.store.memory import InMemoryStore

from benchmarks.recall.bench import LABELLED, Bench
from memory.platform.settings import Settings
from memory.thread.budget import count_message
from memory.thread.messages import text_of
from scripts.labelled import read_people, read_questions
from tests.fakes import DIMENSIONS, fake_embeddings
from tests.graph.people import Person, output, turn
from tests.graph.seeds import remember
from tests.graph.test_chat_graph import Compiled
from tests.provider.process import candidate

QUESTIONS, TURNS = 40, 12
CHAT_TURNS = 16
OWN = Settings(_env_file=None, OPENAI_API_KEY="", OPENAI_BASE_URL="http://nowhere/v1")


async def recalls(size: int) -> float:
    """Return the milliseconds of processor of a recall with so many memories, its embedding known already."""
    bench, people = Bench(), read_people(LABELLED / "memories-first.jsonl")
    base = [memory for memories in people.values() for memory in memories]
    many = [
        memory.model_copy(update={"id": f"{n}-{memory.id}", "text": text, "search_text": f"{memory.search_text} {n}"})
        for n in range(size // len(base) + 1) for memory in base if (text := f"{memory.text} ({n})")
    ][:size]  # fmt: skip
    own = await bench.person(many)
    gc.freeze()
    asked = [question.turns for question in read_questions(LABELLED / "queries-first.jsonl")[:QUESTIONS]]
    for turns in asked:
        await bench.given(own, turns)
    taken = []
    for turns in asked:
        started = process_time()
        await bench.given(own, turns)
        taken.append((process_time() - started) * 1_000)
    return statistics.median(taken)


async def extractions(size: int) -> float:
    """Return the milliseconds of processor of a turn's extraction with so much known, beside the model."""
    embedder = fake_embeddings()
    store = InMemoryStore(index={"dims": DIMENSIONS, "embed": embedder, "fields": ["search_text"]})
    somebody = Person(OWN, store, embedder, **_kept(Person, embedder))
    for start in range(0, size, 500):
        texts = [f"我的第{n}号储物柜里放着{n}本书" for n in range(start, min(start + 500, size))]
        await remember(store, embedder, OWN, *texts)
    gc.freeze()
    taken = []
    for number in range(TURNS):
        said = turn(f"我在第{number}条街喂过猫，我一直喜欢猫", f"g{number}")
        started = process_time()
        await somebody.says(said, proposed=output(candidate("用户一直喜欢猫", "我一直喜欢猫", "猫")))
        taken.append((process_time() - started) * 1_000)
    return statistics.median(taken)


async def chats() -> dict[str, float]:
    """Return the processor's milliseconds of a chat turn, a hundred memories known, and what a request shares."""
    embedder = fake_embeddings()
    store = InMemoryStore(index={"dims": DIMENSIONS, "embed": embedder, "fields": ["search_text"]})
    await remember(store, embedder, OWN, *(f"我的第{n}号储物柜里放着{n}本书" for n in range(100)))
    chat, taken = Compiled(OWN, store, embedder, **_kept(Compiled, embedder)), []
    for number in range(CHAT_TURNS):
        if chat.runs.now and chat.runs.now.busy:
            chat.runs.propose("聊了些小事。")
        started = process_time()
        await chat.say(f"第{number * 7 % 100}号储物柜里有几本书？")
        taken.append((process_time() - started) * 1_000)
    shared = [_shared(before, after) for (before, _), (after, _) in zip(chat.chat.asked, chat.chat.asked[1:])]  # noqa: B905 - as old as the oldest checkout
    return {"chat turn": statistics.median(taken), "prefix share": 100 * statistics.median(shared)}


def _kept(made: Any, embedder: Any) -> dict[str, Any]:
    """Return what lets a process keep what it has read, as the server does, where this checkout can."""
    if "stores" not in signature(made).parameters:
        return {}
    from memory.platform.store.shelf import KEPT, Shelves
    from memory.platform.store.stores import UserStores

    return {"stores": UserStores(embedder, shelves=Shelves(KEPT))}


def _shared(before: Any, after: Any) -> float:
    """Return which share of a request's tokens stands in whole messages that are as in the one before."""
    same = 0
    for old, new in zip(before, after):  # noqa: B905
        if text_of(old.content) != text_of(new.content):
            break
        same += count_message(new)
    return float(same / sum(map(count_message, after)))


async def main() -> dict[str, float]:
    """Return all of it."""
    found = {f"recall, {size:,} memories": await recalls(size) for size in (100, 1_000)}
    found |= {f"extraction, {size:,} memories": await extractions(size) for size in (10, 1_000, 5_000)}
    return found | await chats()


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    json.dump(asyncio.run(main()), sys.stdout)
