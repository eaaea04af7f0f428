"""Elo for partnerships: what one match changes. Arithmetic only, no database."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

START = 1500
CURVE = 400  # a side that is stronger by this wins ten times as often
SETTLED = 15  # matches after which a rating is not provisional any more
K_PROVISIONAL, K_SETTLED = 40, 24


class Rated(NamedTuple):
    """One player before a match: the rating, how many rated matches it rests on, and whether they left this one."""

    rating: int = START
    matches: int = 0
    left: bool = False


Pair = tuple[Rated, Rated]
Changes = tuple[int, int]


def changes(winners: Pair, losers: Pair) -> tuple[Changes, Changes]:
    """What a match gives each of the winners and each of the losers: whole numbers that sum to zero.

    The margin of the result plays no part.
    """
    k = k_factor((*winners, *losers))
    gain = math.floor(k * (1 - expected(strength(winners), strength(losers))) + 0.5)
    return (gain, gain), _losses(gain, losers)


def strength(side: Pair) -> float:
    """A side is as strong as the mean of its two."""
    return (side[0].rating + side[1].rating) / 2


def expected(own: float, other: float) -> float:
    """How likely a side of this strength wins against the other one."""
    return float(1 / (1 + 10 ** ((other - own) / CURVE)))


def k_factor(players: Iterable[Rated]) -> float:
    """One K for the match, so that its changes sum to zero: the mean of what each player's experience asks for."""
    factors = [K_PROVISIONAL if player.matches < SETTLED else K_SETTLED for player in players]
    return sum(factors) / len(factors)


def _losses(gain: int, losers: Pair) -> Changes:
    """A leaver carries the partner's loss too; when both or neither left, each carries the own."""
    one, other = losers
    if one.left == other.left:
        return -gain, -gain
    return (-2 * gain, 0) if one.left else (0, -2 * gain)
