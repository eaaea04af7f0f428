"""What a Spades round is worth to one side (rules 4.5 to 4.8), as pure functions."""

from __future__ import annotations

from typing import Final

from ..errors import gettext_noop
from ..game import Points
from ..seats import Side

CONTRACT: Final = gettext_noop("Contract")
OVERTRICKS: Final = gettext_noop("Overtricks")
BAGS: Final = gettext_noop("Ten bags")
NIL: Final = gettext_noop("Nil")


def overtricks(contract: int, taken: int) -> int:
    """Tricks beyond a made contract, each a bag (4.5)."""
    return max(0, taken - contract)


def contract_points(contract: int, taken: int) -> int:
    """10 for each trick of the contract, lost when it is missed (4.5)."""
    return 10 * contract if taken >= contract else -10 * contract


def bag_cost(bags: int) -> int:
    """−100 for each ten bags reached (4.6)."""
    return -100 * (bags // 10)


def bags_left(bags: int) -> int:
    """The remainder that is kept (4.6)."""
    return bags % 10


def nil_points(taken: int) -> int:
    """+100 for a Nil that took no trick, otherwise −100 (4.7)."""
    return -100 if taken else 100


def winner(target: int, scores: Points) -> Side | None:
    """The side at the target or more with more than the other (4.8)."""
    if max(scores) < target or scores[0] == scores[1]:
        return None
    return Side.NS if scores[0] > scores[1] else Side.EW
