"""A throw-away site for `./dev bench live`: its database with people seated at tables, and its server processes.

Importing this module sets Django up for a temporary folder; with DATABASE_URL (PostgreSQL) a database of its own is
made beside the one named there, and dropped at the end.
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
FOLDER = Path(tempfile.mkdtemp(prefix="cardems-bench-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


def free_ports(count: int) -> list[int]:
    """So many ports of the loopback that nobody listens on."""
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


PORTS = free_ports(4)
os.environ.update(
    DJANGO_SETTINGS_MODULE="cardems_site.settings",
    CARDEMS_LOCAL="1",
    CARDEMS_VAR=str(FOLDER),
    CARDEMS_PACE="0",
    SECRET_KEY=secrets.token_urlsafe(60),
    SITE_ORIGINS=",".join(f"http://127.0.0.1:{port}" for port in PORTS),
    LOG_LEVEL="WARNING",
)
GIVEN_DATABASE = os.environ.get("DATABASE_URL", "")
if GIVEN_DATABASE:
    NAME = f"cardems_bench_{os.getpid()}"
    os.environ["DATABASE_URL"] = urlsplit(GIVEN_DATABASE)._replace(path=f"/{NAME}").geturl()
    import psycopg

    def _administer(statement: str) -> None:
        with psycopg.connect(GIVEN_DATABASE, autocommit=True) as connection:
            connection.execute(statement)

    _administer(f"CREATE DATABASE {NAME}")
    atexit.register(_administer, f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")

import django

django.setup()

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db import connections, transaction

from accounts.models import User
from games.engine.registry import RULE_SETS
from games.engine.seats import SEATS, Seat
from games.services import seats, tables

Cookies = dict[Seat, str]


def open_tables(count: int, rules: str) -> dict[int, Cookies]:
    """So many tables of four people who have begun to play; by table, the cookie header of each seat.

    `rules` is a rule set, or `mixed` for all of them in turn. Nothing is committed before all is there, for speed.
    """
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    chosen = list(RULE_SETS) if rules == "mixed" else [rules]
    with transaction.atomic():
        opened = dict(_open_table(number, chosen[number % len(chosen)]) for number in range(count))
    connections.close_all()
    return opened


def _open_table(number: int, rule_set: str) -> tuple[int, Cookies]:
    people = {seat: _person(f"player-{number}-{seat.name.lower()}x") for seat in SEATS}
    host = people[tables.HOST_SEAT]
    table = tables.open_table(host, rule_set, {})
    for seat in SEATS:
        if seat is not tables.HOST_SEAT:
            seats.sit(table.pk, people[seat], seat, links=())
    for seat in SEATS:
        tables.ready_to_start(table.pk, people[seat].pk)
    return table.pk, {seat: _cookie(people[seat]) for seat in SEATS}


def _person(name: str) -> User:
    return User.objects.create(username=name, password="!" + secrets.token_hex(20))


def _cookie(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


@contextmanager
def running(module: str, ports: list[int], cores: list[int], *arguments: str) -> Iterator[list[Server]]:
    """Server processes on these ports, kept to these cores where the system can; yields when all listen."""
    servers = [Server(module, port, cores, *arguments) for port in ports]
    try:
        for server in servers:
            server.wait()
        yield servers
    finally:
        for server in servers:
            server.stop()


class Server:
    """One server process, and what it has cost."""

    def __init__(self, module: str, port: int, cores: list[int], *arguments: str) -> None:
        self.port = port
        self.log = (FOLDER / f"{module}-{port}.log").open("wb")
        command = [sys.executable, "-m", f"tests.bench.{module}", str(port), *arguments]
        environment = {**os.environ}
        if module == "_floor":
            environment.pop("CHANNEL_URL", None)
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=self.log, stderr=self.log)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.process.pid, cores)

    def wait(self) -> None:
        """Until it listens; raises RuntimeError with what it said."""
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError(f"the server does not start:\n{self.said()}")

    def said(self) -> str:
        """Everything it has logged."""
        return Path(self.log.name).read_text()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def cpu_seconds(self) -> float:
        """Processor time used so far, all threads; 0 where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Memory it holds now; 0 where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        except OSError:
            return 0.0
        return int(status[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
