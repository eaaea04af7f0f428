"""How a beginner plays cards in any game of tricks: sensible, on sight, remembering nothing."""

from __future__ import annotations

from games.engine.actions import PLAYS, Action
from games.engine.cards import Card, Strain
from games.engine.observation import Observation

from .turns import Turn, turn_of

ACE = 12


def play(observation: Observation) -> Action:
    """Leave a trick to the partner, else take it when it can be taken, else throw the lowest card."""
    turn = turn_of(observation)
    return PLAYS[turn.seat][take(turn)]


def take(turn: Turn) -> Card:
    """The card of a beginner who wants tricks."""
    if turn.led is None:
        return _lead(turn)
    beating = turn.beating()
    if turn.partner_wins or not beating:
        return lowest(turn.legal, turn.count.trump)
    if turn.is_last or beating[0].suit is not turn.led:
        return lowest(beating, turn.count.trump)
    return max(beating, key=height)


def _lead(turn: Turn) -> Card:
    """An ace, or a low card of the longest suit."""
    aces = [card for card in turn.legal if height(card) == ACE]
    if aces:
        return aces[0]
    lengths = {suit: sum(card.suit is suit for card in turn.legal) for suit in Strain}
    return max(turn.legal, key=lambda card: (lengths[card.suit], -height(card)))


def height(card: Card) -> int:
    """The rank as a number: 0 is a two, 12 an ace."""
    return card % 13


def lowest(cards: tuple[Card, ...], trump: Strain) -> Card:
    """The lowest card, a trump only when there is nothing else."""
    return min(cards, key=lambda card: (card.suit is trump, height(card)))
