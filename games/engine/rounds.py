"""One deal from dealing to the last card, as an immutable value, and what playing tricks means in every game."""

from __future__ import annotations

from typing import Final, NamedTuple

from . import tricks
from .actions import FLICK, Call, PlayCard
from .cards import SUIT_MASK_OF, Card, Strain
from .deals import Deal
from .errors import CARD_NOT_HELD, GESTURE_NOT_ALLOWED, MUST_FOLLOW_SUIT, Reason
from .seats import SEATS, Rotation, Seat
from .tricks import Trick

CALL: Final = "call"
TRUMP: Final = "trump"
PLAY: Final = "play"
OVER: Final = "over"
"""The phases of a round."""

PLAYED: Final = "played"
PASSED_OUT: Final = "passed-out"
THROWN_IN: Final = "thrown-in"
"""How a round ends; the last two are dead rounds."""


class Round(NamedTuple):
    """Everything that happened in one round; whose turn it is, its phase and the winners of tricks follow from it.

    A named tuple, because one is made for every card: it takes a quarter of the time of a frozen dataclass.

    `hands` are the cards still held, as masks indexed by Seat. `trick` is None until play begins; a full trick moves
    to `tricks` at once and `trick` is then the next one, still empty, with its leader.
    """

    dealer: Seat
    deal: Deal
    hands: tuple[int, int, int, int]
    calls: tuple[Call, ...] = ()
    trump: Strain | None = None
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    gestures: tuple[tuple[int, str], ...] = ()


_made: Final = tuple.__new__
"""Makes a named tuple in half the time of its own constructor; used for every card."""


def begun(dealer: Seat, deal: Deal) -> Round:
    """A round of which nothing has happened but the deal."""
    return Round(dealer, deal, deal.hands)


def with_call(round: Round, call: Call) -> Round:
    """The round after one more call."""
    return Round(round.dealer, round.deal, round.hands, (*round.calls, call))


def with_play_begun(round: Round, trump: Strain, leader: Seat) -> Round:
    """The round when its bidding is over."""
    return Round(round.dealer, round.deal, round.hands, round.calls, trump, (), Trick(leader))


def seat_to_play(trick: Trick, rotation: Rotation) -> Seat:
    """Whose card is due (rules 1.5, 2.6, 4.2)."""
    return rotation.turns[trick.leader][len(trick.cards)]


def following(hand: int, led: Card) -> tuple[int, Reason]:
    """The cards of a hand that may follow, and why the others may not (rule 1.3)."""
    return hand & SUIT_MASK_OF[led] or hand, MUST_FOLLOW_SUIT


def play_refusal(hand: int, playable: tuple[int, Reason], action: PlayCard, signals: bool) -> Reason | None:
    """Why this card of the seat to play is refused, or None; `playable` are its lawful cards and why no others."""
    allowed, reason = playable
    if not allowed >> action.card & 1:
        return reason if hand >> action.card & 1 else CARD_NOT_HELD
    if action.gesture and not (signals and _gesture_fits(hand, action)):
        return GESTURE_NOT_ALLOWED
    return None


def _gesture_fits(hand: int, action: PlayCard) -> bool:
    """A flick (na'f) shows the last card of a suit held (rule 2.30)."""
    return action.gesture != FLICK or (hand & SUIT_MASK_OF[action.card]).bit_count() == 1


def with_card(round: Round, action: PlayCard, rotation: Rotation) -> Round:
    """The round after a lawful card; a fourth card ends the trick, and its winner leads the next (rule 1.5)."""
    dealer, deal, hands, calls, trump, full, trick, gestures = round
    assert trick is not None  # noqa: S101 – the phase was checked by refusal
    assert trump is not None  # noqa: S101 – the play has a trump, or NT
    held = [*hands]
    held[action.seat] ^= 1 << action.card
    trick = _made(Trick, (trick.leader, (*trick.cards, action.card)))
    if len(trick.cards) == 4:
        full = (*full, trick)
        trick = _made(Trick, (tricks.winner(trick, trump, rotation), ()))
    if action.gesture:
        gestures = (*gestures, (len(cards_played(round)), action.gesture))
    return _made(Round, (dealer, deal, tuple(held), calls, trump, full, trick, gestures))


def is_played_out(round: Round) -> bool:
    """Whether all thirteen tricks are there (rule 1.5)."""
    return len(round.tricks) == 13


def cards_played(round: Round) -> tuple[Card, ...]:
    """All cards in the order in which they were played."""
    now = round.trick.cards if round.trick else ()
    return tuple(card for trick in round.tricks for card in trick.cards) + now


def trick_winners(round: Round) -> tuple[Seat, ...]:
    """Who took each full trick: the winner leads the next (rule 1.5)."""
    if round.trick is None:
        return ()
    return (*(trick.leader for trick in round.tricks), round.trick.leader)[1:]


def tricks_by_seat(round: Round) -> tuple[int, int, int, int]:
    """How many full tricks each seat took."""
    winners = trick_winners(round)
    n, e, s, w = (winners.count(seat) for seat in SEATS)
    return n, e, s, w


def tricks_by_side(round: Round) -> tuple[int, int]:
    """How many full tricks each side took."""
    n, e, s, w = tricks_by_seat(round)
    return n + s, e + w
