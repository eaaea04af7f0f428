"""Very many rows at once, written by the database itself: for lists that must stay quick."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import connection, models, transaction
from django.utils import timezone

from accounts import names
from accounts.models import AuditEntry, Measure, Notice, Period, Place, RatedMatch, Rating, RatingEvent, User
from games.models import MatchRow, PlayerRow, ReportRow, SeatRow, TableRow, TableState, TalkRow

NAME = "crowd"
SKELETON = names.skeleton(NAME)


def multiply(row: models.Model, count: int, columns: Mapping[str, str]) -> None:
    """`count` copies of a row that is not saved; the columns differ by these expressions of `i`, from 1 to `count`."""
    fields = [field for field in row._meta.concrete_fields if field.column in columns or not field.primary_key]
    values: list[Any] = []
    parts = []
    for field in fields:
        if field.column in columns:
            parts.append(columns[field.column])
        else:
            parts.append("%s" if connection.vendor == "sqlite" else f"CAST(%s AS {field.db_type(connection)})")
            values.append(field.get_db_prep_save(field.pre_save(row, add=True), connection))
    into = ", ".join(f'"{field.column}"' for field in fields)
    sql = (
        f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "
        f'INSERT INTO "{row._meta.db_table}" ({into}) SELECT {", ".join(parts)} FROM n'
    )
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(sql, values)


def people(count: int) -> int:
    """Accounts `crowd1`, `crowd2` …; the number of the first, the others follow."""
    first = _next(User)
    row = User(username=NAME, password="!", is_active=True)
    differ = {
        "id": f"{first - 1} + i",
        "username": f"'{NAME}' || i",
        "skeleton": f"REPLACE(REPLACE('{SKELETON}' || i, '1', 'l'), '0', 'o')",
    }
    multiply(row, count, differ)
    return first


def tables(count: int, first_person: int, persons: int) -> int:
    """Tables, nearly all closed, with their four seats; the number of the first."""
    first = _next(TableRow)
    row = TableRow(game="tarneeb", rule_set="tarneeb/classic", state=TableState.CLOSED)
    host = f"{first_person} + (i %% {persons})"
    multiply(row, count, {"id": f"{first - 1} + i", "host_id": host, "token": "'crowd-' || i", "rated": "i %% 2 = 0"})
    for place, seat in enumerate("NESW"):
        user = f"{first_person} + ((i * 7 + {place}) %% {persons})"
        multiply(SeatRow(seat=seat, live=False), count, {"table_id": f"{first - 1} + i", "user_id": user})
    return first


def matches(count: int, first_person: int, persons: int) -> int:
    """Rated matches that are over, with their players and what they did to ratings; the number of the first."""
    first, now = _next(MatchRow), timezone.now()
    over = MatchRow(
        game="tarneeb", rule_set="tarneeb/classic", rated=True, winner="NS", ns=31, ew=12,
        started_at=now - timedelta(days=40), finished_at=now - timedelta(days=40),
    )  # fmt: skip
    multiply(over, count, {"id": f"{first - 1} + i"})
    rated = RatedMatch(game="tarneeb", at=over.finished_at)
    multiply(rated, count, {"match_id": f"{first - 1} + i", "sides": "'s' || (i %% 1000)"})
    for place, seat in enumerate("NESW"):
        user = f"{first_person} + ((i * 7 + {place}) %% {persons})"
        player = PlayerRow(seat=seat, finished_at=over.finished_at)
        multiply(player, count, {"match_id": f"{first - 1} + i", "user_id": user})
    return first


def events(count: int, first_person: int, persons: int, first_match: int) -> None:
    """One rating event for so many of the matches."""
    row = RatingEvent(game="tarneeb", at=timezone.now(), seat="N", won=True, change=10, rating=1510)
    differ = {"rated_id": f"{first_match - 1} + i", "user_id": f"{first_person} + (i %% {persons})"}
    multiply(row, count, differ)


def ratings(count: int, first_person: int) -> None:
    """A rating for each of so many people."""
    multiply(Rating(game="tarneeb", rating=1500, matches=20), count, {"user_id": f"{first_person - 1} + i"})


def places(count: int, first_person: int) -> None:
    """A place on every board of Tarneeb for each of so many people; a thousand of them share each rating."""
    for period in Period:
        place = Place(game="tarneeb", period=period, change=12, matches=40, won=20, contracts=60, made=40, streak=2)
        differ = {"user_id": f"{first_person - 1} + i", "rating": "1000 + i / 1000", "skeleton": f"'{SKELETON}' || i"}
        multiply(place, count, differ)


def papers(count: int, first_person: int, persons: int, first_table: int, by: User) -> None:
    """Reports, notices, audit entries and lines of talk."""
    user, other = f"{first_person} + (i %% {persons})", f"{first_person} + ((i + 1) %% {persons})"
    decided = ReportRow(reason="insult", decision="nothing")
    multiply(decided, count, {"reporter_id": user, "about_id": other, "table_id": f"{first_table}"})
    notice = Notice(kind=Measure.WARNING, reason="noise", by=by, read_at=timezone.now())
    multiply(notice, count, {"user_id": user})
    multiply(AuditEntry(by=by, action="table.close", model="games.tablerow"), count, {"object_id": "'' || i"})
    multiply(TalkRow(kind="text", body="hello"), count, {"table_id": f"{first_table}", "user_id": user})


def analyze() -> None:
    """Let the database look at what it has, as it does by itself in time.

    PostgreSQL is told which tables: without names it looks at those that all databases of the server share too, and
    holds them until the transaction ends.
    """
    named = connection.introspection.table_names() if connection.vendor == "postgresql" else []
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(map(connection.ops.quote_name, named))}")


def _next(model: type[models.Model]) -> int:
    last = model.objects.order_by("-pk").values_list("pk", flat=True).first()
    return (last or 0) + 1
