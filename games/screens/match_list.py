"""Lists of past matches: who may see which, filters, and pages by key. Every query walks one index.

Rated matches stand in everybody's list, the others and void ones in those of their own people (design.md, "Who may
see what").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, TypeVar

from django.db.models import Exists, Model, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.urls import reverse

from accounts.models import RatedMatch
from games.engine.registry import GAMES, RULE_SETS
from games.engine.seats import SEATS
from games.models import MatchRow, PlayerRow

from . import wording
from .keys import Key
from .rounds import Names
from .texts import gettext
from .texts import gettext as _
from .wording import number

A_PAGE = 25
_Row = TypeVar("_Row", bound=Model)


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """What is asked for; empty is anything. `since` and `until` bound the end of the match, `until` not included."""

    player_id: int | None = None
    game: str = ""
    rule_set: str = ""
    rated: bool | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A match in a list."""

    id: int
    url: str
    finished_at: datetime | None
    game: str
    rule_set: str
    tags: tuple[str, ...]
    is_void: bool
    sides: tuple[tuple[str, str], tuple[str, str]]
    totals: tuple[str, str]
    won: str


@dataclass(frozen=True, slots=True)
class MatchList:
    """One page of matches, newest first, with the keys of the pages before and after it, empty where there is none."""

    entries: tuple[ListEntry, ...]
    newer: str
    older: str


def match_list(viewer_id: int | None, wanted: MatchFilter, key: Key | None = None) -> MatchList:
    """The page after (or, going back, before) a key; without one the newest matches that this person may see."""
    keys = find(viewer_id, wanted, key, A_PAGE + 1)
    more, keys = len(keys) > A_PAGE, keys[:A_PAGE]
    back = key is not None and key.back
    if back:
        keys.reverse()
    newer, older = (more, True) if back else (key is not None, more)
    return MatchList(
        entries=tuple(map(list_entry, rows_of(keys))),
        newer=str(keys[0].going_back()) if keys and newer else "",
        older=str(keys[-1]) if keys and older else "",
    )


def find(viewer_id: int | None, wanted: MatchFilter, key: Key | None, count: int) -> list[Key]:
    """The keys of the next matches in the direction of the key."""
    back = key is not None and key.back
    sources = (_next(query, id_name, key, count) for query, id_name in _sources(viewer_id, wanted))
    found = {one for source in sources for one in source}
    return list(islice(sorted(found, reverse=not back), count))


def rows_of(keys: Iterable[Key]) -> list[MatchRow]:
    """The matches of these keys in their order, with their players."""
    ids = [key.id for key in keys]
    players = Prefetch("players", PlayerRow.objects.select_related("user"))
    rows = MatchRow.objects.select_related("verdict").prefetch_related(players).in_bulk(ids)
    return [rows[key] for key in ids if key in rows]


def list_entry(row: MatchRow) -> ListEntry:
    """A match that is over as lists show it, from its summary alone; its players are to be prefetched."""
    names = names_of(row.players.all())
    return ListEntry(
        id=row.pk,
        url=reverse("match", args=[row.pk]),
        finished_at=row.finished_at,
        game=gettext(GAMES[row.game].name),
        rule_set=gettext(RULE_SETS[row.rule_set].name),
        tags=(_("Rated"),) if row.rated else (),
        is_void=is_void(row),
        sides=((names[0], names[2]), (names[1], names[3])),
        totals=(number(row.ns), number(row.ew)),
        won=row.winner,
    )


def is_void(row: MatchRow) -> bool:
    """Whether the match counts for nothing: declared void while it lasted, or its rating changes taken back later."""
    verdict = getattr(row, "verdict", None)
    return row.ended_by == "void" or (verdict is not None and verdict.voided_at is not None)


def names_of(players: Iterable[PlayerRow]) -> Names:
    """Who sat where when the match began; bots' names are translated."""
    named = {row.seat: wording.person(row.user) if row.user else gettext(row.bot_name) for row in players}
    n, e, s, w = (named.get(seat.name, "") for seat in SEATS)
    return n, e, s, w


# --- queries --------------------------------------------------------------------------------------------


def taken_back(match: str) -> Exists:
    """Whether staff declared the match void when it was over; `match` is the name of its id in the query."""
    return Exists(RatedMatch.objects.filter(match=OuterRef(match), voided_at__isnull=False))


_PUBLIC = Q(rated=True) & ~Q(ended_by="void") & ~taken_back("pk")


def _sources(viewer_id: int | None, wanted: MatchFilter) -> list[tuple[QuerySet[Any], str]]:
    """The queries that together find all that is wanted, each with the name of the match's id in it."""
    matches = _wanted(wanted)
    if wanted.player_id is not None:
        return [(_of_person(viewer_id, wanted.player_id, wanted, matches), "match_id")]
    everybodys = [(_in_time(matches, wanted).filter(_PUBLIC), "pk")] if wanted.rated is not False else []
    own = [(_played(viewer_id, wanted, matches.exclude(_PUBLIC)), "match_id")] if viewer_id is not None else []
    return everybodys + own


def _wanted(wanted: MatchFilter) -> QuerySet[MatchRow]:
    conditions = {"game": wanted.game, "rule_set": wanted.rule_set, "rated": wanted.rated}
    return MatchRow.objects.filter(**{name: value for name, value in conditions.items() if value not in ("", None)})


def _in_time(query: QuerySet[_Row], wanted: MatchFilter) -> QuerySet[_Row]:
    bounds = {"finished_at__gte": wanted.since, "finished_at__lt": wanted.until}
    bounds = {name: value for name, value in bounds.items() if value is not None}
    return query.filter(finished_at__isnull=False, **bounds)


def _of_person(
    viewer_id: int | None, player_id: int, wanted: MatchFilter, matches: QuerySet[MatchRow]
) -> QuerySet[PlayerRow]:
    """All of one's own, of another's those that are public or were played together."""
    if viewer_id == player_id:
        return _played(player_id, wanted, matches)
    if viewer_id is None:
        return _played(player_id, wanted, matches.filter(_PUBLIC))
    together = Exists(PlayerRow.objects.filter(match=OuterRef("pk"), user_id=viewer_id))
    return _played(player_id, wanted, matches.filter(_PUBLIC | together))


def _played(player_id: int, wanted: MatchFilter, matches: QuerySet[MatchRow]) -> QuerySet[PlayerRow]:
    """A person's matches among these. They are looked up one by one as the index of the person's matches is walked: a
    join would let the database read all matches first."""
    one = Subquery(matches.filter(pk=OuterRef("match_id")).values("pk")[:1])
    return _in_time(PlayerRow.objects.filter(user_id=player_id), wanted).alias(one=one).filter(one__isnull=False)


def _next(query: QuerySet[Any], id_name: str, key: Key | None, count: int) -> list[Key]:
    """The bound on the time alone lets the database start in the middle of its index."""
    if key is None:
        ordered = query.order_by("-finished_at", f"-{id_name}")
    elif key.back:
        later = Q(finished_at__gt=key.at) | Q(**{f"{id_name}__gt": key.id})
        ordered = query.filter(finished_at__gte=key.at).filter(later).order_by("finished_at", id_name)
    else:
        earlier = Q(finished_at__lt=key.at) | Q(**{f"{id_name}__lt": key.id})
        ordered = query.filter(finished_at__lte=key.at).filter(earlier).order_by("-finished_at", f"-{id_name}")
    return [Key(at, match_id) for at, match_id in ordered.values_list("finished_at", id_name)[:count]]
