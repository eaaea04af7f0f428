"""All that the site holds about one person, as one JSON text that the person may take along.

Nothing about others but the names of those who sat at the same tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from allauth.account.models import EmailAddress
from django.db.models import Prefetch
from django.urls import reverse

from accounts.models import Notice, RatingEvent, Silence, User
from games.models import PlayerRow, ReportRow, TableRow, TalkRow

from . import wording

FORMAT = "cardems-person/1"
SETTINGS = (
    "language",
    "digits",
    "theme",
    "deck",
    "card_back",
    "hand_order",
    "motion",
    "sounds",
    "time_zone",
)
NOTICE = ("kind", "reason", "about", "at", "until", "lifted_at", "appeal", "appealed_at", "answered_at")


def own_data_of(user: User) -> bytes:
    """The file's text."""
    data = {
        "format": FORMAT,
        "name": user.username,
        "is_guest": user.is_guest,
        "joined": user.date_joined,
        "last_log_in": user.last_login,
        "emails": [_email(address) for address in EmailAddress.objects.filter(user=user)],
        "settings": {name: getattr(user, name) for name in SETTINGS},
        "ratings": list(user.ratings.values("game", "rating", "matches", "won", "streak")),
        "rating_events": list(_rating_events(user)),
        "matches": list(_matches(user)),
        "tables": list(TableRow.objects.filter(host=user).order_by("id").values("id", "rule_set", "title")),
        "talk": list(TalkRow.objects.filter(user=user).order_by("id").values("table_id", "kind", "body", "at")),
        "muted_or_blocked": list(_silences(user)),
        "notices": list(Notice.objects.filter(user=user).order_by("id").values(*NOTICE)),
        "reports_made": list(ReportRow.objects.filter(reporter=user).values("reason", "text", "match_id", "at")),
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1)


def _email(address: EmailAddress) -> dict[str, Any]:
    return {"address": address.email, "confirmed": address.verified}


def _rating_events(user: User) -> Iterator[dict[str, Any]]:
    for event in RatingEvent.objects.filter(user=user).order_by("id").iterator():
        yield {
            "match": event.rated_id,
            "game": event.game,
            "at": event.at,
            "kind": "void" if event.step % 2 else "match" if event.step == 0 else "restored",
            "won": event.won,
            "left": event.left,
            "change": event.change,
            "rating": event.rating,
        }


def _matches(user: User) -> Iterator[dict[str, Any]]:
    players = Prefetch("match__players", PlayerRow.objects.select_related("user"))
    for row in PlayerRow.objects.filter(user=user).select_related("match").prefetch_related(players).order_by("match"):
        match = row.match
        yield {
            "id": match.pk,
            "record": reverse("match-record", args=[match.pk]) if match.finished_at else None,
            "rules": match.rule_set,
            "options": match.options,
            "rated": match.rated,
            "started": match.started_at,
            "finished": match.finished_at,
            "seat": row.seat,
            "players": {each.seat: wording.person(each.user) if each.user else "bot" for each in match.players.all()},
            "winner": match.winner,
            "score": {"NS": match.ns, "EW": match.ew},
            "ended_by": match.ended_by,
            "left": row.left_match,
            "tallies": row.tallies,
        }


def _silences(user: User) -> Iterator[dict[str, Any]]:
    for silence in Silence.objects.filter(user=user).select_related("other"):
        yield {"name": wording.person(silence.other), "tie": silence.tie, "since": silence.since}
