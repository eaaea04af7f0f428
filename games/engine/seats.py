"""Seats, sides and the two rotations. Nobody outside this module counts seats."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from .errors import InvalidAction


class Side(IntEnum):
    """The two partnerships."""

    NS = 0
    EW = 1

    def __str__(self) -> str:
        return self.name

    @property
    def other(self) -> Side:
        return _SIDES[1 - self]


class Seat(IntEnum):
    """The four seats, numbered clockwise."""

    N = 0
    E = 1
    S = 2
    W = 3

    def __str__(self) -> str:
        return self.name

    @property
    def partner(self) -> Seat:
        return SEATS[self ^ 2]

    @property
    def side(self) -> Side:
        return _SIDES[self & 1]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """`N` `E` `S` or `W`; raises InvalidAction."""
        try:
            return cls[text]
        except KeyError:
            raise InvalidAction(f"{text!r} is no seat") from None


_SIDES: Final = (Side.NS, Side.EW)
SIDES: Final = _SIDES
SEATS: Final = (Seat.N, Seat.E, Seat.S, Seat.W)


@dataclass(frozen=True, slots=True)
class Rotation:
    """A direction of play. `turns[seat]` are the four seats in turn, that seat first."""

    name: str
    turns: tuple[tuple[Seat, Seat, Seat, Seat], ...]

    def after(self, seat: Seat) -> Seat:
        """The seat whose turn is next."""
        return self.turns[seat][1]


def _rotation(name: str, step: int) -> Rotation:
    def turns(first: Seat) -> tuple[Seat, Seat, Seat, Seat]:
        n, e, s, w = (SEATS[(first + step * place) & 3] for place in range(4))
        return n, e, s, w

    return Rotation(name, tuple(turns(seat) for seat in SEATS))


CLOCKWISE: Final = _rotation("clockwise", 1)
COUNTERCLOCKWISE: Final = _rotation("counterclockwise", -1)
ROTATIONS: Final = {rotation.name: rotation for rotation in (CLOCKWISE, COUNTERCLOCKWISE)}
