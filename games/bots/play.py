"""How a club player plays cards to take tricks: the chance of this trick against what the card is worth later."""

from __future__ import annotations

from games.engine.cards import SUIT_MASKS, Card

from .counting import HIGHER
from .turns import Turn
from .worth import kept

W = dict(
    fstake=1.4,
    lstake=3.0,
    draw=4.0,
    nodraw=-0.3,
    length=0.05,
    frozen=-0.4,
    single=0.0,
    short=0.0,
    top=0.0,
    oppvoid=0.0,
    pvoid=0.0,
    lastmaster=1,
)


def follow(turn: Turn, stake: float) -> Card:
    """The card to play to a trick that somebody led; `stake` is what the trick is worth beside one later."""
    return max(
        turn.legal, key=lambda card: (stake * W["fstake"] * turn.ours(card) - kept(turn.count, card), -(card % 13))
    )


def lead(turn: Turn, stake: float, draws: bool) -> Card:
    """The card to lead; `draws` says that our side wants trumps drawn."""
    return max(turn.legal, key=lambda card: lead_value(turn, card, stake, draws))


def lead_value(turn: Turn, card: Card, stake: float, draws: bool) -> float:
    count = turn.count
    value = stake * W["lstake"] * turn.ours(card) - kept(count, card)
    if card.suit is count.trump:
        return value + (_drawing(turn, card) if draws else W["nodraw"])
    suit = SUIT_MASKS[card.suit]
    length = (count.hand & suit).bit_count()
    value += W["length"] * length
    if not count.is_master(card):
        best = count.hand & suit
        top = best.bit_length() - 1
        h = (HIGHER[top] & count.unseen).bit_count()
        if h in (1, 2) and top % 13 >= 8:
            value += W["frozen"]
    if length == 1 and count.hand & count.trumps and not draws:
        value += W["single"]
    for o in turn.opponents_after:
        if not count.may_hold(o, suit) and count.may_hold(o, count.trumps):
            value += W["oppvoid"]
    if not count.may_hold(turn.partner, suit) and count.may_hold(turn.partner, count.trumps):
        value += W["pvoid"]
    return value


def _drawing(turn: Turn, card: Card) -> float:
    """What it is worth to draw trumps by this card: nothing when the opponents hold none."""
    count = turn.count
    if not any(count.may_hold(seat, count.trumps) for seat in turn.opponents_after):
        return -0.5
    if W["lastmaster"]:
        out = count.unseen & count.trumps
        mine = count.hand & count.trumps
        if out.bit_count() == 1 and out > mine:
            return -0.5
    return W["draw"]
