"""The play around a Nil: to make one's own, and to know when another seat cannot escape a trick."""

from __future__ import annotations

from typing import Final

from games.engine.cards import SUIT_MASKS, Card
from games.engine.seats import Seat

from .counting import Count
from .turns import Turn

SPADE: Final = 3
COVER: Final = 2
"""How much more dangerous a spade is, and how much each lower card of the suit takes from the danger, in ranks."""


def nil_card(turn: Turn) -> Card:
    """The card of a seat whose own Nil is alive: least likely to take the trick, and of those the most dangerous."""
    return min(turn.legal, key=lambda card: (round(nil_risk(turn, card), 2), -danger(turn.count, card)))


def nil_risk(turn: Turn, card: Card) -> float:
    """How likely the card takes the trick when the opponents duck wherever they can and the partner beats it."""
    if not turn.would_win(card):
        return 0.0
    led, risk = turn.led_by(card), 1.0
    for seat in turn.after:
        helps = turn.count.beats if seat is turn.partner else turn.count.must_beat
        risk *= 1 - helps(seat, card, led)
    return risk


def danger(count: Count, card: Card) -> float:
    """How much a Nil wants to be rid of a card: high, and with little below it to hide behind."""
    below = count.hand & SUIT_MASKS[card.suit] & (1 << card) - 1
    return card % 13 - COVER * below.bit_count() + SPADE * (card.suit is count.trump)


def forced(turn: Turn, seat: Seat, card: Card) -> float:
    """How likely this seat takes the trick after this card, though it ducks wherever it can."""
    count, led = turn.count, turn.led_by(card)
    wins = turn.would_win(card)
    best = card if wins or turn.best is None else turn.best
    cover = tuple(one for one in turn.after if one is seat.partner)
    if seat is turn.winning and not wins:
        return count.stands(best, led, cover)
    if seat not in turn.after:
        return 0.0
    return count.must_beat(seat, best, led) * count.stands(best, led, cover)
