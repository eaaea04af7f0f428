"""OpenSpiel's `spades`, driven from Python: whole rounds of random lawful actions. Run by tests.bench.engine.

For each line on standard input, a number of seconds, it plays so long and writes how many rounds a second it played.
"""

import random
import sys
import time

import pyspiel


def rounds_a_second(game, seconds: float, chance: random.Random) -> float:
    rounds, start = 0, time.process_time()
    while (taken := time.process_time() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        rounds += 1
    return rounds / taken


if __name__ == "__main__":
    spades = pyspiel.load_game("spades")
    for line in sys.stdin:
        print(rounds_a_second(spades, float(line), random.Random(1)), flush=True)
