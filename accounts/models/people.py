"""People and their names. Bots are not users; a guest is one, without password or e-mail."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from .. import names

_SALT = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"


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


class CardBack(models.TextChoices):
    PETROL = "petrol", _("Petrol")
    WALNUT = "walnut", _("Walnut")
    PLUM = "plum", _("Plum")


class HandOrder(models.TextChoices):
    HIGH_FIRST = "high", _("High cards first")
    LOW_FIRST = "low", _("Low cards first")
    TRUMP_FIRST = "trump", _("Trump first")


class SkeletonField(models.CharField):
    """The skeleton of the user name, worked out anew whenever the row is written, in bulk too."""

    def pre_save(self, model_instance: Any, add: bool) -> str:
        skeleton = names.skeleton(model_instance.username)
        setattr(model_instance, self.attname, skeleton)
        return skeleton


@models.CharField.register_lookup
class Begins(models.lookups.StartsWith):
    """`begins`: as `startswith`, in a form for which each database can use its index."""

    lookup_name = "begins"

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """The index with pattern operators serves LIKE."""
        return models.lookups.StartsWith(self.lhs, self.rhs).as_sql(compiler, connection)

    def as_sqlite(self, compiler: Any, connection: Any) -> tuple[str, list[str]]:
        """SQLite uses no index for its LIKE, but does for a range."""
        column, parameters = self.process_lhs(compiler, connection)
        return f"({column} >= %s AND {column} < %s)", [*parameters, self.rhs, *parameters, f"{self.rhs}\U0010ffff"]


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
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="merged",
        verbose_name=_("merged into"),
    )  # of a guest whose matches now belong to an account

    # What staff decided, as of the newest notices; kept here because it is asked at every request.
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True, editable=False)
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True, editable=False)
    has_notices = models.BooleanField(_("has unread notices"), default=False, editable=False)
    session_round = models.PositiveIntegerField(default=0, editable=False)  # one more ends every session

    language = models.CharField(_("language"), max_length=5, choices=Language, default=Language.BROWSER, blank=True)
    digits = models.CharField(_("digits"), max_length=6, choices=Digits, default=Digits.LATIN)
    deck = models.CharField(_("suits"), max_length=4, choices=Deck, default=Deck.FOUR_COLOURS)
    theme = models.CharField(_("light"), max_length=6, choices=Theme, default=Theme.SYSTEM)
    card_back = models.CharField(_("card back"), max_length=6, choices=CardBack, default=CardBack.PETROL)
    hand_order = models.CharField(_("order of the hand"), max_length=5, choices=HandOrder, default=HandOrder.HIGH_FIRST)
    motion = models.CharField(_("motion"), max_length=7, choices=Motion, default=Motion.SYSTEM)
    sounds = models.BooleanField(_("sounds"), default=False)
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True)  # empty: the browser's

    objects: ClassVar[PeopleManager] = PeopleManager()

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(fields=["email"], condition=~models.Q(email=""), name="one_person_per_email"),
        ]
        indexes = [
            models.Index(fields=["is_guest", "-id"], name="people_by_kind"),
            models.Index(fields=["-id"], condition=models.Q(is_staff=True), name="staff"),
            models.Index(
                fields=["suspended_until"], condition=models.Q(suspended_until__isnull=False), name="people_suspended"
            ),
            models.Index(fields=["date_joined"], name="people_by_age"),
        ]
        permissions = [
            ("moderate_user", "Can warn, mute and suspend people and reset their names"),
            ("sign_out_user", "Can sign people out everywhere"),
            ("merge_user", "Can merge guests into accounts"),
        ]

    def clean(self) -> None:
        super().clean()
        self.username = names.clean(self.username)

    @property
    def shown_name(self) -> str:
        """The name in the active language; it differs from the stored one for guests only."""
        return names.shown(self.username)

    @property
    def is_suspended(self) -> bool:
        return self.suspended_until is not None and self.suspended_until > timezone.now()

    @property
    def session_proof(self) -> str:
        """What a session must know of its person; it changes with the password and with "sign out everywhere"."""
        return session_proof(self.password, self.session_round)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Django's, over the proof instead of the password alone."""
        return salted_hmac(_SALT, self.session_proof, secret=secret, algorithm="sha256").hexdigest()


def session_proof(password: str, session_round: int) -> str:
    """The proof of a person with this stored hash who has signed out everywhere so many times."""
    return f"{password}#{session_round}" if session_round else password


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
