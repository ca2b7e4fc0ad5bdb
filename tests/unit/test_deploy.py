"""What is needed to run the official image; it cannot be built here, so its files are read."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from memory.platform.settings import Settings
from tests.server.process import PROJECT, clean_environment

REQUIRED = ("DATABASE_URI", "REDIS_URI", "DATABASE_URL", "LANGGRAPH_CLOUD_LICENSE_KEY", "LANGSMITH_API_KEY")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load((PROJECT / "deploy/compose.yaml").read_text(encoding="utf-8"))
    return parsed


@pytest.fixture(scope="module")
def dockerfile(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("image") / "Dockerfile"
    command = (Path(sys.executable).with_name("langgraph"), "dockerfile", "--config", "langgraph.postgres.json", path)
    subprocess.run(command, cwd=PROJECT, env=clean_environment(OPENAI_API_KEY="sk-canary"), check=True, timeout=60)
    return path.read_text(encoding="utf-8")


def config(name: str) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads((PROJECT / name).read_text(encoding="utf-8"))
    return parsed


def test_both_configurations_differ_in_where_things_are_kept_alone() -> None:
    plain, postgres = config("langgraph.json"), config("langgraph.postgres.json")
    assert postgres.pop("checkpointer") == {"path": "./memory/platform/postgres/server.py:checkpointer"}
    assert postgres["store"].pop("path") == "./memory/platform/postgres/server.py:store"
    assert postgres == plain


def test_the_server_waits_for_what_it_needs(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert services["postgres"]["image"] == "pgvector/pgvector:pg16"
    assert services["redis"]["image"] == "redis:6"
    assert {name: on["condition"] for name, on in services["server"]["depends_on"].items()} == {
        "postgres": "service_healthy",
        "redis": "service_healthy",
        "setup": "service_completed_successfully",
    }
    assert services["setup"]["entrypoint"] == ["python", "-m", "scripts.setup_database"]
    assert [name for name in ("postgres", "redis", "server") if "healthcheck" not in services[name]] == []


def test_every_variable_exists_and_no_value_is_a_secret(compose: dict[str, Any]) -> None:
    environment = compose["services"]["server"]["environment"]
    assert environment == compose["services"]["setup"]["environment"]
    assert set(REQUIRED) <= set(environment)
    own = {name.removeprefix("AI_MIND_").lower() for name in environment if name.startswith("AI_MIND_")}
    assert own <= set(Settings.model_fields)
    secrets = [name for name in environment if re.search("KEY|SECRET", name)]
    assert [name for name in secrets if not re.fullmatch(rf"\$\{{{name}(:-|:\?[^}}]*)\}}", environment[name])] == []
    assert not re.search(r"://[^$\s]*:[^$\s/]+@", (PROJECT / "deploy/compose.yaml").read_text(encoding="utf-8"))


def test_the_generated_dockerfile_has_the_graphs_and_no_secret(dockerfile: str) -> None:
    graphs = re.search(r"^ENV LANGSERVE_GRAPHS='(.*)'$", dockerfile, re.MULTILINE)
    assert graphs is not None
    assert set(json.loads(graphs[1])) == {"chat", "memory_extraction", "compaction"}
    assert "memory/platform/postgres/server.py:checkpointer" in dockerfile
    assert "memory/platform/postgres/server.py:store" in dockerfile
    assert "sk-canary" not in dockerfile
    assert not re.search("API_KEY|PASSWORD|SECRET|postgresql://", dockerfile)


def test_the_image_gets_neither_settings_nor_data_of_this_machine() -> None:
    ignored = (PROJECT / ".dockerignore").read_text().split()
    assert {".env", ".ai-mind", ".langgraph_api", ".venv", ".git"} <= set(ignored)
