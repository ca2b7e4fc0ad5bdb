"""Small hand-written stand-ins for the outside world, passed in where the real one would be."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

from graphs.dispatch import Scheduled
from memory.platform.embeddings import DIMENSIONS, Vector
from memory.platform.models import Model
from memory.platform.settings import Role
from memory.text import fold


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

    async def get(self, role: Role, name: str = "") -> Model:
        if self.error is not None:
            raise self.error
        return fake_model(self.chats.setdefault(role, FakeChat()), role=role)


def fake_model(chat: FakeChat, *, role: Role = "chat", small: bool = False) -> Model:
    return Model(chat, role, "fake", 128_000, small=small, host="nowhere")


@dataclass
class FakeRuns:
    """Keeps the turns it was asked to have extracted."""

    turns: list[tuple[str, Mapping[str, Any], Mapping[str, Any]]] = field(default_factory=list)
    fails: bool = False
    compactions: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    companion: Mapping[str, Any] = field(default_factory=dict)
    """What the companion thread holds."""

    async def compaction(self, conversation_id: str, thread: Mapping[str, Any]) -> bool:
        self.compactions.append((conversation_id, thread))
        return True

    async def proposal(self, conversation_id: str) -> Mapping[str, Any]:
        return self.companion

    async def extraction(self, person: str, turn: Mapping[str, Any], context: Mapping[str, Any]) -> Scheduled | None:
        self.turns.append((person, turn, context))
        return None if self.fails else Scheduled("thread-1", f"run-{len(self.turns)}")


class BigramEncoder:
    """A deterministic encoder: two texts are as similar as the character pairs they share."""

    def __init__(self, broken: Callable[[str], bool] = lambda text: False) -> None:
        self.encoded: list[str] = []
        self._broken = broken

    def encode(self, texts: Sequence[str], is_query: bool) -> Vector:
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Vector:
        self.encoded.append(text)
        if self._broken(text):
            raise RuntimeError("the encoder is broken")
        vector = np.full(DIMENSIONS, 1e-3, dtype=np.float32)
        folded = fold(text)
        for one, other in pairwise(folded):
            vector[(ord(one) * 31 + ord(other)) % DIMENSIONS] += 1
        return vector / np.float32(np.linalg.norm(vector))
