"""Who has the seats of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache as cache_forever
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet

from cardems_site.prepared import SEVERAL, Query, Rows
from games.engine.seats import SEATS, Seat
from games.models import SeatRow

from .values import Sitter

REMEMBERED = 4096
"""Tables whose sitters are remembered."""


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
    "table_id",
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
_OF_SEVERAL = Query(lambda: rated_seats().filter(table_id__in=range(SEVERAL)).values_list(*_SITTER_COLUMNS))
_sitters: dict[int, tuple[Rows, tuple[Sitter, ...]]] = {}


def rows_of_several(table_ids: Sequence[int]) -> dict[int, Rows]:
    """What `sitters_at` reads, for several tables, by table."""
    found: dict[int, Rows] = {table_id: [] for table_id in table_ids}
    for row in _OF_SEVERAL.among(table_ids):
        found[row[0]].append(row)
    return found


def sitters_at(table_id: int) -> tuple[Sitter, ...]:
    """Who has the four seats, N E S W. Rows that read as they did last time give the same value as last time."""
    return sitters_in(table_id, _SITTERS.raw(table_id))


def sitters_in(table_id: int, rows: Rows) -> tuple[Sitter, ...]:
    """The same from rows that were read before."""
    known = _sitters.get(table_id)
    if known and known[0] == rows:
        return known[1]
    sitters = tuple(sorted(map(_sitter, _SITTERS.converted(rows)), key=lambda sitter: sitter.seat))
    if len(_sitters) >= REMEMBERED:
        _sitters.clear()
    _sitters[table_id] = rows, sitters
    return sitters


def _sitter(row: tuple[Any, ...]) -> Sitter:
    _table_id, seat, user_id, username, is_guest, bot_level, bot_name, *rest = row
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
