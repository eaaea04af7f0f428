"""Ratings: one row for each match of a rated table, its changes, and the sums that lists show."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .. import names, ratings
from .people import User


class Uncounted(models.TextChoices):
    """Why a match of a rated table changes no rating."""

    BOTS = "bots", _("A bot had a seat when the match began.")
    GUESTS = "guests", _("Guests have no rating.")
    SAME_PERSON = "same", _("Four different people are needed.")
    SIGNALS = "signals", _("Matches with signals are not rated.")
    LEFT_EARLY = "early", _("Somebody left before the first card.")
    NO_WINNER = "no-winner", _("The match has no winner.")
    DAY_IS_FULL = "day", _("These two sides have played five rated matches today.")


class RatedMatch(models.Model):
    """What became of a match of a rated table: one row a match, so that it is applied once."""

    match = models.OneToOneField("games.MatchRow", models.PROTECT, primary_key=True, related_name="verdict")
    game = models.CharField(max_length=20)
    at = models.DateTimeField()
    reason = models.CharField(max_length=10, choices=Uncounted, blank=True)  # empty: it counts
    sides = models.CharField(max_length=90, blank=True)  # the four people, the same whoever sat where
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")
        indexes = [
            models.Index(fields=["sides", "at"], name="rated_between_two_sides"),
            models.Index(fields=["-at"], name="rated_by_time"),
            models.Index(fields=["match"], condition=models.Q(voided_at__isnull=False), name="rated_and_void"),
        ]

    def __str__(self) -> str:
        return f"rating of match {self.pk}"


class RatingEvent(models.Model):
    """One change of one person's rating, never altered. `step` 0 is the match, 1 its void, 2 the void undone …"""

    rated = models.ForeignKey(RatedMatch, models.PROTECT, related_name="events")
    user = models.ForeignKey(User, models.PROTECT, related_name="rating_events")
    game = models.CharField(max_length=20)
    at = models.DateTimeField()
    step = models.PositiveSmallIntegerField(default=0)
    seat = models.CharField(max_length=1)
    won = models.BooleanField()
    left = models.BooleanField(default=False)
    change = models.SmallIntegerField()
    rating = models.SmallIntegerField()  # after the change
    contracts = models.PositiveSmallIntegerField(default=0)
    made = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("rating event")
        verbose_name_plural = _("rating events")
        constraints = [models.UniqueConstraint(fields=["rated", "step", "user"], name="one_change_a_step")]
        indexes = [
            models.Index(fields=["user", "game", "-id"], name="ratings_of_a_person"),
            models.Index(fields=["user", "game", "at"], name="ratings_of_a_time"),
        ]

    def __str__(self) -> str:
        return f"{self.change:+} for user {self.user_id} by match {self.rated_id}"


class Rating(models.Model):
    """Where a person stands in one game's pool: the sum of their events, for lists."""

    user = models.ForeignKey(User, models.PROTECT, related_name="ratings")
    game = models.CharField(max_length=20)
    rating = models.SmallIntegerField(default=ratings.START)
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    streak = models.IntegerField(default=0)  # matches won in a row; lost ones are negative
    contracts = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(null=True, blank=True)
    recent = models.JSONField(default=list, blank=True)  # the last ratings, the newest at the end
    due = models.DateField(null=True, blank=True, db_index=True)  # when a day leaves a period of the leaderboards

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_a_game")]

    def __str__(self) -> str:
        return f"{self.rating} in {self.game}"

    @property
    def is_provisional(self) -> bool:
        return self.matches < ratings.SETTLED


class Period(models.TextChoices):
    """The periods of the leaderboards."""

    ALL = "all", _("All time")
    MONTH = "30", _("30 days")
    WEEK = "7", _("7 days")


class Place(models.Model):
    """A person on one leaderboard; who may not stand on it has no row. Numbers are those of the period."""

    user = models.ForeignKey(User, models.CASCADE, related_name="places")
    game = models.CharField(max_length=20)
    period = models.CharField(max_length=3, choices=Period)
    skeleton = models.CharField(max_length=2 * names.MAX_CODE_POINTS)
    rating = models.SmallIntegerField()
    change = models.SmallIntegerField()
    matches = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    contracts = models.PositiveIntegerField()
    made = models.PositiveIntegerField()
    streak = models.IntegerField()

    class Meta:
        verbose_name = _("place")
        verbose_name_plural = _("places")
        constraints = [models.UniqueConstraint(fields=["user", "game", "period"], name="one_place_a_board")]
        indexes = [
            models.Index(fields=["game", "period", "-rating", "user"], name="places_by_rating"),
            models.Index(  # the class is PostgreSQL's, for the beginning of a name; SQLite needs none
                fields=["game", "period", "skeleton"], name="places_by_name", opclasses=["varchar_pattern_ops"] * 3
            ),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} at {self.rating}"
