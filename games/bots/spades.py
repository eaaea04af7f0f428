"""Spades as the bots play it: make the contract first, then guard and hunt Nils, then shun bags."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from games.engine.actions import PLAYS, Action
from games.engine.cards import Card
from games.engine.observation import Observation
from games.engine.rounds import PLAY

from . import beginner, spades_bidding
from .aims import Aims, aims_of
from .levels import BEGINNER, CLUB, Player
from .nils import forced, nil_card
from .play import trick_value
from .turns import Turn, turn_of
from .worth import kept

BAG: Final = 1.0
SHED: Final = 0.5
"""Against bags: what losing the trick is worth, and being rid of a card that would win later."""

GUARD: Final = 8.0
HUNT: Final = 10.0
"""What it is worth to save the partner from a trick that spoils a Nil, and to force an opponent into one."""

HUNT_IN_NEED: Final = 4.0
"""The same while our own contract is in doubt, or when making it wins the match."""


def beginner_action(observation: Observation, chance: random.Random) -> Action:
    if observation.phase != PLAY:
        return spades_bidding.beginner_call(observation)
    turn = turn_of(observation)
    nils = aims_of(observation, turn.seat.side).nils
    return PLAYS[turn.seat][nil_card(turn) if turn.seat in nils else beginner.take(turn)]


def club_action(observation: Observation, chance: random.Random) -> Action:
    if observation.phase != PLAY:
        return spades_bidding.club_call(observation)
    turn = turn_of(observation)
    aims = aims_of(observation, turn.seat.side)
    if turn.seat in aims.nils:
        return PLAYS[turn.seat][nil_card(turn)]
    hunt = HUNT_IN_NEED if aims.contract_comes_first or _in_doubt(turn, aims) else HUNT
    return PLAYS[turn.seat][max(turn.legal, key=lambda card: _value(turn, aims, card, hunt))]


PLAYERS: Final[Mapping[str, Player]] = {BEGINNER: beginner_action, CLUB: club_action}


def _value(turn: Turn, aims: Aims, card: Card, hunt: float) -> float:
    """What a card is worth to a seat without a living Nil of its own."""
    value = trick_value(turn, card, 1.0, 0.0) if aims.wants_tricks else _value_against_bags(turn, card)
    for seat in aims.nils:
        if seat is turn.partner:
            value -= GUARD * forced(turn, seat, card)
        elif seat.side is not turn.seat.side:
            value += hunt * forced(turn, seat, card)
    return value


def _value_against_bags(turn: Turn, card: Card) -> float:
    """Lose the trick, and get rid of high cards while losing."""
    return SHED * kept(turn.count, card) - BAG * turn.ours(card)


def _in_doubt(turn: Turn, aims: Aims) -> bool:
    """Whether the tricks that we lack are more than the sure ones in hand."""
    return aims.needs > sum(turn.count.is_master(card) for card in turn.legal)
