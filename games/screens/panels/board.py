"""The board in the middle of the felt, before, between and after rounds."""

from __future__ import annotations

from .base import Panel
from .felt import Countdown


class SumLine(Panel, frozen=True):
    """A line of the round's sum."""

    text: str
    ns: str
    ew: str
    is_total: bool = False


class HandLine(Panel, frozen=True):
    """One seat's thirteen cards of a round that is over."""

    seat: str
    seat_name: str
    name: str
    suits: tuple[tuple[str, str], ...]  # ("S", "A K 10 4") …


class RatingLine(Panel, frozen=True):
    """What the match did to one rating; `sign` is 1, 0 or −1."""

    name: str
    rating: str
    change: str
    sign: int


class Board(Panel, frozen=True):
    """#board, in the middle of the felt. `kind`: empty, waiting, result, over."""

    kind: str
    title: str = ""
    text: str = ""
    terms: tuple[str, ...] = ()  # waiting: the rules in words, what differs among them (rule 1.8)
    sides: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # names of NS and EW
    lines: tuple[SumLine, ...] = ()
    hands: tuple[HandLine, ...] = ()
    won: str = ""  # over: the side that won
    totals: tuple[str, str] = ("", "")
    ratings: tuple[RatingLine, ...] = ()
    unrated: str = ""  # why a match of a rated table does not count
    foot: str = ""
    countdown: Countdown | None = None  # until the next deal, or until bots take the free seats
