"""Staff pages of tables and matches: what services refuse is shown in words."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import conduct
from accounts.admin.base import ReasonForm, StaffAction, StaffAdmin
from games.engine.errors import IllegalAction, InvalidAction
from games.screens import wording
from games.services.errors import AlreadySeated, Refused, StaleAction

__all__ = ["GamesAdmin", "ReasonForm", "StaffAction", "UntilForm"]


class Explained:
    """Refusals of services in words."""

    refusals: ClassVar[tuple[type[Exception], ...]] = (
        conduct.NotPossible,
        Refused,
        StaleAction,
        InvalidAction,
        IllegalAction,
    )

    def explain(self, refusal: Exception) -> str:
        """A refusal in words."""
        if isinstance(refusal, AlreadySeated):
            return gettext("That person sits at table %(number)s now.") % {"number": refusal.table_id}
        if isinstance(refusal, (Refused, IllegalAction)):
            return wording.reason(refusal.reason)
        return str(refusal) or gettext("The table has changed meanwhile. Look at it again.")


class GamesAdmin(Explained, StaffAdmin):
    """Tables, matches, reports."""


class UntilForm(ReasonForm):
    """How long a measure lasts."""

    until = forms.ChoiceField(label=_("How long"), choices=conduct.SPANS)

    def clean_until(self) -> Any:
        """The end of it; None: no end."""
        return conduct.end_of(self.cleaned_data["until"])
