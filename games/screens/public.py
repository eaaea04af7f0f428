"""What scripts get: values in notation and English, the same for everybody."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.models import Period, Place, Rating, User
from games.models import MatchRow, PlayerRow

from .match_list import is_void

Json = dict[str, Any]
PLACES = 100
"""Places on one page of a leaderboard."""


def match_json(row: MatchRow, origin: str) -> Json:
    """A match that is over, from its summary; its players are to be prefetched. `origin` goes before addresses."""
    players = sorted(row.players.all(), key=lambda player: "NESW".index(player.seat))
    return {
        "id": row.pk,
        "url": origin + reverse("match", args=[row.pk]),
        "record_url": origin + reverse("match-record", args=[row.pk]),
        "rules": row.rule_set,
        "options": row.options,
        "rated": row.rated,
        "void": is_void(row),
        "started_at": _time(row.started_at),
        "finished_at": _time(row.finished_at),
        "players": {player.seat: _player(player) for player in players},
        "scores": {"NS": row.ns, "EW": row.ew},
        "winner": row.winner or None,
        "ended": {"by": row.ended_by, "side": row.ended_side or None} if row.ended_by else None,
    }


def _player(player: PlayerRow) -> Json:
    if player.user is None:
        return {"name": player.bot_name, "bot": player.bot_level}
    return {"name": _name(player.user), "bot": None}


def _name(user: User) -> str | None:
    """Null for somebody who has closed the account."""
    return None if user.closed_at else user.username


def _time(at: Any) -> str | None:
    return at.isoformat().replace("+00:00", "Z") if at else None


def player_json(user: User, origin: str) -> Json:
    """A player with the numbers of each game's pool."""
    ranks = {place.game: _rank(place) for place in Place.objects.filter(user=user, period=Period.ALL)}
    return {
        "name": user.username,
        "url": origin + reverse("player", args=[user.username]),
        "since": _time(user.date_joined),
        "ratings": {row.game: _rating(row, ranks.get(row.game)) for row in Rating.objects.filter(user=user)},
    }


def _rating(row: Rating, rank: int | None) -> Json:
    return {
        "rating": row.rating,
        "provisional": row.is_provisional,
        "rank": rank,
        "matches": row.matches,
        "won": row.won,
        "streak": row.streak,
        "contracts": row.contracts,
        "made": row.made,
        "last_at": _time(row.last_at),
    }


def _rank(place: Place) -> int:
    """One more than there are people with a higher rating, so that ties share it."""
    return 1 + Place.objects.filter(game=place.game, period=place.period, rating__gt=place.rating).count()


def board_json(game: str, period: str, page: int, origin: str) -> Json:
    """A page, from 1, of a leaderboard; `game` and `period` are known."""
    first = (page - 1) * PLACES
    places = Place.objects.filter(game=game, period=period).order_by("-rating", "user_id")
    ids = list(places.values_list("user_id", flat=True)[first : first + PLACES])  # skips within the index alone
    rows = list(places.filter(user_id__in=ids).select_related("user"))
    entries: list[Json] = []
    for at, row in enumerate(rows):
        tied = entries[-1]["rank"] if at and rows[at - 1].rating == row.rating else first + at + 1
        entries.append(_entry(row, tied if at else _rank(row), origin))
    return {"game": game, "period": period, "page": page, "entries": entries}


def _entry(row: Place, rank: int, origin: str) -> Json:
    return {
        "rank": rank,
        "name": row.user.username,
        "url": origin + reverse("player", args=[row.user.username]),
        "rating": row.rating,
        "change": row.change,
        "matches": row.matches,
        "won": row.won,
        "contracts": row.contracts,
        "made": row.made,
        "streak": row.streak,
    }
