"""Rows ↔ engine values: the only place where one becomes the other."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from games.engine import deals, matches
from games.engine.deals import Deal
from games.engine.game import Game
from games.engine.matches import Ending, Match
from games.engine.registry import game_for
from games.engine.seats import SEATS, Seat, Side

from .models import LogRow, MatchRow, RoundRow, SeatRow, TableRow

CACHED_MATCHES = 4096


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who has a seat: nobody (both None), a person, or a bot."""

    seat: Seat
    user_id: int | None
    name: str
    is_guest: bool
    bot_level: str
    ready: bool

    @property
    def kind(self) -> str:
        """`empty`, `person` or `bot`."""
        return "person" if self.user_id is not None else "bot" if self.bot_level else "empty"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one moment: everything that its pages and sockets are made from. Holds hidden cards: never shown whole."""

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

    def seat_of(self, user_id: int | None) -> Seat | None:
        """Where this person sits, or None."""
        if user_id is None:
            return None
        return next((sitter.seat for sitter in self.sitters if sitter.user_id == user_id), None)

    def sitter(self, seat: Seat) -> Sitter:
        return self.sitters[seat]

    @property
    def people(self) -> tuple[Sitter, ...]:
        return tuple(sitter for sitter in self.sitters if sitter.kind == "person")


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the log tells it, at one version, with the proofs of its deals."""

    version: int
    match: Match
    commitments: tuple[str, ...]
    seeds: tuple[str, ...]


class _Cache:
    """Matches by id at the version they were last seen, in this process; a wrong version is simply no hit."""

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, Lock()
        self._matches: OrderedDict[int, StoredMatch] = OrderedDict()

    def get(self, match_id: int, version: int) -> StoredMatch | None:
        with self._lock:
            stored = self._matches.get(match_id)
        return stored if stored and stored.version == version else None

    def put(self, match_id: int, stored: StoredMatch) -> None:
        with self._lock:
            known = self._matches.pop(match_id, None)
            self._matches[match_id] = stored if not known or known.version <= stored.version else known
            while len(self._matches) > self._size:
                self._matches.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._matches.clear()


cache = _Cache(CACHED_MATCHES)
