"""The demo on a server without any provider: the embedded model answers and extracts."""

import subprocess
import sys

import pytest

from tests.server.process import PROJECT, clean_environment, copy_project, running_server

pytestmark = [pytest.mark.model, pytest.mark.timeout(900)]


def test_the_demo_without_a_key(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = copy_project(tmp_path_factory.mktemp("embedded"))
    with running_server(folder, clean_environment()) as server:
        demo = subprocess.run(
            [sys.executable, "-m", "scripts.demo"],
            cwd=PROJECT,
            env=clean_environment(AI_MIND_URL=server.url),
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    print(demo.stdout)
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert demo.stdout.count("processed after") == 2
    assert "Both conversations B used what A was told." in demo.stdout
