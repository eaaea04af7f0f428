"""An attack by `fuzz` on one table, while people play at two others."""

from __future__ import annotations

import asyncio
import random
import urllib.request

from asgiref.sync import sync_to_async

from accounts.models import User
from games import store

from .fuzz import Attack, frames, requests, state_of
from .people import Room
from .site import Site, cookie, open_tables


async def attacked(site: Site, chance: random.Random, *, frames: int, requests: int) -> tuple[Attack, list[Room]]:
    """Attack a running site with so many; what came of it, and the neighbours with their logs."""
    victim, opened, attack = await sync_to_async(_arranged, thread_sensitive=False)(site)
    before = await sync_to_async(state_of)(victim)
    rooms = await site.enter(opened, patience=0.2)
    played = [room.version for room in rooms]
    await _attack(attack, site, chance, frames, requests)
    if any(room.version <= version for room, version in zip(rooms, played, strict=True)):
        attack.faults.append("the neighbours did not play on")
    await site.leave(rooms)
    if await sync_to_async(state_of)(victim) != before:
        attack.faults.append("the table was changed")
    lines = await asyncio.to_thread(_figures, site.servers[0].port)
    attack.faults += [line for line in lines if line.startswith("cardems_errors_total{") and not line.endswith(" 0.0")]
    refused = [line for line in lines if line.startswith("cardems_actions_refused_total{")]
    attack.read = sum(int(float(line.rpartition(" ")[2])) for line in refused)
    return attack, rooms


def _arranged(site: Site) -> tuple[int, dict, Attack]:  # type: ignore[type-arg]
    opened = open_tables(3)
    [victim, *_others] = opened
    seated = opened.pop(victim)
    snapshot = store.read(victim)
    sitters = [seated[seat] for seat in seated if snapshot.match and seat is not snapshot.match.to_act]
    stranger = cookie(User.objects.create(username="stranger-x", password="!"))
    return victim, opened, Attack(site.servers[0].port, victim, ["", "sessionid=nonsense", stranger], sitters)


async def _attack(attack: Attack, site: Site, chance: random.Random, many_frames: int, many_requests: int) -> None:
    host = f"127.0.0.1:{site.servers[0].port}"
    outsiders = [one + "; csrftoken=" + "a" * 64 for one in attack.outsiders]
    all_requests = list(requests(many_requests, outsiders, host, chance))
    await asyncio.gather(
        attack.send_frames(list(frames(many_frames, chance)), chance),
        attack.send_requests(all_requests),
        attack.open_odd_sockets(chance, many_frames // 50),
    )


def _figures(port: int) -> list[str]:
    """What the server has counted, line by line."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        lines: list[str] = answer.read().decode().splitlines()
    return lines
