"""Fault tests break what they run on: those marked `cluster` need the services that `tests.cluster.around` gives."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections

from tests.cluster import services

from .site import Site


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[services.Valkey]:
    """A Valkey of the test's own, to be stopped and started."""
    server = services.Valkey(tmp_path / "valkey")
    yield server
    server.close()


@pytest.fixture
def postgres(transactional_db: None) -> services.Postgres:
    """The PostgreSQL that holds the test's database; who restarts it leaves it running."""
    if not services.is_given():
        pytest.fail("This needs real services:  python -m tests.cluster.around python -m pytest -m cluster")
    return services.Postgres(Path(os.environ["CARDEMS_POSTGRES"]), fast=True)


@pytest.fixture
def cluster(postgres: services.Postgres, valkey: services.Valkey, tmp_path: Path) -> Iterator[Site]:
    """Two server processes on PostgreSQL and Valkey."""
    with Site(tmp_path, processes=2, channel_url=valkey.url).running() as site:
        yield site


@pytest.fixture
def verified(transactional_db: None) -> Iterator[None]:
    """At the end every match is replayed from its log, and every row must agree with every other."""
    yield
    connections.close_all()
    call_command("replay_all")
    call_command("check_invariants")
