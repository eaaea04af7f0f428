"""Statements written once. Django takes ten times as long to write a query as the database takes to answer it, so the
few that run at every action are compiled at their first use and run with new parameters from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cache, cached_property, partial
from operator import attrgetter
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.models import QuerySet

Rows = list[tuple[Any, ...]]
T = TypeVar("T")

SEVERAL = 32
"""The most that a statement asks for at once; it is written for so many."""


def filled(values: Sequence[T], count: int = SEVERAL) -> list[T]:
    """These values, at least one, and the last one again until there are so many."""
    return [*values, *[values[-1]] * (count - len(values))]


class Statement:
    """A statement with `%s` for each parameter. The database gets it past Django's layers, which cost more than it
    does; errors are Django's all the same, and a broken transaction takes nothing more."""

    def __init__(self, sql: str) -> None:
        self._sql, self._marked = sql, sql.replace("%s", "?")

    def rows(self, *parameters: Any) -> Rows:
        """What it gives back; times are written as fields write them. Raises what Django raises."""
        return self._execute(parameters, reads=True)

    def run(self, *parameters: Any) -> None:
        """The same for one that gives nothing back."""
        self._execute(parameters, reads=False)

    def _execute(self, parameters: tuple[Any, ...], *, reads: bool) -> Rows:
        here: Any = connections[DEFAULT_DB_ALIAS]
        here.ensure_connection()
        here.validate_no_broken_transaction()
        if here.vendor == "sqlite":
            parameters = tuple([_written(value) if isinstance(value, datetime) else value for value in parameters])
            with here.wrap_database_errors:
                return here.connection.execute(self._marked, parameters).fetchall()
        with here.wrap_database_errors, _postgres_cursor()(here.connection) as cursor:
            cursor.execute(self._sql, parameters)
            return cursor.fetchall() if reads else []


@cache
def _postgres_cursor() -> Any:
    import psycopg

    return psycopg.Cursor


class Query:
    """A query set of value lists; `make` writes its conditions with any value for each parameter, in their order."""

    def __init__(self, make: Callable[[], QuerySet[Any, Any]]) -> None:
        self._make = make

    @cached_property
    def _compiled(self) -> tuple[Statement, int, Callable[[Rows], Rows]]:
        compiler = self._make().query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        compiler.setup_query()
        converters = compiler.get_converters([column[0] for column in compiler.select])
        places = [(place, _converter(*found)) for place, found in converters.items()]
        return Statement(sql), len(parameters), partial(_converted, places)

    def raw(self, *parameters: Any) -> Rows:
        """The rows as the database gives them."""
        statement, wanted, _converted = self._compiled
        assert len(parameters) == wanted  # noqa: S101 – a query written wrongly would show at its first use
        return statement.rows(*parameters)

    def among(self, values: Sequence[Any]) -> Rows:
        """The same for one that asks for any of some values; there must be one, and no more than `make` has."""
        _statement, wanted, _converted = self._compiled
        return self.raw(*filled(values, wanted))

    def converted(self, rows: Rows) -> Rows:
        """Rows of `raw` with the values that the fields hold in Python."""
        return self._compiled[2](rows)


Places = list[tuple[int, Callable[[Any], Any]]]
"""Where in a row something must be converted, and how."""


def _converted(places: Places, rows: Rows) -> Rows:
    converted = []
    for row in rows:
        values = list(row)
        for place, convert in places:
            values[place] = convert(values[place])
        converted.append(tuple(values))
    return converted


def _converter(converters: list[Callable[..., Any]], column: Any) -> Callable[[Any], Any]:
    if connection.vendor == "sqlite" and isinstance(column.output_field, models.DateTimeField):
        return _read
    return partial(_convert, converters, column)


def _convert(converters: list[Callable[..., Any]], column: Any, value: Any) -> Any:
    for converter in converters:
        value = converter(value, column, connection)
    return value


def _written(moment: datetime) -> str:
    """As Django writes a time into SQLite, for those in UTC without its detour."""
    if moment.tzinfo is UTC:
        return str(moment)[:-6]
    return str(connections[DEFAULT_DB_ALIAS].ops.adapt_datetimefield_value(moment))


def _read(moment: datetime | None) -> datetime | None:
    """As Django reads a time that SQLite's module has already made one, which is in UTC and does not say so."""
    return None if moment is None else moment.replace(tzinfo=UTC)


def updating(model: type[models.Model], names: Iterable[str], where: Iterable[str]) -> Statement:
    """Writes these columns of the rows in which the others are as given, by names."""
    assigned, given = (
        joint.join([f"{model._meta.get_field(name).column} = %s" for name in some])  # type: ignore[union-attr]
        for joint, some in ((", ", names), (" AND ", where))
    )
    return Statement(f"UPDATE {model._meta.db_table} SET {assigned} WHERE {given}")  # noqa: S608


class Columns:
    """Some columns of a model, written without its signals and without a look at their values but for their times."""

    def __init__(self, model: type[models.Model], names: Iterable[str]) -> None:
        fields: list[Any] = [model._meta.get_field(name) for name in names]
        columns, given = ", ".join(field.column for field in fields), ", ".join(["%s"] * len(fields))
        self._values_of = attrgetter(*(field.attname for field in fields))
        self._update = updating(model, [field.name for field in fields], ("id",))
        self._insert = Statement(f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({given})")  # noqa: S608

    def update(self, row: models.Model) -> None:
        """Write these columns of a row that is there."""
        self._update.run(*self._values_of(row), row.pk)

    def insert_row(self, row: models.Model) -> None:
        """Write a new row as it stands; its key is not read back. Raises IntegrityError."""
        self.insert(*self._values_of(row))

    def insert(self, *values: Any) -> None:
        """Write a new row with these values; its key is not read back. Raises IntegrityError."""
        self._insert.run(*values)
