"""Models by role: who answers, who proposes memories, who proposes summaries.

Every model speaks the OpenAI protocol, a hosted one as well as the embedded one, so there is one
client. Errors come out as one clear line each, without a key in it.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlsplit

import httpx2
import structlog
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_openai import ChatOpenAI
from openai import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    ContentFilterFinishReasonError,
    LengthFinishReasonError,
    OpenAIError,
)
from pydantic import SecretStr

from memory.errors import ModelError
from memory.platform.metrics import Metrics
from memory.platform.settings import Role, Settings
from memory.thread.budget import Budget

EMBEDDED_TIMEOUT_S = 600.0
EMBEDDED_ANSWER_TOKENS = 1_024
"""A small model may not stop by itself; at 30 tokens a second this is half a minute."""
MAX_MODELS = 64
MAX_TOOL_REFUSALS = 2
MAX_UNDERCOUNT = 3.0
"""An endpoint that reports more counts something else than the request."""
_CLIENT_OPTIONS = frozenset({"temperature", "top_p", "max_tokens", "reasoning_effort", "seed", "max_completion_tokens"})
"""Options the client knows; others go into the body of the request as they are (`enable_thinking`, …)."""
_log = structlog.get_logger("ai_mind.models")


@dataclass
class Model:
    """A chat model in one role."""

    chat: BaseChatModel
    role: Role
    name: str
    context_tokens: int
    """Its window."""
    small: bool = False
    """Whether it needs the short schemas and prompts."""
    host: str = ""
    """Where it is, for error messages; never with credentials."""
    temperature: float | None = 0
    """Of structured requests; None: none is sent."""
    format_level: int = 0
    """The first structured-output format its endpoint has not refused; learned once, kept (case B41)."""
    tools_refused: int = 0
    """How often its endpoint has refused a request with tools and taken it without."""
    undercount: float = 1.0
    """By how much its endpoint counts more tokens than we do, at worst; learned from what it reports."""
    metrics: Metrics = field(default_factory=Metrics)
    """Where its tokens and errors are counted."""

    async def answer(self, messages: Sequence[BaseMessage], **options: Any) -> BaseMessage:
        """Return the model's answer; inside a graph its tokens are streamed on the way.

        Raises:
            ModelError: one clear line saying what went wrong.
        """
        try:
            answer = await self.chat.ainvoke(list(messages), **options)
        except Exception as error:  # an endpoint may send anything, and clients raise anything on it
            failure, kind = explain(error, self), type(error).__name__
        else:
            self._count(answer)
            return answer
        self.metrics.model_failed(self.role, failure.code)
        _log.warning("model_failed", role=self.role, code=failure.code, error=kind, reason=str(failure))
        raise failure

    def _count(self, answer: BaseMessage) -> None:
        usage = answer.usage_metadata if isinstance(answer, AIMessage) else None
        if usage:
            self.metrics.model_used(self.role, input_tokens=usage["input_tokens"], output_tokens=usage["output_tokens"])

    @property
    def takes_tools(self) -> bool:
        """Whether it is still offered tools: one refusal may have had another reason, two have not."""
        return self.tools_refused < MAX_TOOL_REFUSALS

    @property
    def hard_input(self) -> int:
        """Most tokens of a request, as we count them (R1.6.1)."""
        return int(Budget.of_window(self.context_tokens).hard_input / self.undercount)

    def observe(self, estimate: int, answer: BaseMessage) -> None:
        """Learn from the input tokens an endpoint reports, so that its window is never overrun.

        Args:
            estimate: tokens of the request as we counted them.
            answer: with the endpoint's own count, if it gives one.
        """
        usage = answer.usage_metadata if isinstance(answer, AIMessage) else None
        if usage and usage["input_tokens"] > estimate * self.undercount:
            self.undercount = min(usage["input_tokens"] / estimate, MAX_UNDERCOUNT)


class Models(Protocol):
    """Where nodes get their models from."""

    async def get(self, role: Role, name: str = "") -> Model:
        """Return the model of `role`, or the one with `name` if given.

        Raises:
            ModelError: it cannot be had.
        """


@dataclass
class ConfiguredModels:
    """The models the settings name: a hosted endpoint, or without one the embedded model.

    Args:
        settings: names, keys, timeouts.
        embedded_url: waits for the embedded model and returns its address.
        metrics: where tokens and errors are counted.
    """

    settings: Settings
    embedded_url: Callable[[], Awaitable[str]]
    metrics: Metrics = field(default_factory=Metrics)
    _made: dict[tuple[str, Role, str], Model] = field(default_factory=dict)

    async def get(self, role: Role, name: str = "") -> Model:
        """Return the model of `role`, made once; `name` overrides the configured one."""
        name = name or self.settings.model_for(role)
        url = self.settings.openai_base_url if self.settings.hosted else await self.embedded_url()
        key = (url, role, name)
        if len(self._made) >= MAX_MODELS:  # callers may name any model
            self._made.clear()
        if key not in self._made:
            self._made[key] = self._hosted(role, name) if self.settings.hosted else self._embedded(role, url)
        return self._made[key]

    def _hosted(self, role: Role, name: str) -> Model:
        url = self.settings.openai_base_url or None
        options = dict(self.settings.model_options.get(role, {}))
        temperature = options.get("temperature", 0)
        known = {name: options.pop(name) for name in list(options) if name in _CLIENT_OPTIONS}
        chat = ChatOpenAI(
            **known,
            extra_body=options or None,
            model=name,
            base_url=url,
            api_key=SecretStr(self.settings.openai_api_key.get_secret_value() or "none"),
            timeout=self.settings.model_timeout_s,
            max_retries=self.settings.model_retries,
            use_responses_api=False,
        )
        host = _host(url or "https://api.openai.com")
        return Model(
            chat, role, name, self.settings.context_tokens, host=host, temperature=temperature, metrics=self.metrics
        )

    def _embedded(self, role: Role, url: str) -> Model:
        chat = ChatOpenAI(
            model="embedded",
            base_url=url,
            api_key=SecretStr("none"),
            timeout=EMBEDDED_TIMEOUT_S,
            max_retries=0,
            temperature=0.3 if role == "chat" else 0,
            use_responses_api=False,
            extra_body={"max_tokens": EMBEDDED_ANSWER_TOKENS, "cache_prompt": True},
        )
        return Model(
            chat,
            role,
            "embedded",
            self.settings.local_context_tokens,
            small=True,
            host="embedded model",
            metrics=self.metrics,
        )


def explain(error: Exception, model: Model) -> ModelError:
    """Return one line for a person about what a client raised: what, where, what to do."""
    code, what = _reason(error)
    own = f"AI_MIND_{model.role.upper()}_MODEL"
    return ModelError(code, f"the {model.role} model {model.name!r} at {model.host} {what.format(own=own)}")


def _reason(error: Exception) -> tuple[str, str]:
    """Return the code and the end of the line; of the error only its kind is looked at, never its text."""
    match error:
        case APITimeoutError() | httpx2.TimeoutException():
            return "timeout", "did not answer in time. Try again, or raise AI_MIND_MODEL_TIMEOUT_S."
        case APIConnectionError() | httpx2.HTTPError():
            return "unreachable", "cannot be reached. Check OPENAI_BASE_URL and the network."
        case APIStatusError(status_code=status):
            return _status_reason(status)
        case ContentFilterFinishReasonError():
            return "content_filter", "was stopped by its provider's content filter."
        case LengthFinishReasonError():
            return "truncated", "reached its limit of output tokens in the middle of its answer."
        case APIError():
            return "provider_error", "broke off its answer. Try again."
        case OpenAIError():
            return "misconfigured", f"cannot be used ({type(error).__name__}). Check OPENAI_API_KEY."
        case _:
            return (
                "provider_error",
                f"sent something that is no answer ({type(error).__name__}). Check OPENAI_BASE_URL.",
            )


def _status_reason(status: int) -> tuple[str, str]:
    if status in (401, 403):
        return "key_refused", f"refused the key (HTTP {status}). Check OPENAI_API_KEY."
    if status == 404:
        return "unknown_model", "is unknown there (HTTP 404). Check {own}, AI_MIND_CHAT_MODEL and OPENAI_BASE_URL."
    if status == 429:
        return "rate_limited", "is over its rate limit or quota (HTTP 429). Try again later."
    if status >= 500:
        return "provider_error", f"failed (HTTP {status}). Try again later."
    return (
        "bad_request",
        f"did not take the request (HTTP {status}). Perhaps it does not know the model: check {{own}}.",
    )


def _host(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.hostname or url}:{parts.port}" if parts.port else str(parts.hostname)
