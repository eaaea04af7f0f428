"""The pages. Each view asks a service to change something or a screen to show something, and holds no rule."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from accounts import sessions
from accounts.guests import make_guest
from games import fragments, store
from games.engine.registry import GAMES, RULE_SETS, game_for
from games.forms import NewTableForm
from games.models import TableRow
from games.screens import lobby, wording
from games.services import admission, seats, tables
from games.services.errors import AlreadySeated, Refused


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Play now, the way back to one's own table, and the open tables."""
    seated = tables.live_table_of(request.user) if request.user.is_authenticated else None
    context = {
        "games": lobby.games(),
        "my_table": lobby.own_table(seated) if seated else None,
        "tables": lobby.open_tables(),
    }
    return render(request, "games/home.html", context)


@require_POST
def play_now(request: HttpRequest, game: str) -> HttpResponse:
    """One click: a guest if need be, a table with three bots, and the first deal."""
    if game not in GAMES:
        raise Http404
    user = make_guest(request)
    seated = tables.live_table_of(user)
    if seated is not None:
        messages.info(request, gettext("You still have a seat here. Leave it first to play at another table."))
        return redirect("table", seated)
    try:
        return redirect("table", tables.play_now(user, game))
    except AlreadySeated as elsewhere:
        return redirect("table", elsewhere.table_id)


@require_POST
def seat_me(request: HttpRequest, game: str) -> HttpResponse:
    """One click: the best open table for this game, or a new one."""
    if game not in GAMES:
        raise Http404
    try:
        table_id = tables.seat_me(
            make_guest(request), game, language=get_language() or "", fill=bool(request.POST.get("fill"))
        )
    except AlreadySeated as elsewhere:
        table_id = elsewhere.table_id
    return redirect("table", table_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new_table(request: HttpRequest) -> HttpResponse:
    """Choose a rule set, then its options; the form is built from the rules."""
    slug = request.GET.get("rules", "")
    if slug not in RULE_SETS:
        return render(request, "games/new_table.html", {"games": _rule_sets()})
    form = NewTableForm(slug, request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _open_table(request, slug, form)
    return render(request, "games/new_table.html", {"form": form, "rule_set": _rule_set(slug)})


def _open_table(request: HttpRequest, slug: str, form: NewTableForm) -> HttpResponse:
    may = form.cleaned_data["may_join"]
    try:
        table = tables.open_table(
            make_guest(request),
            slug,
            form.changes(),
            bot_level=form.cleaned_data["bot_level"],
            may_join=may,
            may_watch=may,
        )
    except AlreadySeated as elsewhere:
        messages.warning(request, gettext("You still have a seat here. Leave it first to play at another table."))
        return redirect("table", elsewhere.table_id)
    return redirect("table", table.pk)


def _rule_sets() -> list[dict[str, Any]]:
    return [
        {
            "slug": slug,
            "name": gettext(game.name),
            "rule_sets": [_rule_set(rule_set.slug) for rule_set in game.rule_sets],
        }
        for slug, game in GAMES.items()
    ]


def _rule_set(slug: str) -> dict[str, Any]:
    rule_set, game = RULE_SETS[slug], game_for(slug)
    return {
        "slug": slug,
        "game": gettext(game.name),
        "name": gettext(rule_set.name),
        "line": gettext(rule_set.about),
        "facts": wording.fixed_facts(game),
    }


@require_safe
@never_cache
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table, painted whole; from then on its socket keeps it fresh."""
    snapshot = _seen(request, table_id)
    user_id, language, digits = request.user.pk, get_language() or "en", _digits(request)
    seat = snapshot.seat_of(user_id)
    context = {
        "table": {
            "id": snapshot.table_id,
            "game": gettext(snapshot.game.name),
            "rule_set": gettext(snapshot.game.rule_set.name),
        },
        "viewer_seat": "watcher" if seat is None else seat.name,
        "panels": fragments.page_fragments(snapshot, seat, user_id, language, digits),
        "socket": f"/ws/tables/{snapshot.table_id}/?language={language}&digits={digits}",
        "menu": _menu(snapshot, seat is not None),
    }
    return render(request, "games/table.html", context)


def _seen(request: HttpRequest, table_id: int) -> store.Snapshot:
    """The table, if this person may look at it; a stranger learns nothing, not even that it is there."""
    try:
        snapshot = store.read(table_id)
    except TableRow.DoesNotExist:
        raise Http404 from None
    if not admission.may_see(snapshot, request.user.pk, sessions.links(request.session)):
        raise Http404
    return snapshot


def _menu(snapshot: store.Snapshot, is_seated: bool) -> list[dict[str, str]]:
    if not is_seated or snapshot.state in ("closed", "finished"):
        return []
    return [{"url": reverse("leave-table", args=[snapshot.table_id]), "label": gettext("Leave the table")}]


def _digits(request: HttpRequest) -> str:
    return getattr(request.user, "digits", "latin")


@require_POST
def leave_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Give up one's seat."""
    try:
        seats.leave(table_id, request.user.pk)
    except TableRow.DoesNotExist:
        raise Http404 from None
    except Refused as refusal:
        messages.warning(request, gettext(refusal.reason.text))
    return redirect("home")


@require_GET
@never_cache
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """An invite link: this session may see the table from now on, whoever may join."""
    table_id = TableRow.objects.filter(token=token).values_list("pk", flat=True).first()
    if table_id is None:
        raise Http404
    sessions.remember_link(request.session, table_id)
    return redirect("table", table_id)
