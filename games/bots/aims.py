"""What the seat to play wants in a round of Spades, from the bids and the tricks so far."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.observation import Observation
from games.engine.seats import SEATS, Seat, Side
from games.engine.spades.bidding import NIL, number


@dataclass(frozen=True, slots=True)
class Aims:
    """`needs` and `they_need` are the tricks that the sides still lack, `left` the tricks still to be played.

    `nils` are the seats whose Nil is alive: nobody else's Nil can be made or spoilt any more.
    """

    needs: int
    they_need: int
    left: int
    contract: int
    nils: frozenset[Seat]

    @property
    def they_are_close(self) -> bool:
        """Whether the other side still needs nearly every trick, so that one more of ours may set it."""
        return 0 < self.they_need <= self.left <= self.they_need + 1

    @property
    def wants_tricks(self) -> bool:
        """Whether our side wants this trick rather than fears it as a bag."""
        return self.needs > 0 or self.they_are_close


def aims_of(observation: Observation, side: Side) -> Aims:
    """What this side wants now."""
    taken = [observation.trick_winners.count(seat) for seat in SEATS]
    needs = tuple(_needs(observation, taken, one) for one in Side)
    nils = frozenset(seat for seat in SEATS if observation.bids[seat] == NIL and not taken[seat])
    contract = observation.tricks_due[side] or 0
    return Aims(needs[side], needs[side.other], 13 - len(observation.tricks), contract, nils)


def _needs(observation: Observation, taken: list[int], side: Side) -> int:
    """The contract less the tricks of both partners, those of a failed Nil too (rule 4.4)."""
    seats = [seat for seat in SEATS if seat.side is side]
    return sum(number(observation.bids[seat]) - taken[seat] for seat in seats)
