"""Statements written once. Django takes ten times as long to write a query as the database takes to answer it, so the
few that run at every action are compiled at their first use and run with new parameters from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db import connection, models
from django.db.models import QuerySet

Rows = list[tuple[Any, ...]]


class Query:
    """A query set of value lists; `make` writes its conditions with any value for each parameter, in their order."""

    def __init__(self, make: Callable[[], QuerySet[Any, Any]]) -> None:
        self._make = make

    @cached_property
    def _compiled(self) -> tuple[str, int, Callable[[Rows], Rows]]:
        compiler = self._make().query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        compiler.setup_query()
        converters = compiler.get_converters([column[0] for column in compiler.select])
        return sql, len(parameters), lambda rows: [tuple(row) for row in compiler.apply_converters(rows, converters)]

    def raw(self, *parameters: Any) -> Rows:
        """The rows as the database gives them."""
        sql, wanted, _converted = self._compiled
        assert len(parameters) == wanted  # noqa: S101 – a query written wrongly would show at its first use
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            return cursor.fetchall()

    def converted(self, rows: Rows) -> Rows:
        """Rows of `raw` with the values that the fields hold in Python."""
        return self._compiled[2](rows)


class Columns:
    """Some columns of a model, written without its signals and without a look at their values but for their times."""

    def __init__(self, model: type[models.Model], names: Iterable[str]) -> None:
        fields: list[Any] = [model._meta.get_field(name) for name in names]
        table, columns = model._meta.db_table, [field.column for field in fields]
        self._values_of = attrgetter(*(field.attname for field in fields))
        self._update = f"UPDATE {table} SET {', '.join(f'{column} = %s' for column in columns)} WHERE id = %s"  # noqa: S608
        self._insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"  # noqa: S608

    def update(self, row: models.Model) -> None:
        """Write these columns of a row that is there."""
        _run(self._update, (*self._values_of(row), row.pk))

    def insert(self, *values: Any) -> None:
        """Write a new row with these values; its key is not read back. Raises IntegrityError."""
        _run(self._insert, values)


def _run(sql: str, values: Iterable[Any]) -> None:
    adapted = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        cursor.execute(sql, [adapted(value) if isinstance(value, datetime) else value for value in values])
