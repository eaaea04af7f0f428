"""Tarneeb as the bots play it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from games.engine.actions import PLAYS, Action
from games.engine.observation import Observation
from games.engine.rounds import PLAY

from . import beginner, tarneeb_bidding
from .levels import BEGINNER, CLUB, Player
from .play import trick_value
from .turns import Turn, turn_of

DRAW: Final = 4.0
"""Declarers draw trumps while the opponents may hold any that can be drawn."""

NO_DRAW: Final = -0.5
"""Trumps that are left are for ruffing."""

DEFEND: Final = -0.3
"""Defenders seldom lead trumps: they would draw them for the declarer."""

DECISIVE: Final = 3.0
"""What a trick is worth that makes or sets the contract by itself."""


def beginner_action(observation: Observation, chance: random.Random) -> Action:
    if observation.phase == PLAY:
        return beginner.play(observation)
    return tarneeb_bidding.beginner_call(observation)


def club_action(observation: Observation, chance: random.Random) -> Action:
    if observation.phase != PLAY:
        return tarneeb_bidding.club_call(observation)
    turn = turn_of(observation)
    stake, trump_lead = _stake(observation), _trump_lead(observation, turn)
    card = max(turn.legal, key=lambda card: trick_value(turn, card, stake, trump_lead))
    return PLAYS[turn.seat][card]


PLAYERS: Final[Mapping[str, Player]] = {BEGINNER: beginner_action, CLUB: club_action}


def _stake(observation: Observation) -> float:
    """More when the declarers, or the defenders, need one trick more, or every trick that is left."""
    contract = observation.contract
    assert contract is not None  # noqa: S101 – there is no play without one
    side = contract.declarer.side
    needed = contract.level - sum(seat.side is side for seat in observation.trick_winners)
    left = 13 - len(observation.tricks)
    return DECISIVE if needed == 1 or needed == left else 1.0


def _trump_lead(observation: Observation, turn: Turn) -> float:
    contract, count = observation.contract, turn.count
    if contract is None or contract.declarer.side is not turn.seat.side:
        return DEFEND
    out, held = count.unseen & count.trumps, count.hand & count.trumps
    only_a_master_is_out = out.bit_count() == 1 and out > held
    they_may_hold = any(count.may_hold(seat, out) for seat in turn.after if seat is not turn.partner)
    return DRAW if they_may_hold and not only_a_master_is_out else NO_DRAW
