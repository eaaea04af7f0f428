"""Two processes lose one of them, the bus, the database: people go on, and nothing acknowledged is lost.

The bounds are those of the promise, three times as long: the machine is shared.
"""

from __future__ import annotations

import asyncio
import time

import pytest
from django.db import connections

from games.services.errors import NOT_STORED

from . import history
from .people import Room, until
from .site import Site, open_tables

SLACK = 3
"""Factor on every bound."""

AT_ONCE, BACK, WITHOUT_BUS, NORMAL = 1.0, 5.0, 5.0, 2.0
"""The promised seconds: until the others see an action after a kill, until cut pages are back, until everybody sees an
action without the bus, until all is as usual once it is back."""

pytestmark = [pytest.mark.cluster, pytest.mark.usefixtures("verified")]


def played(site: Site, scenario) -> Room:  # type: ignore[no-untyped-def]  # a coroutine function
    """The room after a scenario in it; what its people wrote down must be what is stored."""
    opened = open_tables(1)

    async def run() -> Room:
        [room] = await site.enter(opened)
        room.pause()
        try:
            await scenario(room)
        except TimeoutError:
            pytest.fail(f"people wait:\n{room}\n{site.said()}")
        finally:
            await site.leave([room])
        return room

    room = asyncio.run(run())
    connections.close_all()  # the database may be another process by now
    assert history.disagreements([room]) == []
    return room


def test_a_killed_process_costs_its_own_pages_a_moment_and_the_others_nothing(cluster: Site) -> None:
    async def scenario(room: Room) -> None:
        for _ in range(8):
            await room.one_action(within=10)
        while not room.people[1].has_turn:  # East and West are on the second process
            await room.one_action(within=10)
        others, opened = room.people[1::2], [person.opened for person in room.people]
        target = room.version + 1
        cluster.servers[0].kill()
        start = time.monotonic()
        room.people[1].act()
        await until(lambda: min(person.version for person in others) >= target, AT_ONCE * SLACK)
        await until(lambda: room.version >= target, BACK * SLACK - (time.monotonic() - start))
        assert [person.opened for person in others] == opened[1::2], "a page of the living process was cut"
        for _ in range(60):
            await room.one_action(within=10)

    played(cluster, scenario)


def test_without_the_bus_everybody_sees_everything_a_little_later(cluster: Site, valkey) -> None:
    async def scenario(room: Room) -> None:
        for _ in range(6):
            await room.one_action(within=10)
        opened = [person.opened for person in room.people]
        valkey.stop()
        for _ in range(5):
            assert await room.one_action(within=20) < WITHOUT_BUS * SLACK
        valkey.start()
        await asyncio.sleep(NORMAL)
        times = [await room.one_action(within=20) for _ in range(8)]
        assert sorted(times)[4] < 1, times  # by the bus: the poll alone takes up to 1.5 s
        assert [person.opened for person in room.people] == opened, "a page was cut"

    played(cluster, scenario)


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_a_restart_of_the_database_loses_nothing_acknowledged(cluster: Site, postgres, how: str) -> None:
    async def scenario(room: Room) -> None:
        room.play_on()
        await asyncio.sleep(1)
        await asyncio.to_thread(postgres.restart, how)
        target = room.version + 10
        await until(lambda: room.version >= target, BACK * SLACK)

    played(cluster, scenario)


def test_while_the_database_is_away_whoever_acts_is_told_so_and_keeps_the_page(cluster: Site, postgres) -> None:
    async def scenario(room: Room) -> None:
        await room.one_action(within=10)
        actor = next(person for person in room.people if person.has_turn)
        opened = [person.opened for person in room.people]
        postgres.stop("immediate")
        try:
            actor.act()
            await until(lambda: NOT_STORED.text in actor.refusals, BACK * SLACK)
            await asyncio.sleep(4)
        finally:
            postgres.start()
        target = room.version + 10
        room.play_on()
        await until(lambda: room.version >= target, BACK * SLACK)
        assert [person.opened for person in room.people] == opened, "a page was cut"

    played(cluster, scenario)
