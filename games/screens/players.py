"""The page of a player: rating line, how matches went, with whom and against whom.

Of others one sees rated matches only; of oneself all of them (design.md, "Who may see what").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from accounts.models import Rating, RatingEvent, User
from accounts.ratings import SETTLED
from games.engine.errors import gettext_noop
from games.engine.registry import GAMES, RULE_SETS
from games.models import PlayerRow

from . import leaderboards, standing, wording
from .leaderboards import Choice
from .match_list import ListEntry, MatchFilter, find, list_entry, rows_of, taken_back
from .texts import gettext
from .texts import gettext as _
from .wording import number, points

EVENTS = 100
PEOPLE = 5
MATCHES = 8
LINE_WIDTH, LINE_HEIGHT = 600, 180

_ONE_SIDE, _OTHER_SIDE = Q(seat__in=["N", "S"]), Q(seat__in=["E", "W"])
WON = _ONE_SIDE & Q(match__winner="NS") | _OTHER_SIDE & Q(match__winner="EW")
_ACROSS = (("N", "S"), ("S", "N"), ("E", "W"), ("W", "E"))
PARTNER = Q(*(Q(seat=own, match__players__seat=other) for own, other in _ACROSS), _connector=Q.OR)
RIVAL = _ONE_SIDE & Q(match__players__seat__in=["E", "W"]) | _OTHER_SIDE & Q(match__players__seat__in=["N", "S"])


@dataclass(frozen=True, slots=True)
class Change:
    """One event of the rating, in words; `sign` is that of the change."""

    at: datetime
    rating: str
    change: str
    sign: int
    match: str
    url: str


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """The rating over the last matches: points in whole numbers for SVG, the bounds in words, and a table of them."""

    points: str
    x: int
    y: int
    high: str
    low: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A line of a table: what, how many, and how many of them in per cent; `percent` is for a bar."""

    text: str
    url: str
    count: str
    share: str
    percent: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """All that the page shows of one player in one game."""

    name: str
    is_self: bool
    is_guest: bool
    since: datetime
    game: str
    games: tuple[Choice, ...]
    rating: str
    provisional: str  # why the rating has its mark, or empty
    rank: str
    matches: str
    won: str
    streak: str
    curve: RatingCurve | None
    rule_sets: tuple[Share, ...]
    contracts: tuple[Share, ...]
    feats: tuple[tuple[str, str], ...]
    partners: tuple[Share, ...]
    rivals: tuple[Share, ...]
    recent: tuple[ListEntry, ...]
    all_matches: str


def player_page(person: User, game: str, viewer_id: int | None) -> PlayerPage:
    """What this viewer may see of the person in the game (a known slug)."""
    is_self = viewer_id == person.pk
    rating = Rating.objects.filter(user=person, game=game).first() or Rating(user=person, game=game)
    mine = _matches_of(person, game, whole=is_self)
    rows = list(mine.values_list("match__rule_set", "seat", "match__winner", "tallies"))
    tallies = _summed(counted for _rule_set, _seat, _winner, counted in rows)
    won = sum(_has_won(seat, winner) for _rule_set, seat, winner, _counted in rows)
    keys = find(viewer_id, MatchFilter(player_id=person.pk, game=game), None, MATCHES)
    rank = leaderboards.rank_of(person.pk, game)
    return PlayerPage(
        name=wording.called(person.username),
        is_self=is_self,
        is_guest=person.is_guest,
        since=person.date_joined,
        game=gettext(GAMES[game].name),
        games=tuple(_game_choice(person, slug, slug == game) for slug in GAMES),
        rating=standing.of_row(rating) if rating.matches else "",
        provisional=_provisional(rating),
        rank="" if rank is None else number(rank),
        matches=number(len(rows)),
        won=wording.share(won, len(rows)),
        streak=wording.streak(rating.streak),
        curve=_curve(person, game),
        rule_sets=_by_rule_set(rows),
        contracts=_contracts(tallies),
        feats=_feats(tallies, game),
        partners=_people(mine.filter(PARTNER, match__players__user__isnull=False), game),
        rivals=_people(mine.filter(RIVAL, match__players__user__isnull=False), game),
        recent=tuple(map(list_entry, rows_of(keys))),
        all_matches=reverse("matches") + f"?player={person.username}&game={game}",
    )


def _matches_of(person: User, game: str, *, whole: bool) -> QuerySet[PlayerRow]:
    """The matches that count for the numbers: rated ones that are not void, or all that had an end."""
    query = PlayerRow.objects.filter(user=person, finished_at__isnull=False, match__game=game)
    query = query.filter(~taken_back("match_id")).exclude(match__ended_by__in=["void", "closed"]).order_by()
    return query if whole else query.filter(match__rated=True)


def _game_choice(person: User, slug: str, is_chosen: bool) -> Choice:
    address = reverse("player", args=[person.username])
    return Choice(gettext(GAMES[slug].name), f"{address}?game={slug}", is_chosen)


def _provisional(rating: Rating) -> str:
    if not 0 < rating.matches < SETTLED:
        return ""
    return _("Provisional: the rating settles after %(count)s matches.") % {"count": number(SETTLED)}


# --- the rating line -----------------------------------------------------------------------------------------------


def _curve(person: User, game: str) -> RatingCurve | None:
    newest = RatingEvent.objects.filter(user=person, game=game).order_by("-id")[:EVENTS]
    events = list(newest)[::-1]
    if not events:
        return None
    ratings = [events[0].rating - events[0].change, *(event.rating for event in events)]
    low, high = min(ratings) // 50 * 50, -(-max(ratings) // 50) * 50
    span = max(high - low, 50)
    dots = [
        (at * LINE_WIDTH // (len(ratings) - 1), LINE_HEIGHT - (rating - low) * LINE_HEIGHT // span)
        for at, rating in enumerate(ratings)
    ]
    x, y = dots[-1]
    line = " ".join(f"{x},{y}" for x, y in dots)
    return RatingCurve(line, x, y, number(low + span), number(low), tuple(map(_change, reversed(events))))


def _change(event: RatingEvent) -> Change:
    return Change(
        at=event.at,
        rating=number(event.rating),
        change=points(event.change),
        sign=(event.change > 0) - (event.change < 0),
        match=_("void") if event.step % 2 else _("won") if event.won else _("lost"),
        url=reverse("match", args=[event.rated_id]),
    )


# --- how matches went ----------------------------------------------------------------------------------------------


def _has_won(seat: str, winner: str) -> bool:
    return bool(winner) and seat in winner


def _by_rule_set(rows: Sequence[tuple[str, str, str, Any]]) -> tuple[Share, ...]:
    played, won = Counter[str](), Counter[str]()
    for rule_set, seat, winner, _tallies in rows:
        played[rule_set] += 1
        won[rule_set] += _has_won(seat, winner)
    return tuple(
        _share(gettext(RULE_SETS[slug].name), reverse("rules", args=[slug]), won[slug], count)
        for slug, count in played.most_common()
    )


def _summed(tallies: Iterable[dict[str, int]]) -> Counter[str]:
    total = Counter[str]()
    for counted in tallies:
        total.update(counted)
    return total


def _contracts(tallies: Counter[str]) -> tuple[Share, ...]:
    """By height of the bid, how many contracts were made."""
    heights = sorted(int(name.removeprefix("contracts-")) for name in tallies if name.startswith("contracts-"))
    return tuple(
        _share(number(height), "", tallies[f"made-{height}"], tallies[f"contracts-{height}"]) for height in heights
    )


_FEATS = {
    "kaboots": gettext_noop("Kaboots"),
    "nils": gettext_noop("Nils bid"),
    "nils-made": gettext_noop("Nils made"),
}
_FEATS_OF = {"tarneeb": ("kaboots",), "spades": ("nils", "nils-made")}


def _feats(tallies: Counter[str], game: str) -> tuple[tuple[str, str], ...]:
    """What else the game counts: label and number."""
    told = [(gettext(_FEATS[name]), number(tallies[name])) for name in _FEATS_OF.get(game, ())]
    if tallies["nils"]:
        told.append((_("Nil success"), wording.share(tallies["nils-made"], tallies["nils"])))
    return tuple(told)


def _people(query: QuerySet[PlayerRow], game: str) -> tuple[Share, ...]:
    """The people met most often in these seats."""
    who = ("match__players__user__username", "match__players__user__closed_at")
    found = query.values_list("match__players__user", *who).annotate(met=Count("id"), won=Count("id", filter=WON))
    lines = []
    for user_id, name, closed_at, met, won in found.order_by("-met", "match__players__user")[:PEOPLE]:
        person = User(pk=user_id, username=name, closed_at=closed_at)
        url = "" if closed_at else reverse("player", args=[name]) + f"?game={game}"
        lines.append(_share(wording.person(person), url, won, met))
    return tuple(lines)


def _share(text: str, url: str, part: int, whole: int) -> Share:
    percent = round(100 * part / whole) if whole else 0
    return Share(text, url, number(whole), wording.share(part, whole), percent)
