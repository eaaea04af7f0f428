"""What a contract of Tarneeb is worth on average, under the scoring in force and at the score of the match."""

from __future__ import annotations

from typing import Final

from games.engine.game import Points, Standing
from games.engine.observation import Observation
from games.engine.seats import Side
from games.engine.tarneeb import scoring

from .hands import trick_odds

MATCH: Final = 12.0
"""What it is worth, in points, to win the match by this round."""

UNLIKELY: Final = 0.002


def contract_value(
    observation: Observation, us: Side, declarers: Side, level: int, tricks: float, multiplier: int = 1
) -> float:
    """Points for us, less those of the others, when these declarers play at this level and take `tricks` on average."""
    kind = str(observation.game.values["scoring"])
    return sum(
        odds * _points_value(observation, us, _by_side(declarers, scoring.worth(kind, level, taken, multiplier)))
        for taken, odds in enumerate(trick_odds(tricks))
        if odds > UNLIKELY
    )


def _by_side(declarers: Side, points: Points) -> Points:
    return points if declarers is Side.NS else (points[1], points[0])


def _points_value(observation: Observation, us: Side, points: Points) -> float:
    """The difference that a round makes, and the match when that ends it."""
    ns, ew = observation.standing.scores
    winner = observation.game.winner(Standing((ns + points[0], ew + points[1])))
    difference = points[us] - points[us.other]
    if winner is None:
        return difference
    return difference + (MATCH if winner is us else -MATCH)
