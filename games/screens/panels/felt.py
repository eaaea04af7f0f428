"""What lies on the felt and who sits around it."""

from __future__ import annotations

from .base import Panel


class Countdown(Panel, frozen=True):
    """Seconds from now until something happens; `bank` of them run after the turn's own time `of`."""

    left: float
    bank: float = 0
    of: int = 0
    text: str = ""  # what a page without a script shows


class Plate(Panel, frozen=True):
    """#seat-N …: who sits there. `kind`: empty, person, bot, away (a person who is gone, a bot playing or not)."""

    seat: str
    seat_name: str  # "North"
    side: str
    kind: str
    name: str
    initial: str
    meta: str  # rating, "bot", "away", "bot plays", "guest"
    took: str  # "2 / 2": tricks taken of the seat's own bid (Spades), else tricks taken or empty
    is_turn: bool
    is_dealer: bool
    can_sit: bool
    clock: Countdown | None = None  # of the turn, when there is one
    stand_in: Countdown | None = None  # until a bot plays for somebody who is away
    bot_plays: bool = False  # in this person's place
    is_host: bool = False
    is_ready: bool = False


class PlayedCard(Panel, frozen=True):
    """A card on the table."""

    seat: str
    card: str
    suit: str
    name: str  # "Queen of spades"
    spoken: str  # "Layla: Queen of spades"
    is_best: bool
    is_newest: bool
    gesture: str  # slam, flick or empty


class LyingCall(Panel, frozen=True):
    """A call as it lies before its seat."""

    seat: str
    text: str  # "8", "Pass", "Nil"
    strain: str
    is_bid: bool
    is_highest: bool


class TrickPanel(Panel, frozen=True):
    """#trick: the cards of the trick, or the calls while they are made; `next_seat`: where the next card will lie."""

    cards: tuple[PlayedCard, ...]
    calls: tuple[LyingCall, ...]
    next_seat: str


class LastTrick(Panel, frozen=True):
    """#last-trick: the trick before, its winner's card marked by `is_best`; empty when there is none."""

    cards: tuple[PlayedCard, ...]
    spoken: str  # "Last trick, taken by Layla"
