"""`python -m tests.cluster.around COMMAND …`: run a command with a PostgreSQL and a Valkey of its own around it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from .services import Postgres, Valkey


def main(command: list[str]) -> int:
    """The command's exit status; it gets DATABASE_URL, CHANNEL_URL and, to break PostgreSQL, CARDEMS_POSTGRES."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = Path(tempfile.mkdtemp(prefix="cardems-cluster-"))
    postgres, valkey = Postgres(folder / "postgres", fast=True), Valkey(folder / "valkey")
    services = {
        "DATABASE_URL": postgres.database("cardems"),
        "CHANNEL_URL": valkey.url,
        "CARDEMS_POSTGRES": str(postgres.folder),
    }
    try:
        return subprocess.call(command, env={**os.environ, **services})
    finally:
        valkey.close()
        postgres.close()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
