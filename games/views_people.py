"""Leaderboards and the pages of players."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import names
from accounts.models import Period, User
from games.engine.registry import GAMES
from games.screens.leaderboards import board
from games.screens.players import player_page

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
