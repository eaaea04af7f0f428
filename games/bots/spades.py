"""Spades as the bots play it: make the contract first, then guard and hunt Nils, then shun bags."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from games.engine.actions import PLAYS, Action
from games.engine.cards import SUIT_MASKS, Card
from games.engine.observation import Observation
from games.engine.rounds import PLAY
from games.engine.seats import Seat

from . import beginner, spades_bidding
from .aims import Aims, aims_of
from .counting import HIGHER
from .turns import Turn, turn_of
from .worth import kept

P = dict(fst=1.7, lst=4.0, duck=1.0, shed=0.5, guard=6.0, hunt=8.0, hunt0=8.0, nr=1, draw=0.0, length=0.05, frozen=-0.4)


def beginner_player(observation: Observation, chance: random.Random) -> Action:
    if observation.phase != PLAY:
        return spades_bidding.beginner_call(observation)
    turn = turn_of(observation)
    nils = aims_of(observation, turn.seat.side).nils
    return PLAYS[turn.seat][nil_card(turn) if turn.seat in nils else beginner.take(turn)]


def club_player(observation: Observation, chance: random.Random) -> Action:
    if observation.phase != PLAY:
        return spades_bidding.club_call(observation)
    turn = turn_of(observation)
    aims = aims_of(observation, turn.seat.side)
    if turn.seat in aims.nils:
        return PLAYS[turn.seat][nil_card(turn)]
    return PLAYS[turn.seat][max(turn.legal, key=lambda card: value(turn, aims, card))]


PLAYERS: Final[Mapping] = {"beginner": beginner_player, "club": club_player}


def nil_card(turn: Turn) -> Card:
    """The card of a seat whose own Nil is alive: the least likely to take the trick, and of those the most dangerous."""
    return min(turn.legal, key=lambda card: (round(nil_risk(turn, card), 2), -danger(turn, card)))


def nil_risk(turn: Turn, card: Card) -> float:
    """How likely the card takes the trick when the opponents duck it and the partner beats it."""
    if not P['nr']: return turn.mine(card)
    if turn.best is not None and card not in turn.beating():
        return 0.0
    count = turn.count
    led = card.suit if turn.led is None else turn.led
    risk = 1.0
    for seat in turn.after:
        if seat is turn.partner:
            risk *= 1 - count.beats(seat, card, led)
        else:
            risk *= 1 - must_beat(turn, seat, card, led)
    return risk


def must_beat(turn, seat, card, led):
    if card.suit is not led: return 0.0
    count = turn.count
    higher = HIGHER[card] & count.unseen
    lower = SUIT_MASKS[led] & count.unseen & ~higher
    return count.misses(seat, lower) * (1 - count.misses(seat, higher))


def danger(turn: Turn, card: Card) -> float:
    """How badly a Nil wants to be rid of a card: high, and with little below it to hide behind."""
    below = turn.count.hand & SUIT_MASKS[card.suit] & ((1 << card) - 1)
    return card % 13 - 2 * below.bit_count() + (3 if card.suit is turn.count.trump else 0)


def value(turn: Turn, aims: Aims, card: Card) -> float:
    """What a card is worth to a seat without a Nil of its own."""
    masters = sum(turn.count.is_master(one) for one in turn.legal)
    hunt = P['hunt'] if aims.needs <= masters else P['hunt0']
    result = _for_tricks(turn, card) if aims.wants_tricks else _against_bags(turn, card)
    for seat in aims.nils:
        if seat is turn.partner:
            result -= P["guard"] * forced(turn, seat, card)
        elif seat.side is not turn.seat.side:
            result += hunt * forced(turn, seat, card)
    return result


def _for_tricks(turn: Turn, card: Card) -> float:
    count = turn.count
    if turn.led is not None:
        return P["fst"] * turn.ours(card) - kept(count, card) - 0.001 * (card % 13)
    v = P["lst"] * turn.ours(card) - kept(count, card)
    if card.suit is count.trump:
        return v + P["draw"]
    suit = SUIT_MASKS[card.suit]
    v += P["length"] * (count.hand & suit).bit_count()
    if not count.is_master(card):
        top = (count.hand & suit).bit_length() - 1
        if (HIGHER[top] & count.unseen).bit_count() in (1, 2) and top % 13 >= 8:
            v += P["frozen"]
    return v


def _against_bags(turn: Turn, card: Card) -> float:
    """Lose the trick, and get rid of high cards while losing."""
    return -P["duck"] * turn.ours(card) + P["shed"] * kept(turn.count, card)


def forced(turn: Turn, seat: Seat, card: Card) -> float:
    """How likely a Nil takes the trick though it ducks wherever it can, after this card."""
    count = turn.count
    led = card.suit if turn.led is None else turn.led
    beats = turn.best is None or card in turn.beating()
    best = card if beats or turn.best is None else turn.best
    others = tuple(one for one in turn.after if one is seat.partner)
    if seat is turn.winning and not beats:
        return count.stands(best, led, others)
    if seat not in turn.after or best.suit is not led:
        return 0.0
    higher = HIGHER[best] & count.unseen
    lower = SUIT_MASKS[led] & count.unseen & ~higher
    return count.misses(seat, lower) * (1 - count.misses(seat, higher)) * count.stands(best, led, others)
