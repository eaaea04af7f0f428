"""The home page: the games, the tables that wait for players, and the way back to one's own."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games import store
from games.engine.errors import gettext_noop
from games.engine.registry import GAMES, game_for
from games.engine.seats import SEATS
from games.models import Admission, TableRow, TableState
from games.store import Sitter

from . import wording
from .texts import gettext
from .texts import gettext as _

FANS = {"tarneeb": ("HA", "HK", "HQ"), "spades": ("SA", "SK", "SJ")}
LINES = {
    "tarneeb": gettext_noop("Five rule sets, from Levant to Egyptian"),
    "spades": gettext_noop("Partners, Nil and bags, to 500"),
}
TABLES_SHOWN = 40


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game on the home page, with its "Play now"."""

    slug: str
    name: str
    line: str
    fan: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of an open table: a name, a bot, or free."""

    side: str
    name: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that waits for players."""

    id: int
    url: str
    game: str
    rule_set: str
    differences: tuple[str, ...]
    tags: tuple[str, ...]
    seats: tuple[Chair, ...]


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The table at which the person has a seat."""

    title: str
    line: str
    url: str


def games() -> tuple[GameChoice, ...]:
    """All games, in the order of the registry."""
    return tuple(
        GameChoice(slug, gettext(game.name), gettext(LINES.get(slug, "")), FANS.get(slug, ("SA", "HA", "DA")))
        for slug, game in GAMES.items()
    )


def open_tables() -> tuple[OpenTable, ...]:
    """The newest tables that anybody may join and that still have a free seat."""
    rows = TableRow.objects.filter(state=TableState.OPEN, may_join=Admission.EVERYBODY).order_by("-changed_at")
    tables = (_open_table(row) for row in rows.prefetch_related("seats__user")[:TABLES_SHOWN])
    return tuple(table for table in tables if any(not chair.name and not chair.is_bot for chair in table.seats))


def own_table(table_id: int) -> OwnTable:
    """The way back to this table; raises TableRow.DoesNotExist."""
    row = TableRow.objects.get(pk=table_id)
    return OwnTable(wording.rules(game_for(row.rule_set, row.options)), _state(row), reverse("table", args=[row.pk]))


def _state(row: TableRow) -> str:
    return _("The match is going on.") if row.state == TableState.PLAYING else _("Your seat is kept.")


def _open_table(row: TableRow) -> OpenTable:
    game = game_for(row.rule_set, row.options)
    seats = {seat.seat: store.sitter_of(seat) for seat in row.seats.all()}
    return OpenTable(
        id=row.pk,
        url=reverse("table", args=[row.pk]),
        game=gettext(game.name),
        rule_set=gettext(game.rule_set.name),
        differences=wording.options_that_differ(game),
        tags=(_("Rated") if row.rated else _("Casual"),),
        seats=tuple(_chair(seats[seat.name]) for seat in SEATS),
    )


def _chair(sitter: Sitter) -> Chair:
    return Chair(sitter.seat.side.name, "" if sitter.kind == "bot" else sitter.name, sitter.kind == "bot")
