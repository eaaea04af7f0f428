"""Tables and who sits there."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .seats import SEAT_CHOICES

BANK_MS = 60_000
"""What a seat may use in a match beyond its time for a turn, in milliseconds."""


LONGEST_TITLE = 40


def new_token() -> str:
    """The secret of an invite link: 128 random bits."""
    return secrets.token_urlsafe(16)


class TableState(models.TextChoices):
    OPEN = "open", _("Seats are being taken")
    PLAYING = "playing", _("Playing")
    FINISHED = "finished", _("Finished")
    CLOSED = "closed", _("Closed")


class Admission(models.TextChoices):
    EVERYBODY = "everybody", _("Everybody")
    LINK = "link", _("People with the link")
    NAMED = "named", _("Named people")


class Wish(models.TextChoices):
    """What a person at the table would like and others must agree to."""

    NONE = "", _("nothing")
    AGAIN = "again", _("the same match again")
    ROTATE = "rotate", _("again with partners rotated")
    CONCEDE = "concede", _("to give the match up")


class TableRow(models.Model):
    """The place: four seats and the rules chosen.

    `version` is the number of log rows of the current match; `revision` counts every visible change. `due_at` is when
    the table must do something by itself (a bot's move, a clock, the next deal): the keeper claims it.
    """

    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="hosted_tables", verbose_name=_("host")
    )
    game = models.CharField(max_length=20)
    rule_set = models.CharField(max_length=40, verbose_name=_("rule set"))
    options = models.JSONField(default=dict, blank=True)
    title = models.CharField(_("title"), max_length=LONGEST_TITLE, blank=True)
    state = models.CharField(max_length=8, choices=TableState, default=TableState.OPEN, verbose_name=_("state"))
    rated = models.BooleanField(default=False, verbose_name=_("rated"))
    may_join = models.CharField(
        max_length=9, choices=Admission, default=Admission.EVERYBODY, verbose_name=_("who may join")
    )
    may_watch = models.CharField(
        max_length=9, choices=Admission, default=Admission.EVERYBODY, verbose_name=_("who may watch")
    )
    bot_level = models.CharField(max_length=12, default="club", verbose_name=_("level of bots"))
    turn_seconds = models.PositiveSmallIntegerField(null=True, blank=True, verbose_name=_("seconds for a turn"))
    language = models.CharField(max_length=5, blank=True)  # what is spoken here, for the list of tables
    fill_at = models.DateTimeField(null=True, blank=True)  # when bots take the free seats
    turn_at = models.DateTimeField(null=True, blank=True, verbose_name=_("turn began"))
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    match = models.ForeignKey("MatchRow", models.PROTECT, null=True, related_name="+", verbose_name=_("match"))
    version = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    talk_at = models.PositiveBigIntegerField(default=0)  # the newest line of talk
    watchers = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, db_index=True, verbose_name=_("goes on by itself at"))
    created_at = models.DateTimeField(default=timezone.now, editable=False, verbose_name=_("opened"))
    changed_at = models.DateTimeField(default=timezone.now, verbose_name=_("changed"))

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes = [
            models.Index(fields=["state", "-changed_at"], name="tables_by_state"),
            models.Index(fields=["state", "-id"], name="tables_of_a_state"),
            models.Index(fields=["rule_set", "-id"], name="tables_of_rules"),
            models.Index(fields=["rated", "-id"], name="tables_rated"),
        ]
        permissions = [("manage_table", "Can put tables right")]

    def __str__(self) -> str:
        return gettext("table %(number)s") % {"number": self.pk}


class SeatRow(models.Model):
    """One of a table's four seats: empty, a person, or a bot."""

    table = models.ForeignKey(TableRow, models.CASCADE, related_name="seats")
    seat = models.CharField(max_length=1, choices=SEAT_CHOICES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    bot_level = models.CharField(max_length=12, blank=True)
    bot_name = models.CharField(max_length=20, blank=True)
    live = models.BooleanField(default=True)  # false once the table is finished or closed: a person may sit elsewhere
    ready = models.BooleanField(default=False)
    wish = models.CharField(max_length=8, blank=True, choices=Wish)
    # A person's absence: the last page closed, then away (the others may wait or call a bot), then a bot stands in.
    gone_at = models.DateTimeField(null=True, blank=True)
    away_at = models.DateTimeField(null=True, blank=True)
    has_left = models.BooleanField(default=False)  # on purpose: a page that opens by itself does not bring them back
    stands_in = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)  # by staff: only staff give the seat back
    timeouts = models.PositiveSmallIntegerField(default=0)  # in a row
    bank_ms = models.PositiveIntegerField(default=BANK_MS)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_row_per_seat"),
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(live=True, user__isnull=False), name="one_live_seat_per_person"
            ),
            models.CheckConstraint(condition=models.Q(seat__in=["N", "E", "S", "W"]), name="a_seat_is_n_e_s_or_w"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) | models.Q(bot_level=""), name="a_seat_is_a_person_or_a_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} of table {self.table_id}"


class InvitedRow(models.Model):
    """Somebody named as welcome at a table that is for named people."""

    table = models.ForeignKey(TableRow, models.CASCADE, related_name="invited")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("invited person")
        verbose_name_plural = _("invited people")
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"user {self.user_id} at table {self.table_id}"
