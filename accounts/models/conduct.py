"""What staff say and do: notices to people, words that no name may hold, and the audit of every change."""

from typing import Any, ClassVar, NoReturn

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .. import names
from .people import User


class Measure(models.TextChoices):
    """What a notice says. A person may appeal against the first four."""

    WARNING = "warning", _("warning")
    MUTE = "mute", _("mute")
    SUSPENSION = "suspension", _("suspension")
    NAME = "name", _("name reset")
    VOID = "void", _("match declared void")
    RESTORED = "restored", _("match counts again")
    LIFTED = "lifted", _("measure lifted")
    KEPT = "kept", _("appeal turned down")


APPEALABLE = (Measure.WARNING, Measure.MUTE, Measure.SUSPENSION, Measure.NAME)


class Notice(models.Model):
    """Something staff did to a person or want them to know: shown until they have read it, kept as their history."""

    user = models.ForeignKey(User, models.PROTECT, related_name="notices", verbose_name=_("person"))
    kind = models.CharField(_("kind"), max_length=10, choices=Measure)
    reason = models.CharField(_("reason"), max_length=300)
    about = models.CharField(_("about"), max_length=40, blank=True)  # the number of a match, the new name
    by = models.ForeignKey(User, models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True, blank=True)  # of a mute or suspension; None: no end
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    read_at = models.DateTimeField(_("read"), null=True, blank=True)
    appeal = models.CharField(_("appeal"), max_length=500, blank=True)
    appealed_at = models.DateTimeField(_("appealed"), null=True, blank=True)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = [
            models.Index(fields=["user", "-id"], name="notices_of_a_person"),
            models.Index(fields=["kind", "-id"], name="notices_of_a_kind"),
            models.Index(
                fields=["-id"],
                condition=models.Q(appealed_at__isnull=False, answered_at__isnull=True),
                name="open_appeals",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"

    @property
    def may_appeal(self) -> bool:
        """Whether the person may still say that this was wrong: once, while it has not been lifted."""
        return self.kind in APPEALABLE and self.appealed_at is None and self.lifted_at is None

    @property
    def has_open_appeal(self) -> bool:
        return self.appealed_at is not None and self.answered_at is None


class BannedWord(models.Model):
    """A word that no name and no table title may hold, in any spelling that looks like it."""

    word = models.CharField(_("word"), max_length=names.MAX_CODE_POINTS)
    skeleton = models.CharField(max_length=2 * names.MAX_CODE_POINTS, unique=True, editable=False)
    inside = models.BooleanField(_("inside longer words too"), default=True)

    class Meta:
        verbose_name = _("banned word")
        verbose_name_plural = _("banned words")

    def __str__(self) -> str:
        return self.word

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.skeleton = names.skeleton(self.word)
        super().save(*args, **kwargs)


class AppendOnly(models.QuerySet):
    """Rows that are written once."""

    def update(self, **values: Any) -> NoReturn:
        raise TypeError("the audit is append-only")

    def delete(self) -> NoReturn:
        raise TypeError("the audit is append-only")


class AuditEntry(models.Model):
    """One change by staff: who, when, to what, before, after, why. Never changed, never removed."""

    at = models.DateTimeField(_("at"), default=timezone.now)
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="audited", verbose_name=_("by"))
    action = models.CharField(_("action"), max_length=40)  # `table.close`, `user.change`, `log-in` …
    model = models.CharField(_("kind"), max_length=40, blank=True)  # `games.tablerow`
    object_id = models.CharField(_("number"), max_length=60, blank=True)
    object_text = models.CharField(_("object"), max_length=80, blank=True)
    before = models.JSONField(_("before"), default=dict, blank=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), default=dict, blank=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    objects: ClassVar[Any] = AppendOnly.as_manager()

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit")
        indexes = [
            models.Index(fields=["at"], name="audit_by_time"),
            models.Index(fields=["action", "-id"], name="audit_by_action"),
            models.Index(fields=["model", "object_id"], name="audit_of_an_object"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.object_text}".strip()

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("the audit is append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("the audit is append-only")
