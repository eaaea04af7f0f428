"""What a Tarneeb round is worth (rule 3), as pure functions of the contract and the tricks taken."""

from __future__ import annotations

from ..errors import gettext_noop
from ..game import Points
from ..seats import SIDES, Side

MADE = gettext_noop("Contract made")
MISSED = gettext_noop("Contract missed")
KABOOT = gettext_noop("Kaboot")
DEFENDERS = gettext_noop("Defenders' tricks")


def worth(scoring: str, bid: int, taken: int, multiplier: int) -> Points:
    """Points of the declarers and of the defenders; `taken` is the declarers' tricks, 0 to 13 (3.1 to 3.4, 3.7)."""
    declarers, defenders = _SCORINGS[scoring](bid, taken, 13 - taken)
    return declarers * multiplier, defenders


def _cardems(bid: int, taken: int, lost: int) -> Points:
    return (taken, 0) if taken >= bid else (-bid, lost)


def _levant(bid: int, taken: int, lost: int) -> Points:
    if bid == 13:
        return _bid_kaboot(lost)
    return (taken, lost) if taken >= bid else (-bid, lost)


def _classic(bid: int, taken: int, lost: int) -> Points:
    if bid == 13:
        return _bid_kaboot(lost)
    if taken >= bid:
        return (16 if taken == 13 else taken), 0
    return -bid, lost


def _bid_kaboot(lost: int) -> Points:
    return (26, 0) if lost == 0 else (-16, 2 * lost)


_SCORINGS = {"cardems": _cardems, "levant": _levant, "classic": _classic}


def winner(finish: str, target: int, scores: Points) -> Side | None:
    """Who has won with these scores after a scored round (3.5, 3.6)."""
    if max(scores) < target:
        return None  # asked at every card
    there = [side for side in SIDES if scores[side] >= target]
    if finish == "sole":
        return there[0] if len(there) == 1 else None
    if not there or scores[0] == scores[1]:
        return None
    return Side.NS if scores[0] > scores[1] else Side.EW
