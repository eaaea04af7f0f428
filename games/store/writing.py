"""What changes in rows, always in the transaction that holds the table's lock."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from django.utils import timezone

from cardems_site.prepared import Columns, Statement, updating
from games import metrics
from games.engine import deals, matches
from games.engine.matches import Ending, Match
from games.engine.seats import Seat
from games.models import LogRow, RoundRow, SeatRow, TableRow

from .matches import DEALT, StoredMatch, after, with_deal

_ROUND = Columns(RoundRow, [field.name for field in RoundRow._meta.concrete_fields if not field.primary_key])
_OUTCOME = updating(RoundRow, ("outcome", "ns", "ew"), ("match", "number"))
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


def write_seats(table_id: int, seats: Collection[Seat], columns: Mapping[str, Any]) -> None:
    """Write plain columns of some seats. Raises IntegrityError when somebody would sit at two tables."""
    statement = _seat_columns(tuple(columns))
    for seat in seats:
        statement.run(*columns.values(), table_id, seat.name)


@cache
def _seat_columns(names: tuple[str, ...]) -> Statement:
    return updating(SeatRow, names, ("table", "seat"))


def match_of(table: TableRow) -> int:
    """The match that is played at this table; only asked where there is one."""
    assert table.match_id is not None  # noqa: S101 – the callers have looked
    return table.match_id


def append_deal(table: TableRow, stored: StoredMatch, dealer: Seat, seed: bytes) -> StoredMatch:
    """Deal the next round: its row with seed, commitment and deal, and the log's row."""
    game = stored.match.game
    row = RoundRow(
        match_id=match_of(table),
        number=len(stored.commitments),
        dealer=dealer.name,
        deal=str(deals.deal_from_seed(seed, dealer, game.rotation)),
        seed=seed.hex(),
        commitment=deals.commitment(seed),
        deal_method=deals.METHOD,
    )
    _ROUND.insert_row(row)
    _append(table, row.number, "", DEALT, "table")
    return with_deal(stored, row)


def append_action(table: TableRow, stored: StoredMatch, seat: Seat, code: str, by: str) -> StoredMatch:
    """One more accepted action; raises what the engine raises when it is not lawful, and writes nothing then."""
    match = after(stored.match, seat.name, code)
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
    _OUTCOME.run(outcome, ns, ew, match_id, number)
