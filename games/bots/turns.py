"""A trick as the seat to play sees it: who wins so far, who is still to come, and how likely our side takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.actions import PlayCard
from games.engine.cards import BEATERS, Card, Strain
from games.engine.observation import Observation
from games.engine.seats import Seat
from games.engine.tricks import winner

from .counting import Count, counted

RESCUE: Final = 0.7
"""How often a partner who can beat a card that failed takes the trick. Rather more than true: it speaks for leading
low, which makes small cards into winners while the high ones are still there, and it plays better."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's turn to play a card. `best` is the card that wins so far and `winning` its seat, None on lead."""

    count: Count
    legal: tuple[Card, ...]
    led: Strain | None
    best: Card | None
    winning: Seat | None
    after: tuple[Seat, ...]

    @property
    def seat(self) -> Seat:
        return self.count.seat

    @property
    def partner(self) -> Seat:
        return self.count.seat.partner

    @property
    def opponents_after(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.after if seat.side is not self.seat.side)

    @property
    def partner_wins(self) -> bool:
        """Whether the partner's card wins so far."""
        return self.winning is self.partner

    @property
    def is_last(self) -> bool:
        return not self.after

    def beating(self) -> tuple[Card, ...]:
        """The lawful cards that would win so far, from high to low in each suit."""
        return tuple(card for card in self.legal if self.would_win(card))

    def would_win(self, card: Card) -> bool:
        """Whether the card would win so far."""
        return self.best is None or bool(BEATERS[self.count.trump][self.best] >> card & 1)

    def led_by(self, card: Card) -> Strain:
        """The suit led, by this card when the trick is empty."""
        return card.suit if self.led is None else self.led

    def ours(self, card: Card) -> float:
        """How likely our side takes the trick after this card."""
        if self.best is not None and not self.would_win(card):
            return self._left_to_partner(self.best, self.led_by(card), self.partner_wins)
        return self._left_to_partner(card, self.led_by(card), True)

    def _left_to_partner(self, best: Card, led: Strain, is_ours: bool) -> float:
        """How likely our side takes the trick when this card wins after our turn."""
        stands = self.count.stands(best, led, self.opponents_after)
        if self.partner not in self.after:
            return stands if is_ours else 0.0
        rescued = self.count.beats(self.partner, best, led)
        return stands + (1 - stands) * rescued * RESCUE if is_ours else rescued * (0.5 + 0.5 * stands)


def turn_of(observation: Observation) -> Turn:
    """The turn of the seat that observes; it must be to play a card."""
    trick, count = observation.trick, counted(observation)
    assert trick is not None  # noqa: S101 – asked in the play only
    legal = tuple(action.card for action in observation.legal if isinstance(action, PlayCard))
    after = observation.game.rotation.turns[trick.leader][len(trick.cards) + 1 :]
    if not trick.cards:
        return Turn(count, legal, None, None, None, after)
    winning = winner(trick, count.trump, observation.game.rotation)
    best = next(card for seat, card in trick.plays(observation.game.rotation) if seat is winning)
    return Turn(count, legal, trick.cards[0].suit, best, winning, after)
