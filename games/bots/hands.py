"""What a hand of thirteen cards promises, before a card is played. The numbers were fitted to rounds of the bots."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import erf, sqrt
from typing import Final

from games.engine.cards import SUIT_MASKS, SUITS, Strain

TRUMP_LENGTH: Final = 0.73
TRUMP_HONOURS: Final = (0.75, 0.52, 0.38, 0.33)
SIDE_HONOURS: Final = (0.7, 0.48, 0.31)
NO_TRUMP_HONOURS: Final = (0.77, 0.66, 0.5, 0.25)
"""What an ace, a king, a queen, a jack adds; a king counts in full with one card beside it, a queen with two."""

WITH_TRUMP: Final = 2.3
WITHOUT_TRUMP: Final = 4.1
"""What the side takes with a declarer who holds nothing: mostly the partner's tricks."""

VOID: Final = 0.15
REST: Final = 0.35
"""What part of the tricks that are not sure the side takes besides."""

BARE: Final = 0.5
"""What is left of an honour with too few cards beside it."""

AVERAGE_HONOURS: Final = 1.4
HELP: Final = 1.0
LENGTH: Final = 0.35


def declarer_tricks(hand: int, strain: Strain) -> float:
    """The tricks that the declarer's side takes on average with this hand as declarer and this trump."""
    average = _average_tricks(hand, strain)
    sure = sure_tricks(hand, strain)
    return max(average, sure + REST * (13 - sure))


def _average_tricks(hand: int, strain: Strain) -> float:
    if strain is Strain.NT:
        return WITHOUT_TRUMP + sum(honours(hand, suit, NO_TRUMP_HONOURS) for suit in SUITS)
    trumps = (hand & SUIT_MASKS[strain]).bit_count()
    sides = sum(_side_suit(hand, suit) for suit in SUITS if suit is not strain)
    return WITH_TRUMP + TRUMP_LENGTH * trumps + honours(hand, strain, TRUMP_HONOURS) + sides


def sure_tricks(hand: int, strain: Strain) -> int:
    """The tricks that nobody can take from the declarer once trumps are drawn; 0 when they may not be drawn."""
    suits = [hand >> 13 * suit & 0x1FFF for suit in SUITS]
    return sum(_sure_in(ranks) for ranks in suits) if strain is Strain.NT or _draws(suits[strain]) else 0


def _draws(ranks: int) -> bool:
    """Whether the top trumps alone draw all the others, as long as they do not all lie with one opponent."""
    return _run(ranks) >= 13 - ranks.bit_count() - 2


def _sure_in(ranks: int) -> int:
    """The run from the ace down; the whole suit when that exhausts all who follow."""
    run, length = _run(ranks), ranks.bit_count()
    return length if run >= 13 - length - 1 else run


def _run(ranks: int) -> int:
    """How many cards from the ace down are held without a gap."""
    return 13 - (~ranks & 0x1FFF).bit_length()


def _side_suit(hand: int, suit: Strain) -> float:
    return honours(hand, suit, SIDE_HONOURS) if hand & SUIT_MASKS[suit] else VOID


def honours(hand: int, suit: Strain, values: tuple[float, ...]) -> float:
    """What the honours of one suit add; `values` for the ace downwards."""
    ranks = hand >> 13 * suit & 0x1FFF
    length = ranks.bit_count()
    held = ((place, value) for place, value in enumerate(values) if ranks >> 12 - place & 1)
    return sum(value if length > place else value * BARE for place, value in held)


def help_beyond_average(hand: int, trump: Strain | None) -> float:
    """How many tricks more than an average hand this one adds to a contract of the partner, or takes from one of the
    opponents; `trump` when it is known."""
    tricks = sum(honours(hand, suit, SIDE_HONOURS) for suit in SUITS) - AVERAGE_HONOURS
    if trump is None or trump is Strain.NT:
        return HELP * tricks
    return HELP * tricks + LENGTH * ((hand & SUIT_MASKS[trump]).bit_count() - 2.5)


def trick_odds(mean: float) -> tuple[float, ...]:
    """How likely the side takes 0, 1 … 13 tricks when it takes this many on average."""
    return _trick_odds(round(min(13.0, max(0.0, mean)), 1))


@lru_cache(200)
def _trick_odds(mean: float) -> tuple[float, ...]:
    far = max(mean, 13 - mean)
    spread = 2.6 - 0.125 * far - 0.3 * max(0.0, far - 11)
    below = [0.0, *(_below(mean, tricks + 0.5, spread) for tricks in range(13)), 1.0]
    return tuple(upper - lower for lower, upper in pairwise(below))


def _below(mean: float, limit: float, spread: float) -> float:
    return 0.5 * (1 + erf((limit - mean) / (spread * sqrt(2))))
