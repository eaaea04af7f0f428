"""The levels at which bots play, and the module of each game that knows how."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from games.engine.actions import Action
from games.engine.observation import Observation

BEGINNER: Final = "beginner"
CLUB: Final = "club"
LEVELS: Final = (BEGINNER, CLUB)

Player = Callable[[Observation, random.Random], Action]
"""Chooses one of `observation.legal`; the same observation and generator give the same choice."""


def choose(observation: Observation, level: str, chance: random.Random) -> Action:
    """The action of a bot of this level for the seat that observes, always a lawful one.

    Raises ValueError for an unknown level, and when the observer is not to act. A game without a module of its own
    in this folder is played at random, so that a new game can be played at once.
    """
    if level not in LEVELS:
        raise ValueError(f"no level {level!r}")
    if not observation.legal:
        raise ValueError("this seat is not to act")
    if len(observation.legal) == 1:
        return observation.legal[0]
    player = _players(observation.game.slug).get(level, at_random)
    return player(observation, chance)


def at_random(observation: Observation, chance: random.Random) -> Action:
    """Any lawful action."""
    return chance.choice(observation.legal)


@cache
def _players(slug: str) -> Mapping[str, Player]:
    """What the game's module says: its PLAYERS, by level."""
    if not slug.isidentifier() or find_spec(f"{__package__}.{slug}") is None:
        return {}
    players: Mapping[str, Player] = getattr(import_module(f"{__package__}.{slug}"), "PLAYERS", {})
    return players
