"""`./dev bench live`: whole tables played through real sockets, beside the floor of the same run.

Four people at each table play through the real path: sessions, htmx's frames, rules, the database, four views. Every
view is checked. The floor is a bare Channels group echo on Daphne with frames of the same size, by the same client.
Servers are kept to one core and the client to another; processor time an action is steadier than actions a second.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import re
import statistics
import sys
import time
from dataclasses import dataclass

from . import _live_site as site
from ._live_tables import CardTable, FloorTable, Table, Tally

WARM = 1.0
_TROUBLE = re.compile(r".*\b(?:warning|error|critical)\b.*", re.IGNORECASE)


@dataclass(frozen=True)
class Result:
    """One run: actions a second, seconds until the own and all views, server time an action, memory, errors."""

    rate: float
    own: list[float]
    everybody: list[float]
    cpu: float
    memory: float
    sizes: tuple[int, int]
    errors: dict[str, int]

    @property
    def p99(self) -> float:
        return percentile(self.everybody, 99)


def percentile(values: list[float], percent: int) -> float:
    """Of values in order; 0 when there are none."""
    return values[min(len(values) - 1, len(values) * percent // 100)] if values else 0.0


async def play(tables: list[Table], tally: Tally, seconds: float, servers: list[site.Server]) -> Result:
    """Let connected tables play, and measure after a moment of warming up."""
    gc.collect()
    gc.freeze()
    for table in tables:
        table.begin()
    await asyncio.sleep(WARM)
    used, start, tally.counting = _used(servers), time.monotonic(), True
    while time.monotonic() - start < seconds:
        await asyncio.sleep(min(1.0, seconds))
        for table in tables:
            table.check_progress()
    used, took, tally.counting = _used(servers) - used, time.monotonic() - start, False
    memory = sum(server.megabytes() for server in servers)
    for server in servers:
        if trouble := _TROUBLE.findall(server.said()):
            tally.errors[f"server: {trouble[0]}"] = len(trouble)
    await _end(tables)
    count = max(1, tally.actions)
    return Result(
        rate=tally.actions / took,
        own=sorted(tally.own),
        everybody=sorted(tally.everybody),
        cpu=used / count,
        memory=memory,
        sizes=(tally.sent_bytes // count, tally.frame_bytes // max(1, tally.frames)),
        errors=dict(tally.errors),
    )


def _used(servers: list[site.Server]) -> float:
    return sum(server.cpu_seconds() for server in servers)


async def _end(tables: list[Table]) -> None:
    for table in tables:
        table.finish()
    await asyncio.sleep(0.2)
    for table in tables:
        table.close()
    await asyncio.sleep(0.2)


async def _ours(options: argparse.Namespace, opened: dict[int, site.Cookies], servers: list[site.Server]) -> Result:
    tally, ports = Tally(), [server.port for server in servers]
    tables = [CardTable(tally, random.Random(number), options.rate, number) for number in opened]
    for table in tables:
        await table.connect(ports, opened[table.table_id], split=options.split)
    return await play(list(tables), tally, options.seconds, servers)


async def _floor(options: argparse.Namespace, count: int, sizes: tuple[int, int], servers: list[site.Server]) -> Result:
    tally = Tally()
    tables = [FloorTable(tally, random.Random(number), options.rate, sizes) for number in range(count)]
    for number, table in enumerate(tables):
        await table.connect([servers[0].port], number)
    return await play(list(tables), tally, options.seconds, servers)


def run_ours(options: argparse.Namespace, opened: dict[int, site.Cookies], cores: list[int]) -> Result:
    """Play at these tables; what the servers have to complain of meanwhile counts as errors."""
    with site.running("_live_server", site.PORTS[: options.processes], cores) as servers:
        return asyncio.run(_ours(options, opened, servers))


def run_floor(options: argparse.Namespace, count: int, sizes: tuple[int, int], cores: list[int]) -> Result:
    with site.running("_floor", site.free_ports(1), cores) as servers:
        return asyncio.run(_floor(options, count, sizes, servers))


def keep_to_cores(processes: int) -> list[int]:
    """Keep this client to one core and leave the servers the others; all cores for two processes or on one core."""
    if not hasattr(os, "sched_setaffinity"):
        return []
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) == 1 or processes > 1:
        return cores
    os.sched_setaffinity(0, {cores[-1]})
    return cores[:1]


# --- what is printed -------------------------------------------------------------------------------------------------


def show(name: str, result: Result) -> None:
    """One line a run, and its errors."""
    own, everybody = (
        " ".join(f"{1000 * percentile(values, at):7.1f}" for at in (50, 95, 99))
        for values in (result.own, result.everybody)
    )
    print(
        f"  {name:14}{result.rate:7.0f} /s {1e6 * result.cpu:7.0f} µs   own {own}   all {everybody}"
        f"   {result.memory:5.0f} MB   {result.sizes[0]} → {result.sizes[1]} B",
        flush=True,
    )
    for what, count in list(result.errors.items())[:5]:
        print(f"    ERROR {count} × {what}")


def middle(values: list[float]) -> str:
    """ "median (least–most)"."""
    return f"{statistics.median(values):.4g} ({min(values):.4g}–{max(values):.4g})"


def compare(count: int, ours: list[Result], floor: list[Result]) -> None:
    """The lines with which goals are compared."""
    rates, costs = [one.rate for one in ours], [1e6 * one.cpu for one in ours]
    print(f"{count} tables: {middle(rates)} actions/s, {middle(costs)} µs each")
    if floor:
        _ratio("actions/s", rates, [one.rate for one in floor])
        _ratio("µs an action", costs, [1e6 * one.cpu for one in floor])
        _ratio("p99", [one.p99 for one in ours], [one.p99 for one in floor])


def _ratio(name: str, ours: list[float], floor: list[float]) -> None:
    print(f"  {name:14}{middle([one / (other or 1) for one, other in zip(ours, floor, strict=True)])} × the floor")


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench live", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[200], metavar="N", help="tables (default: 200)")
    parser.add_argument("--rate", type=float, default=0, help="actions a second a table; 0: as fast as it goes")
    parser.add_argument("--seconds", type=float, default=8, help="measured in each run (default: 8)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each (default: 3)")
    parser.add_argument("--rules", default="mixed", help="a rule set, or mixed (default)")
    parser.add_argument("--processes", type=int, default=1, choices=(1, 2, 3, 4), help="server processes (default: 1)")
    parser.add_argument("--split", action="store_true", help="the seats of a table at different processes")
    parser.add_argument("--floor", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args(arguments)
    if options.processes > 1 and not (site.GIVEN_DATABASE and os.environ.get("CHANNEL_URL")):
        parser.error("several processes need DATABASE_URL (PostgreSQL) and CHANNEL_URL (Redis or Valkey)")
    return options


def measured(options: argparse.Namespace) -> bool:
    """Run everything and print it; whether it went without an error."""
    opened = site.open_tables(max(options.tables), options.rules)
    cores = keep_to_cores(options.processes)
    print("A run: actions a second, server time an action, p50 p95 p99 in ms to the own and to all four views.")
    good, medians = True, {}
    for count in options.tables:
        ours, floor = [], []
        for _ in range(options.runs):
            ours.append(run_ours(options, dict(list(opened.items())[:count]), cores))
            show(f"{count} tables", ours[-1])
            if options.floor:
                floor.append(run_floor(options, count, ours[-1].sizes, cores))
                show("  floor", floor[-1])
        compare(count, ours, floor)
        medians[count] = statistics.median(result.cpu for result in ours)
        good = good and not any(result.errors for result in [*ours, *floor])
    if len(medians) > 1 and medians[min(medians)]:
        least, most = min(medians), max(medians)
        print(f"µs an action at {most} tables: {medians[most] / medians[least]:.2f} × that at {least}")
    return good


def main() -> None:
    sys.exit(not measured(parsed()))


if __name__ == "__main__":
    main()
