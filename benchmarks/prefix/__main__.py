"""Prefix stability of chat and write requests over thirty turns: ours, a bare chat, mem0, LangMem."""

import argparse
import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import Any

import structlog

from benchmarks.prefix.conversations import PEOPLE, SUMMARIES, TURNS, Conversation, conversation
from benchmarks.prefix.ours import CHAT, COMPACTION, EXTRACTION, Ours, marks
from benchmarks.prefix.peers import Bare, Chat, LangMemChat, Mem0Chat
from benchmarks.prefix.tokens import pieces, step, summed
from benchmarks.recall.bench import Bench
from benchmarks.reporting.results import Result, save
from benchmarks.reporting.table import Row, show
from benchmarks.retrieval.peers import LangMem, Mem0
from benchmarks.retrieval.vectors import Vectors
from tests.provider.process import ScriptedProvider
from tests.provider.script import Reply, Rule

GOAL = 90
"""Per cent of a chat request of ours, between compactions (issue 7)."""
OURS, OFF = "ours", "ours, memory off"


async def measure(*, turns: int = TURNS, names: Sequence[str] = tuple(PEOPLE)) -> Result:
    """Return what each library's requests have in common with the one before.

    Args:
        turns: of each conversation.
        names: of the conversations.
    """
    bench, rows, figures = Bench(), list[Row](), dict[str, Any]()
    vectors = Vectors(bench.encoder)
    with ScriptedProvider.started() as provider:
        for name in names:
            told = conversation(name, turns)
            figures[name] = {}
            for who, made in _chats(provider.base_url, bench, vectors, told).items():
                figures[name][who] = await _measured(provider, told, await made())
            rows += _rows(name, figures[name])
    return Result(rows, figures)


def _chats(
    url: str, bench: Bench, vectors: Vectors, told: Conversation
) -> dict[str, Callable[[], Awaitable[Ours | Chat]]]:
    """Return how each chat is made, with what is known of the person in it."""
    texts = {memory.id: memory.text for memory in told.memories}

    async def ours(*, memory: bool) -> Ours:
        made = Ours(url, bench, memory=memory)
        await made.knows(told.memories)
        return made

    async def bare() -> Bare:
        return Bare(url)

    async def mem0(*, whole: bool) -> Mem0Chat:
        return Mem0Chat(url, await Mem0.of(texts, vectors, passages=False, url=url), whole=whole)

    async def langmem() -> LangMemChat:
        return LangMemChat(url, await LangMem.of(texts, vectors, whole=True, url=url))

    return {
        OURS: lambda: ours(memory=True),
        OFF: lambda: ours(memory=False),
        "bare, whole history": bare,
        "mem0, page on LangGraph": lambda: mem0(whole=True),
        "mem0, README": lambda: mem0(whole=False),
        "LangMem, hot path": langmem,
    }


async def _measured(provider: ScriptedProvider, told: Conversation, chat: Ours | Chat) -> dict[str, Any]:
    """Return the figures of one conversation, its chat and its write requests."""
    answers = [Rule(model=CHAT, times=1, reply=Reply(text=turn.answer)) for turn in told.turns]
    summary = {"summary": SUMMARIES[told.language], "pins": []}
    nothing: dict[str, list[str]] = {"memory": []} if isinstance(chat, Mem0Chat) else {"candidates": []}
    rest = [Rule(model=model, reply=Reply(json=said)) for model, said in ((COMPACTION, summary), (EXTRACTION, nothing))]
    provider.script(*answers, *rest)
    for turn in told.turns:
        await chat.say(turn.said)
    folded = chat.folded if isinstance(chat, Ours) else [False] * len(told.turns)
    asked = [pieces(body, marks()) for body in provider.requests(CHAT)]
    steps = [step(older, newer) for older, newer in pairwise(asked)]
    between = [one for one, fold in zip(steps, folded[1:], strict=True) if not fold]
    written = [pieces(body) for body in provider.requests(EXTRACTION)]
    return {
        "chat": summed(between),
        "with compactions": summed(steps),
        "compactions": sum(folded),
        "write": {"requests": len(written)} | summed([step(older, newer) for older, newer in pairwise(written)]),
    }


def _rows(name: str, figures: dict[str, Any]) -> list[Row]:
    rows = []
    for who, found in figures.items():
        chat, write = found["chat"], found["write"]
        if not chat["steps"]:
            continue
        line = (
            f"chat {chat['share']:5.1f} % of {chat['tokens']:5,} tokens, {chat['fresh']:5,} fresh ({chat['said']} said)"
        )
        causes = ", ".join(f"{part} {count}" for part, count in chat["causes"].items())
        wrote = f"  write {write['share']:5.1f} % of {write['tokens']:6,}" if write["steps"] else ""
        goal = f">= {GOAL} %" if who == OURS else ""
        rows.append(Row(f"{name}: {who}", f"{line}{wrote}  [{causes}]", goal, not goal or chat["share"] >= GOAL))
    return rows


def main() -> int:
    """Print the table and save the figures, those of a quick run not; missed goals are shown, not failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short conversation")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    result = asyncio.run(measure(turns=6, names=("zh",)) if arguments.quick else measure())
    show(result.rows)
    if not arguments.quick:
        save("prefix", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
