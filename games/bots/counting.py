"""What one seat can know of the cards: those it holds, those it has seen, and where the others may still be."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import BEATERS, FULL_PACK, SUIT_MASKS, SUITS, Card, Strain, mask_of
from games.engine.observation import Four, Observation
from games.engine.seats import SEATS, Seat
from games.engine.tricks import Trick

HIGHER = BEATERS[Strain.NT]
"""HIGHER[card]: the mask of the higher cards of its suit."""

Odds = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Count:
    """One seat's count of the cards, as a good player keeps it in the play.

    `unseen` are the cards that the other three hold; `voids` for each seat the cards that it has shown not to hold;
    `shares[suit][seat]` how likely the seat holds any one unseen card of the suit.
    """

    seat: Seat
    hand: int
    trump: Strain
    unseen: int
    voids: Four
    shares: tuple[Odds, Odds, Odds, Odds]

    @property
    def trumps(self) -> int:
        """All trumps of the pack, as a mask; 0 in no trump."""
        return 0 if self.trump is Strain.NT else SUIT_MASKS[self.trump]

    def misses(self, seat: Seat, cards: int) -> float:
        """How likely the seat holds none of these cards."""
        odds = 1.0
        cards &= self.unseen & ~self.voids[seat]
        for suit in SUITS:
            number = (cards & SUIT_MASKS[suit]).bit_count()
            if number:
                odds *= (1 - self.shares[suit][seat]) ** number
        return odds

    def beats(self, seat: Seat, card: Card, led: Strain) -> float:
        """How likely the seat, still to play to a trick of this suit, can beat the card."""
        beaters, suit = BEATERS[self.trump][card], SUIT_MASKS[led]
        follows_higher = 1 - self.misses(seat, beaters & suit)
        if led is self.trump or not self.trumps:
            return follows_higher
        ruffs = self.misses(seat, suit) * (1 - self.misses(seat, beaters & self.trumps))
        return follows_higher + ruffs

    def stands(self, card: Card, led: Strain, seats: tuple[Seat, ...]) -> float:
        """How likely none of these seats, still to play, can beat the card."""
        odds = 1.0
        for seat in seats:
            odds *= 1 - self.beats(seat, card, led)
        return odds

    def must_beat(self, seat: Seat, card: Card, led: Strain) -> float:
        """How likely the seat, still to play, has to beat the card: it holds the suit, and nothing lower in it."""
        if card.suit is not led:
            return 0.0
        higher = HIGHER[card] & self.unseen
        lower = SUIT_MASKS[led] & self.unseen & ~higher
        return self.misses(seat, lower) * (1 - self.misses(seat, higher))

    def is_master(self, card: Card) -> bool:
        """Whether no higher card of the suit is out against it."""
        return not HIGHER[card] & self.unseen

    def may_hold(self, seat: Seat, cards: int) -> bool:
        """Whether the seat may hold one of these cards."""
        return bool(cards & self.unseen & ~self.voids[seat])


def counted(observation: Observation) -> Count:
    """The count of the seat that observes; it must be in the play."""
    seat, hand, trump = observation.viewer, observation.hand, observation.trump
    assert seat is not None and hand is not None and trump is not None  # noqa: S101 – bots are asked on their turn only
    tricks = (*observation.tricks, observation.trick) if observation.trick else observation.tricks
    unseen = FULL_PACK & ~hand
    for trick in tricks:
        unseen &= ~mask_of(trick.cards)
    voids = _voids(observation, tricks)
    return Count(seat, hand, trump, unseen, voids, _shares(seat, observation.counts, voids))


def _voids(observation: Observation, tricks: tuple[Trick, ...]) -> Four:
    """Who did not follow a suit holds none of it (rule 1.3)."""
    voids = [0, 0, 0, 0]
    for trick in tricks:
        turns = observation.game.rotation.turns[trick.leader]
        for place, card in enumerate(trick.cards):
            led = trick.cards[0] // 13
            if card // 13 != led:
                voids[turns[place]] |= SUIT_MASKS[led]
    return voids[0], voids[1], voids[2], voids[3]


def _shares(viewer: Seat, counts: Four, voids: Four) -> tuple[Odds, Odds, Odds, Odds]:
    spades, hearts, diamonds, clubs = (_suit_shares(viewer, counts, voids, SUIT_MASKS[suit]) for suit in SUITS)
    return spades, hearts, diamonds, clubs


def _suit_shares(viewer: Seat, counts: Four, voids: Four, suit: int) -> Odds:
    """Every seat that may hold the suit holds it in proportion to the cards it has left."""
    places = [0 if seat is viewer or voids[seat] & suit else counts[seat] for seat in SEATS]
    total = sum(places) or 1
    return places[0] / total, places[1] / total, places[2] / total, places[3] / total
