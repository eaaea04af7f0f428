"""What a player may ask for, each with one short code: `call:9`, `trump:H`, `play:SQ`, `play:SQ+slam`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from .cards import CARDS, SUIT_MASKS, Card, Strain, cards_in
from .errors import InvalidAction
from .seats import SEATS, Seat

PASS: Final = "P"
DOUBLE: Final = "X"
REDOUBLE: Final = "XX"
THROW: Final = "THROW"
SLAM: Final = "slam"
FLICK: Final = "flick"
GESTURES: Final = (SLAM, FLICK)


@dataclass(frozen=True, slots=True)
class Call:
    """Something said in the bidding; `call` is its notation (`7`, `8H`, `P`, `X`, `NIL` …)."""

    seat: Seat
    call: str

    @property
    def code(self) -> str:
        return f"call:{self.call}"


@dataclass(frozen=True, slots=True)
class ChooseTrump:
    """The declarer names the trump (rule 2.5)."""

    seat: Seat
    strain: Strain

    @property
    def code(self) -> str:
        return f"trump:{self.strain}"


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A card, and the gesture that it lands with, if any (rule 2.30)."""

    seat: Seat
    card: Card
    gesture: str | None = None

    @property
    def code(self) -> str:
        return f"play:{self.card}+{self.gesture}" if self.gesture else f"play:{self.card}"


Action = Call | ChooseTrump | PlayCard

PLAYS: Final = tuple(tuple(PlayCard(seat, card) for card in CARDS) for seat in SEATS)
"""PLAYS[seat][card]: the one value for each plain play."""


class _PlaysByMask(dict[int, tuple[PlayCard, ...]]):
    """The plain plays of a seat by the mask of one suit's cards, each made when first asked for."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat

    def __missing__(self, mask: int) -> tuple[PlayCard, ...]:
        plays = self[mask] = tuple(PLAYS[self.seat][card] for card in cards_in(mask))
        return plays


_PLAYS_BY_MASK: Final = tuple(map(_PlaysByMask, SEATS))
_S, _H, _D, _C = SUIT_MASKS


def plays_of(seat: Seat, mask: int) -> tuple[PlayCard, ...]:
    """The plain plays of the cards of a mask, in the order of `cards_in`."""
    plays = _PLAYS_BY_MASK[seat]
    return plays[mask & _S] + plays[mask & _H] + plays[mask & _D] + plays[mask & _C]


@cache
def calls_of(seat: Seat, calls: tuple[str, ...]) -> tuple[Call, ...]:
    """These calls, made by this seat."""
    return tuple(Call(seat, call) for call in calls)


def parse_action(seat: Seat, code: str, calls: frozenset[str]) -> Action:
    """Read a code for a seat; `calls` are those that the game knows. Raises InvalidAction."""
    kind, colon, value = code.partition(":")
    if kind == "play" and colon:
        name, plus, gesture = value.partition("+")
        card = Card.parse(name)
        if not plus:
            return PLAYS[seat][card]
        if gesture in GESTURES:
            return PlayCard(seat, card, gesture)
    elif kind == "trump":
        return ChooseTrump(seat, Strain.parse(value))
    elif kind == "call" and value in calls:
        return Call(seat, value)
    raise InvalidAction(f"{code!r} is no action")
