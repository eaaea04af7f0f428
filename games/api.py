"""The read-only interface for scripts under /api/: JSON and lines of it, with ETags and limits; `/api/` says how."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import UTC
from functools import wraps
from hashlib import sha256
from typing import Any, Final

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from accounts import names
from accounts.models import Period, User
from games import record
from games.engine.registry import GAMES
from games.match_forms import MatchFilterForm
from games.screens import past, public
from games.screens.keys import Key
from games.screens.match_list import find, rows_of

JSON: Final = "application/json; charset=utf-8"
LINES: Final = "application/x-ndjson; charset=utf-8"
USUAL, MOST = 100, 500
"""Lines of one answer: without `limit`, and at most."""

LAST_PAGE: Final = 10_000
"""Of a leaderboard."""

FRESH: Final = 30
"""Seconds for which an answer may be kept without asking again."""

View = Callable[..., HttpResponse]


def for_scripts(view: View) -> View:
    """Reading only, within the limit, in English, and with an ETag that saves what has not changed."""

    @require_safe
    @wraps(view)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not _within_limit(request):
            return refused(429, "too-many-requests", "Too many requests from this address; try again in a minute.")
        with translation.override("en"), timezone.override(UTC):
            try:
                response = view(request, *args, **kwargs)
            except Http404:
                return refused(404, "not-found", "There is no such thing, or it is not public.")
        return _conditional(request, response)

    return limited


def refused(status: int, code: str, message: str, fields: dict[str, list[str]] | None = None) -> HttpResponse:
    """An error as JSON."""
    error: dict[str, Any] = {"code": code, "message": message} | ({"fields": fields} if fields else {})
    response = HttpResponse(json.dumps({"error": error}), status=status, content_type=JSON)
    if status == 429:
        response["Retry-After"] = "60"
    return response


def answer(value: Any) -> HttpResponse:
    """One value as JSON."""
    return HttpResponse(_line(value), content_type=JSON)


def described(request: HttpRequest) -> HttpResponse:
    """The page that says what there is."""
    context = {
        "origin": origin_of(request),
        "usual": USUAL,
        "most": MOST,
        "places": public.PLACES,
        "limit": settings.API_REQUESTS_A_MINUTE,
    }
    return render(request, "games/api.html", context)


@for_scripts
def matches(request: HttpRequest) -> HttpResponse:
    """Rated matches that are over, newest first, one a line; `Link` names the next page."""
    form, limit = MatchFilterForm(request.GET), _number(request.GET.get("limit", str(USUAL)), MOST)
    if not form.is_valid():
        wrong = {name: list(map(str, errors)) for name, errors in form.errors.items()}
        return refused(400, "bad-filter", "A filter cannot be read.", wrong)
    if limit is None:
        return refused(400, "bad-filter", "A filter cannot be read.", {"limit": [f"A number from 1 to {MOST}."]})
    keys = find(None, form.wanted(), Key.parse(request.GET.get("key", "")), limit + 1)
    origin, page = origin_of(request), keys[:limit]
    body = "".join(_line(public.match_json(row, origin)) for row in rows_of(page))
    response = HttpResponse(body, content_type=LINES)
    if len(keys) > len(page):
        response["Link"] = f'<{_with(request, key=page[-1])}>; rel="next"'
    return response


@for_scripts
def one_match(request: HttpRequest, match_id: int) -> HttpResponse:
    """One match that is over, with its record. A match that is not listed is found by its id alone."""
    row = past.over(match_id)
    if row is None:
        raise Http404
    whole = record.to_json(past.record_of(row))
    response = answer(public.match_json(row, origin_of(request)) | {"record": json.loads(whole)})
    response["X-Robots-Tag"] = "noindex"
    return response


def _within_limit(request: HttpRequest) -> bool:
    """Counts this request to its address and minute; allauth's own limits leave reading out."""
    key = f"api:{get_adapter(request).get_client_ip(request)}:{int(time.time() // 60)}"
    return cache.add(key, 1, timeout=120) or cache.incr(key) <= settings.API_REQUESTS_A_MINUTE


@for_scripts
def player(request: HttpRequest, username: str) -> HttpResponse:
    """A player, by any twin of the name; guests and closed accounts are nobody here."""
    person = User.objects.filter(skeleton=names.skeleton(username), closed_at=None, is_guest=False).first()
    if person is None:
        raise Http404
    return answer(public.player_json(person, origin_of(request)))


@for_scripts
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """A page of a game's leaderboard, for all time or a period; `Link` names the next page."""
    period, page = request.GET.get("period", Period.ALL), _number(request.GET.get("page", "1"), LAST_PAGE)
    if game not in GAMES:
        raise Http404
    if period not in Period:
        return refused(400, "bad-filter", "A filter cannot be read.", {"period": ["all, 30 or 7."]})
    if page is None:
        return refused(400, "bad-filter", "A filter cannot be read.", {"page": [f"A number from 1 to {LAST_PAGE}."]})
    board = public.board_json(game, period, page, origin_of(request))
    response = answer(board)
    if len(board["entries"]) == public.PLACES:
        response["Link"] = f'<{_with(request, page=page + 1)}>; rel="next"'
    return response


def origin_of(request: HttpRequest) -> str:
    """`https://cards.example`, without a slash at its end."""
    return f"{request.scheme}://{request.get_host()}"


def _number(text: str, most: int) -> int | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    return number if 1 <= number <= most else None


def _with(request: HttpRequest, **changes: object) -> str:
    """The address asked for, with other parameters."""
    query = request.GET.copy()
    for name, value in changes.items():
        query[name] = str(value)
    return f"{origin_of(request)}{request.path}?{query.urlencode()}"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Unchanged answers are not sent again."""
    if response.status_code != 200:
        return response
    etag = f'"{sha256(response.content).hexdigest()[:32]}"'
    response["ETag"] = etag
    response["Access-Control-Allow-Origin"] = "*"
    patch_cache_control(response, public=True, max_age=FRESH)
    return get_conditional_response(request, etag=etag, response=response) or response
