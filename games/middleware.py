"""Pages speak the reader's language with the reader's digits, as the table's fragments do."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from games.screens.texts import LATIN, speaking


def speak(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Must stand after the middleware that finds the person and the language."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with speaking(get_language() or "en", getattr(request.user, "digits", LATIN)):
            return get_response(request)

    return middleware
