"""A table at one moment, as values: what pages, sockets, services and the keeper are given.

Structures of msgspec, because a changed copy is made at every action: twenty times as fast as a frozen dataclass's.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from games.engine.game import Game
from games.engine.matches import Match
from games.engine.seats import Seat
from games.models import BANK_MS


class Sitter(Struct, frozen=True):
    """Who has a seat: nobody (both None), a person, or a bot."""

    seat: Seat
    user_id: int | None
    name: str
    is_guest: bool
    bot_level: str
    ready: bool
    wish: str = ""
    gone_at: datetime | None = None
    away_at: datetime | None = None
    has_left: bool = False
    stands_in: bool = False
    timeouts: int = 0
    bank_ms: int = BANK_MS
    removed: bool = False
    rating: int | None = None  # in the pool of the table's game; None without a rated match
    rated_matches: int = 0
    hand_order: str = ""  # how a person wants the own cards sorted

    @property
    def kind(self) -> str:
        """`empty`, `person` or `bot`."""
        return "person" if self.user_id is not None else "bot" if self.bot_level else "empty"

    @property
    def is_bot_played(self) -> bool:
        """Whether a bot moves for this seat: its own, or one that stands in for a person."""
        return self.stands_in or self.kind == "bot"

    @property
    def is_here(self) -> bool:
        """Whether a person sits here and is at the table, as far as we know."""
        return self.user_id is not None and not (self.gone_at or self.away_at or self.stands_in or self.has_left)


class RatingChange(Struct, frozen=True):
    """What a match did to the rating of the one who sat there."""

    seat: Seat
    rating: int
    change: int


class Verdict(Struct, frozen=True):
    """What became of a match of a rated table: the changes, or the reason (a code) why it does not count."""

    reason: str
    is_void: bool
    changes: tuple[RatingChange, ...]


class Snapshot(Struct, frozen=True):
    """A table at one moment: all that its pages and sockets are made from. Holds hidden cards: never shown whole."""

    table_id: int
    state: str
    game: Game
    rated: bool
    turn_seconds: int | None
    host_id: int | None
    token: str
    may_join: str
    may_watch: str
    revision: int
    version: int
    due_at: datetime | None
    sitters: tuple[Sitter, ...]
    match_id: int | None
    match: Match | None
    commitments: tuple[str, ...]
    seeds: tuple[str, ...]
    turn_at: datetime | None = None
    fill_at: datetime | None = None
    changed_at: datetime | None = None
    language: str = ""
    talk_at: int = 0
    watchers: int = 0
    title: str = ""
    verdict: Verdict | None = None

    def seat_of(self, user_id: int | None) -> Seat | None:
        """Where this person sits, or None."""
        if user_id is None:
            return None
        for sitter in self.sitters:
            if sitter.user_id == user_id:
                return sitter.seat
        return None

    def sitter(self, seat: Seat) -> Sitter:
        return self.sitters[seat]

    @property
    def talk_is_off(self) -> bool:
        """In rated matches from the first call to the last card: partners must not signal."""
        match = self.match
        if not self.rated or match is None or match.is_over or match.round is None:
            return False
        return bool(match.round.calls)

    @property
    def people(self) -> tuple[Sitter, ...]:
        return tuple([sitter for sitter in self.sitters if sitter.user_id is not None])
