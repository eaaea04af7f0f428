"""Cards and strains, and hands as 52-bit masks. A card is suit then rank, as in PBN: `SA`, `H7`, `DT`."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Final

from .errors import InvalidAction

RANKS: Final = "23456789TJQKA"


class Strain(IntEnum):
    """A suit, in the order in which suits are written, or NT: no suit is trump."""

    S = 0
    H = 1
    D = 2
    C = 3
    NT = 4

    def __str__(self) -> str:
        return self.name

    @classmethod
    def parse(cls, text: str) -> Strain:
        """`S` `H` `D` `C` or `NT`; raises InvalidAction."""
        try:
            return cls[text]
        except KeyError:
            raise InvalidAction(f"{text!r} is no strain") from None


SUITS: Final = (Strain.S, Strain.H, Strain.D, Strain.C)
SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in SUITS)
FULL_PACK: Final = (1 << 52) - 1


class Card(int):
    """One of 52 cards: the number of its bit in a hand, 13 × suit + rank (0 a two, 12 an ace). Prints in notation."""

    __slots__ = ()

    @property
    def suit(self) -> Strain:
        return SUITS[self // 13]

    @property
    def rank(self) -> str:
        return RANKS[self % 13]

    def __str__(self) -> str:
        return f"{self.suit.name}{self.rank}"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    @staticmethod
    def parse(text: str) -> Card:
        """The card of a notation such as `SQ`; raises InvalidAction."""
        try:
            return _BY_NAME[text]
        except (KeyError, TypeError):
            raise InvalidAction(f"{text!r} is no card") from None


CARDS: Final = tuple(Card(number) for number in range(52))
SUIT_MASK_OF: Final = tuple(SUIT_MASKS[card.suit] for card in CARDS)
"""SUIT_MASK_OF[card]: the thirteen cards of its suit."""

_BY_NAME: Final = {str(card): card for card in CARDS}


def _beaters(card: Card, trump: Strain) -> int:
    higher = SUIT_MASKS[card.suit] & -(1 << card + 1)
    over = 0 if trump is Strain.NT or card.suit is trump else SUIT_MASKS[trump]
    return higher | over


BEATERS: Final = tuple(tuple(_beaters(card, trump) for card in CARDS) for trump in Strain)
"""BEATERS[trump][card]: the mask of the cards that beat the best card so far (rule 1.4)."""


@cache
def _cards_of_suit(suit: int, ranks: int) -> tuple[Card, ...]:
    return tuple(CARDS[13 * suit + rank] for rank in range(12, -1, -1) if ranks >> rank & 1)


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a mask: spades, hearts, diamonds, clubs, each from high to low."""
    return (
        _cards_of_suit(0, mask & 0x1FFF)
        + _cards_of_suit(1, mask >> 13 & 0x1FFF)
        + _cards_of_suit(2, mask >> 26 & 0x1FFF)
        + _cards_of_suit(3, mask >> 39)
    )


def mask_of(cards: tuple[Card, ...] | list[Card]) -> int:
    """The mask that holds exactly these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
