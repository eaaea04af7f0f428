"""A trick knows who led it."""

from __future__ import annotations

from typing import NamedTuple

from .cards import BEATERS, Card, Strain
from .seats import Rotation, Seat


class Trick(NamedTuple):
    """Up to four cards in the order in which they were played, the leader's first."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    def plays(self, rotation: Rotation) -> tuple[tuple[Seat, Card], ...]:
        """Who played which card."""
        return tuple(zip(rotation.turns[self.leader], self.cards, strict=False))


def best_place(cards: tuple[Card, ...], trump: Strain) -> int:
    """The place of the card that wins so far, from 0 (rule 1.4)."""
    beaters = BEATERS[trump]
    best = 0
    for place in range(1, len(cards)):
        if beaters[cards[best]] >> cards[place] & 1:
            best = place
    return best


def winner(trick: Trick, trump: Strain, rotation: Rotation) -> Seat:
    """Who takes the trick, or would if it ended now (rules 1.4, 1.5). The trick has at least one card."""
    return rotation.turns[trick.leader][best_place(trick.cards, trump)]
