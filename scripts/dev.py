"""Start the server for development: check the settings, find a port, say what to try next."""

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import httpx
from dotenv import dotenv_values

from memory.errors import SettingsError
from memory.platform.models import local_model
from memory.platform.settings import Settings, env_file, get_settings

HOST = "127.0.0.1"
RUNNING = Path(".ai-mind/server.json")
"""Where the running server's address is written, for `make demo`."""
START_TIMEOUT_S = 120.0


def main() -> int:
    """Run one of the steps of `make dev`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=2024, help="first port to try")
    parser.add_argument("--locks", action="store_true", help="print which further lock files must be installed")
    parser.add_argument("--assemble", action="store_true", help="only assemble the embedded model's file")
    arguments = parser.parse_args()
    try:
        settings = get_settings()
        if arguments.locks:
            print(*locks(settings))
            return 0
        if arguments.assemble or not settings.hosted:
            assemble(settings)
    except SettingsError as error:
        if not arguments.locks:  # the start that follows says it
            print(error, file=sys.stderr)
        return 2
    return 0 if arguments.assemble else run(settings, free_port(arguments.port), "langgraph.json", {})


def locks(settings: Settings) -> list[str]:
    """Return the names of the lock files the embedded model needs: none with a provider or with another file."""
    if settings.hosted:
        return []
    return ["requirements-local"] + ([] if local_model.model_file(settings) else ["requirements-weights"])


def assemble(settings: Settings) -> None:
    """Make sure that the embedded model's file is there."""
    if local_model.model_file(settings) is None:
        target = settings.cache_dir.expanduser() / local_model.FILE_NAME
        print(f"assembling the embedded model in {target}")
        local_model.assemble(local_model.installed_parts(), target, progress=bar)
        print()


def bar(done: int, total: int) -> None:
    """Draw how far the assembly is."""
    width = 40 * done // total
    print(f"\r  [{'#' * width:<40}] {done >> 20} of {total >> 20} MiB", end="", flush=True)


def free_port(wanted: int) -> int:
    """Return `wanted` if nobody listens there, else a free port."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                print(f"port {wanted} is taken; using a free one")
                continue
            return int(probe.getsockname()[1])
    raise SettingsError("there is no free port")


def run(settings: Settings, port: int, config: str, more: Mapping[str, str]) -> int:
    """Run `langgraph dev` until it ends, with its address written where the demo finds it.

    Args:
        settings: what is announced.
        port: a free one.
        config: the server's configuration file.
        more: environment variables beside those that are set.
    """
    # The default of one worker would let an extraction block the next turn.
    command = (
        Path(sys.executable).with_name("langgraph"), "dev", "--config", config, "--no-browser", "--no-reload",
        "--n-jobs-per-worker", "10", "--host", HOST, "--port", str(port),
    )  # fmt: skip
    # What is set wins over the file; the server's own variables (LANGSMITH_…) come from there too.
    file = env_file()
    read = {key: value for key, value in dotenv_values(file).items() if value is not None} if file else {}
    # In a group of its own: Ctrl-C in the terminal would reach it twice, and the second time it does not
    # save what its store holds.
    environment = {"LANGSMITH_TRACING": "false", **read, **os.environ, **more}
    server = subprocess.Popen(command, env=environment, start_new_session=True)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: server.send_signal(signal.SIGINT))
    url = f"http://{HOST}:{port}"
    running = json.dumps({"url": url, "pid": server.pid})
    try:
        if ready(url, server):
            RUNNING.parent.mkdir(exist_ok=True)
            RUNNING.write_text(running)
            announce(settings, url)
        return server.wait()
    finally:
        if RUNNING.exists() and RUNNING.read_text() == running:
            RUNNING.unlink()


def ready(url: str, server: subprocess.Popen[bytes]) -> bool:
    """Wait until the server answers; False when it ended instead."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while server.poll() is None and time.monotonic() < deadline:
        try:
            if httpx.get(f"{url}/ok", timeout=2).is_success:
                return True
        except httpx.HTTPError:
            time.sleep(0.3)
    return False


def announce(settings: Settings, url: str) -> None:
    """Print where everything is and what to try next."""
    model = settings.model_for("chat") if settings.hosted else "embedded (small and slow, but real)"
    print(
        f"\n  AI Mind memory is running\n"
        f"    API      {url}\n"
        f"    Docs     {url}/docs\n"
        f"    Health   {url}/health\n"
        f"    Studio   https://smith.langchain.com/studio/?baseUrl={url}\n"
        f"    Model    {model}\n"
        f"  Next: `make demo` in another terminal.\n",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
