"""Configuration: read once, and wrong values stop the start with the variable's name."""

import json
from collections.abc import Mapping

import pytest

from memory.errors import SettingsError
from memory.platform.settings import DEVELOPMENT_SECRET, Settings, load_settings
from memory.thread.thread import Limits


@pytest.fixture(autouse=True)
def _nothing_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"AI_MIND_{name.upper()}", raising=False)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "DATABASE_URL", "LANGGRAPH_STORE", "LANGGRAPH_HTTP"):
        monkeypatch.delenv(name, raising=False)


def load(monkeypatch: pytest.MonkeyPatch, values: Mapping[str, str]) -> Settings:
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    return load_settings(None)


def test_without_anything_the_embedded_model_serves_every_role() -> None:
    settings = load_settings(None)
    assert not settings.hosted
    assert settings.model_for("chat") == settings.model_for("extraction") == "embedded"


def test_a_role_without_a_model_of_its_own_uses_the_chat_model(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"OPENAI_BASE_URL": "http://x/v1", "AI_MIND_CHAT_MODEL": "a", "AI_MIND_EXTRACTION_MODEL": "b"}
    settings = load(monkeypatch, values)
    assert settings.hosted
    assert [settings.model_for(role) for role in ("chat", "extraction", "compaction")] == ["a", "b", "a"]


def test_a_key_alone_means_openai(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(monkeypatch, {"OPENAI_API_KEY": "sk-x"}).model_for("chat") == "gpt-4o-mini"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AI_MIND_RECALL_DEADLINE_MS", "0"),
        ("AI_MIND_RECALL_DEADLINE_MS", "soon"),
        ("AI_MIND_MAX_INPUT_CHARS", "-1"),
        ("AI_MIND_MODEL_RETRIES", "99"),
        ("AI_MIND_AUTH", "jwt"),
        ("AI_MIND_ENV", "staging"),
        ("AI_MIND_EMBEDDING_DIMENSIONS", "0"),
        ("AI_MIND_EMBEDDING_BASE_URL", "embed.example"),
        ("AI_MIND_LOCAL_CONTEXT_TOKENS", "8192"),
        ("OPENAI_BASE_URL", "localhost:8000/v1"),
        ("OPENAI_BASE_URL", "http://x:abc/v1"),
        ("DATABASE_URL", "localhost:5432/ai_mind"),
        ("AI_MIND_DATABASE_POOL", "0"),
        ("AI_MIND_DATABASE_TIMEOUT_MS", "99"),
        ("AI_MIND_SESSION_SECRET", "short"),
        ("AI_MIND_SESSION_SECRET", " " * 40),
    ],
)
def test_wrong_values_are_named_and_not_shown(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name) as caught:
        load(monkeypatch, {name: value})
    assert name != "AI_MIND_SESSION_SECRET" or "short" not in str(caught.value)


@pytest.mark.parametrize("secret", ["", "x" * 40])
def test_production_refuses_the_local_mode_and_the_development_secret(
    monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    values = {"AI_MIND_ENV": "production"} | ({"AI_MIND_SESSION_SECRET": secret} if secret else {})
    with pytest.raises(SettingsError, match="production"):
        load(monkeypatch, values)


LONG, OTHER = "l" * 32, "o" * 32
JWT = {"AI_MIND_AUTH": "jwt", "AI_MIND_JWT_SECRET": LONG}
SAFE = {"AI_MIND_ENV": "production", "AI_MIND_SESSION_SECRET": LONG}
NAMED = {"AI_MIND_JWT_AUDIENCE": "ai-mind", "AI_MIND_JWT_ISSUER": "https://id.example"}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (SAFE, "AI_MIND_AUTH=local"),
        (SAFE | {"AI_MIND_AUTH": "session", "AI_MIND_SESSION_SECRET": ""}, "AI_MIND_SESSION_SECRET must be set"),
        (SAFE | {"AI_MIND_AUTH": "session", "AI_MIND_SESSION_SECRET": f"{LONG},{DEVELOPMENT_SECRET}"}, "must be set"),
        (SAFE | JWT, "AI_MIND_JWT_AUDIENCE and AI_MIND_JWT_ISSUER"),
        (SAFE | JWT | {"AI_MIND_JWT_AUDIENCE": "ai-mind"}, "AI_MIND_JWT_AUDIENCE and AI_MIND_JWT_ISSUER"),
        ({"AI_MIND_SESSION_SECRET": LONG[1:]}, "at least 32 characters"),
        ({"AI_MIND_SESSION_SECRET": f"{LONG},short"}, "at least 32 characters in each secret"),
        ({"AI_MIND_AUTH": "jwt"}, "needs one of AI_MIND_JWT_SECRET"),
        (JWT | {"AI_MIND_JWT_PUBLIC_KEY": "-----BEGIN"}, "needs one of AI_MIND_JWT_SECRET"),
        (JWT | {"AI_MIND_JWT_JWKS_URL": "https://id.example/keys"}, "needs one of AI_MIND_JWT_SECRET"),
        (JWT | {"AI_MIND_JWT_SECRET": LONG[1:]}, "AI_MIND_JWT_SECRET needs at least 32 bytes"),
        ({"AI_MIND_JWT_JWKS_URL": "file:///etc/keys"}, "AI_MIND_JWT_JWKS_URL"),
        (JWT | {"AI_MIND_JWT_LEEWAY_S": "3600"}, "AI_MIND_JWT_LEEWAY_S"),
        ({"AI_MIND_AUTH": "none"}, "AI_MIND_AUTH"),
        ({"AI_MIND_RUNS_PER_MINUTE": "0"}, "AI_MIND_RUNS_PER_MINUTE"),
        ({"AI_MIND_MAX_REQUEST_BYTES": "100"}, "AI_MIND_MAX_REQUEST_BYTES"),
    ],
)
def test_what_would_let_somebody_in_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, str], said: str
) -> None:
    with pytest.raises(SettingsError, match=said) as caught:
        load(monkeypatch, values)
    assert LONG not in str(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        SAFE | {"AI_MIND_AUTH": "session"},
        SAFE | {"AI_MIND_AUTH": "session", "AI_MIND_SESSION_SECRET": f" {LONG} , {OTHER} ,"},
        SAFE | JWT | NAMED,
        SAFE | NAMED | {"AI_MIND_AUTH": "jwt", "AI_MIND_JWT_PUBLIC_KEY": "-----BEGIN PUBLIC KEY-----"},
        SAFE | NAMED | {"AI_MIND_AUTH": "jwt", "AI_MIND_JWT_JWKS_URL": "https://id.example/keys"},
        JWT,
    ],
)
def test_what_is_safe_starts(monkeypatch: pytest.MonkeyPatch, values: dict[str, str]) -> None:
    settings = load(monkeypatch, values)
    assert settings.auth == values["AI_MIND_AUTH"]
    assert all(settings.session_secrets)


def test_the_sites_that_may_call_are_those_of_the_servers_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings(None).allowed_origins == ()
    studio = "https://smith.langchain.com"
    settings = load(monkeypatch, {"LANGGRAPH_HTTP": json.dumps({"cors": {"allow_origins": [studio]}})})
    assert settings.allowed_origins == (studio,)


def test_empty_variables_are_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(monkeypatch, {"AI_MIND_LOCAL_MODEL": "", "AI_MIND_CHAT_MODEL": ""}).local_model is None


def test_secrets_are_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(monkeypatch, {"OPENAI_API_KEY": "sk-secret-value"})
    assert "sk-secret-value" not in repr(settings)
    assert DEVELOPMENT_SECRET not in repr(settings)


def test_a_set_variable_wins_over_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    file = f"{tmp_path}/.env"
    with open(file, "w", encoding="utf-8") as env:
        env.write("AI_MIND_CHAT_MODEL=from-file\nAI_MIND_GATE_MODEL=gate\n")
    monkeypatch.setenv("AI_MIND_CHAT_MODEL", "from-environment")
    settings = load_settings(file)
    assert (settings.chat_model, settings.gate_model) == ("from-environment", "gate")


def test_the_limits_of_a_thread_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings(None).thread_limits == Limits()
    for name, value in {"RETAINED_TURNS": "2", "SLACK_TURNS": "0", "MAX_PINS": "5", "MAX_PIN_CHARS": "100"}.items():
        monkeypatch.setenv(f"AI_MIND_{name}", value)
    monkeypatch.setenv("AI_MIND_MAX_SUMMARY_CHARS", "1000")
    assert load_settings(None).thread_limits == Limits(2, 0, 1_000, 5, 100)


def test_tools_and_servers_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (load_settings(None).tools, load_settings(None).mcp_servers) == ((), {})
    monkeypatch.setenv("AI_MIND_TOOLS", "my.tools:search, my.tools:LIST,")
    monkeypatch.setenv("AI_MIND_MCP_SERVERS", '{"files": {"transport": "stdio", "command": "files"}}')
    settings = load_settings(None)
    assert settings.tools == ("my.tools:search", "my.tools:LIST")
    assert settings.mcp_servers == {"files": {"transport": "stdio", "command": "files"}}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AI_MIND_TOOLS", "not a path"),
        ("AI_MIND_MCP_SERVERS", "not json"),
        ("AI_MIND_MCP_SERVERS", '{"files": "x"}'),
        ("AI_MIND_RETAINED_TURNS", "0"),
        ("AI_MIND_SLACK_TURNS", "-1"),
        ("AI_MIND_MAX_PINS", "21"),
        ("AI_MIND_MAX_SUMMARY_CHARS", "2501"),
        ("AI_MIND_TOOL_ROUNDS", "8"),
        ("AI_MIND_MODEL_OPTIONS", "not json"),
        ("AI_MIND_MODEL_OPTIONS", '{"nobody": {"temperature": 1}}'),
        ("AI_MIND_TIMEZONE", "Mars/Olympus"),
    ],
)
def test_wrong_limits_and_tools_stop_the_start(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=name):
        load_settings(None)


def test_model_options_and_the_time_zone_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (load_settings(None).model_options, load_settings(None).timezone) == ({}, "")
    monkeypatch.setenv("AI_MIND_MODEL_OPTIONS", '{"extraction": {"temperature": 1, "enable_thinking": false}}')
    monkeypatch.setenv("AI_MIND_TIMEZONE", "Asia/Shanghai")
    settings = load_settings(None)
    assert settings.model_options == {"extraction": {"temperature": 1, "enable_thinking": False}}
    assert settings.timezone == "Asia/Shanghai"


@pytest.mark.parametrize(
    ("store", "own"),
    [
        ("", False),
        ('{"index": {"dims": 384}}', False),
        ('{"path": "./tests/server/faulty.py:store"}', False),
        ('{"path": "./memory/platform/postgres/server.py:store"}', True),
        ('{"path": "/deps/ai-mind/memory/platform/postgres/server.py:store"}', True),
    ],
)
def test_the_own_database_is_used_with_its_configuration_file(
    monkeypatch: pytest.MonkeyPatch, store: str, own: bool
) -> None:
    """A DATABASE_URL alone does not make `make dev` keep half of its state elsewhere."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:p@h/d")
    monkeypatch.setenv("LANGGRAPH_STORE", store)
    assert load_settings(None).own_database is own
