"""Matches: their logs, which are the truth, and summaries of what is over, for lists."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .seats import SEAT_CHOICES
from .tables import TableRow

LISTED = models.Q(rated=True, finished_at__isnull=False)
"""The matches that lists show to everybody (a void one too, until the list leaves it out)."""


class MatchRow(models.Model):
    """A match: its rules, and once it is over its result. `rules_version` says under which rules it was judged."""

    table = models.ForeignKey(TableRow, models.PROTECT, null=True, related_name="matches", verbose_name=_("table"))
    game = models.CharField(max_length=20)
    rule_set = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    rules_version = models.PositiveSmallIntegerField(default=1)
    rated = models.BooleanField(default=False, verbose_name=_("rated"))
    started_at = models.DateTimeField(default=timezone.now, verbose_name=_("began"))
    finished_at = models.DateTimeField(null=True, blank=True, verbose_name=_("finished"))
    winner = models.CharField(max_length=2, blank=True)
    ns = models.IntegerField(default=0)
    ew = models.IntegerField(default=0)
    ended_by = models.CharField(max_length=10, blank=True)
    ended_side = models.CharField(max_length=2, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["-finished_at", "-id"], name="matches_by_end"),
            models.Index(fields=["-finished_at", "-id"], condition=LISTED, name="listed_by_end"),
            models.Index(fields=["game", "-finished_at", "-id"], condition=LISTED, name="listed_of_game"),
            models.Index(fields=["rule_set", "-finished_at", "-id"], condition=LISTED, name="listed_of_rules"),
            models.Index(fields=["rule_set", "-id"], name="matches_of_rules"),
            models.Index(fields=["rated", "-id"], name="matches_rated"),
            models.Index(fields=["-id"], condition=models.Q(finished_at__isnull=True), name="matches_live"),
        ]
        permissions = [("void_match", "Can void matches and undo that"), ("see_hints", "Can see hints of unfair play")]

    def __str__(self) -> str:
        return gettext("match %(number)s") % {"number": self.pk}


class PlayerRow(models.Model):
    """Who sat where when a match began. A bot has a level and a name and no user."""

    match = models.ForeignKey(MatchRow, models.CASCADE, related_name="players")
    seat = models.CharField(max_length=1, choices=SEAT_CHOICES)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="played")
    bot_level = models.CharField(max_length=12, blank=True)
    bot_name = models.CharField(max_length=20, blank=True)
    tallies = models.JSONField(default=dict, blank=True)
    left_match = models.BooleanField(default=False)  # a bot stood in and the person had not come back at the end
    finished_at = models.DateTimeField(
        null=True, blank=True
    )  # as of the match, so that one index gives a person's list

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_player_per_seat")]
        indexes = [
            models.Index(fields=["user", "-match"], name="matches_of_a_person"),
            models.Index(
                fields=["user", "-finished_at", "-match"],
                condition=models.Q(finished_at__isnull=False),
                name="past_matches_of_a_person",
            ),
            models.Index(fields=["-finished_at"], condition=models.Q(left_match=True), name="matches_left_early"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} of match {self.match_id}"


class RoundRow(models.Model):
    """One deal of a match, stored before anything of it is shown; its result once it is over."""

    match = models.ForeignKey(MatchRow, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()  # from 0, as in the record
    dealer = models.CharField(max_length=1, choices=SEAT_CHOICES)
    deal = models.CharField(max_length=80)
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    deal_method = models.CharField(max_length=20)
    outcome = models.CharField(max_length=10, blank=True)
    ns = models.IntegerField(default=0)
    ew = models.IntegerField(default=0)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_deal_per_round")]

    def __str__(self) -> str:
        return f"round {self.number} of match {self.match_id}"


class LogRow(models.Model):
    """One accepted action: `deal`, `call:9`, `trump:H`, `play:SQ`, or a row that ends the match otherwise.

    `number` counts from 1 without a gap; `by` says who caused it: a person, a bot, the clock.
    """

    match = models.ForeignKey(MatchRow, models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=1, blank=True)
    code = models.CharField(max_length=24)
    by = models.CharField(max_length=8, default="person")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("log row")
        verbose_name_plural = _("log")
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_row_per_number")]

    def __str__(self) -> str:
        return f"{self.number} of match {self.match_id}"  # never the code: it may name a card
