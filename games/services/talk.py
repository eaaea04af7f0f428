"""Talk at the table: quick phrases and emotes that every reader sees in the own language, and text among the seated."""

from __future__ import annotations

import re
import unicodedata
from datetime import timedelta
from typing import Final

from django.utils import timezone

from accounts import conduct
from accounts.models import Silence, Tie, User
from games.engine.errors import InvalidAction
from games.models import ReportRow, TableRow, TalkKind, TalkRow

from .change import changing
from .errors import MUTED_BY_STAFF, NO_TALK, TALK_IS_OFF, TALK_TOO_FAST, TOO_MANY, Refused

PHRASES: Final = (
    "hello",
    "well-played",
    "thank-you",
    "one-moment",
    "bless-your-hands",
    "unlucky",
    "sorry",
    "good-luck",
)
EMOTES: Final = ("smile", "laugh", "wow", "think", "coffee", "clap")
REASONS: Final = ("insult", "cheating", "stalling", "name", "play", "other")
LONGEST = 300
LINES_KEPT = 50
LINES_A_SPAN, SPAN = 5, timedelta(seconds=10)
REPORTS_A_DAY = 10
MOST_MARKS = 20

# Characters that turn the direction of the text around them, and other invisible ones.
_INVISIBLE = re.compile(r"[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def say(table_id: int, user: User, kind: str, body: str) -> None:
    """A phrase, an emote (by key) or a text. Raises InvalidAction for no such thing, Refused when it may not be."""
    body = _checked(kind, body)
    with changing(table_id) as change:
        seat = change.before.seat_of(user.pk)
        if seat is None or change.before.sitter(seat).removed:
            raise Refused(NO_TALK)
        if conduct.is_muted(user.pk):
            raise Refused(MUTED_BY_STAFF)
        if change.before.talk_is_off:
            raise Refused(TALK_IS_OFF)
        recent = TalkRow.objects.filter(table_id=table_id, user=user, at__gt=change.now - SPAN)
        if recent.count() >= LINES_A_SPAN:
            raise Refused(TALK_TOO_FAST)
        change.say(kind, body, user.pk)


def lines(table_id: int) -> tuple[TalkRow, ...]:
    """The newest lines, oldest first, with their speakers."""
    rows = TalkRow.objects.filter(table_id=table_id).select_related("user").order_by("-id")[:LINES_KEPT]
    return tuple(reversed(rows))


def silenced_by(user_id: int | None) -> frozenset[int]:
    """The people whom this person has muted or blocked."""
    if user_id is None:
        return frozenset()
    return frozenset(Silence.objects.filter(user_id=user_id).values_list("other_id", flat=True))


def silence(user: User, other_id: int, tie: str | None) -> None:
    """Mute or block somebody, or hear them again (None)."""
    if tie is None:
        Silence.objects.filter(user=user, other_id=other_id).delete()
    elif tie in Tie.values and other_id != user.pk and User.objects.filter(pk=other_id).exists():
        Silence.objects.update_or_create(user=user, other_id=other_id, defaults={"tie": tie})
    else:
        raise InvalidAction(tie)


def report(user: User, about_id: int, reason: str, text: str, table_id: int | None) -> None:
    """Tell staff about somebody, with the table, match and round it happened in. Raises InvalidAction, Refused."""
    if reason not in REASONS or about_id == user.pk or not User.objects.filter(pk=about_id).exists():
        raise InvalidAction(reason)
    day = timezone.now() - timedelta(days=1)
    if ReportRow.objects.filter(reporter=user, at__gt=day).count() >= REPORTS_A_DAY:
        raise Refused(TOO_MANY)
    table = TableRow.objects.filter(pk=table_id).first() if table_id is not None else None
    ReportRow.objects.create(
        reporter=user,
        about_id=about_id,
        table=table,
        match_id=table.match_id if table else None,
        reason=reason,
        text=cleaned(text)[:LONGEST],
    )


def cleaned(text: str) -> str:
    """Text without invisible characters and direction tricks, in one normal form, white space collapsed."""
    return " ".join(_INVISIBLE.sub(" ", unicodedata.normalize("NFC", text)).split())


def _checked(kind: str, body: str) -> str:
    known = {TalkKind.PHRASE: PHRASES, TalkKind.EMOTE: EMOTES}
    if kind in known and body in known[TalkKind(kind)]:
        return body
    if kind == TalkKind.TEXT:
        text = cleaned(body)
        marks = sum(unicodedata.combining(letter) > 0 for letter in text)
        if text and len(text) <= LONGEST and marks <= MOST_MARKS:
            return text
    raise InvalidAction(kind)
