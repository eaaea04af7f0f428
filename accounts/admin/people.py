"""People in the staff admin: found, renamed, barred; never deleted, since past matches hold on to them."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from .. import names, people, trail
from ..models import User
from .base import EditableAdmin, ReasonForm
from .filters import ChoiceFilter, number_in, people_named


class NameMixin:
    """The rules of names, for staff too; only reserved names are theirs to give."""

    def clean_username(self) -> str:
        """The clean name. Raises ValidationError when a twin exists or existed."""
        name = names.clean(self.cleaned_data["username"])  # type: ignore[attr-defined]
        names.check_shape(name)
        if "username" in self.changed_data and not people.is_free(name, besides=self.instance):  # type: ignore[attr-defined]
            raise people.NameTaken
        return name


class NewPersonForm(NameMixin, AdminUserCreationForm):
    """Name and password."""

    reason = ReasonForm.base_fields["reason"]

    class Meta:
        model = User
        fields = ["username"]


ROLES = (gettext_noop("moderator"), gettext_noop("table manager"), gettext_noop("administrator"))
"""The names of the groups, to be translated."""


class RolesField(forms.ModelMultipleChoiceField):
    """Groups under their names in the reader's language."""

    def label_from_instance(self, obj: Any) -> str:
        """The name; groups that staff have made keep theirs."""
        return gettext(obj.name) if obj.name in ROLES else obj.name


class PersonForm(NameMixin, UserChangeForm):
    """Everything staff may see."""

    reason = ReasonForm.base_fields["reason"]

    class Meta:
        model = User
        fields = "__all__"
        field_classes: dict[str, type[forms.Field]] = {}


class PersonFilter(ChoiceFilter):
    """The kinds of people."""

    title = _("kind")
    parameter_name = "kind"

    def conditions(self) -> dict[str, tuple[Any, Q]]:
        """Suspended means now; they are few, and found by their index."""
        suspended = User.objects.filter(suspended_until__gt=timezone.now())
        return {
            "account": (_("accounts"), Q(is_guest__in=[False])),
            "guest": (_("guests"), Q(is_guest__in=[True])),
            "staff": (_("staff"), Q(is_staff=True)),
            "suspended": (_("suspended"), Q(pk__in=suspended.values("pk"))),
        }


@admin.register(User)
class PersonAdmin(EditableAdmin, UserAdmin):
    """Staff with the permission may rename and bar; powers are given by administrators only."""

    form = PersonForm
    add_form = NewPersonForm
    add_fieldsets = [(None, {"fields": ["username", "usable_password", "password1", "password2", "reason"]})]
    list_display = ["username", "is_guest", "is_active", "is_staff", "suspended_until", "date_joined", "last_login"]
    list_filter = [PersonFilter]
    filter_horizontal = []
    search_fields = ["username"]
    search_help_text = _("The beginning of a name, a whole e-mail address, or the number of a person")
    ordering = ["-id"]
    readonly_fields = [
        "is_guest", "closed_at", "merged_into", "suspended_until", "muted_until", "date_joined", "last_login",
    ]  # fmt: skip
    fieldsets = [
        (None, {"fields": ["username", "is_guest", "is_active", "closed_at", "merged_into"]}),
        (_("Measures"), {"fields": ["suspended_until", "muted_until"]}),
        (_("Settings"), {"fields": ["language", "digits", "theme", "deck", "motion", "time_zone"]}),
        (_("Dates"), {"fields": ["date_joined", "last_login"]}),
    ]
    powers = [
        (_("Powers"), {"fields": ["password", "email", "is_staff", "is_superuser", "groups", "user_permissions"]}),
    ]

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Only an administrator with all powers sees and gives powers, passwords and addresses."""
        mine = super().get_fieldsets(request, obj)
        return [*mine[:-1], *self.powers, mine[-1]] if obj and request.user.is_superuser else mine

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """By number, address (for those who may see addresses), or the beginning of the name in any spelling."""
        text, number = search_term.strip(), number_in(search_term)
        if not text:
            return queryset, False
        if number is not None:
            return queryset.filter(pk=number), False
        if "@" in text:
            known = queryset.filter(email=User.objects.normalize_email(text)).exclude(email="")  # as its index has it
            return (known if request.user.is_superuser else queryset.none()), False
        return queryset.filter(pk__in=people_named(text).values("pk")), False

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Roles are said in the reader's language."""
        if db_field.name == "groups":
            kwargs["form_class"] = RolesField
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Staff without all powers cannot change staff."""
        allowed = super().has_change_permission(request, obj)
        return allowed and not (obj and self.is_protected(request, obj))

    def is_protected(self, request: HttpRequest, row: User) -> bool:
        """Staff, from those without all powers."""
        return row.is_staff and not request.user.is_superuser

    def write(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """A new name retires the old one."""
        if change and "username" in form.changed_data:
            people.rename(obj, obj.username)
        else:
            obj.save()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Powers given by groups and permissions are audited too."""
        before = _powers(form.instance)
        super().save_related(request, form, formsets, change)
        after = _powers(form.instance)
        if before != after:
            reason = form.cleaned_data.get("reason", "")
            trail.record(
                cast(User, request.user), "user.powers", form.instance, before=before, after=after, reason=reason
            )

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002 – as in Django
        """A new password for somebody: only by those with all powers."""
        if not request.user.is_superuser:
            raise PermissionDenied
        response = super().user_change_password(request, id, form_url)
        if request.method == "POST" and response.status_code == 302:
            trail.record(request.user, "user.password", self.get_object(request, id))
        return response


def _powers(user: User) -> dict[str, list[str]]:
    return {
        "groups": sorted(user.groups.values_list("name", flat=True)),
        "permissions": sorted(user.user_permissions.values_list("codename", flat=True)),
    }
