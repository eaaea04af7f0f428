"""`./dev cluster`: the site as a large one would run it, on this machine alone, until Ctrl-C.

A PostgreSQL, a Valkey, server processes that share nothing else, and one address in front of them. A process that dies
is started again, as systemd would; its number is printed, so that anybody may try what happens.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import subprocess
import sys
from pathlib import Path

from .balancer import Balancer
from .servers import ROOT, Server, free_port
from .services import Postgres, Valkey


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev cluster", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="of the one address (default: 8000)")
    parser.add_argument("--processes", type=int, default=2, choices=range(1, 9), help="server processes (default: 2)")
    parser.add_argument("--folder", type=Path, default=ROOT / "var/cluster", help="where everything is kept")
    return parser.parse_args()


def environment(options: argparse.Namespace, postgres: Postgres, valkey: Valkey, ports: list[int]) -> dict[str, str]:
    """What every process gets: its own port is all that it knows beside."""
    names = [f"http://{name}:{port}" for port in (options.port, *ports) for name in ("127.0.0.1", "localhost")]
    return {
        "CARDEMS_VAR": str(options.folder),
        "DATABASE_URL": postgres.database("cardems"),
        "CHANNEL_URL": valkey.url,
        "WEB_PROCESSES": str(options.processes),
        "SITE_ORIGINS": ",".join(names),
    }


def prepare(environment: dict[str, str]) -> None:
    """Migrate and collect once, before any process serves."""
    settings = Server(0, environment).environment
    subprocess.run([sys.executable, "manage.py", "prepare", "--verbosity", "0"], cwd=ROOT, env=settings, check=True)


async def serve(options: argparse.Namespace, servers: list[Server]) -> None:
    """Until a signal comes: pass connections on, and start again what has died."""
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    balancer = Balancer([server.port for server in servers])
    await balancer.listen(options.port)
    print(f"One address for {len(servers)} processes: http://127.0.0.1:{options.port}/  (Ctrl-C ends all)", flush=True)
    for server in servers:
        tell(server)
    while not ended.is_set():
        for server in servers:
            if not server.is_running:
                server.start()
                tell(server)
        try:
            await asyncio.wait_for(ended.wait(), 1)
        except TimeoutError:
            continue
    await balancer.close()


def tell(server: Server) -> None:
    assert server.process is not None
    print(f"  port {server.port} is process {server.process.pid}  (kill -9 {server.process.pid})", flush=True)


def main() -> None:
    options = parsed()
    postgres, valkey = Postgres(options.folder / "postgres"), Valkey(options.folder / "valkey")
    ports = [free_port() for _ in range(options.processes)]
    settings = environment(options, postgres, valkey, ports)
    servers = [Server(port, settings, folder=options.folder) for port in ports]
    try:
        prepare(settings)
        for server in servers:
            server.start()
        for server in servers:
            server.wait()
        asyncio.run(serve(options, servers))
    finally:
        for server in servers:
            server.stop()
        valkey.close()
        postgres.close()
        print("Stopped.", flush=True)


if __name__ == "__main__":
    main()
