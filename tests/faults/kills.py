"""Somebody who kills server processes at random moments and sees that play goes on."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field

from tests.cluster.servers import Server

from .people import Room, until
from .site import Site

LONGEST = 60.0
"""The seconds after which a table that does not go on after a kill is stuck."""


@dataclass
class Nemesis:
    """Kills, starts again after a moment, waits until every table has gone on. `back` are the seconds that took."""

    site: Site
    chance: random.Random
    pauses: tuple[float, float] = (0.3, 4.0)
    back: list[float] = field(default_factory=list)

    async def kill(self, times: int, rooms: list[Room]) -> None:
        """So many kills; raises TimeoutError when a table does not go on."""
        for _ in range(times):
            await asyncio.sleep(self.chance.uniform(*self.pauses))
            await self._kill_one(self.chance.choice(self.site.servers), rooms)

    async def _kill_one(self, server: Server, rooms: list[Room]) -> None:
        start = time.monotonic()
        await asyncio.to_thread(server.kill)
        server.start()
        targets = {room.table_id: room.version + 2 for room in rooms}
        await until(lambda: all(self._has_gone_on(room, targets) for room in rooms), LONGEST)
        self.back.append(time.monotonic() - start)

    def _has_gone_on(self, room: Room, targets: dict[int, int]) -> bool:
        return room.version >= targets[room.table_id] or any(person.phase == "over" for person in room.people)
