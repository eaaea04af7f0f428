"""Filters and searches of staff lists that an index answers."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .. import names
from ..models import User


class ChoiceFilter(admin.SimpleListFilter):
    """Some named conditions on the rows."""

    choices_of: dict[str, tuple[Any, Q]] = {}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """What can be chosen."""
        return [(name, label) for name, (label, _condition) in self.conditions().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of the chosen condition."""
        chosen = self.conditions().get(self.value() or "")
        return queryset.filter(chosen[1]) if chosen else queryset

    def conditions(self) -> dict[str, tuple[Any, Q]]:
        """Name → label and condition."""
        return self.choices_of


def people_named(text: str) -> QuerySet[User]:
    """The people whose name, in any spelling, begins like this."""
    skeleton = names.skeleton(text)
    if not skeleton:
        return User.objects.none()
    # A range instead of LIKE, because SQLite answers only that from the index of the skeletons.
    return User.objects.filter(skeleton__gte=skeleton, skeleton__lt=skeleton + "\U0010ffff")


def number_in(text: str) -> int | None:
    """The number that a search is for; None when it is for something else."""
    text = text.strip().lstrip("#")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else None


LABEL_PERSON = _("person")
