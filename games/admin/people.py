"""People in the staff admin, with what tables and matches know of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import conduct
from accounts.admin import PersonAdmin as AccountPersonAdmin
from accounts.models import Notice, Rating, RatingEvent, User
from accounts.people import stored_name
from games.models import PlayerRow, PresenceRow, ReportRow, SeatRow
from games.services.staff import people as staff

from .base import Explained, ReasonForm, StaffAction, UntilForm

SHOWN = 20
MODERATE = "accounts.moderate_user"


class MergeForm(ReasonForm):
    """Into whose account."""

    account = forms.CharField(label=_("Name of the account"), max_length=40)

    def clean_account(self) -> User:
        """The person. Raises ValidationError when there is nobody of this name."""
        user = User.objects.filter(username=stored_name(self.cleaned_data["account"])).first()
        if user is None or user.is_guest:
            raise ValidationError(_("There is no account of this name."))
        return user


ACTIONS = (
    StaffAction(
        "warn",
        _("Warn"),
        _("The person reads the reason on the next page they open, and may answer."),
        MODERATE,
        lambda by, user, given: conduct.warn(by, user, given["reason"]),
    ),
    StaffAction(
        "mute",
        _("Mute"),
        _("The person cannot talk at tables. They read the reason, and may appeal."),
        MODERATE,
        lambda by, user, given: conduct.mute(by, user, given["reason"], given["until"]),
        UntilForm,
    ),
    StaffAction(
        "suspend",
        _("Suspend"),
        _("The person can neither sit nor act; a bot goes on where they sit. They read the reason, and may appeal."),
        MODERATE,
        lambda by, user, given: staff.suspend(by, user, given["reason"], given["until"]),
        UntilForm,
    ),
    StaffAction(
        "reset-name",
        _("Reset the name"),
        _("The person gets a neutral name, by which they log in from now on, and is told."),
        MODERATE,
        lambda by, user, given: conduct.reset_name(by, user, given["reason"]),
        fits=lambda user: user.closed_at is None,
    ),
    StaffAction(
        "sign-out",
        _("Sign out everywhere"),
        _("Every browser in which the person is logged in forgets them."),
        "accounts.sign_out_user",
        lambda by, user, given: conduct.sign_out_everywhere(by, user, given["reason"]),
    ),
    StaffAction(
        "merge",
        _("Merge this guest into an account"),
        _("The guest's matches become the account's, for good; the guest is closed."),
        "accounts.merge_user",
        lambda by, user, given: staff.merge(by, user, given["account"], given["reason"]),
        MergeForm,
        lambda user: user.is_guest and user.closed_at is None,
    ),
    StaffAction(
        "close",
        _("Close the account"),
        _("For good: no name, no address, no way in. Past matches stay, without the name."),
        "accounts.change_user",
        lambda by, user, given: staff.close_account(by, user, given["reason"]),
        fits=lambda user: user.closed_at is None,
    ),
)

admin.site.unregister(User)


@admin.register(User)
class PersonAdmin(Explained, AccountPersonAdmin):
    """Search, history, measures."""

    change_form_template = "admin/games/person.html"
    staff_actions = ACTIONS

    def told_of(self, request: HttpRequest, row: User) -> Mapping[str, Any]:  # type: ignore[override]
        """Where the person is now, and what has been."""
        played = PlayerRow.objects.filter(user=row).select_related("match").order_by("-match")[:SHOWN]
        changes = RatingEvent.objects.filter(user=row).order_by("-id")[:SHOWN]
        may_read = request.user.has_perm("accounts.view_notice")
        reports = ReportRow.objects.filter(about=row).select_related("reporter").order_by("-id")[:SHOWN]
        return {
            "sockets": PresenceRow.objects.filter(user=row, pages__gt=0).select_related("process")[:SHOWN],
            "seat": SeatRow.objects.filter(user=row, live=True).first(),
            "ratings": Rating.objects.filter(user=row),
            "rating_changes": changes,
            "played": played,
            "merged": User.objects.filter(merged_into=row)[:SHOWN],
            "notices": Notice.objects.filter(user=row).select_related("by").order_by("-id")[:SHOWN] if may_read else (),
            "reports": reports if request.user.has_perm("games.view_reportrow") else (),
        }
