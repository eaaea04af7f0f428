"""`./dev bench fuzz`: nonsense at a running server while neighbours play; nothing may break, change or be disturbed."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from pathlib import Path


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=20_000)
    parser.add_argument("--requests", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def fuzzed(options: argparse.Namespace) -> bool:
    """Attack and tell; whether nothing was found."""
    from . import _throwaway
    from tests.faults import history  # isort: skip
    from tests.faults.attack import attacked
    from tests.faults.site import Site

    site, start = Site(Path(_throwaway.FOLDER), processes=1), time.monotonic()
    with site.running():
        chance = random.Random(options.seed)
        attack, rooms = asyncio.run(attacked(site, chance, frames=options.frames, requests=options.requests))
    faults = [*attack.faults, *history.disagreements(rooms)]
    faults += ["a traceback was logged"] * site.said().count("Traceback")
    print(
        f"{options.frames} frames, {options.requests} requests, seed {options.seed}: {time.monotonic() - start:.0f} s"
    )
    print(f"{attack.read} frames were read and refused by the site itself, the others by the server before it")
    print(f"answers: {dict(attack.answers.most_common())}")
    print("\n".join([f"{len(faults)} faults", *faults[:20]]))
    return not faults


def main() -> None:
    sys.exit(not fuzzed(parsed()))


if __name__ == "__main__":
    main()
