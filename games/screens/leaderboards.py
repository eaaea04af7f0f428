"""The leaderboards: pages of places, one's own place, people found by name. Every query walks one index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from accounts import names
from accounts.models import Period, Place, Rating
from games.engine.registry import GAMES

from . import wording
from .texts import gettext
from .wording import number, points

A_PAGE = 50
FOUND_AT_MOST = 20
SPARK_WIDTH, SPARK_HEIGHT = 96, 28


@dataclass(frozen=True, slots=True)
class Choice:
    """A game or a period to switch to."""

    text: str
    url: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Spark:
    """The last ratings as a small line: its points, and the last one apart; whole numbers for SVG."""

    points: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the board, in words; `sign` is that of the change."""

    rank: str
    is_medal: bool
    name: str
    url: str
    rating: str
    change: str
    sign: int
    spark: Spark | None
    matches: str
    won: str
    made: str
    streak: str
    is_viewer: bool


@dataclass(frozen=True, slots=True)
class Board:
    """One page. `own` is the viewer's line when it is not among the entries, with the page on which it is."""

    game: str
    games: tuple[Choice, ...]
    periods: tuple[Choice, ...]
    change: str  # over which days the change is
    entries: tuple[Entry, ...]
    own: Entry | None
    own_page: str
    page: str
    newer: str  # addresses of the pages before and after, empty where there is none
    older: str
    asked: str


def board(game: str, period: str, page: int, viewer_id: int | None, asked: str = "") -> Board:
    """A page (from 1), or with a name's beginning asked for the people so called; `game` and `period` are known."""
    places = Place.objects.filter(game=game, period=period)
    rows = _found(places, asked) if asked else _page(places, page)
    shown, more = rows[:A_PAGE], not asked and len(rows) > A_PAGE
    own = _own(places, viewer_id, shown)
    ranks, recent = _ranks(places, [*shown, *own]), _recent(game, [*shown, *own])
    entries = [_entry(row, ranks[row.rating], recent.get(row.user_id, ()), viewer_id) for row in (*shown, *own)]
    days = Period.MONTH if period == Period.ALL else Period(period)
    address = _address(game, period)
    return Board(
        game=gettext(GAMES[game].name),
        games=tuple(Choice(gettext(one.name), _address(slug, period), slug == game) for slug, one in GAMES.items()),
        periods=tuple(Choice(str(one.label), _address(game, one.value), one == period) for one in Period),
        change=str(days.label),
        entries=tuple(entries[: len(shown)]),
        own=entries[-1] if own else None,
        own_page=_with(address, page=_page_of(places, own[0], ranks)) if own else "",
        page=number(page),
        newer=_with(address, page=page - 1) if page > 1 and not asked else "",
        older=_with(address, page=page + 1) if more else "",
        asked=asked,
    )


def rank_of(user_id: int, game: str) -> int | None:
    """The rank of somebody on the board of all time, or None; in one query."""
    places = Place.objects.filter(game=game, period=Period.ALL)
    higher = places.filter(rating__gt=OuterRef("rating")).order_by().values("game").annotate(people=Count("user"))
    above = Coalesce(Subquery(higher.values("people")), 0)
    found = places.filter(user_id=user_id).annotate(above=above).values_list("above", flat=True).first()
    return None if found is None else found + 1


# --- queries -------------------------------------------------------------------------------------------------------


def _page(places: QuerySet[Place], page: int) -> list[Place]:
    """The places of a page and one more. The first query reads its index alone, however far down the page is."""
    first = (page - 1) * A_PAGE
    ids = places.order_by("-rating", "user_id").values_list("user_id", flat=True)[first : first + A_PAGE + 1]
    return _rows(places, ids)


def _found(places: QuerySet[Place], asked: str) -> list[Place]:
    """Who is on the board under a name that begins so, whatever twin of the letters was typed."""
    begins = places.filter(skeleton__begins=names.skeleton(asked)).order_by("skeleton")
    return _rows(places, begins.values_list("user_id", flat=True)[:FOUND_AT_MOST])


def _rows(places: QuerySet[Place], ids: Iterable[int]) -> list[Place]:
    """The places of these people, with their names, best first. By id, so that no database joins before it cuts."""
    rows = places.filter(user_id__in=list(ids)).select_related("user")
    return sorted(rows, key=lambda row: (-row.rating, row.user_id))


def _own(places: QuerySet[Place], viewer_id: int | None, shown: Sequence[Place]) -> list[Place]:
    """The viewer's place where it is not among those shown."""
    if viewer_id is None or any(row.user_id == viewer_id for row in shown):
        return []
    return list(places.filter(user_id=viewer_id).select_related("user"))


def _ranks(places: QuerySet[Place], rows: Sequence[Place]) -> dict[int, int]:
    """By rating, the rank: one more than there are people with a higher one, so that ties share it."""
    ratings = {row.rating for row in rows}
    if not ratings:
        return {}
    above = places.filter(rating__gt=min(ratings)).order_by("-rating").values_list("rating").annotate(Count("user"))
    ranks: dict[int, int] = {}
    higher, counts = 0, dict(above)
    for rating in sorted(counts.keys() | ratings, reverse=True):
        ranks[rating] = higher + 1
        higher += counts.get(rating, 0)
    return ranks


def _page_of(places: QuerySet[Place], own: Place, ranks: dict[int, int]) -> int:
    tied_before = places.filter(rating=own.rating, user_id__lt=own.user_id).count()
    return (ranks[own.rating] - 1 + tied_before) // A_PAGE + 1


def _recent(game: str, rows: Sequence[Place]) -> dict[int, list[int]]:
    """By person, their last ratings."""
    ratings = Rating.objects.filter(user_id__in=[row.user_id for row in rows], game=game)
    return dict(ratings.values_list("user_id", "recent"))


# --- words ---------------------------------------------------------------------------------------------------------


def _entry(row: Place, rank: int, recent: Sequence[int], viewer_id: int | None) -> Entry:
    return Entry(
        rank=number(rank),
        is_medal=rank <= 3,
        name=row.user.username,
        url=reverse("player", args=[row.user.username]) + f"?game={row.game}",
        rating=number(row.rating),
        change=points(row.change),
        sign=(row.change > 0) - (row.change < 0),
        spark=_spark(recent),
        matches=number(row.matches),
        won=wording.share(row.won, row.matches),
        made=wording.of(row.made, row.contracts),
        streak=wording.streak(row.streak),
        is_viewer=row.user_id == viewer_id,
    )


def _spark(recent: Sequence[int]) -> Spark | None:
    if len(recent) < 2:
        return None
    low, high = min(recent), max(recent)
    step, span = SPARK_WIDTH // (len(recent) - 1), max(high - low, 30)
    floor, height = SPARK_HEIGHT - 3, SPARK_HEIGHT - 6
    dots = [(at * step, floor - (rating - low) * height // span) for at, rating in enumerate(recent)]
    return Spark(" ".join(f"{x},{y}" for x, y in dots), *dots[-1])


def _address(game: str, period: str) -> str:
    address = reverse("leaderboard", args=[game])
    return address if period == Period.ALL else f"{address}?period={period}"


def _with(address: str, *, page: int) -> str:
    if page == 1:
        return address
    return f"{address}{'&' if '?' in address else '?'}page={page}"
