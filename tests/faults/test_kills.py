"""Random kills under load: what people were told is stored, and everything that is stored agrees with its replay.

`./dev bench faults` does the same as often as one likes.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from django.db import connections

from . import history
from .kills import Nemesis
from .people import ACKNOWLEDGED, Person, Sent
from .site import Site, open_tables

pytestmark = pytest.mark.usefixtures("verified")


def killed_under_load(site: Site, kills: int, seed: int) -> None:
    opened = open_tables(3)

    async def run() -> list:  # type: ignore[type-arg]
        rooms = await site.enter(opened, patience=0.02)
        await Nemesis(site, random.Random(seed), pauses=(0.3, 1.5)).kill(kills, rooms)
        await site.leave(rooms)
        return rooms

    with site.running():
        rooms = asyncio.run(run())
    connections.close_all()
    assert history.disagreements(rooms) == []
    told = sum(one.outcome == ACKNOWLEDGED for room in rooms for person in room.people for one in person.log)
    assert told >= 5 * kills, "too little was played to prove anything"


def test_the_one_process_is_killed(tmp_path: Path) -> None:
    killed_under_load(Site(tmp_path, processes=1), kills=2, seed=3)


@pytest.mark.cluster
def test_one_of_two_processes_is_killed(postgres, valkey, tmp_path: Path) -> None:
    killed_under_load(Site(tmp_path, processes=2, channel_url=valkey.url), kills=4, seed=4)


STORED = {1: ("", "deal", "table"), 2: ("N", "call:P", "person"), 3: ("E", "call:7", "person")}


@pytest.mark.parametrize(
    ("sent", "stored", "finding"),
    [
        ({"N": [Sent(1, "call:P", ACKNOWLEDGED)], "E": [Sent(2, "call:7")]}, STORED, None),
        ({"N": [Sent(1, "call:8", ACKNOWLEDGED)], "E": [Sent(2, "call:7")]}, STORED, "was told"),
        ({"N": [Sent(1, "call:P")], "E": [Sent(2, "call:7", "refused")]}, STORED, "was refused"),
        ({"N": [Sent(1, "call:P")], "E": []}, STORED, "from nobody"),
        ({"N": [Sent(1, "call:P")], "E": [Sent(3, "call:7")]}, {1: STORED[1], 2: STORED[2], 4: STORED[3]}, "a gap"),
    ],
    ids=["agrees", "lost", "refused but stored", "from nobody", "gap"],
)
def test_the_judge_of_histories_finds_what_is_wrong(transactional_db, sent, stored, finding) -> None:
    from games.engine.seats import Seat

    people = [Person(1, Seat[seat], "", 0, log=log) for seat, log in sent.items()]
    found = list(history.judged(stored, people))
    assert any(finding in line for line in found) if finding else found == []
