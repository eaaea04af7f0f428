"""What a card is worth if it is kept: the tricks that a holding may still take, with it and without it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.engine.cards import Card

from .counting import Count

AFTER_HIGHER: Final = (0.9, 0.5, 0.25, 0.1)
"""How often a card takes a trick with none, one, two, three higher cards out against it, if it is guarded."""

UNGUARDED: Final = 0.3
"""What of that is left when it has fewer small cards beside it than higher ones against it."""

SMALL_TRUMP: Final = 0.35
"""A trump that is no winner may still ruff."""

RUFFED: Final = 0.4
"""How much a trick of a side suit loses for each round beyond those that everybody follows to."""

RANK: Final = 0.004
"""Of two cards worth the same, the lower is thrown."""


def kept(count: Count, card: Card) -> float:
    """What the hand loses by playing this card now."""
    shift = 13 * card.suit
    ours, out = count.hand >> shift & 0x1FFF, count.unseen >> shift & 0x1FFF
    rank = card % 13
    if card.suit is count.trump:
        return _of_trumps(ours, out) - _of_trumps(ours ^ 1 << rank, out) + RANK * rank
    threat = 1.0 if count.unseen & count.trumps else 0.0
    return _of_suit(ours, out, threat) - _of_suit(ours ^ 1 << rank, out, threat) + RANK * rank


@lru_cache(1 << 14)
def _of_suit(ours: int, out: int, threat: float) -> float:
    """The tricks that a side suit may take; `threat` is 1 while trumps are out."""
    return sum(_odds(ours, out, place, rank, threat) for place, rank in enumerate(_downwards(ours)))


def _odds(ours: int, out: int, place: int, rank: int, threat: float) -> float:
    higher = (out >> rank + 1).bit_count()
    if higher >= len(AFTER_HIGHER):
        return 0.0
    guards = (ours & (1 << rank) - 1).bit_count()
    odds = AFTER_HIGHER[higher] * (1.0 if guards >= higher else UNGUARDED)
    late = place + higher + 1 - out.bit_count() / 3
    return odds * max(0.1, 1 - RUFFED * threat * max(0.0, late))


@lru_cache(1 << 14)
def _of_trumps(ours: int, out: int) -> float:
    """The tricks that a trump holding may take."""
    return sum(max(SMALL_TRUMP, _odds(ours, out, place, rank, 0.0)) for place, rank in enumerate(_downwards(ours)))


def _downwards(ranks: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(12, -1, -1) if ranks >> rank & 1)
