"""Server processes, the pages that are open there, and the state of the site."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .tables import TableRow


class ProcessRow(models.Model):
    """A server process and its heartbeat; presence counts only while the heart beats."""

    name = models.CharField(max_length=60, primary_key=True)
    version = models.CharField(max_length=40, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    beat_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("server process")
        verbose_name_plural = _("server processes")

    def __str__(self) -> str:
        return self.name


class PresenceRow(models.Model):
    """How many pages somebody (user None: people who are not logged in) has open at a table in one process."""

    process = models.ForeignKey(ProcessRow, models.CASCADE, related_name="presence")
    table = models.ForeignKey(TableRow, models.CASCADE, related_name="presence")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    pages = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presence")
        constraints = [
            models.UniqueConstraint(fields=["process", "table", "user"], name="one_presence_a_process"),
        ]

    def __str__(self) -> str:
        return f"{self.pages} pages at table {self.table_id}"


class SiteRow(models.Model):
    """One row for the site: when any process was last alive (an outage is given back to the clocks), and house kept."""

    alive_at = models.DateTimeField(default=timezone.now)
    kept_at = models.DateTimeField(null=True, blank=True)  # when a keeper last kept house
    rated_stopped = models.BooleanField(_("no new rated matches"), default=False)

    class Meta:
        verbose_name = _("switches of the site")
        verbose_name_plural = _("switches of the site")

    def __str__(self) -> str:
        return gettext("the site")
