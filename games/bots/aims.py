"""What the seat to play wants in a round of Spades, from the bids, the tricks so far and the score."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.observation import Observation
from games.engine.seats import SEATS, Seat, Side
from games.engine.spades.bidding import NIL, number


@dataclass(frozen=True, slots=True)
class Aims:
    """`needs` and `they_need` are the tricks that the sides still lack, `left` those still to be played.

    `nils` are the seats whose Nil is alive. `contract_comes_first` says that making our contract wins the match.
    """

    needs: int
    they_need: int
    left: int
    nils: frozenset[Seat]
    contract_comes_first: bool

    @property
    def they_are_close(self) -> bool:
        """Whether the others still need nearly every trick, so that one or two more of ours set them."""
        return 0 < self.they_need <= self.left <= self.they_need + 1

    @property
    def wants_tricks(self) -> bool:
        """Whether our side wants this trick rather than fears it as a bag."""
        return self.needs > 0 or self.they_are_close


def aims_of(observation: Observation, side: Side) -> Aims:
    """What this side wants now."""
    taken = [observation.trick_winners.count(seat) for seat in SEATS]
    nils = frozenset(seat for seat in SEATS if observation.bids[seat] == NIL and not taken[seat])
    needs, they_need = (_needs(observation, taken, one) for one in (side, side.other))
    return Aims(needs, they_need, 13 - len(observation.tricks), nils, needs > 0 and _wins_match(observation, side))


def _needs(observation: Observation, taken: list[int], side: Side) -> int:
    """The contract less the tricks of both partners, those of a failed Nil too (rule 4.4)."""
    return sum(number(observation.bids[seat]) - taken[seat] for seat in SEATS if seat.side is side)


def _wins_match(observation: Observation, side: Side) -> bool:
    """Whether our contract takes us to the target, and theirs does not take them beyond us."""
    ours, theirs = (
        observation.standing.scores[one] + 10 * (observation.tricks_due[one] or 0) for one in (side, side.other)
    )
    return ours >= observation.game.target and ours > theirs
