"""`./dev bench races`: people race for one seat, join while others leave and start, act in several tabs at once.

On SQLite and on PostgreSQL, a thousand times each unless told otherwise. Never five seated, never a seat of two owners.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from contextlib import closing


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench races", description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help="of each race on each database (default: 1000)")
    parser.add_argument("--here", action="store_true", help="only on SQLite, or on the database of DATABASE_URL")
    return parser.parse_args()


def run(times: int) -> bool:
    """Run them on the database of this process and say what came of them; whether nothing went wrong."""
    from . import _throwaway  # noqa: I001 – first of all
    from tests.services.races import Races

    start = time.monotonic()
    with closing(Races()) as races:
        races.run(times)
    seconds = time.monotonic() - start
    told = ", ".join(f"{count} {what}" for what, count in races.outcomes.most_common())
    print(f"{_throwaway.DATABASE}: {times} of each race in {seconds:.0f} s: {len(races.faults)} faults ({told})")
    for fault in races.faults[:10]:
        print(f"  {fault}")
    return not races.faults


def main() -> None:
    options = parsed()
    if options.here:
        sys.exit(not run(options.times))
    here = [sys.executable, "-m", "tests.bench.races", "--here", "--times", str(options.times)]
    sqlite = subprocess.call(here, env={**os.environ, "DATABASE_URL": "", "CHANNEL_URL": ""})
    sys.exit(subprocess.call([sys.executable, "-m", "tests.cluster.around", *here]) or sqlite)


if __name__ == "__main__":
    main()
