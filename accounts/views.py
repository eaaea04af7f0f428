"""Pages of accounts that allauth has not, or that differ for a guest."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from allauth.account.mixins import NextRedirectMixin
from allauth.account.views import LoginView, SignupView
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.http import escape_leading_slashes, url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.csrf import csrf_failure
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from django.views.generic.edit import FormView, UpdateView

from .forms import KeepForm, SettingsForm
from .models import User
from .people import NameTaken


def has_account(request: HttpRequest) -> bool:
    """Whether this is somebody with an account; a guest has none."""
    return request.user.is_authenticated and not request.user.is_guest


def guests_keep_first(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A guest has neither password nor address to change: lead them to the account that would have."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_keep")
        return view(request, *args, **kwargs)

    return wrapped


class LogInView(LoginView):
    """allauth's, open to a guest who has an account already."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Send away who is logged in for good."""
        if has_account(request):
            return HttpResponseRedirect(self.get_authenticated_redirect_url())
        return super().dispatch(request, *args, **kwargs)


class SignUpView(SignupView):
    """allauth's; a guest keeps the guest's user instead of getting a second one."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Send a guest to the page that keeps, and away who is logged in for good."""
        if has_account(request):
            return HttpResponseRedirect(self.get_authenticated_redirect_url())
        if request.user.is_authenticated:
            return HttpResponseRedirect(self.passthrough_next_url(reverse("account_keep")))
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """A name that somebody took since the form looked is an error of the form like any other."""
        try:
            return super().form_valid(form)
        except NameTaken as error:
            form.add_error("username", error)
            return self.form_invalid(form)


class KeepView(NextRedirectMixin, FormView):
    """The guest becomes an account: same user, same session."""

    template_name = "accounts/keep.html"
    form_class = KeepForm

    @method_decorator(sensitive_post_parameters())
    @method_decorator(rate_limit(action="signup"))
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Only for guests."""
        if has_account(request):
            return HttpResponseRedirect(self.get_success_url())
        if not request.user.is_authenticated:
            return HttpResponseRedirect(self.passthrough_next_url(reverse("account_signup")))
        return super().dispatch(request, *args, **kwargs)

    def get_default_success_url(self) -> str:
        """Where to go when the page before said nothing."""
        return settings.LOGIN_REDIRECT_URL

    def form_valid(self, form: Any) -> HttpResponse:
        """Keep, and keep the session too."""
        guest = _row_of(self.request)
        try:
            kept = form.keep(self.request, guest)
        except NameTaken as error:
            form.add_error("username", error)
            return self.form_invalid(form)
        if kept:
            update_session_auth_hash(self.request, guest)
            messages.success(
                self.request, _("Welcome, %(name)s. Your matches are yours to keep.") % {"name": f"\u2068{guest}\u2069"}
            )
        return HttpResponseRedirect(self.get_success_url())


class SettingsView(LoginRequiredMixin, UpdateView):
    """One's own settings, a guest's too."""

    template_name = "accounts/settings.html"
    form_class = SettingsForm
    success_url = reverse_lazy("account_settings")

    def get_object(self, queryset: Any = None) -> User:
        """The person, apart from `request.user`, which a refused form must not change."""
        return _row_of(self.request)

    def form_valid(self, form: Any) -> HttpResponse:
        """Save the fields of the form, no others, and let this browser follow."""
        User.objects.filter(pk=self.object.pk).update(**form.cleaned_data)
        messages.success(self.request, _("Saved."))
        return _remember_language(HttpResponseRedirect(self.get_success_url()), form.cleaned_data["language"])


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Show the site in POST `language` from now on, and go back to `next`, if that is here."""
    language = request.POST.get("language")
    response = i18n.set_language(request)
    if language not in dict(settings.LANGUAGES):
        response.cookies.clear()  # Django would also remember a language that only it knows
    elif request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=language)
    return response


def _row_of(request: HttpRequest) -> User:
    return User.objects.get(pk=request.user.pk)


def _remember_language(response: HttpResponse, language: str) -> HttpResponse:
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return response
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type] # the setting is one of these
    )
    return response


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Instead of an error: a fresh page, when one of ours was sent with the token of an earlier log-in (another tab).

    A form that comes from elsewhere, or from nobody knows where, is refused as ever.
    """
    page = request.headers.get("Referer", "")
    ours = f"{request.scheme}://{request.get_host()}"
    same_origin = request.headers.get("Origin", ours) == ours and page.startswith(f"{ours}/")
    if not same_origin or not url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()):
        return csrf_failure(request, reason)
    messages.info(request, _("This page was out of date. Here it is again; please repeat what you did."))
    parts = urlsplit(page)
    own = escape_leading_slashes(parts.path)  # `//elsewhere/` would be another site
    return HttpResponseRedirect(own + (f"?{parts.query}" if parts.query else ""))
