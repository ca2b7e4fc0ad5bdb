"""The embedded model's process: llama.cpp behind the OpenAI protocol on a loopback address.

A process of its own, so that a crash in native code costs an answer and not the server; one for all
roles and runs. It ends with its parent: it reads its standard input, which the parent holds open.

As a program (`python -m memory.platform.models.local_server MODEL CONTEXT`) it prints its address once it
answers.
"""

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path

import structlog

from memory.errors import ModelError, SettingsError
from memory.platform.models.local_model import model_file
from memory.platform.settings import Settings

SLOTS = 2
"""One for answers, one for background work, each with the prefix of its own prompt kept."""
PROMPT_CACHE_MIB = 512
"""Memory for prompts that lost their slot; the default would be 8 GiB."""
START_TIMEOUT_S = 180.0
_PROJECT = Path(__file__).parents[3]
_log = structlog.get_logger("ai_mind.local_model")


class EmbeddedServer:
    """Starts the embedded model's process when it is first needed and knows its address.

    Args:
        settings: which file, which context window.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._url = ""
        self.failed = False
        """Whether the last start did not succeed."""
        self._starting = threading.Lock()  # not an asyncio lock: the server may run several event loops

    async def url(self) -> str:
        """Return the address with its `/v1`, starting the process if it is not running.

        Raises:
            ModelError: the model cannot be started; says why.
        """
        return self._url if self.running else await asyncio.to_thread(self._started)

    @property
    def running(self) -> bool:
        """Whether the process is up and has said where it listens."""
        return bool(self._url) and self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process, self._url = None, ""

    def _started(self) -> str:
        with self._starting:
            if not self.running:
                self.stop()
                try:
                    self._url = self._start(self._file())
                except ModelError:
                    self.failed = True
                    raise
                self.failed = False
            return self._url

    def _file(self) -> Path:
        try:
            path = model_file(self._settings)
        except SettingsError as error:
            raise ModelError("misconfigured", str(error)) from None
        if path is None:
            raise ModelError(
                "misconfigured",
                "no model is configured: set OPENAI_API_KEY or OPENAI_BASE_URL, or run `make dev`, "
                "which installs the embedded model.",
            )
        return path

    def _start(self, path: Path) -> str:
        process = subprocess.Popen(
            (
                sys.executable,
                "-m",
                "memory.platform.models.local_server",
                path,
                str(self._settings.local_context_tokens),
            ),
            cwd=_PROJECT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._process = process
        timer = threading.Timer(START_TIMEOUT_S, process.kill)
        timer.start()
        address = process.stdout.readline().decode().strip() if process.stdout else ""
        timer.cancel()
        if not address:
            self.stop()
            raise ModelError("misconfigured", f"the embedded model in {path.name} could not be started.")
        _log.info("embedded_model_ready", file=path.name)
        return f"{address}/v1"


def serve(model: Path, context_tokens: int) -> None:
    """Load `model`, print its address and serve until standard input ends.

    Args:
        model: a GGUF file.
        context_tokens: window of each slot.
    """
    from xllamacpp import CommonParams, Server  # an optional package, loaded in this process only

    parent = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # native logs must not fill the pipe nobody reads
    params = CommonParams()
    params.model.path = str(model)
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_parallel = SLOTS
    params.n_ctx = context_tokens * SLOTS
    params.cache_ram_mib = PROMPT_CACHE_MIB
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = min(cores, 8)
    server = Server(params)
    os.write(parent, f"{server.listening_address}\n".encode())
    sys.stdin.buffer.read()
    os._exit(0)  # native threads are still serving; there is nothing to save


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]))
