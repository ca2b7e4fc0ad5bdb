"""Small hand-written stand-ins for the outside world, passed in where the real one would be."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from graphs.dispatch import Companion, Scheduled
from memory.language.text import fold
from memory.platform.models.models import Model
from memory.platform.models.tools import Toolset, tool_node
from memory.platform.settings import Role, Settings
from memory.platform.store.embeddings import MemoryEmbeddings
from memory.platform.store.encoders import Encoder, Vector
from memory.recall.calibration import Calibration


class FakeChat(BaseChatModel):
    """Answers what it is given (texts, messages, errors), one after the other; keeps what it was asked."""

    answers: list[Any] = Field(default_factory=list)
    asked: list[tuple[list[BaseMessage], dict[str, Any]]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "fake"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.asked.append((messages, kwargs))
        answer = self.answers.pop(0) if self.answers else "OK."
        if isinstance(answer, Exception):
            raise answer
        message = AIMessage(answer) if isinstance(answer, str) else answer
        return ChatResult(generations=[ChatGeneration(message=message)])


@dataclass
class FakeModels:
    """Models by role; a role that was not given has a chat that says OK."""

    chats: dict[Role, FakeChat] = field(default_factory=dict)
    error: Exception | None = None
    _made: dict[Role, Model] = field(default_factory=dict)

    async def get(self, role: Role, name: str = "") -> Model:
        if self.error is not None:
            raise self.error
        if role not in self._made:
            self._made[role] = fake_model(self.chats.setdefault(role, FakeChat()), role=role)
        return self._made[role]


def fake_model(chat: FakeChat, *, role: Role = "chat", small: bool = False) -> Model:
    return Model(chat, role, "fake", 128_000, small=small, host="nowhere")


@dataclass
class FakeRuns:
    """Keeps the newest turns it was asked to have extracted, and what was handed over with each."""

    handed_over: list[Sequence[Mapping[str, Any]]] = field(default_factory=list)
    switches: dict[str, str] = field(default_factory=dict)
    turns: list[tuple[str, Mapping[str, Any], Mapping[str, Any]]] = field(default_factory=list)
    fails: bool = False
    compactions: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    now: Companion | None = field(default_factory=Companion)
    """How the companion thread stands; None when it cannot be read."""
    titles: dict[str, str] = field(default_factory=dict)

    async def compaction(self, conversation_id: str, thread: Mapping[str, Any]) -> Literal["started", "busy", "failed"]:
        if self.fails:
            return "failed"
        self.compactions.append((conversation_id, thread))
        noted = self.now.values if self.now else {}
        self.now = Companion(f"compaction-{len(self.compactions)}", "running", {**noted, **thread})
        return "started"

    async def companion(self, conversation_id: str) -> Companion | None:
        return self.now

    async def settle(self, conversation_id: str, noted: Mapping[str, Any]) -> None:
        if self.now is not None:
            self.now = replace(self.now, values={**self.now.values, "proposal": None, "covers": [], **noted})

    async def entitle(self, conversation_id: str, title: str) -> None:
        self.titles[conversation_id] = title

    def end(self, status: str = "success", **values: Any) -> None:
        """Let the compaction that was asked for last end."""
        assert self.now is not None
        self.now = replace(self.now, status=status, values={**self.now.values, **values})

    def propose(self, summary: str, *pins: Mapping[str, Any]) -> None:
        """Let it end with a proposal for what it was asked."""
        covers = [message["id"] for message in self.compactions[-1][1]["messages"]]
        self.end(outcome="proposed", proposal={"summary": summary, "pins": list(pins)}, covers=covers)

    async def switch(self, conversation_id: str, memory: Literal["on", "off"]) -> None:
        self.switches[conversation_id] = memory

    async def switched_off(self, conversation_ids: Iterable[str]) -> bool:
        return any(self.switches.get(id) == "off" for id in conversation_ids)

    async def extraction(
        self, person: str, turns: Sequence[Mapping[str, Any]], context: Mapping[str, Any]
    ) -> Scheduled | None:
        self.handed_over.append(turns)
        self.turns.append((person, turns[-1], context))
        return None if self.fails else Scheduled("thread-1", f"run-{len(self.turns)}")


@dataclass
class FakeTools:
    """Tools that are there at once."""

    tools: Sequence[BaseTool] = ()
    settings: Settings = field(default_factory=lambda: Settings(_env_file=None))

    async def get(self) -> Toolset | None:
        schemas = [convert_to_openai_tool(one) for one in self.tools]
        return Toolset(tool_node(self.tools, self.settings), schemas) if self.tools else None


DIMENSIONS = 384


def plain_calibration(**changes: Any) -> Calibration:
    """A calibration that corrects nothing."""
    nothing = [0.0] * DIMENSIONS
    made: dict[str, Any] = {
        "model": "bigrams", "dimensions": DIMENSIONS, "questions": {"zh": nothing, "en": nothing},
        "memories": {"zh": nothing, "en": nothing}, "threshold": 0.35, "impersonal": 0.35, "how": {},
    }  # fmt: skip
    return Calibration(**{**made, **changes})


def fake_embeddings(encoder: Encoder | None = None, **changes: Any) -> MemoryEmbeddings:
    return MemoryEmbeddings(encoder or BigramEncoder(), plain_calibration(**changes))


class BigramEncoder:
    """A deterministic encoder: two texts are as similar as the character pairs they share."""

    def __init__(self, broken: Callable[[str], bool] = lambda text: False) -> None:
        self.encoded: list[str] = []
        self._broken = broken

    async def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        return [self._vector(text).tolist() for text in texts]

    def _vector(self, text: str) -> Vector:
        self.encoded.append(text)
        if self._broken(text):
            raise RuntimeError("the encoder is broken")
        vector = np.full(DIMENSIONS, 1e-3, dtype=np.float32)
        folded = fold(text)
        for one, other in pairwise(folded):
            vector[(ord(one) * 31 + ord(other)) % DIMENSIONS] += 1
        return vector / np.float32(np.linalg.norm(vector))
