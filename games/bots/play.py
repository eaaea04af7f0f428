"""How a club player plays for tricks: the chance of this one against what the card may still take later.

The weights were tuned by playing the same deals with and without each change.
"""

from __future__ import annotations

from typing import Final

from games.engine.cards import SUIT_MASKS, Card

from .counting import HIGHER
from .turns import Turn
from .worth import kept

FOLLOW: Final = 1.3
LEAD: Final = 3.0
"""What a trick now is worth beside one later: it cannot be lost again, and keeps or wins the lead."""

LENGTH: Final = 0.05
"""What each card of a suit adds to leading it: small cards become winners."""

EXPOSED: Final = 0.4
"""What it costs to lead low from a king or queen that waits for the ace to fall."""

OVERTAKEN: Final = 2.0
"""What it costs to beat a card of the partner's that would have stood."""

TEN: Final = 8


def trick_value(turn: Turn, card: Card, stake: float, trump_lead: float) -> float:
    """How good a card is for a side that wants tricks.

    `stake` is more than 1 when this trick decides the round; `trump_lead` what a lead of trumps is worth besides.
    """
    if turn.led is not None:
        return stake * FOLLOW * turn.ours(card) - kept(turn.count, card) - OVERTAKEN * _overtaken(turn, card)
    value = stake * LEAD * turn.ours(card) - kept(turn.count, card)
    return value + (trump_lead if card.suit is turn.count.trump else _side_lead(turn, card))


def _overtaken(turn: Turn, card: Card) -> float:
    """How likely the card takes a trick from the partner that was ours already."""
    if turn.best is None or not turn.partner_wins or not turn.would_win(card):
        return 0.0
    return turn.count.stands(turn.best, turn.led_by(card), turn.opponents_after)


def _side_lead(turn: Turn, card: Card) -> float:
    """What speaks for a suit that is not trump, apart from the trick itself."""
    count = turn.count
    held = count.hand & SUIT_MASKS[card.suit]
    length = LENGTH * held.bit_count()
    return length if count.is_master(card) or not _is_waiting(held, count.unseen) else length - EXPOSED


def _is_waiting(held: int, unseen: int) -> bool:
    """Whether the top card of a suit is a ten or better with one or two higher ones out."""
    top = held.bit_length() - 1
    return top % 13 >= TEN and 1 <= (HIGHER[top] & unseen).bit_count() <= 2
