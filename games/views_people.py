"""Leaderboards and the pages of players."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts import names
from accounts.forms import CloseForm
from accounts.models import Period, User
from games.engine.registry import GAMES
from games.screens.leaderboards import board
from games.screens.own_data import own_data_of
from games.screens.players import player_page
from games.services import leaving
from games.services.errors import Refused

LAST_PAGE = 100_000
ASKED_AT_MOST = names.MAX_CODE_POINTS


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """The first game's."""
    return redirect("leaderboard", next(iter(GAMES)))


@require_safe
@never_cache
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """One game's, for all time or a period; a page of it, or who is found by the beginning of a name."""
    period = request.GET.get("period", Period.ALL)
    if game not in GAMES or period not in Period:
        raise Http404
    asked = names.clean(request.GET.get("q", "")[:ASKED_AT_MOST])
    shown = board(game, period, _page(request), request.user.pk, asked)
    return render(request, "games/leaderboard.html", {"board": shown, "period": period})


def _page(request: HttpRequest) -> int:
    """The number of the page; anything that is none is the first."""
    number = request.GET.get("page", "1")
    return min(max(int(number), 1), LAST_PAGE) if number.isascii() and number.isdigit() and len(number) < 9 else 1


@require_safe
@never_cache
def player(request: HttpRequest, username: str) -> HttpResponse:
    """A player; a twin of the name leads to it. Guests have a page for themselves alone, closed accounts none."""
    person = User.objects.filter(skeleton=names.skeleton(username), closed_at=None).first()
    if person is None or (person.is_guest and person.pk != request.user.pk):
        raise Http404
    if person.username != username:
        return redirect("player", person.username)
    game = request.GET.get("game", next(iter(GAMES)))
    if game not in GAMES:
        raise Http404
    return render(request, "games/player.html", {"player": player_page(person, game, request.user.pk)})


@require_safe
@never_cache
@login_required
def own_data(request: HttpRequest) -> HttpResponse:
    """All that the site holds about this person, as a file."""
    response = HttpResponse(own_data_of(_person(request)), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="cardems-data-{request.user.pk}.json"'
    return response


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def close_account(request: HttpRequest) -> HttpResponse:
    """Close the account for good, after the password."""
    person = _person(request)
    if person.is_guest:
        return redirect("account_keep")
    form = CloseForm(person, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            leaving.close_account(person.pk)
        except Refused as refusal:
            form.add_error(None, gettext(refusal.reason.text))
        else:
            logout(request)
            messages.success(request, gettext("Your account is closed. Thank you for playing."))
            return redirect("home")
    return render(request, "accounts/close.html", {"form": form})


def _person(request: HttpRequest) -> User:
    """Who is logged in; the view has seen to it that somebody is."""
    return User.objects.get(pk=request.user.pk)
