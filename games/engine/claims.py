"""“The rest are mine”: whether it holds whatever the cards are that the claimer cannot see, the partner's included.

All three others count as adversaries, and each suit's unseen cards may all lie in one hand. What is claimed is every
trick for the claimer's own seat; a claim that would need the partner's help is not certain, so it is refused.
"""

from __future__ import annotations

from .actions import PlayCard
from .cards import BEATERS, FULL_PACK, SUIT_MASKS, SUITS, Card, Strain, cards_in, mask_of
from .observation import Observation


def winning_line(seen: Observation) -> tuple[Card, ...] | None:
    """The claimer's cards in an order that takes every remaining trick against any layout and any play, or None.

    `seen` is the claimer's own observation; None as well when it is not the claimer's turn to play a card.
    """
    if seen.hand is None or seen.trick is None or seen.trump is None or not seen.legal:
        return None
    hand, unseen = seen.hand, _unseen(seen)
    lawful = [action.card for action in seen.legal if isinstance(action, PlayCard)]
    if not seen.trick.cards:
        return _leading(hand, unseen, seen.trump, mask_of(lawful))
    for card in lawful:
        if _takes_this_trick(seen, card, unseen):
            left = hand & ~(1 << card)
            rest = _leading(left, unseen, seen.trump, _leadable(seen, card, left))
            if rest is not None:
                return (card, *rest)
    return None


def lowest(seen: Observation) -> Card:
    """The lowest lawful card, for those whose tricks were claimed."""
    return min((action.card for action in seen.legal if isinstance(action, PlayCard)), key=lambda card: card % 13)


def _unseen(seen: Observation) -> int:
    """The cards that are neither in the claimer's hand nor on the table."""
    assert seen.hand is not None and seen.trick is not None  # noqa: S101 – the caller has looked
    played = [card for trick in (*seen.tricks, seen.trick) for card in trick.cards]
    return FULL_PACK & ~seen.hand & ~mask_of(played)


def _takes_this_trick(seen: Observation, card: Card, unseen: int) -> bool:
    """Whether this card wins the trick on the table, whoever plays what after it."""
    assert seen.trick is not None and seen.trump is not None  # noqa: S101 – the caller has looked
    beaters = BEATERS[seen.trump]
    before = seen.trick.cards
    wins_so_far = all(not beaters[card] >> other & 1 for other in before) and _can_win(card, before[0], seen.trump)
    return wins_so_far and (len(before) == 3 or not beaters[card] & unseen)


def _can_win(card: Card, led: Card, trump: Strain) -> bool:
    return card.suit in (led.suit, trump)


def _leadable(seen: Observation, card: Card, left: int) -> int:
    """What may be led after this trick, whatever the others play to it (rule 4.3)."""
    trumps = SUIT_MASKS[seen.trump or Strain.S] if seen.trump is not Strain.NT else 0
    shown = mask_of([*(each for trick in seen.tricks for each in trick.cards), *_on_table(seen), card])
    if not seen.game.trumps_must_be_broken or shown & trumps:
        return left
    return left & ~trumps or left


def _on_table(seen: Observation) -> tuple[Card, ...]:
    return seen.trick.cards if seen.trick else ()


def _leading(hand: int, unseen: int, trump: Strain, lawful: int) -> tuple[Card, ...] | None:
    """An order of leads that takes all the rest: trumps first while any are out, else last; each suit from the top."""
    suits = [suit for suit in SUITS if suit is not trump]
    trumps_out = 0 if trump is Strain.NT else (unseen & SUIT_MASKS[trump]).bit_count()
    if trump is not Strain.NT:
        suits = [trump, *suits] if trumps_out else [*suits, trump]
    order: list[Card] = []
    for suit in suits:
        cards = _from_the_top(hand, unseen, suit)
        if cards is None or (suit is trump and len(cards) < trumps_out and hand & ~SUIT_MASKS[trump]):
            return None
        order += cards
    order = _with_lawful_first(order, lawful)
    return None if trumps_out and order and order[0].suit is not trump else tuple(order)


def _from_the_top(hand: int, unseen: int, suit: Strain) -> tuple[Card, ...] | None:
    """The suit's cards from high to low, or None when one of them may lose.

    The card led at place i must beat the highest unseen one while somebody may still hold it: all of the suit's unseen
    cards may lie in one hand, which follows with its lowest first, so the highest is there until `i` reaches their
    number.
    """
    held, out = cards_in(hand & SUIT_MASKS[suit]), cards_in(unseen & SUIT_MASKS[suit])
    if any(place < len(out) and card < out[0] for place, card in enumerate(held)):
        return None
    return held


def _with_lawful_first(order: list[Card], lawful: int) -> list[Card]:
    """The same order, but the suit of a lawful lead in front where the first one may not be led now (2.7, 4.3)."""
    first = next((card for card in order if lawful >> card & 1), None)
    if first is None or first is order[0]:
        return order
    suit = first.suit
    return [card for card in order if card.suit is suit] + [card for card in order if card.suit is not suit]
