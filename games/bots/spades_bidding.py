"""Bids of Spades: the tricks that a hand takes on average, and how likely a Nil is made.

The numbers were fitted to rounds that the bots played.
"""

from __future__ import annotations

from math import exp
from typing import Final

from games.engine.actions import Action, Call
from games.engine.cards import SUIT_MASKS, SUITS, Strain
from games.engine.observation import Observation
from games.engine.spades.bidding import NIL, number

from .hands import honours

SPADE_HONOURS: Final = (1.04, 0.75, 0.65, 0.32)
SIDE_HONOURS: Final = (0.8, 0.58, 0.35)
SPADE_LENGTH: Final = 0.75
NOTHING: Final = -1.1
"""The constant of the fit; three spades with no honour are worth a little over one trick."""

CAUTION: Final = 0.3
"""A missed contract costs far more than a bag."""

TRICKS_BID: Final = 11
CROWDED: Final = 0.4
"""The last to bid gives up this part of a bid that lifts the sum of all four above the usual one."""

NIL_ODDS: Final = 0.75
SECOND_NIL_ODDS: Final = 0.85
"""How likely a Nil must be made, and one beside the partner's Nil, whom nobody would then cover."""


def beginner_call(observation: Observation) -> Action:
    """One for each ace and guarded king and each spade beyond three; Nil only with nothing at all."""
    hand = observation.hand or 0
    if nil_odds(hand) > 0.9:
        return _bid(observation, NIL)
    spades = (hand & SUIT_MASKS[Strain.S]).bit_count()
    tops = sum(honours(hand, suit, (1.0, 0.9)) for suit in SUITS)
    return _bid(observation, str(max(1, int(tops + max(0, spades - 3)))))


def club_call(observation: Observation) -> Action:
    """Nil when it is likely enough, else a little less than the hand takes on average."""
    if nil_odds(observation.hand or 0) >= _nil_odds_wanted(observation):
        return _bid(observation, NIL)
    return _bid(observation, str(max(1, round(_tricks_to_bid(observation)))))


def own_tricks(hand: int) -> float:
    """What the hand adds to its side's tricks on average."""
    sides = sum(honours(hand, suit, SIDE_HONOURS) for suit in SUITS if suit is not Strain.S)
    spades = (hand & SUIT_MASKS[Strain.S]).bit_count()
    return NOTHING + SPADE_LENGTH * spades + honours(hand, Strain.S, SPADE_HONOURS) + sides


def nil_odds(hand: int) -> float:
    """How likely a Nil with this hand is made; the ace of spades always takes a trick."""
    spades = hand & SUIT_MASKS[Strain.S]
    if spades >> 12 & 1:
        return 0.0
    sides = [hand >> 13 * suit & 0x1FFF for suit in SUITS if suit is not Strain.S]
    fit = 2.4 - 0.85 * max(0, spades.bit_count() - 2) - 0.4 * (spades >> 11 & 1) - 0.14 * _exposed(spades)
    fit -= sum(0.16 * _exposed(ranks) + 0.4 * (ranks >> 12 & 1) for ranks in sides)
    return 1 / (1 + exp(-fit))


def _exposed(ranks: int) -> int:
    """How far the cards of a suit stand above safety: a five at most for the lowest, an eight for the next …"""
    held = [rank for rank in range(13) if ranks >> rank & 1]
    return sum(max(0, rank - 3 * (place + 1)) for place, rank in enumerate(held))


def _tricks_to_bid(observation: Observation) -> float:
    tricks = own_tricks(observation.hand or 0) - CAUTION
    if len(observation.calls) < 3:
        return tricks
    total = tricks + sum(number(call.call) for call in observation.calls)
    return tricks - CROWDED * max(0.0, total - TRICKS_BID)


def _nil_odds_wanted(observation: Observation) -> float:
    assert observation.viewer is not None  # noqa: S101 – bots are seats
    return SECOND_NIL_ODDS if observation.bids[observation.viewer.partner] == NIL else NIL_ODDS


def _bid(observation: Observation, name: str) -> Action:
    return next(action for action in observation.legal if isinstance(action, Call) and action.call == name)
