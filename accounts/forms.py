"""The account forms: allauth's with our labels, the guest's own, and the settings."""

import zoneinfo
from functools import cache
from typing import Any

from allauth.account import forms as allauth
from allauth.account.models import EmailAddress
from django import forms
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from . import people
from .models import User

PASSWORD_HELP = _("At least 8 characters, not only digits, and not one that everybody uses.")


class PlainFields:
    """Labels stand above the fields here; a placeholder would say them twice. A new password has one line of help.

    The way to a forgotten password stands below the form, where it is not between the name and the password.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():  # type: ignore[attr-defined]
            field.widget.attrs.pop("placeholder", None)
            if name in ("password", "oldpassword", "password1"):
                field.help_text = PASSWORD_HELP if name == "password1" else ""


class LogInForm(PlainFields, allauth.LoginForm):
    """User name or confirmed e-mail, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("User name or e-mail")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "dir": "auto"}


class SignUpForm(PlainFields, allauth.SignupForm):
    """Name, password and, if wanted, an e-mail address. An address becomes `User.email` when it is confirmed."""

    field_order = ["username", "password1", "password2", "email"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")
        self.fields["username"].help_text = _("3 to 20 letters or digits of one alphabet. Everybody sees it.")
        self.fields["username"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false", "dir": "auto"}
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = _("Only for a new password, should you forget yours. Nobody sees it.")

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        """The new user; allauth sends the confirmation when it logs them in. Raises people.NameTaken."""
        user = people.open_account(self.cleaned_data["username"], self.cleaned_data["password1"])
        self._add_address(request, user)
        return user

    def _add_address(self, request: HttpRequest, user: User) -> EmailAddress | None:
        email = self.cleaned_data.get("email")
        return EmailAddress.objects.add_new_email(request, user, email, send_verification=False) if email else None


class KeepForm(SignUpForm):
    """The same for the guest of this session, who stays the same user."""

    def keep(self, request: HttpRequest, guest: User) -> bool:
        """Whether this made the guest an account, and not another tab before. Raises people.NameTaken."""
        with transaction.atomic():
            kept = people.keep(guest, self.cleaned_data["username"], self.cleaned_data["password1"])
            address = kept and self._add_address(request, guest)
        if address:
            address.send_confirmation(request, signup=True)
        return kept


class AddEmailForm(PlainFields, allauth.AddEmailForm):
    """A new address, in force once confirmed."""


class ChangePasswordForm(PlainFields, allauth.ChangePasswordForm):
    """The old and the new password."""


class SetPasswordForm(PlainFields, allauth.SetPasswordForm):
    """A first password for somebody without one."""


class ResetPasswordForm(PlainFields, allauth.ResetPasswordForm):
    """The address to send the link to."""


class ResetPasswordKeyForm(PlainFields, allauth.ResetPasswordKeyForm):
    """The new password, behind that link."""


class ReauthenticateForm(PlainFields, allauth.ReauthenticateForm):
    """The password once more."""


REGIONS = {
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
}  # fmt: skip


@cache
def time_zones() -> list[tuple[str, Any]]:
    """The choices of time zone: the browser's, then every region and city, by name."""
    # Cached, because the list is read from hundreds of files.
    cities = sorted(zone for zone in zoneinfo.available_timezones() if zone.split("/")[0] in REGIONS)
    return [("", _("As in my browser")), *((zone, zone.replace("_", " ")) for zone in cities)]


class SettingsForm(forms.ModelForm):
    """What a person may choose for their own screen."""

    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones, required=False)

    class Meta:
        model = User
        fields = [
            "language",
            "digits",
            "theme",
            "deck",
            "card_back",
            "hand_order",
            "motion",
            "sounds",
            "time_zone",
        ]
        widgets = dict.fromkeys(
            ["language", "digits", "theme", "deck", "card_back", "hand_order", "motion"], forms.RadioSelect
        )
        labels = {"theme": _("Light and dark"), "deck": _("Colours of the suits"), "sounds": _("Sounds at the table")}
        help_texts = {
            "digits": _("For scores and counts. Cards keep their letters."),
            "deck": _("With four, diamonds are blue and clubs are green."),
            "hand_order": _("Suits lie side by side, their colours by turns."),
            "sounds": _("A soft knock for each card, and two notes when it is your turn."),
        }


class CloseForm(forms.Form):
    """The password once more, before the account is closed for good."""

    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """The password, if it is this person's. Raises ValidationError."""
        password = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."), code="wrong_password")
        return str(password)
