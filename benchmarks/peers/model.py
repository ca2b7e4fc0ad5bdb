"""The scripted model as a process of its own, at zero latency: OpenAI chat completions on a loopback address.

Before each turn the driver says what the model will say of it (`PUT /said`); after it, the driver fetches what was
asked. Tokens are counted there, so that no library waits for the counting. Run as `python -m benchmarks.peers.model`;
prints its address.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from benchmarks.peers.answers import Said, answer, in_sight
from benchmarks.peers.manners import PLAINLY, Manner, spoilt
from memory.thread.budget import count_text
from tests.provider.app import Provider, serve
from tests.provider.process import ScriptedProvider
from tests.provider.script import Reply


class Saying(BaseModel):
    """What the model says from now on, and how."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    said: Said = Said()
    manner: Manner = PLAINLY


class PeersModel(Provider):
    """The server's side."""

    def __init__(self) -> None:
        super().__init__()
        self.saying = Saying()
        self.calls: list[dict[str, Any]] = []

    def reply(self, body: dict[str, Any]) -> Reply:
        """Answer in the form of the library that asks, and keep both."""
        said, manner = self.saying.said, self.saying.manner
        reply = spoilt(answer(in_sight(said, body) if manner.only_in_sight else said, body), manner)
        called = [call.model_dump(include={"name", "arguments"}) for call in reply.tool_calls]
        self.calls.append({"request": body, "answer": _text(called) if called else reply.content})
        return reply

    async def say(self, request: Request) -> Response:
        """Take what is said from now on; forget what was asked."""
        self.saying = Saying.model_validate(await request.json())
        self.calls.clear()
        self.requests.clear()
        return Response(status_code=204)

    async def called(self, _: Request) -> Response:
        """Return what was asked and answered since."""
        return JSONResponse(self.calls)

    def app(self) -> Starlette:
        """Return the provider's routes and the driver's."""
        app = super().app()
        app.routes.extend([Route("/said", self.say, methods=["PUT"]), Route("/calls", self.called)])
        return app


@dataclass(frozen=True)
class Call:
    """One request and its answer.

    Tokens are those of o200k_base over what is said: contents, tool calls, tools and the schema of the answer as
    JSON. What an endpoint adds around a message is left out, for everybody.
    """

    request: Mapping[str, Any]
    answer: str

    @property
    def messages(self) -> Sequence[Mapping[str, Any]]:
        """The prompt's messages as they were sent."""
        messages: Sequence[Mapping[str, Any]] = self.request["messages"]
        return messages

    @cached_property
    def prompt_tokens(self) -> int:
        """Tokens of the whole request."""
        return sum(count_text(_message(message)) for message in self.messages) + self.schema_tokens

    @cached_property
    def schema_tokens(self) -> int:
        """Of these, what the tools and the answer's schema cost."""
        asked = self.request.get("response_format", {}).get("json_schema")
        return sum(count_text(_text(part)) for part in (self.request.get("tools"), asked) if part)

    @cached_property
    def completion_tokens(self) -> int:
        """Tokens of the answer."""
        return count_text(self.answer)


class ModelProcess(ScriptedProvider):
    """The driver's side of the running model (`with ModelProcess.started() as model`)."""

    module: ClassVar[str] = "benchmarks.peers.model"

    def say(self, said: Said, manner: Manner = PLAINLY) -> None:
        """Let the model say this of the next turn, in this manner."""
        saying = Saying(said=said, manner=manner)
        self._control.put("/said", content=saying.model_dump_json()).raise_for_status()

    def calls(self) -> list[Call]:
        """Return what was asked since then."""
        return [Call(**call) for call in self._control.get("/calls").raise_for_status().json()]


def _message(message: Mapping[str, Any]) -> str:
    content = message.get("content") or ""
    text = content if isinstance(content, str) else _text(content)
    return text + (_text(message["tool_calls"]) if message.get("tool_calls") else "")


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    serve(PeersModel().app())
