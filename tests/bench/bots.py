"""`./dev bench bots`: every rule set in duplicate matches of the club level against the others.

Bounded by --matches, seeded by --seed, on --jobs cores. Prints who wins, how long a choice takes, and the contracts bid
and made by height (in Spades the sides' contracts, and the Nils). Ends with code 1 when a bound is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from games.bots.levels import BEGINNER, CLUB
from games.engine.registry import RULE_SETS, game_for
from games.engine.rounds import PLAYED
from tests.bots.duplicate import RANDOM, duplicate
from tests.bots.tally import Tally, tally

LEAST = {RANDOM: 0.95, BEGINNER: 0.65}
"""What share of the duplicate matches the club level must win against each."""

DEAD_AT_MOST = 0.25
"""What share of the deals may be passed out, thrown in or assigned."""

PAIRINGS = (RANDOM, BEGINNER, CLUB)


def main(arguments: Sequence[str]) -> int:
    """Play all pairings of the rule sets asked for; 0 when every bound holds."""
    asked = _parser().parse_args(arguments)
    good = True
    for rule_set in asked.rule_sets or RULE_SETS:
        for other in PAIRINGS:
            total = played(rule_set, other, asked.matches, asked.seed, asked.jobs)
            held = holds(other, total)
            good = good and held
            print(_headline(rule_set, other, total, held))
        print(f"{'':17} club among itself, contracts:", *total.heights(), sep="\n", flush=True)
    return 0 if good else 1


def played(rule_set: str, other: str, matches: int, seed: str, jobs: int) -> Tally:
    """So many duplicate matches of the club level against another, summed up."""
    seeds = [f"{seed} {number}" for number in range(matches)]
    one = partial(_one, rule_set, other)
    if jobs == 1:
        return _summed(map(one, seeds))
    with ProcessPoolExecutor(jobs) as pool:
        return _summed(pool.map(one, seeds, chunksize=5))


def holds(other: str, total: Tally) -> bool:
    """Whether the bounds hold."""
    wins = total.won / total.duplicates >= LEAST.get(other, 0.0)
    return wins and (other == RANDOM or total.dead_share <= DEAD_AT_MOST)


def _one(rule_set: str, other: str, seed: str) -> Tally:
    game = game_for(rule_set)
    return tally(game, duplicate(game, CLUB, other, seed))


def _summed(tallies: Iterable[Tally]) -> Tally:
    total = Tally()
    for one in tallies:
        total.add(one)
    return total


def _headline(rule_set: str, other: str, total: Tally, held: bool) -> str:
    share, least = total.won / total.duplicates, LEAST.get(other)
    bound = f"≥ {least:.0%}" if least else "itself"
    dead = ", ".join(f"{number} {end}" for end, number in sorted(total.ends.items()) if end != PLAYED) or "0 dead"
    points = f"{total.difference / total.rounds:+8.2f} points a round"
    missed = "" if held else "  MISSED"
    return f"{rule_set:17} club – {other:8} {share:6.1%} ({bound}) {points}, {total.rounds} rounds, {dead}{missed}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench bots", description=__doc__)
    parser.add_argument("rule_sets", nargs="*", metavar="RULE_SET", help="tarneeb/cardems …; all when none is named")
    parser.add_argument("--matches", type=int, default=200, help="duplicate matches of each pairing (200)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time (1)")
    parser.add_argument("--seed", default="bots", help="any text; the same text gives the same matches")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
