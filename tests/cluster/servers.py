"""Server processes of the site, as `manage.py serve` runs them, each a child that can be killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """One server process. What it says goes to a file in its folder, or to where this process writes."""

    def __init__(self, port: int, environment: dict[str, str], *, folder: Path | None = None, module: str = "") -> None:
        self.port = port
        self.environment = {"PATH": os.environ.get("PATH", ""), "CARDEMS_LOCAL": "1", **environment}
        self.log = folder / f"server-{port}.log" if folder else None
        self.command = [
            sys.executable,
            *(["-m", module, str(port)] if module else ["manage.py", "serve", "--port", str(port)]),
        ]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process; `wait` until it answers."""
        output = self.log.open("ab") if self.log else None
        self.process = subprocess.Popen(self.command, cwd=ROOT, env=self.environment, stdout=output, stderr=output)
        if output:
            output.close()

    def wait(self, seconds: float = 60) -> None:
        """Until it listens; raises RuntimeError with what it said."""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit and self.is_running:
            if self.listens():
                return
            time.sleep(0.05)
        raise RuntimeError(f"the server does not start:\n{self.said()}")

    def listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def said(self) -> str:
        """Everything that it has said, where that was kept."""
        return self.log.read_text(errors="replace") if self.log and self.log.exists() else ""

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        """Ask it to end; after some seconds end it."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()
