"""Tarneeb as the bots play it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from games.engine.actions import PLAYS, Action
from games.engine.cards import Card
from games.engine.observation import Observation
from games.engine.rounds import PLAY

from . import beginner, tarneeb_bidding
from .play import follow, lead
from .turns import Turn, turn_of


def beginner_player(observation: Observation, chance: random.Random) -> Action:
    if observation.phase == PLAY:
        return beginner.play(observation)
    return tarneeb_bidding.beginner_call(observation)


def club_player(observation: Observation, chance: random.Random) -> Action:
    if observation.phase == PLAY:
        turn = turn_of(observation)
        return PLAYS[turn.seat][card_of(observation, turn)]
    return tarneeb_bidding.club_call(observation)


PLAYERS: Final[Mapping] = {"beginner": beginner_player, "club": club_player}


def card_of(observation: Observation, turn: Turn) -> Card:
    stake = stake_of(observation)
    if turn.led is not None:
        return follow(turn, stake)
    declares = observation.contract.declarer.side is turn.seat.side
    return lead(turn, stake, declares)


def stake_of(observation: Observation) -> float:
    """What this trick is worth beside one later: more when it decides the contract."""
    return 1.0
