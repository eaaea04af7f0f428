"""People and their names. Bots are not users; a guest is one, without password or e-mail."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from . import names, ratings


class Language(models.TextChoices):
    BROWSER = "", _("As in my browser")
    ENGLISH = "en", "English"
    ARABIC = "ar", "العربية"


class Digits(models.TextChoices):
    LATIN = "latin", "0123"
    ARABIC = "arabic", "٠١٢٣"


class Deck(models.TextChoices):
    FOUR_COLOURS = "four", _("Four colours")
    TWO_COLOURS = "two", _("Two colours")


class Theme(models.TextChoices):
    SYSTEM = "system", _("As my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Motion(models.TextChoices):
    SYSTEM = "system", _("As my device")
    REDUCED = "reduced", _("Cards do not move")


class SkeletonField(models.CharField):
    """The skeleton of the user name, worked out anew whenever the row is written, in bulk too."""

    def pre_save(self, model_instance: Any, add: bool) -> str:
        skeleton = names.skeleton(model_instance.username)
        setattr(model_instance, self.attname, skeleton)
        return skeleton


class PeopleManager(UserManager):
    def get_by_natural_key(self, username: str | None) -> Any:
        """The user of this name or of a twin of it, so that another keyboard's letters log in as well."""
        return self.get(skeleton=names.skeleton(username or ""))

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        return (email or "").strip().casefold()


class User(AbstractUser):
    """A person. The choices below are for this person's own screen; they change nothing for others."""

    first_name = last_name = None  # type: ignore[assignment] # one name is enough

    username = models.CharField(
        _("user name"),
        max_length=names.MAX_CODE_POINTS,
        unique=True,
        validators=[names.check_shape],
        error_messages={"unique": names.TAKEN},
    )
    skeleton = SkeletonField(max_length=2 * names.MAX_CODE_POINTS, unique=True, editable=False)
    email = models.EmailField(_("e-mail"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)

    language = models.CharField(_("language"), max_length=5, choices=Language, default=Language.BROWSER, blank=True)
    digits = models.CharField(_("digits"), max_length=6, choices=Digits, default=Digits.LATIN)
    deck = models.CharField(_("suits"), max_length=4, choices=Deck, default=Deck.FOUR_COLOURS)
    theme = models.CharField(_("light"), max_length=6, choices=Theme, default=Theme.SYSTEM)
    motion = models.CharField(_("motion"), max_length=7, choices=Motion, default=Motion.SYSTEM)
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True)  # empty: the site's

    objects: ClassVar[PeopleManager] = PeopleManager()

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(fields=["email"], condition=~models.Q(email=""), name="one_person_per_email"),
        ]

    def clean(self) -> None:
        super().clean()
        self.username = names.clean(self.username)


class RetiredName(models.Model):
    """The skeleton of a name somebody once had. Nobody gets it again, so no one can pass for that person."""

    skeleton = models.CharField(max_length=2 * names.MAX_CODE_POINTS, primary_key=True)
    retired_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.skeleton


class Tie(models.TextChoices):
    MUTE = "mute", _("muted")
    BLOCK = "block", _("blocked")


class Silence(models.Model):
    """That one person does not want to hear another (mute), or does not want to sit with them either (block)."""

    user = models.ForeignKey(User, models.CASCADE, related_name="silences")
    other = models.ForeignKey(User, models.CASCADE, related_name="silenced_by")
    tie = models.CharField(max_length=5, choices=Tie)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("mute or block")
        verbose_name_plural = _("mutes and blocks")
        constraints = [models.UniqueConstraint(fields=["user", "other"], name="one_tie_a_pair")]

    def __str__(self) -> str:
        return f"{self.user_id} → {self.other_id}"


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
        indexes = [models.Index(fields=["sides", "at"], name="rated_between_two_sides")]

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
