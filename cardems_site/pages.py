"""The pages that every public site needs: privacy, cookies, terms, contact, source; and two files for machines.

Their texts are templates under `templates/pages/`; an operator's own stand under `CARDEMS_TEMPLATES`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from accounts.known import COOKIE as KNOWN_BROWSER
from accounts.middleware import ZONE_COOKIE

PARTS: Final = (
    ("Django, Channels, Daphne", gettext_noop("pages, database and live tables"), "BSD"),
    ("django-allauth", gettext_noop("accounts"), "MIT"),
    ("htmx, idiomorph", gettext_noop("pages that change in place"), "0BSD"),
    ("Cairo", gettext_noop("the typeface"), "OFL"),
)


def _page(request: HttpRequest, name: str, heading: str, **context: Any) -> HttpResponse:
    known = {"operator": settings.SITE_OPERATOR, "contact": settings.CONTACT_EMAIL, "source": settings.SOURCE_URL}
    return render(request, f"pages/{name}.html", known | {"heading": heading} | context)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site knows of people."""
    return _page(request, "privacy", _("Privacy"))


@require_safe
def cookies(request: HttpRequest) -> HttpResponse:
    """Every cookie, what for and how long."""
    return _page(request, "cookies", _("Cookies"), cookies=_cookies())


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """The rules of the house."""
    return _page(request, "terms", _("Terms"))


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Who runs the site."""
    return _page(request, "contact", _("Contact"))


@require_safe
def source(request: HttpRequest) -> HttpResponse:
    """Where the source is, under which licence."""
    licence = (settings.BASE_DIR / "LICENSE").read_text()
    parts = [(name, _(what), terms) for name, what, terms in PARTS]
    return _page(request, "source", _("Source and licence"), licence=licence, parts=parts, version=settings.VERSION)


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """`security.txt` (RFC 9116); there is none on a site without an address to write to."""
    if not settings.CONTACT_EMAIL:
        raise Http404
    lines = [
        f"Contact: mailto:{settings.CONTACT_EMAIL}",
        f"Expires: {(timezone.now() + timedelta(days=180)).strftime('%Y-%m-%dT00:00:00Z')}",
        "Preferred-Languages: en, ar",
        f"Canonical: {settings.SITE_ORIGINS[0]}{reverse('security')}",
        f"Policy: {settings.SITE_ORIGINS[0]}{reverse('contact')}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Where crawlers have no business."""
    return render(request, "robots.txt", content_type="text/plain; charset=utf-8")


def _cookies() -> list[dict[str, Any]]:
    return [
        {"name": name, "purpose": purpose, "age": age}
        for name, purpose, age in (
            (settings.SESSION_COOKIE_NAME, _("keeps you logged in, or your guest"), _("14 days")),
            (settings.CSRF_COOKIE_NAME, _("lets only our own pages act for you"), _("1 year")),
            (settings.LANGUAGE_COOKIE_NAME, _("the language that you chose"), _("until the browser closes")),
            (ZONE_COOKIE, _("your time zone, so that times are yours"), _("1 year")),
            (
                KNOWN_BROWSER,
                _("that you logged in here before, so that strangers' wrong guesses do not keep you out"),
                _("1 year"),
            ),
            ("messages", _("a message for the next page"), _("until it is shown")),
        )
    ]
