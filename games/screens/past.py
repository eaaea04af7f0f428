"""A match that is over, as a page and as a record: by its rules, or as it was stored where these are others today."""

from __future__ import annotations

from games import store
from games.models import MatchRow
from games.record import Record

from . import match, older_rules
from .match import MatchPage


def over(match_id: int) -> MatchRow | None:
    """A match that is over; until then hands and seeds are secret, so there is nothing of it to be shown."""
    rows = MatchRow.objects.filter(finished_at__isnull=False).select_related("verdict")
    return rows.filter(pk=match_id).first() if match_id <= store.HIGHEST_ID else None


def match_page(row: MatchRow, viewer_id: int | None = None) -> MatchPage | None:
    """The page, or None while the match goes on."""
    if older_rules.are_of(row):
        return older_rules.match_page(row, viewer_id)
    return match.match_page(row, store.stored_match(row.pk), viewer_id)


def record_of(row: MatchRow) -> Record:
    """The record of a match that is over."""
    if older_rules.are_of(row):
        return older_rules.record_of(row)
    return match.record_of(row, store.stored_match(row.pk))
