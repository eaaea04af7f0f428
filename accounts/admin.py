"""People in the staff admin: found, renamed, barred; never deleted, since past matches hold on to them."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from . import names, people
from .models import User


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

    class Meta:
        model = User
        fields = ["username"]


class PersonForm(NameMixin, UserChangeForm):
    """Everything staff may see."""

    class Meta:
        model = User
        fields = "__all__"
        field_classes: dict[str, type[forms.Field]] = {}


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Staff with the permission may rename and bar; powers are given by administrators only."""

    form = PersonForm
    add_form = NewPersonForm
    add_fieldsets = [(None, {"fields": ["username", "usable_password", "password1", "password2"]})]
    list_display = ["username", "is_guest", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_guest", "is_active", "is_staff", "language"]
    search_fields = ["username", "email"]
    ordering = ["-date_joined"]
    readonly_fields = ["is_guest", "closed_at", "date_joined", "last_login"]
    fieldsets = [
        (None, {"fields": ["username", "is_guest", "is_active", "closed_at"]}),
        (_("Settings"), {"fields": ["language", "digits", "theme", "deck", "motion", "time_zone"]}),
        (_("Dates"), {"fields": ["date_joined", "last_login"]}),
    ]
    powers = [
        (_("Powers"), {"fields": ["password", "email", "is_staff", "is_superuser", "groups", "user_permissions"]}),
    ]

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Only an administrator sees and gives powers, passwords and addresses."""
        mine = super().get_fieldsets(request, obj)
        return [*mine, *self.powers] if obj and request.user.is_superuser else mine

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody: an account is closed, not deleted."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Staff without all powers cannot change staff."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (request.user.is_superuser or obj is None or not obj.is_staff)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """A new name retires the old one."""
        if change and "username" in form.changed_data:
            people.rename(obj, obj.username)
        else:
            super().save_model(request, obj, form, change)
