"""Rows ↔ engine values: the only place where one becomes the other."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache as cache_forever
from threading import Lock
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet
from django.utils import timezone

from games import metrics
from games.engine import deals, matches
from games.engine.deals import Deal
from games.engine.game import Game
from games.engine.matches import Ending, Match
from games.engine.registry import game_for
from games.engine.seats import SEATS, Seat, Side

from .models import BANK_MS, LogRow, MatchRow, RoundRow, SeatRow, TableRow, TableState
from .prepared import Columns, Query, Rows

CACHED_MATCHES = 4096
DEALT = "deal"
HIGHEST_ID = 2**63 - 1  # a number from an address may be larger than what a database can even be asked for


@dataclass(frozen=True, slots=True)
class Sitter:
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
        return self.kind == "person" and not (self.gone_at or self.away_at or self.stands_in or self.has_left)


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a match did to the rating of the one who sat there."""

    seat: Seat
    rating: int
    change: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a match of a rated table: the changes, or the reason (a code) why it does not count."""

    reason: str
    is_void: bool
    changes: tuple[RatingChange, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
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
        return next((sitter.seat for sitter in self.sitters if sitter.user_id == user_id), None)

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
        return tuple(sitter for sitter in self.sitters if sitter.kind == "person")


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the log tells it, at one version, with the proofs of its deals."""

    version: int
    match: Match
    commitments: tuple[str, ...]
    seeds: tuple[str, ...]


class _Cache:
    """Matches by id as they were last seen in this process; what the log has beyond that is replayed on top."""

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, Lock()
        self._matches: OrderedDict[int, StoredMatch] = OrderedDict()

    def get(self, match_id: int, version: int) -> StoredMatch | None:
        """The match at this version or an earlier one."""
        with self._lock:
            stored = self._matches.get(match_id)
        return stored if stored and stored.version <= version else None

    def put(self, match_id: int, stored: StoredMatch) -> None:
        """Remember a match; only what is committed may be put here."""
        with self._lock:
            known = self._matches.pop(match_id, None)
            self._matches[match_id] = stored if not known or known.version <= stored.version else known
            while len(self._matches) > self._size:
                self._matches.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._matches.clear()


cache = _Cache(CACHED_MATCHES)


# --- reading ----------------------------------------------------------------------------------------------------------


def lock_table(table_id: int) -> TableRow:
    """The table's row, locked until the transaction ends; raises TableRow.DoesNotExist. Must be in a transaction."""
    return _table(_LOCKED, table_id)


def read(table_id: int) -> Snapshot:
    """The table as it stands; raises TableRow.DoesNotExist."""
    return snapshot_of(_table(_AS_IT_STANDS, table_id))


_COLUMNS = [field.attname for field in TableRow._meta.concrete_fields]
_AS_IT_STANDS = Query(lambda: TableRow.objects.filter(pk=0).values_list(*_COLUMNS))
_LOCKED = Query(lambda: TableRow.objects.select_for_update().filter(pk=0).values_list(*_COLUMNS))


def _table(query: Query, table_id: int) -> TableRow:
    rows = query.converted(query.raw(table_id)) if table_id <= HIGHEST_ID else []
    if not rows:
        raise TableRow.DoesNotExist
    return TableRow.from_db("default", _COLUMNS, rows[0])


def snapshot_of(table: TableRow) -> Snapshot:
    """Everything about a table whose row was just read."""
    sitters = sitters_at(table.pk)
    stored = stored_match(table.match_id, table.version) if table.match_id else None
    snapshot = _snapshot(table, sitters, stored)
    return replace(snapshot, verdict=verdict_of(table.match_id)) if is_judged(table) else snapshot


def is_judged(table: TableRow) -> bool:
    """Whether there is a verdict on the table's match."""
    return table.rated and table.state in (TableState.FINISHED, TableState.CLOSED)


def seat_rows(table_id: int) -> list[SeatRow]:
    """The four seats, N E S W."""
    rows = {row.seat: row for row in rated_seats().filter(table_id=table_id)}
    return [rows[seat.name] for seat in SEATS]


@cache_forever
def rated_seats() -> QuerySet[SeatRow]:
    """Seats with their people and these people's ratings in the game of the table."""
    in_pool = FilteredRelation("user__ratings", condition=Q(user__ratings__game=F("table__game")))
    seats = SeatRow.objects.select_related("user").annotate(pool=in_pool)
    return seats.annotate(rating=F("pool__rating"), rated_matches=F("pool__matches"))


_SITTER_COLUMNS = (
    "seat",
    "user_id",
    "user__username",
    "user__is_guest",
    "bot_level",
    "bot_name",
    "ready",
    "wish",
    "gone_at",
    "away_at",
    "has_left",
    "stands_in",
    "timeouts",
    "bank_ms",
    "removed",
    "rating",
    "rated_matches",
    "user__hand_order",
)
_SITTERS = Query(lambda: rated_seats().filter(table_id=0).values_list(*_SITTER_COLUMNS))
_sitters: dict[int, tuple[Rows, tuple[Sitter, ...]]] = {}


def sitters_at(table_id: int) -> tuple[Sitter, ...]:
    """Who has the four seats, N E S W. Rows that read as they did last time give the same value as last time."""
    rows = _SITTERS.raw(table_id)
    known = _sitters.get(table_id)
    if known and known[0] == rows:
        return known[1]
    sitters = tuple(sorted(map(_sitter, _SITTERS.converted(rows)), key=lambda sitter: sitter.seat))
    if len(_sitters) >= CACHED_MATCHES:
        _sitters.clear()
    _sitters[table_id] = rows, sitters
    return sitters


def _sitter(row: tuple[Any, ...]) -> Sitter:
    seat, user_id, username, is_guest, bot_level, bot_name, *rest = row
    name = bot_name if username is None else username
    values: list[Any] = [
        Seat[seat],
        user_id,
        name,
        bool(is_guest),
        bot_level,
        *rest[:-2],
        rest[-2] or 0,
        rest[-1] or "",
    ]
    return Sitter(*values)


def sitter_of(row: SeatRow) -> Sitter:
    user = row.user
    name = user.username if user else row.bot_name
    return Sitter(
        seat=Seat[row.seat],
        user_id=row.user_id,
        name=name,
        is_guest=bool(user and user.is_guest),
        bot_level=row.bot_level,
        ready=row.ready,
        wish=row.wish,
        gone_at=row.gone_at,
        away_at=row.away_at,
        has_left=row.has_left,
        stands_in=row.stands_in,
        timeouts=row.timeouts,
        bank_ms=row.bank_ms,
        removed=row.removed,
        rating=getattr(row, "rating", None),
        rated_matches=getattr(row, "rated_matches", None) or 0,
        hand_order=user.hand_order if user else "",
    )


def verdict_of(match_id: int | None) -> Verdict | None:
    """What became of a match that is over; None when its table was not rated."""
    if match_id is None:
        return None
    row = MatchRow.objects.select_related("verdict").filter(pk=match_id, verdict__isnull=False).first()
    if row is None:
        return None
    events = row.verdict.events.filter(step=0)
    changes = tuple(RatingChange(Seat[event.seat], event.rating, event.change) for event in events)
    by_seat = tuple(sorted(changes, key=lambda change: change.seat))
    return Verdict(row.verdict.reason, row.verdict.voided_at is not None, by_seat)


def bare_snapshot(table: TableRow, sitters: tuple[Sitter, ...]) -> Snapshot:
    """A table without its match, for one that is just being put there."""
    return _snapshot(table, sitters, None)


def _snapshot(table: TableRow, sitters: tuple[Sitter, ...], stored: StoredMatch | None) -> Snapshot:
    return Snapshot(
        table_id=table.pk,
        state=table.state,
        game=stored.match.game if stored else game_for(table.rule_set, table.options),
        rated=table.rated,
        turn_seconds=table.turn_seconds,
        host_id=table.host_id,
        token=table.token,
        may_join=table.may_join,
        may_watch=table.may_watch,
        revision=table.revision,
        version=table.version,
        due_at=table.due_at,
        turn_at=table.turn_at,
        fill_at=table.fill_at,
        changed_at=table.changed_at,
        language=table.language,
        talk_at=table.talk_at,
        watchers=table.watchers,
        title=table.title,
        sitters=sitters,
        match_id=table.match_id,
        match=stored.match if stored else None,
        commitments=stored.commitments if stored else (),
        seeds=stored.seeds if stored else (),
    )


def stored_match(match_id: int, version: int | None = None) -> StoredMatch:
    """A match replayed from its log, up to a version (None: all of it); raises MatchRow.DoesNotExist."""
    wanted = LogRow.objects.filter(match_id=match_id).count() if version is None else version
    known = cache.get(match_id, wanted)
    if known and known.version == wanted:
        return known
    if known is None:
        row = MatchRow.objects.get(pk=match_id)
        known = StoredMatch(0, Match(game_for(row.rule_set, row.options)), (), ())
    stored = _replayed(known, match_id, wanted)
    cache.put(match_id, stored)
    return stored


def replay(row: MatchRow, log: Iterable[LogRow], rounds: Mapping[int, RoundRow]) -> StoredMatch:
    """The match that these rows tell, whatever this process remembers; raises what the engine raises."""
    stored = StoredMatch(0, Match(game_for(row.rule_set, row.options)), (), ())
    for each in log:
        stored = _advanced(stored, each, rounds)
    return stored


def _replayed(stored: StoredMatch, match_id: int, version: int) -> StoredMatch:
    log = LogRow.objects.filter(match_id=match_id, number__gt=stored.version, number__lte=version).order_by("number")
    rounds = {row.number: row for row in RoundRow.objects.filter(match_id=match_id)}
    for row in log:
        stored = _advanced(stored, row, rounds)
    return stored


def _advanced(stored: StoredMatch, row: LogRow, rounds: Mapping[int, RoundRow]) -> StoredMatch:
    if row.code == DEALT:
        return _with_deal(stored, rounds[row.round])
    return StoredMatch(row.number, _after(stored.match, row.seat, row.code), stored.commitments, stored.seeds)


def _with_deal(stored: StoredMatch, row: RoundRow) -> StoredMatch:
    match = matches.dealt(stored.match, Seat[row.dealer], Deal.parse(row.deal))
    return StoredMatch(stored.version + 1, match, (*stored.commitments, row.commitment), (*stored.seeds, row.seed))


def _after(match: Match, seat: str, code: str) -> Match:
    if code.startswith("end:"):
        return matches.ended(match, ending_of(code))
    return matches.played(match, match.game.parse_action(Seat[seat], code))


def ending_of(code: str) -> Ending:
    """Read `end:closed`, `end:concession:NS`."""
    _end, by, side = (code + ":").split(":")[:3]
    return Ending(by, Side[side] if side else None)


# --- writing: always in the transaction that holds the table's lock ---------------------------------------------------

_LOG = Columns(LogRow, ("match", "number", "round", "seat", "code", "by", "at"))
_CHANGING = Columns(
    TableRow,
    (
        "state",
        "host",
        "version",
        "revision",
        "match",
        "due_at",
        "turn_at",
        "fill_at",
        "changed_at",
        "talk_at",
        "watchers",
        "title",
    ),
)


def write_table(table: TableRow) -> None:
    """What changes of a table's row while people sit there and play."""
    _CHANGING.update(table)


def match_of(table: TableRow) -> int:
    """The match that is played at this table; only asked where there is one."""
    assert table.match_id is not None  # noqa: S101 – the callers have looked
    return table.match_id


def append_deal(table: TableRow, stored: StoredMatch, dealer: Seat, seed: bytes) -> StoredMatch:
    """Deal the next round: its row with seed, commitment and deal, and the log's row."""
    game = stored.match.game
    row = RoundRow.objects.create(
        match_id=match_of(table),
        number=len(stored.commitments),
        dealer=dealer.name,
        deal=str(deals.deal_from_seed(seed, dealer, game.rotation)),
        seed=seed.hex(),
        commitment=deals.commitment(seed),
        deal_method=deals.METHOD,
    )
    _append(table, row.number, "", DEALT, "table")
    return _with_deal(stored, row)


def append_action(table: TableRow, stored: StoredMatch, seat: Seat, code: str, by: str) -> StoredMatch:
    """One more accepted action; raises what the engine raises when it is not lawful, and writes nothing then."""
    match = _after(stored.match, seat.name, code)
    return _append_as(table, stored, match, seat.name, code, by)


def append_ending(table: TableRow, stored: StoredMatch, ending: Ending, by: str) -> StoredMatch:
    """The row that ends a match by something that is no rule of the game."""
    code = f"end:{ending.by}" + (f":{ending.side}" if ending.side is not None else "")
    return _append_as(table, stored, matches.ended(stored.match, ending), "", code, by)


def _append_as(table: TableRow, stored: StoredMatch, match: Match, seat: str, code: str, by: str) -> StoredMatch:
    _append(table, max(0, len(stored.commitments) - 1), seat, code, by)
    return StoredMatch(stored.version + 1, match, stored.commitments, stored.seeds)


def _append(table: TableRow, round_number: int, seat: str, code: str, by: str) -> None:
    table.version += 1
    _LOG.insert(match_of(table), table.version, round_number, seat, code, by, timezone.now())
    metrics.accepted(table.pk, table.match_id, table.version, seat, code, by)


def write_round(match_id: int, number: int, outcome: str, points: Iterable[int]) -> None:
    """The summary of a round that is over."""
    ns, ew = points
    RoundRow.objects.filter(match_id=match_id, number=number).update(outcome=outcome, ns=ns, ew=ew)
