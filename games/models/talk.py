"""What people say, what is said about them, and what the site says to all."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .tables import TableRow


class TalkKind(models.TextChoices):
    PHRASE = "phrase", _("phrase")
    EMOTE = "emote", _("emote")
    TEXT = "text", _("text")
    EVENT = "event", _("event")


class TalkRow(models.Model):
    """Something said at a table, or something that happened there; `body` is a key except for text."""

    table = models.ForeignKey(TableRow, models.CASCADE, related_name="talk")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=6, choices=TalkKind)
    body = models.CharField(max_length=300)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("line of talk")
        verbose_name_plural = _("talk")
        indexes = [models.Index(fields=["table", "-id"], name="talk_of_a_table")]

    def __str__(self) -> str:
        return f"line {self.pk} at table {self.table_id}"


class Decision(models.TextChoices):
    """What became of a report. All but the first two take a measure against the person it is about."""

    OPEN = "", _("open")
    NOTHING = "nothing", _("nothing to do")
    WARNED = "warned", _("warned")
    MUTED = "muted", _("muted")
    SUSPENDED = "suspended", _("suspended")
    RENAMED = "renamed", _("name reset")


class ReportRow(models.Model):
    """Somebody's complaint about somebody, with where it happened; staff decide it."""

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports_made", verbose_name=_("reported by")
    )
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports", verbose_name=_("about"))
    table = models.ForeignKey(TableRow, models.PROTECT, null=True, related_name="reports", verbose_name=_("table"))
    match = models.ForeignKey("MatchRow", models.PROTECT, null=True, related_name="reports", verbose_name=_("match"))
    round = models.PositiveSmallIntegerField(null=True, blank=True, verbose_name=_("round"))
    reason = models.CharField(max_length=12)
    text = models.CharField(max_length=300, blank=True, verbose_name=_("text"))
    at = models.DateTimeField(default=timezone.now, verbose_name=_("time"))
    decision = models.CharField(_("decision"), max_length=10, choices=Decision, blank=True, default=Decision.OPEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    notice = models.ForeignKey(
        "accounts.Notice", models.PROTECT, null=True, blank=True, related_name="reports", verbose_name=_("notice")
    )

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [models.Index(fields=["decision", "-id"], name="reports_by_decision")]
        permissions = [("decide_report", "Can decide reports")]

    def __str__(self) -> str:
        return gettext("report %(number)s") % {"number": self.pk}


class AnnouncementRow(models.Model):
    """A line above every page for a time, in both languages; of a maintenance also when it begins, as a countdown."""

    text_en = models.CharField(_("text in English"), max_length=300)
    text_ar = models.CharField(_("text in Arabic"), max_length=300)
    begins_at = models.DateTimeField(_("shown from"), default=timezone.now)
    ends_at = models.DateTimeField(_("shown until"))
    maintenance_at = models.DateTimeField(_("maintenance begins"), null=True, blank=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        indexes = [models.Index(fields=["ends_at"], name="announcements_by_end")]
        constraints = [
            models.CheckConstraint(condition=models.Q(ends_at__gt=models.F("begins_at")), name="shown_for_a_time")
        ]

    def __str__(self) -> str:
        return self.text_en[:60]
