"""Bidding in Spades: each seat bids once, Nil or 1 to 13 (rule 4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..actions import Call
from ..seats import SIDES, Side

NIL: Final = "NIL"
BIDS: Final = (NIL, *(str(number) for number in range(1, 14)))


def number(bid: str | None) -> int:
    """What a bid adds to the contract; Nil adds nothing (rule 4.4)."""
    return 0 if bid in (None, NIL) else int(bid or 0)


def contracts(calls: Sequence[Call]) -> tuple[int, int]:
    """The contract of each side: the sum of its numbered bids (rule 4.4)."""
    ns, ew = (sum(number(call.call) for call in calls if call.seat.side is side) for side in SIDES)
    return ns, ew


def has_bid(calls: Sequence[Call], side: Side) -> bool:
    return any(call.seat.side is side for call in calls)
