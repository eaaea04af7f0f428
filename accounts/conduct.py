"""What staff do to people: warn, mute, suspend, reset a name, sign out, and take a measure back. Each leaves a notice
that the person sees, and an entry in the audit. Whoever calls has checked the permission."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from . import names, people, trail
from .models import APPEALABLE, Measure, Notice, User

FOREVER = datetime(9000, 1, 1, tzinfo=UTC)
"""The end of a measure without an end."""

NAMES_TRIED = 20


class NotPossible(Exception):
    """The measure cannot be taken; the text says why, and nothing was changed."""


@transaction.atomic
def warn(by: User, user: User, reason: str) -> Notice:
    """Show this person a warning until they have read it."""
    return _notice(by, user, Measure.WARNING, reason)


@transaction.atomic
def mute(by: User, user: User, reason: str, until: datetime | None) -> Notice:
    """The person may not talk at tables; `until` None: without an end."""
    return _notice(by, user, Measure.MUTE, reason, until=until)


@transaction.atomic
def suspend(by: User, user: User, reason: str, until: datetime | None) -> Notice:
    """The person may neither sit nor act. Their seats are the business of whoever calls."""
    return _notice(by, user, Measure.SUSPENSION, reason, until=until)


@transaction.atomic
def reset_name(by: User, user: User, reason: str) -> Notice:
    """Give the person a neutral name; the old one is retired. Raises NotPossible for a closed account."""
    if user.closed_at:
        raise NotPossible(_("The account is closed."))
    old = user.username
    new = _free_name()
    people.rename(user, new)
    notice = _add(by, user, Measure.NAME, reason, about=new)
    trail.record(by, "user.name", user, before={"username": old}, after={"username": new}, reason=reason)
    return notice


@transaction.atomic
def sign_out_everywhere(by: User, user: User, reason: str) -> None:
    """End every session of this person; open pages of tables close within seconds."""
    user = User.objects.select_for_update().get(pk=user.pk)
    user.session_round += 1
    user.save(update_fields=["session_round"])
    trail.record(by, "user.sign-out", user, reason=reason)


@transaction.atomic
def lift(by: User, notice: Notice, reason: str) -> None:
    """Take a mute, a suspension or a warning back; the person is told. Raises NotPossible when it was already."""
    notice = Notice.objects.select_for_update().get(pk=notice.pk)
    if not may_lift(notice):
        raise NotPossible(_("There is nothing to lift."))
    before = trail.values_of(notice)
    notice.lifted_at = timezone.now()
    if notice.has_open_appeal:
        notice.answered_at = notice.lifted_at
    notice.save()
    _add(by, notice.user, Measure.LIFTED, reason, about=notice.kind)
    refresh(notice.user)
    trail.record(
        by, f"user.{notice.kind}.lift", notice.user, before=before, after=trail.values_of(notice), reason=reason
    )


def may_lift(notice: Notice) -> bool:
    """Whether this is a measure that lasts, or a warning, and has not been lifted."""
    return notice.lifted_at is None and notice.kind in (Measure.WARNING, Measure.MUTE, Measure.SUSPENSION)


@transaction.atomic
def turn_down(by: User, notice: Notice, reason: str) -> None:
    """Answer an appeal by no. Raises NotPossible when there is none open."""
    notice = Notice.objects.select_for_update().get(pk=notice.pk)
    if not notice.has_open_appeal:
        raise NotPossible(_("No appeal waits for an answer."))
    before = trail.values_of(notice)
    notice.answered_at = timezone.now()
    notice.save(update_fields=["answered_at"])
    _add(by, notice.user, Measure.KEPT, reason, about=notice.kind)
    trail.record(
        by, f"user.{notice.kind}.keep", notice.user, before=before, after=trail.values_of(notice), reason=reason
    )


@transaction.atomic
def tell(by: User, user: User, kind: Measure, reason: str, about: str) -> None:
    """Let a person know of something that was done elsewhere (a match declared void) and is audited there."""
    _add(by, user, kind, reason, about=about)


# --- the person's side --------------------------------------------------------------------------------------------


def unread(user: User) -> list[Notice]:
    """What the person has not read yet, oldest first."""
    return list(Notice.objects.filter(user=user, read_at=None).order_by("pk"))


def suspension_of(user: User) -> Notice | None:
    """The suspension that lasts longest of those in force."""
    return _lasting(user, Measure.SUSPENSION)


def is_muted(user_id: int) -> bool:
    """Whether this person may not talk now, as the database has it."""
    return User.objects.filter(pk=user_id, muted_until__gt=timezone.now()).exists()


@transaction.atomic
def read(user: User, notice_id: int) -> None:
    """The person has read a notice of theirs."""
    Notice.objects.filter(user=user, pk=notice_id, read_at=None).update(read_at=timezone.now())
    refresh(user)


@transaction.atomic
def appeal(user: User, notice_id: int, text: str) -> bool:
    """The person says why a measure was wrong, once; false when it cannot be appealed against."""
    notice = Notice.objects.select_for_update().filter(user=user, pk=notice_id, kind__in=APPEALABLE).first()
    if notice is None or not notice.may_appeal:
        return False
    notice.appeal, notice.appealed_at = text[:500], timezone.now()
    notice.read_at = notice.read_at or notice.appealed_at
    notice.save()
    refresh(user)
    return True


# --- both ---------------------------------------------------------------------------------------------------------


def refresh(user: User) -> None:
    """Work out anew what the person's own row says of the notices."""
    suspended, muted = _lasting(user, Measure.SUSPENSION), _lasting(user, Measure.MUTE)
    user.suspended_until = (suspended.until or FOREVER) if suspended else None
    user.muted_until = (muted.until or FOREVER) if muted else None
    user.has_notices = Notice.objects.filter(user=user, read_at=None).exists()
    User.objects.filter(pk=user.pk).update(
        suspended_until=user.suspended_until, muted_until=user.muted_until, has_notices=user.has_notices
    )


def _lasting(user: User, kind: Measure) -> Notice | None:
    now = timezone.now()
    notices = Notice.objects.filter(user=user, kind=kind, lifted_at=None)
    lasting = [notice for notice in notices if notice.until is None or notice.until > now]
    return max(lasting, key=lambda notice: notice.until or FOREVER, default=None)


def _notice(by: User, user: User, kind: Measure, reason: str, until: datetime | None = None) -> Notice:
    before = {"suspended_until": user.suspended_until, "muted_until": user.muted_until}
    notice = _add(by, user, kind, reason, until=until)
    after = {"suspended_until": user.suspended_until, "muted_until": user.muted_until, "notice": notice.pk}
    trail.record(by, f"user.{kind}", user, before=before, after=after, reason=reason)
    return notice


def _add(by: User, user: User, kind: str, reason: str, *, about: str = "", until: datetime | None = None) -> Notice:
    notice = Notice.objects.create(user=user, by=by, kind=kind, reason=reason[:300], about=about, until=until)
    refresh(user)
    return notice


def _free_name() -> str:
    """A name that nobody can choose, because its first word is reserved."""
    for _attempt in range(NAMES_TRIED):
        name = f"Player-{1000 + secrets.randbelow(99_999_000)}"
        names.check_shape(name)
        if people.is_free(name):
            return name
    raise NotPossible(_("No free name was found. Try again."))


# --- how long ---------------------------------------------------------------------------------------------------------

NO_END = "none"
_LENGTHS = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "three-days": timedelta(days=3),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
    "year": timedelta(days=365),
}
SPANS = [
    ("day", _("a day")),
    ("hour", _("an hour")),
    ("three-days", _("three days")),
    ("week", _("a week")),
    ("month", _("30 days")),
    ("year", _("a year")),
    (NO_END, _("without an end")),
]


def end_of(span: str) -> datetime | None:
    """When a measure of this length ends that begins now; None: never."""
    return None if span == NO_END else timezone.now() + _LENGTHS[span]
