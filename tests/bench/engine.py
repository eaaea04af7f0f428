"""`./dev bench engine`: rounds a second on one core, beside OpenSpiel's `spades` in the same run.

Playouts: whole rounds of random lawful actions through the public interface (`legal_actions`, then `play`, which
checks again). Replay: `manage.py replay` over a file of random matches, start-up aside. Everything runs in turns on
one processor, and the best turn of each counts, so that a busy machine spoils neither side.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from games.engine.deals import random_deal
from games.engine.game import Game, legal_actions, play
from games.engine.registry import RULE_SETS, game_for
from games.engine.rounds import PLAYED
from games.engine.seats import SEATS
from games.record import record_of, to_json
from tests.arrange import random_match

ROOT = Path(__file__).parents[2]
BENCH = Path(os.environ.get("CARDEMS_VAR", ROOT / "var")) / "bench"
SPADES = "spades/cardems"
PLAYOUTS_NEEDED, REPLAY_NEEDED = 0.25, 0.07


def playouts(game: Game, seconds: float) -> float:
    """Whole rounds a second of processor time."""
    chance, rounds, start = random.Random(1), 0, time.process_time()
    while (taken := time.process_time() - start) < seconds:
        dealer = chance.choice(SEATS)
        round = game.new_round(dealer, random_deal(dealer, game.rotation, chance))
        while legal := legal_actions(game, round):
            round = play(game, round, chance.choice(legal))
        rounds += 1
    return rounds / taken


@contextmanager
def openspiel() -> Iterator[Callable[[float], float] | None]:
    """OpenSpiel in a process of its own, asked for so many seconds at a time; None where it cannot be had."""
    python = BENCH / "bin/python"
    if not python.exists():
        venv.create(BENCH, with_pip=True)
    requirements = ["--no-deps", "--requirement", str(ROOT / "requirements-bench.txt")]
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements]
    if subprocess.run(pip, check=False).returncode:
        yield None
        return
    command = [str(python), str(Path(__file__).with_name("_openspiel.py"))]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        stdin, stdout = process.stdin, process.stdout

        def ask(seconds: float) -> float:
            print(seconds, file=stdin, flush=True)
            return float(stdout.readline())

        yield ask
        stdin.close()


def write_matches(file: Path, rounds: int) -> int:
    """Random matches of every rule set, with at least so many rounds that were played; how many there are."""
    chance, written = random.Random(1), 0
    with file.open("wb") as stream:
        while written < rounds:
            for slug in RULE_SETS:
                match = random_match(game_for(slug), chance, rounds=20)[-1]
                stream.write(to_json(record_of(match)) + b"\n")
                written += sum(each.outcome == PLAYED for each in match.finished)
    return written


def replay(file: Path, rounds: int, empty: Path) -> float:
    """Rounds a second of `manage.py replay`, without the time it takes over nothing."""
    return rounds / (_seconds_of_replay(file) - _seconds_of_replay(empty))


def _seconds_of_replay(file: Path) -> float:
    before = os.times()
    subprocess.run([sys.executable, "manage.py", "replay", str(file)], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def one_core() -> str:
    """Keep this process and its children on one processor, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        return "processor times, no fixed core"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"processor times, all on core {core}"


def measured(turns: int, seconds: float) -> tuple[dict[str, float], float | None]:
    """The best turn of each: Cardems' rounds a second by name, and OpenSpiel's."""
    best, theirs = dict.fromkeys([*RULE_SETS, "manage.py replay"], 0.0), 0.0
    with tempfile.TemporaryDirectory() as folder, openspiel() as ask:
        file, empty = Path(folder, "matches.jsonl"), Path(folder, "empty.jsonl")
        rounds = write_matches(file, int(3000 * seconds))
        empty.touch()
        for _ in range(turns):
            theirs = max(theirs, ask(seconds)) if ask else 0.0
            for slug in RULE_SETS:
                best[slug] = max(best[slug], playouts(game_for(slug), seconds))
            best["manage.py replay"] = max(best["manage.py replay"], replay(file, rounds, empty))
    return best, theirs or None


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev bench engine", description=__doc__)
    parser.add_argument("--turns", type=int, default=12, help="how often each is measured (default: 12)")
    parser.add_argument("--seconds", type=float, default=0.3, help="of processor time for one turn (default: 0.3)")
    options = parser.parse_args()
    print(f"Rounds a second, the best of {options.turns} turns of {options.seconds:g} s; {one_core()}.")
    ours, theirs = measured(options.turns, options.seconds)
    for name, rate in ours.items():
        print(f"  {name:24}{rate:8.0f}" + (f"   {rate / theirs:5.2f} × OpenSpiel" if theirs else ""))
    if theirs is None:
        sys.exit("OpenSpiel could not be installed, so nothing was compared; see the message of pip above.")
    print(f"  {'OpenSpiel spades':24}{theirs:8.0f}")
    good = ours[SPADES] >= PLAYOUTS_NEEDED * theirs and ours["manage.py replay"] >= REPLAY_NEEDED * theirs
    print(f"Needed: {SPADES} {PLAYOUTS_NEEDED} ×, replay {REPLAY_NEEDED} ×: {'both there' if good else 'MISSED'}.")
    sys.exit(not good)


if __name__ == "__main__":
    main()
