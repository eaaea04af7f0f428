"""The pages of tables: opening one, the table itself, coming by an invite, sitting down, leaving."""

from __future__ import annotations

import io
from typing import Any, Final

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import sessions
from accounts.guests import make_guest
from games import fragments, store
from games.engine.registry import GAMES, RULE_SETS, game_for
from games.engine.seats import Seat
from games.forms import NewTableForm
from games.models import TableRow, TableState
from games.screens import lobby, talk, wording
from games.services import admission, seats, tables, watching
from games.services.errors import AlreadySeated, Refused

LAST_TABLE: Final = "last-table"
"""In the session: what this person chose for the last table."""


# --- opening one ---------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new_table(request: HttpRequest) -> HttpResponse:
    """Choose a rule set, then its options; the form is built from the rules and begins with the last choice."""
    slug, last = request.GET.get("rules", ""), request.session.get(LAST_TABLE, {})
    if slug not in RULE_SETS:
        known = _rule_set(last["rules"]) if last.get("rules") in RULE_SETS else None
        return render(request, "games/new_table.html", {"games": _rule_sets(), "last": known})
    choices = last.get(slug, last.get("terms", {}))
    form = NewTableForm(slug, request.POST or None, last=choices)
    if request.method == "POST" and form.is_valid():
        table_id = _open_table(request, slug, form)
        if table_id is not None:
            return redirect("table", table_id)
    return render(request, "games/new_table.html", {"form": form, "rule_set": _rule_set(slug)})


def _open_table(request: HttpRequest, slug: str, form: NewTableForm) -> int | None:
    """The table's id, or that of the one where the person sits already; None: the form says why not."""
    try:
        table_id = tables.open_table(make_guest(request), slug, form.changes(), **form.terms()).pk
    except AlreadySeated as elsewhere:
        _say_seated_elsewhere(request)
        return elsewhere.table_id
    except Refused as refusal:
        form.refuse(refusal.reason)
        return None
    choices = form.to_remember()
    terms = {name: value for name, value in choices.items() if name not in form.rule_set.open}
    known = request.session.get(LAST_TABLE, {})
    request.session[LAST_TABLE] = {**known, "rules": slug, "terms": terms, slug: choices}
    return table_id


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


# --- the table -----------------------------------------------------------------------------------------------------


@require_safe
@never_cache
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table, painted whole; from then on its socket keeps it fresh."""
    snapshot = _seen(request, table_id)
    user_id, language, digits = request.user.pk, get_language() or "en", _digits(request)
    seat = talk.kept_seat(snapshot, snapshot.seat_of(user_id))
    lines = tuple(talk.TalkLine.of(row) for row in watching.talk_lines(table_id))
    view = fragments.talk_view(snapshot, seat, lines, watching.silenced_by(user_id))
    context = {
        "table": {
            "id": snapshot.table_id,
            "game": gettext(snapshot.game.name),
            "rule_set": gettext(snapshot.game.rule_set.name),
        },
        "viewer_seat": "watcher" if seat is None else seat.name,
        "panels": fragments.page_fragments(snapshot, seat, user_id, language, digits, view),
        "socket": f"/ws/tables/{snapshot.table_id}/?language={language}&digits={digits}",
        "talk": talk.offer(),
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
        messages.warning(request, wording.reason(refusal.reason))
    return redirect("home")


# --- coming and sitting down ---------------------------------------------------------------------------------------


@require_POST
def sit(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take a seat (`seat`: which; without it any that is free), as a guest if need be."""
    _seen(request, table_id)
    return _sit_down(request, table_id)


def _sit_down(request: HttpRequest, table_id: int) -> HttpResponse:
    user, links, wanted = make_guest(request), sessions.links(request.session), request.POST.get("seat", "")
    try:
        if wanted in Seat.__members__:
            seats.sit(table_id, user, Seat[wanted], links=links)
        else:
            seats.sit_anywhere(table_id, user, links=links)
    except AlreadySeated as elsewhere:
        _say_seated_elsewhere(request)
        return redirect("table", elsewhere.table_id)
    except Refused as refusal:
        messages.warning(request, wording.reason(refusal.reason))
    return redirect("table", table_id)


def _say_seated_elsewhere(request: HttpRequest) -> None:
    messages.warning(request, gettext("You still have a seat here. Leave it first to play at another table."))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """An invite link: what table it is, and one button to sit down or to watch. Only that changes anything."""
    snapshot = _invites_to(token)
    if request.method == "POST":
        sessions.remember_link(request.session, snapshot.table_id)
        if "watch" in request.POST:
            return redirect("table", snapshot.table_id)
        return _sit_down(request, snapshot.table_id)
    if snapshot.seat_of(request.user.pk) is not None:
        return redirect("table", snapshot.table_id)
    return _landing(request, snapshot)


def _invites_to(token: str) -> store.Snapshot:
    row = TableRow.objects.filter(token=token).first()
    if row is None:
        raise Http404
    return store.snapshot_of(row)


def _landing(request: HttpRequest, snapshot: store.Snapshot) -> HttpResponse:
    wanted, listed = request.GET.get("seat", ""), lobby.of_snapshot(snapshot)
    free = {chair.seat: chair.seat_name for chair in listed.seats if chair.is_free}
    context = {
        "table": listed,
        "terms": (wording.rules(snapshot.game), *wording.terms(snapshot.game)),
        "seat": wanted if wanted in free else "",
        "seat_name": free.get(wanted, ""),
        "is_open": snapshot.state == TableState.OPEN and bool(free),
        "is_closed": snapshot.state == TableState.CLOSED,
        "needs_account": snapshot.rated and not _has_account(request),
        "og_url": request.build_absolute_uri("/"),
    }
    response = render(request, "games/invite.html", context)
    # To no other site; not "no-referrer", with which browsers hide the form's origin and the CSRF check must refuse it.
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


def _has_account(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not request.user.is_guest


@require_safe
@cache_control(private=True, max_age=3600)
def invite_qr(request: HttpRequest, token: str) -> HttpResponse:
    """The invite link as a QR code, dark on white in every theme, because cameras want it so."""
    _invites_to(token)
    drawing = io.BytesIO()
    address = request.build_absolute_uri(request.path.removesuffix("qr.svg"))
    code = segno.make(address, error="m", micro=False)
    code.save(drawing, kind="svg", border=3, dark="#000", light="#fff", omitsize=True)
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml")
