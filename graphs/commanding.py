"""The chat graph's node for what the user asks of memory itself: forget, list, stop, start ("忘掉我的住址").

By rule, through the functions that serve the HTTP routes; what the user reads about it is the program's, so that it
claims only what has happened. When there is nothing else to answer, no model is asked at all.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

import structlog
from langchain_core.messages import AIMessage, AIMessageChunk
from langgraph.graph.message import push_message
from langgraph.runtime import Runtime

from graphs.context import ChatContext
from graphs.folding import thread_id_of
from graphs.learning import Learning
from graphs.state import ChatState, Obeyed
from memory.language.text import even, language
from memory.platform.store.control import Control
from memory.thread.intake import Turns
from memory.thread.messages import text_of
from memory.user import changes
from memory.user.asked import forget
from memory.user.asked.commands import Command, command
from memory.user.document import UserMemory
from memory.user.evidence import Quote
from memory.user.turn import FinishedTurn
from prompts import commands as words

TIMEOUT_S = 10.0
"""What reading and changing memories may take; then the user is told that it is not known whether it was done."""
_log = structlog.get_logger("ai_mind.commands")


@dataclass(frozen=True)
class Commanding:
    """The node and what it is given of the outside world."""

    learning: Learning
    now: Callable[[], datetime]
    new_id: Callable[[], str]

    async def obey(self, state: ChatState, runtime: Runtime[ChatContext]) -> dict[str, Any]:
        """Note whether memory is on; do what the newest message asks of it, and say what was done."""
        await self.learning.switch(runtime)
        [user] = Turns.of(state["messages"]).waiting
        text = text_of(user.content)
        asked = _asked(text)
        if asked is None:
            return {}
        turn = FinishedTurn(
            conversation_id=thread_id_of(runtime) or "-",
            turn_id=str(user.id),
            user_text=text,
            completed_at=self.now(),
        )
        done, memories = await self._done(asked, turn, runtime)
        said = words.reply(done, language(text))
        answer = AIMessage(said, id=self.new_id())
        push_message(AIMessageChunk(content=said if not asked.rest else f"{said}\n\n", id=answer.id), state_key=None)
        runtime.stream_writer(_event(asked, done, memories))
        listed = memories if asked.kind == "inventory" else []
        obeyed = Obeyed(asked.kind, said, words.note(said, language(text)), asked.rest, listed)
        return {"obeyed": obeyed} if asked.rest else {"obeyed": obeyed, "answer": answer}

    async def _done(
        self, asked: Command, turn: FinishedTurn, runtime: Runtime[ChatContext]
    ) -> tuple[words.Done, list[UserMemory]]:
        nothing = words.Done(asked.kind)
        store = self.learning.store_of(runtime)
        if store is None:
            return replace(nothing, failed="off"), []
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await self._carried_out(asked, turn, Control(store, self.now))
        except TimeoutError:  # what was handed to the store may still be written
            _log.warning("command_failed", kind=asked.kind, error="TimeoutError")
            return replace(nothing, failed="unsure"), []
        except Exception as error:  # a store may raise anything; what was to change has not
            _log.warning("command_failed", kind=asked.kind, error=type(error).__name__)
            return replace(nothing, failed="unavailable"), []

    async def _carried_out(
        self, asked: Command, turn: FinishedTurn, mine: Control
    ) -> tuple[words.Done, list[UserMemory]]:
        if asked.kind in ("stop", "start"):
            await mine.switch(asked.kind == "start")
            return words.Done(asked.kind), []
        if asked.kind == "inventory":
            found = await (mine.meant(asked.about) if asked.about else _active(mine))
            found.sort(key=lambda memory: (memory.type, memory.created_at))
            learning = (await mine.store.ledger()).learning
            texts = [memory.text for memory in found]
            return words.Done("inventory", texts, len(found), asked.about, learning), found
        ended = asked.kind == "erase"
        known = await (mine.store.all() if ended else _active(mine))
        live = [memory.model_copy(update={"status": "active"}) for memory in known]
        # Of thousands it takes seconds, in which everybody else would wait.
        ids = [memory.id for memory in await asyncio.to_thread(forget.asked_for, asked.said, live)]
        if ended:
            gone = await mine.delete(ids)
            return words.Done("erase", (), len(gone)), gone
        quote = _quote(asked, turn)
        gone = await mine.forget_as(ids, lambda memory, now: changes.suppressed(memory, quote, now))
        return words.Done("forget", [memory.text for memory in gone], len(gone)), gone


async def _active(mine: Control) -> list[UserMemory]:
    """Return every active memory, so that no list and no forget stops short of the oldest."""
    return [memory for memory in await mine.store.all() if memory.status == "active"]


def after_obey(state: ChatState) -> Literal["recall", "commit"]:
    """Say whether there is anything left to answer."""
    return "commit" if "answer" in state else "recall"


def _asked(text: str) -> Command | None:
    try:
        return command(text)
    except Exception as error:  # a rule that trips over a text costs the command, not the answer
        _log.error("command_not_read", error=type(error).__name__)
        return None


def _quote(asked: Command, turn: FinishedTurn) -> Quote:
    """Return the sentences that ask for it, which need not stand together, and nothing else of the message."""
    whole = (0, len(asked.said))
    return Quote(turn.model_copy(update={"user_text": asked.said}), even(asked.said), whole, whole)


def _event(asked: Command, done: words.Done, memories: list[UserMemory]) -> dict[str, Any]:
    what = {"forget": "forgotten", "erase": "deleted", "inventory": "listed"}.get(asked.kind)
    told: dict[str, Any] = {"type": "memory", "command": asked.kind, "failed": done.failed or None}
    if what:
        told[what] = [{"id": memory.id, "type": memory.type} for memory in memories]
    return told
