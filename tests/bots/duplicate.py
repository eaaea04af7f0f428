"""Duplicate matches between two kinds of player: the same deals twice, with the seats exchanged.

One duplicate match is one sequence of deals and dealers, played as a whole match twice: once with the first player's
pair at NS, once at EW. Who wins more of the two matches wins it; when each wins one, the higher sum of point
differences; else it is level and counts half.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from games.bots import LEVELS, choose
from games.bots.levels import at_random
from games.engine.actions import Action
from games.engine.deals import random_deal
from games.engine.game import Game
from games.engine.matches import Match, dealt, played
from games.engine.observation import Observation, observe
from games.engine.seats import SEATS, SIDES, Side

RANDOM = "random"
ROUNDS_AT_MOST = 150

Player = Callable[[Observation, random.Random], Action]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The two matches of one duplicate match, the first player's side in each, and what it is worth to that player."""

    matches: tuple[Match, Match]
    result: float
    difference: int


def player(kind: str) -> Player:
    """The player of a kind: `random` or a level of the bots."""
    if kind == RANDOM:
        return at_random
    if kind not in LEVELS:
        raise ValueError(f"no player {kind!r}")
    return lambda observation, chance: choose(observation, kind, chance)


def duplicate(game: Game, first: str, second: str, seed: str) -> Duplicate:
    """Play one duplicate match; the same arguments give the same match."""
    one = play_match(game, (player(first), player(second)), seed)
    two = play_match(game, (player(second), player(first)), seed)
    wins = [_leader(match) for match in (one, two)]
    difference = _difference(one) - _difference(two)
    score = (wins[0] is Side.NS) + (wins[1] is Side.EW) - (wins[0] is Side.EW) - (wins[1] is Side.NS)
    decided = score or difference
    return Duplicate((one, two), 0.5 if decided == 0 else float(decided > 0), difference)


def play_match(game: Game, sides: tuple[Player, Player], seed: str) -> Match:
    """A whole match; the deals follow from the seed alone, not from what was played."""
    match, chance = Match(game), random.Random(f"{seed} play")
    dealer = random.Random(f"{seed} dealer").choice(SEATS)
    while not match.is_over and len(match.finished) < ROUNDS_AT_MOST:
        dealer = match.next_dealer if match.next_dealer is not None else dealer
        deal = random_deal(dealer, game.rotation, random.Random(f"{seed} deal {len(match.finished)}"))
        match = _play_round(dealt(match, dealer, deal), sides, chance)
    return match


def _play_round(match: Match, sides: tuple[Player, Player], chance: random.Random) -> Match:
    while (seat := match.to_act) is not None:
        match = played(match, sides[seat.side](observe(match, seat), chance))
    return match


def _difference(match: Match) -> int:
    ns, ew = match.standing.scores
    return ns - ew


def _leader(match: Match) -> Side | None:
    """Who won, or leads when the match was cut short."""
    scores = match.standing.scores
    if match.winner is not None or scores[0] == scores[1]:
        return match.winner
    return max(SIDES, key=lambda side: scores[side])
