"""Nonsense at a running server, in short form; the neighbours play on meanwhile."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from django.db import connections

from . import history
from .attack import attacked
from .site import Site

pytestmark = pytest.mark.usefixtures("verified")


def test_nonsense_changes_nothing_and_disturbs_nobody(tmp_path: Path) -> None:
    site = Site(tmp_path, processes=1)
    with site.running():
        attack, rooms = asyncio.run(attacked(site, random.Random(5), frames=1500, requests=400))
    connections.close_all()
    assert attack.faults == []
    assert attack.read > 700, "most frames did not come far enough to prove anything"
    assert history.disagreements(rooms) == []
    assert "Traceback" not in site.said()
