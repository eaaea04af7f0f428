"""`./dev bench soak`: thousands of tables on a fake clock, with random leaves, reloads, time-outs and silences.

All must end; the longest time that any was overdue after the keeper had looked is reported.
"""

from __future__ import annotations

import argparse
import datetime as dt
import sys
import time
from collections import Counter

import time_machine

TOGETHER = 50
START = dt.datetime(2026, 11, 29, 20, 0, tzinfo=dt.UTC)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=2000, help="in all (default: 2000)")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def soaked(options: argparse.Namespace) -> bool:
    """Run them, so many at a time; whether all have ended in time."""
    from . import _throwaway
    from django.db import connection  # isort: skip

    from games.services import presence
    from tests.faults.soak import Soak

    if _throwaway.DATABASE == "sqlite":
        connection.cursor().execute("PRAGMA synchronous=OFF")
    ends, overdue, stuck, began = Counter[str](), dt.timedelta(), [], time.monotonic()
    with time_machine.travel(START, tick=False) as clock:
        for batch in range(-(-options.tables // TOGETHER)):
            presence.beat()
            soak = Soak(clock, min(TOGETHER, options.tables - batch * TOGETHER), options.seed + batch)
            soak.run()
            ends, overdue, stuck = ends + soak.ends, max(overdue, soak.overdue), stuck + soak.stuck
            print(
                f"{ends.total()} ended: {dict(ends)}; longest overdue {overdue}; stuck: {stuck or 'none'}", flush=True
            )
    print(f"{options.tables} tables in {time.monotonic() - began:.0f} s")
    return not stuck and ends.total() == options.tables and not overdue


def main() -> None:
    sys.exit(not soaked(parsed()))


if __name__ == "__main__":
    main()
