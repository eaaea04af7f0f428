"""The pages. Each view asks a service to change something or a screen to show something, and holds no rule."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import make_guest
from accounts.models import User
from games import fragments
from games.engine.registry import GAMES
from games.screens import lobby
from games.services import joining, seats, tables
from games.services.errors import AlreadySeated, Refused


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Play now, the way back to one's own table, and the list of tables, which its socket keeps fresh."""
    language, digits = get_language() or "en", getattr(request.user, "digits", "latin")
    chosen = {name: request.GET[name][:40] for name in fragments.FILTERS if request.GET.get(name)}
    context = {
        "games": lobby.games(),
        "my_table": _own_table(request.user) if request.user.is_authenticated else None,
        "tables": fragments.lobby(language, digits, chosen),
        "filters": lobby.filters(chosen),
        "filtered": len(chosen.keys() - {"game"}),
        "socket": f"/ws/lobby/?{lobby.query({**chosen, 'language': language, 'digits': digits})}",
    }
    return render(request, "games/home.html", context)


def _own_table(user: User) -> lobby.OwnTable | None:
    """The way back to where they sit, or else to a match that goes on without them."""
    if seated := tables.live_table_of(user):
        return lobby.own_table(seated)
    left = tables.left_table_of(user)
    return lobby.own_table(left, has_left=True) if left else None


@require_POST
def play_now(request: HttpRequest, game: str) -> HttpResponse:
    """One click: a guest if need be, a table with three bots, and the first deal."""
    if game not in GAMES:
        raise Http404
    user = make_guest(request)
    seated = tables.live_table_of(user)
    if seated is not None and not joining.is_given_up_for(seated, game):
        messages.info(request, gettext("You still have a seat here. Leave it first to play at another table."))
        return redirect("table", seated)
    if seated is not None:
        seats.leave(seated, user.pk)
    try:
        return redirect("table", joining.play_now(user, game))
    except AlreadySeated as elsewhere:
        return redirect("table", elsewhere.table_id)
    except Refused as refusal:
        return _refused(request, refusal)


@require_POST
def seat_me(request: HttpRequest, game: str) -> HttpResponse:
    """One click: the best open table for this game, or a new one."""
    if game not in GAMES:
        raise Http404
    try:
        table_id = joining.seat_me(
            make_guest(request), game, language=get_language() or "", fill=bool(request.POST.get("fill"))
        )
    except AlreadySeated as elsewhere:
        table_id = elsewhere.table_id
    except Refused as refusal:
        return _refused(request, refusal)
    return redirect("table", table_id)


def _refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    messages.warning(request, gettext(refusal.reason.text))
    return redirect("home")
