"""The home page: the games, the tables that wait for players or are played at, and the way back to one's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.models import Rating
from games import store
from games.clocks import TURN_SECONDS
from games.engine.errors import gettext_noop
from games.engine.game import Game
from games.engine.registry import GAMES, game_for
from games.models import Admission, TableRow, TableState
from games.store import Sitter, Snapshot

from . import wording
from .texts import gettext, ngettext
from .texts import gettext as _
from .wording import number

FANS = {"tarneeb": ("HA", "HK", "HQ"), "spades": ("SA", "SK", "SJ")}
LINES = {
    "tarneeb": gettext_noop("Five rule sets, from Levant to Egyptian"),
    "spades": gettext_noop("Partners, Nil and bags, to 500"),
}
TABLES_SHOWN = 40
LIVE_TABLES_SHOWN = 12
NO_CLOCK = "none"


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game on the home page, with its "Play now"."""

    slug: str
    name: str
    line: str
    fan: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a table in the list: a name with its rating, a bot, or free."""

    seat: str
    seat_name: str
    side: str
    name: str
    is_bot: bool
    rating: str

    @property
    def is_free(self) -> bool:
        return not (self.name or self.is_bot)


@dataclass(frozen=True, slots=True)
class Tag:
    """A word in a thin frame, with the name of its icon or none."""

    text: str
    icon: str = ""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table that waits for players, or one to watch."""

    id: int
    url: str
    game: str
    rule_set: str
    differences: tuple[str, ...]
    tags: tuple[Tag, ...]
    seats: tuple[Chair, ...]
    title: str = ""

    @property
    def has_room(self) -> bool:
        return any(chair.is_free for chair in self.seats)


@dataclass(frozen=True, slots=True)
class Lobby:
    """#lobby-tables; `is_filtered` when what the filters leave out might be why a list is empty."""

    open: tuple[ListedTable, ...]
    live: tuple[ListedTable, ...]
    is_filtered: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """One choice of a filter, as a link."""

    text: str
    query: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The table at which the person has a seat, taken or left."""

    title: str
    line: str
    url: str


def games() -> tuple[GameChoice, ...]:
    """All games, in the order of the registry."""
    return tuple(
        GameChoice(slug, gettext(game.name), gettext(LINES.get(slug, "")), FANS.get(slug, ("SA", "HA", "DA")))
        for slug, game in GAMES.items()
    )


def own_table(table_id: int, *, has_left: bool = False) -> OwnTable:
    """The way back to this table, where the person sits or which they have left; raises TableRow.DoesNotExist."""
    row = TableRow.objects.get(pk=table_id)
    line = _("You have left a match that is still being played.") if has_left else _state(row)
    return OwnTable(wording.rules(game_for(row.rule_set, row.options)), line, reverse("table", args=[row.pk]))


def _state(row: TableRow) -> str:
    return _("The match is going on.") if row.state == TableState.PLAYING else _("Your seat is kept.")


# --- the lists -----------------------------------------------------------------------------------------------------


def lobby(filters: Mapping[str, str]) -> Lobby:
    """The newest tables that anybody may join, and those in play that anybody may watch; ignores unknown filters."""
    rows = _filtered(filters).order_by("-changed_at").prefetch_related("seats__user")
    waiting = list(rows.filter(state=TableState.OPEN, may_join=Admission.EVERYBODY)[:TABLES_SHOWN])
    watchable = Q(may_join=Admission.EVERYBODY) | Q(may_watch=Admission.EVERYBODY)
    live = list(rows.filter(watchable, state=TableState.PLAYING)[:LIVE_TABLES_SHOWN])
    ratings = _ratings((*waiting, *live))
    listed = (_listed(row, ratings) for row in waiting)
    return Lobby(
        tuple(table for table in listed if table.has_room),
        tuple(_listed(row, ratings) for row in live),
        any(filters.values()),
    )


def _filtered(filters: Mapping[str, str]) -> QuerySet[TableRow]:
    rows = TableRow.objects.all()
    if filters.get("game") in GAMES:
        rows = rows.filter(game=filters["game"])
    if filters.get("rated") in ("0", "1"):
        rows = rows.filter(rated=filters["rated"] == "1")
    if filters.get("spoken") in dict(settings.LANGUAGES):
        rows = rows.filter(language__in=("", filters["spoken"]))
    clock = filters.get("clock", "")
    if clock == NO_CLOCK:
        return rows.filter(turn_seconds=None)
    return rows.filter(turn_seconds=int(clock)) if clock in map(str, TURN_SECONDS) else rows


def _ratings(rows: Iterable[TableRow]) -> dict[tuple[int, str], str]:
    people = {seat.user_id for row in rows for seat in row.seats.all() if seat.user_id}
    return {(row.user_id, row.game): written(row) for row in Rating.objects.filter(user_id__in=people)}


def written(rating: Rating) -> str:
    """A rating; a question mark while it rests on few matches."""
    return f"{number(rating.rating)}?" if rating.is_provisional else number(rating.rating)


def _listed(row: TableRow, ratings: Mapping[tuple[int, str], str]) -> ListedTable:
    sitters = (store.sitter_of(seat) for seat in sorted(row.seats.all(), key=lambda seat: "NESW".index(seat.seat)))
    return _table(row.pk, game_for(row.rule_set, row.options), row, tuple(sitters), ratings)


def of_snapshot(snapshot: Snapshot) -> ListedTable:
    """The same of one table, for the page of its invite."""
    people = {sitter.user_id for sitter in snapshot.people if sitter.user_id}
    ratings = Rating.objects.filter(user_id__in=people, game=snapshot.game.slug)
    known = {(row.user_id, row.game): written(row) for row in ratings}
    return _table(snapshot.table_id, snapshot.game, snapshot, snapshot.sitters, known)


def _table(
    table_id: int,
    game: Game,
    facts: TableRow | Snapshot,
    sitters: tuple[Sitter, ...],
    ratings: Mapping[tuple[int, str], str],
) -> ListedTable:
    return ListedTable(
        id=table_id,
        url=reverse("table", args=[table_id]),
        game=gettext(game.name),
        rule_set=gettext(game.rule_set.name),
        differences=wording.options_that_differ(game),
        tags=_tags(facts),
        seats=tuple(_chair(sitter, ratings.get((sitter.user_id or 0, game.slug), "")) for sitter in sitters),
        title=facts.title,
    )


def _tags(facts: TableRow | Snapshot) -> tuple[Tag, ...]:
    rated = Tag(_("Rated"), "star") if facts.rated else Tag(_("Casual"))
    clock = Tag(wording.pace(facts.turn_seconds), "clock") if facts.turn_seconds else Tag(_("No clock"))
    names = {code: gettext(str(name)) for code, name in settings.LANGUAGES}
    spoken = (Tag(names[facts.language], "talk"),) if facts.language in names else ()
    watched = (Tag(watching(facts.watchers), "eye"),) if facts.watchers else ()
    return (rated, clock, *spoken, *watched)


def watching(count: int) -> str:
    """ "3 watching"."""
    return ngettext("%(count)s watching", "%(count)s watching", count) % {"count": number(count)}


def _chair(sitter: Sitter, rating: str) -> Chair:
    return Chair(
        seat=sitter.seat.name,
        seat_name=wording.seat(sitter.seat),
        side=sitter.seat.side.name,
        name="" if sitter.kind == "bot" else wording.called(sitter.name),
        is_bot=sitter.kind == "bot",
        rating=rating,
    )


# --- filters -------------------------------------------------------------------------------------------------------


def filters(chosen: Mapping[str, str]) -> tuple[tuple[str, tuple[Filter, ...]], ...]:
    """The filters by their headings, each a row of links to this page with one choice changed."""
    clocks = [(str(seconds), wording.pace(seconds)) for seconds in TURN_SECONDS]
    languages = [(code, gettext(str(name))) for code, name in settings.LANGUAGES]
    return (
        (_("Game"), _row(chosen, "game", [(slug, gettext(game.name)) for slug, game in GAMES.items()])),
        (_("Kind"), _row(chosen, "rated", [("1", _("Rated")), ("0", _("Casual"))])),
        (_("Clock"), _row(chosen, "clock", [*clocks, (NO_CLOCK, _("No clock"))])),
        (_("Language"), _row(chosen, "spoken", languages)),
    )


def _row(chosen: Mapping[str, str], name: str, choices: list[tuple[str, str]]) -> tuple[Filter, ...]:
    now = chosen.get(name, "")
    if now not in dict(choices):
        now = ""
    return tuple(
        Filter(text, query({**chosen, name: value}), value == now) for value, text in [("", _("All")), *choices]
    )


def query(chosen: Mapping[str, str]) -> str:
    """The part of an address after the question mark."""
    return urlencode({name: value for name, value in chosen.items() if value})
