"""`./dev bench faults`: random kills of server processes under load, and the database and the bus restarted in between.

Afterwards every match is replayed, every row is checked, and what people were told is compared with what is stored.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--services", action=argparse.BooleanOptionalAction, default=True, help="restart these as well")
    return parser.parse_args()


def broken(options: argparse.Namespace) -> bool:
    """Break what can be broken while people play, and tell; whether nothing acknowledged was lost."""
    from . import _throwaway
    from django.core.management import call_command  # isort: skip
    from django.db import connections

    from tests.cluster.services import Postgres, Valkey
    from tests.faults import history
    from tests.faults.kills import Nemesis
    from tests.faults.site import Site, open_tables

    folder, chance = Path(_throwaway.FOLDER), random.Random(options.seed)
    postgres, valkey = Postgres(Path(os.environ["CARDEMS_POSTGRES"]), fast=True), Valkey(folder / "valkey")
    site = Site(folder, processes=2, channel_url=valkey.url)
    nemesis = Nemesis(site, chance, pauses=(0.2, 4.0))
    opened, start = open_tables(options.tables), time.monotonic()
    restarts = _restarts(postgres, valkey, chance) if options.services else asyncio.sleep(0)
    with site.running():
        rooms = asyncio.run(_played(site, opened, nemesis, options.kills, restarts))
    connections.close_all()
    _tell(rooms, nemesis.back, time.monotonic() - start)
    found = history.disagreements(rooms)
    print("\n".join([f"{len(found)} disagreements between what people were told and what is stored", *found[:20]]))
    call_command("replay_all")
    call_command("check_invariants")
    return not found


async def _played(site: Any, opened: Any, nemesis: Any, kills: int, restarts: Coroutine[Any, Any, None]) -> list[Any]:
    """The rooms after so many kills, and after a moment in which all is well."""
    rooms: list[Any] = await site.enter(opened)
    services = asyncio.create_task(restarts)
    await nemesis.kill(kills, rooms)
    services.cancel()
    await asyncio.gather(services, return_exceptions=True)
    await asyncio.sleep(3)
    await site.leave(rooms)
    return rooms


async def _restarts(postgres: Any, valkey: Any, chance: random.Random) -> None:
    """Restart or crash PostgreSQL, or stop Valkey for a while, every now and then, for ever."""
    ways = [partial(postgres.restart, "fast"), partial(postgres.restart, "immediate"), partial(_bounce, valkey, chance)]
    while True:
        await asyncio.sleep(chance.uniform(5, 20))
        await asyncio.to_thread(chance.choice(ways))


def _bounce(valkey: Any, chance: random.Random) -> None:
    valkey.stop()
    time.sleep(chance.uniform(0.5, 4))
    valkey.start()


def _tell(rooms: list[Any], back: list[float], seconds: float) -> None:
    people = [person for room in rooms for person in room.people]
    outcomes = [one.outcome for person in people for one in person.log]
    told = ", ".join(f"{outcomes.count(outcome)} {outcome}" for outcome in sorted(set(outcomes)))
    print(f"{len(back)} kills in {seconds:.0f} s at {len(rooms)} tables; {len(outcomes)} actions: {told}")
    print(f"pages opened: {sum(person.opened for person in people)}")
    back = sorted(back)
    print(f"every table had gone on {back[len(back) // 2]:.1f} s after a kill (median), {back[-1]:.1f} s at most")


def main() -> None:
    options = parsed()
    if not os.environ.get("CARDEMS_POSTGRES"):
        command = [sys.executable, "-m", "tests.cluster.around", sys.executable, "-m", "tests.bench.faults"]
        os.execv(command[0], [*command, *sys.argv[1:]])
    sys.exit(not broken(options))


if __name__ == "__main__":
    main()
