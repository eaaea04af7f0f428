"""The table as a room: watchers, seats while it gathers, talk."""

from __future__ import annotations

from .base import Panel
from .own import ActionButton


class Watchers(Panel, frozen=True):
    """#watchers: how many people look on, in words; empty for nobody."""

    text: str


class SeatLine(Panel, frozen=True):
    """A seat while the table gathers, with what this viewer may do about it."""

    seat: str
    seat_name: str
    side: str
    name: str  # empty: free
    is_bot: bool
    link: str  # the invite for this very seat, empty when it is taken
    actions: tuple[ActionButton, ...] = ()


class Gathering(Panel, frozen=True):
    """#gathering (private): the invite, and the seats with the host's order; no link: not for this viewer."""

    link: str = ""
    qr: str = ""
    seats: tuple[SeatLine, ...] = ()


class SpokenLine(Panel, frozen=True):
    """A line of talk in the reader's words; `kind` as stored. Text comes as it was typed."""

    id: int
    kind: str
    seat: str  # of the speaker, while seated
    name: str  # empty for an event
    text: str
    icon: str
    is_own: bool


class TalkPanel(Panel, frozen=True):
    """#talk-lines (private): after mutes and blocks; `note` says why this reader may not talk now."""

    lines: tuple[SpokenLine, ...]
    may_talk: bool
    note: str


class Neighbour(Panel, frozen=True):
    """Somebody at the table whom this reader may mute, block or report."""

    user_id: int
    name: str
    is_silenced: bool


class People(Panel, frozen=True):
    """#people (private)."""

    people: tuple[Neighbour, ...]
