"""Deals in PBN, and the deal that follows from a seed so that anybody can check it (deal.md, method cardems-deal/1)."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from .cards import CARDS, FULL_PACK, RANKS, SUITS, Card, cards_in, mask_of
from .errors import BadDeal
from .seats import CLOCKWISE, Rotation, Seat

METHOD: Final = "cardems-deal/1"
SEED_BYTES: Final = 32
PACK: Final = tuple(cards_in(FULL_PACK))
"""The pack in order: spades, hearts, diamonds, clubs, each from ace to two."""

_PBN: Final = re.compile(r"[NESW]:[AKQJT2-9.]*(?: [AKQJT2-9.]*){3}")


class Randomness(Protocol):
    """What a deal by chance needs of a generator (random.Random has it)."""

    def shuffle(self, x: list[Card]) -> None: ...


@dataclass(frozen=True, slots=True)
class Deal:
    """The thirteen cards of each seat, as four masks indexed by Seat."""

    hands: tuple[int, int, int, int]

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read `N:AKQ.JT9.8765.432 … … …`: the first seat, then four hands clockwise; raises BadDeal."""
        if not _PBN.fullmatch(text):
            raise BadDeal("not a PBN deal")
        hands = [0, 0, 0, 0]
        for seat, written in zip(CLOCKWISE.turns[Seat[text[0]]], text[2:].split(" "), strict=True):
            hands[seat] = _parse_hand(written)
        if hands[0] | hands[1] | hands[2] | hands[3] != FULL_PACK:
            raise BadDeal("a card is missing or dealt twice")
        return cls((hands[0], hands[1], hands[2], hands[3]))

    def __str__(self) -> str:
        return "N:" + " ".join(map(written_hand, self.hands))


def _parse_hand(written: str) -> int:
    suits = written.split(".")
    if len(suits) != 4:
        raise BadDeal("a hand is four suits: spades, hearts, diamonds, clubs")
    cards = [CARDS[13 * suit + RANKS.index(rank)] for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks]
    mask = mask_of(cards)
    if len(cards) != 13 or mask.bit_count() != 13:
        raise BadDeal("a hand is thirteen different cards")
    return mask


def written_hand(mask: int) -> str:
    """A hand in PBN, `AKQ.JT9.8765.432`."""
    held = cards_in(mask)
    return ".".join("".join(card.rank for card in held if card.suit is suit) for suit in SUITS)


def dealt(pack: Sequence[Card], dealer: Seat, rotation: Rotation) -> Deal:
    """Deal one card at a time, starting with the seat next to the dealer (rule 1.1)."""
    hands = [0, 0, 0, 0]
    for place, seat in enumerate(rotation.turns[rotation.after(dealer)]):
        hands[seat] = mask_of(list(pack[place::4]))
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def random_deal(dealer: Seat, rotation: Rotation, chance: Randomness) -> Deal:
    """A deal from a generator, for tests, bots and benchmarks; the site deals from seeds."""
    pack = list(PACK)
    chance.shuffle(pack)
    return dealt(pack, dealer, rotation)


def commitment(seed: bytes) -> str:
    """What is published before the first card is seen: the seed's SHA-256 in lower-case hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def deal_from_seed(seed: bytes, dealer: Seat, rotation: Rotation) -> Deal:
    """The one deal that follows from a seed of 32 bytes (deal.md, steps 2 to 5)."""
    return dealt(shuffled_pack(seed), dealer, rotation)


def shuffled_pack(seed: bytes) -> list[Card]:
    """Fisher–Yates over the pack in order, with the numbers that follow from the seed."""
    words = _words(seed)
    pack = list(PACK)
    for i in range(51, 0, -1):
        j = _below(i + 1, words)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def _below(n: int, words: Iterator[int]) -> int:
    limit = (1 << 32) // n * n
    return next(word for word in words if word < limit) % n
