"""Guests: people who play before they have an account."""

import secrets

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume_or_429
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from .models import User
from .names import GUEST

DIGITS_TRIED = (4, 4, 4, 5, 5, 6, 7, 8, 9)  # longer numbers only when the short ones are used up


def make_guest(request: HttpRequest) -> User:
    """A new guest, logged in in this session at once; whoever is logged in already is returned instead.

    Too many guests from one address get the page for that, by allauth's middleware (`ACCOUNT_RATE_LIMITS["guest"]`).
    """
    if request.user.is_authenticated:
        return request.user
    if refusal := consume_or_429(request, action="guest"):
        raise ImmediateHttpResponse(refusal)
    guest = _new_guest()
    login(request, guest)
    return guest


def _new_guest() -> User:
    for digits in DIGITS_TRIED:
        guest = User(username=_name(digits), is_guest=True)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("no free name for a guest")


def _name(digits: int) -> str:
    """A name that sign-up refuses: its first word is reserved."""
    first = 10 ** (digits - 1)
    return f"{GUEST}{first + secrets.randbelow(9 * first)}"
