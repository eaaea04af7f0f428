"""Browsers in which somebody has logged in before: strangers' wrong guesses do not keep their people out.

A signed cookie holds a random mark for each such person. Attempts with it are counted apart from everybody else's.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from . import names
from .models import User

COOKIE: Final = "known-browser"
MOST: Final = 5
AGE: Final = 365 * 24 * 3600


def mark_of(request: HttpRequest, credentials: dict[str, Any]) -> str | None:
    """The mark that this browser has for the person who is to log in; None when it does not know them."""
    marks = _marks(request)
    user_id = _user_id(credentials) if marks else None
    return marks.get(str(user_id)) if user_id else None


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """This person has logged in here: the browser knows them from now on."""
    marks = _marks(request)
    mine = marks.pop(str(user.pk), "") or secrets.token_urlsafe(12)
    kept = dict([*marks.items(), (str(user.pk), mine)][-MOST:])
    response.set_signed_cookie(
        COOKIE,
        " ".join(f"{user_id}:{mark}" for user_id, mark in kept.items()),
        salt=COOKIE,
        max_age=AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _marks(request: HttpRequest) -> dict[str, str]:
    text = request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=AGE) or ""
    return dict(part.split(":", 1) for part in text.split() if ":" in part)


def _user_id(credentials: dict[str, Any]) -> int | None:
    if email := credentials.get("email"):
        known = User.objects.filter(email=User.objects.normalize_email(email))
    else:
        known = User.objects.filter(skeleton=names.skeleton(credentials.get("username", "")))
    return known.values_list("pk", flat=True).first()
