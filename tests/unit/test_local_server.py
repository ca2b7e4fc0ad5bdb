"""The embedded model's process, without the model: what a failed start says."""

import sys
from pathlib import Path

import pytest

from memory.errors import ModelError
from memory.platform.models.local_server import EmbeddedServer
from memory.platform.settings import Settings


async def test_nothing_to_serve_is_one_clear_line(tmp_path: Path) -> None:
    server = EmbeddedServer(Settings(_env_file=None, cache_dir=tmp_path))
    before = server.failed
    with pytest.raises(ModelError, match="set OPENAI_API_KEY or OPENAI_BASE_URL, or run `make dev`"):
        await server.url()
    assert (before, server.failed, server.running) == (False, True, False)


async def test_a_file_that_is_no_model_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"no model")
    server = EmbeddedServer(Settings(_env_file=None, local_model=broken))
    with pytest.raises(ModelError, match=r"broken\.gguf could not be started"):
        await server.url()
    assert server.failed


async def test_a_process_that_died_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real process of the embedded model is played by a Python that prints an address."""
    speaker = tmp_path / "speaker"
    speaker.write_text(f"#!{sys.executable}\nimport sys\nprint('http://127.0.0.1:9', flush=True)\nsys.stdin.read()\n")
    speaker.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(speaker))
    server = EmbeddedServer(Settings(_env_file=None, local_model=speaker))
    assert await server.url() == "http://127.0.0.1:9/v1"
    states, first = [server.running], server._process
    assert first is not None
    first.kill()
    first.wait()
    states.append(server.running)
    assert await server.url() == "http://127.0.0.1:9/v1"
    assert [*states, server.running] == [True, False, True]
    assert server._process is not first
    server.stop()
