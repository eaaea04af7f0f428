"""Past matches: the list, one match with its downloads, and records that somebody brings."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import fragments, pbn, record, store
from games.engine.matches import Match
from games.engine.rounds import Round
from games.match_forms import ImportForm, MatchFilterForm
from games.models import MatchRow
from games.pbn import Heading
from games.record import Record
from games.screens import card, match, older_rules, past
from games.screens.keys import Key
from games.screens.match import MatchPage
from games.screens.match_list import match_list

PBN = "application/x-pbn; charset=utf-8"
JSON = "application/json; charset=utf-8"


@require_safe
@never_cache
def matches(request: HttpRequest) -> HttpResponse:
    """Everybody's rated matches and one's own, by any filters together, page by page."""
    form = MatchFilterForm(request.GET)
    shown = None
    if form.is_valid():
        shown = match_list(request.user.pk, form.wanted(), Key.parse(request.GET.get("key", "")))
    query = request.GET.copy()
    query.pop("key", None)
    asked = {name: value for name, value in query.items() if value and name in form.fields}
    context = {"matches": shown, "form": form, "asked": bool(asked), "query": query.urlencode()}
    return render(request, "games/matches.html", context)


@require_safe
@never_cache
def past_match(request: HttpRequest, match_id: int) -> HttpResponse:
    """A match that is over: result, score sheet, every round."""
    page = past.match_page(_over(match_id), request.user.pk)
    if page is None:
        raise Http404
    response = _match_page(request, page)
    if not page.listed:
        response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def match_record(request: HttpRequest, match_id: int) -> HttpResponse:
    """The record of a match that is over (record.md)."""
    row = _over(match_id)
    body = record.to_json(past.record_of(row))
    response = _file(body, JSON, f"cardems-match-{row.pk}.json")
    response["Cardems-Rules-Version"] = str(row.rules_version)  # beside the record: its own bytes are fixed by its form
    return response


@require_safe
def match_pbn(request: HttpRequest, match_id: int, number: int = 0) -> HttpResponse:
    """All rounds of a match, or the one of this number, in PBN; contracts are told by the rules of today alone."""
    row = _over(match_id)
    if older_rules.are_of(row):
        raise Http404
    played = store.stored_match(row.pk).match
    rounds = _chosen(pbn.rounds_of(played), number)
    heading = Heading(f"Cardems match {row.pk}", row.started_at.date(), match.players_of(row))
    suffix = f"-round-{number}" if number else ""
    return _file(pbn.to_pbn(played.game, rounds, heading), PBN, f"cardems-match-{row.pk}{suffix}.pbn")


@require_safe
def round_card(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """A picture of one round to share."""
    page = past.match_page(_over(match_id))
    if page is None or not 1 <= number <= len(page.rounds):
        raise Http404
    context = {"card": card.round_card(page, number)}
    return render(request, "games/round_card.svg", context, content_type="image/svg+xml; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def import_record(request: HttpRequest) -> HttpResponse:
    """Look at a record in the same viewer; nothing of it is stored. It can be had again as a record or in PBN."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return render(request, "games/match_import.html", {"form": form}, status=422 if form.errors else 200)
    if "as" in request.POST:
        return _brought(form.match, form.given, request.POST["as"])
    page = match.imported_page(form.match, form.given)
    return _match_page(request, page, given=record.to_json(form.given).decode())


def _brought(played: Match, given: Record, kind: str) -> HttpResponse:
    if kind != "pbn":
        return _file(record.to_json(given), JSON, "cardems-record.json")
    names = given.players if isinstance(given.players, dict) else {}
    rounds = _chosen(pbn.rounds_of(played), 0)
    return _file(pbn.to_pbn(played.game, rounds, Heading("Cardems record", None, names)), PBN, "cardems-record.pbn")


def _match_page(request: HttpRequest, page: MatchPage, given: str = "") -> HttpResponse:
    digits = getattr(request.user, "digits", "latin")
    sheet = fragments.score_sheet(page.sheet, get_language() or "en", digits)
    context = {"match": page, "score_sheet": sheet, "given": given, "counts": match.counts()}
    return render(request, "games/match.html", context)


def _chosen(rounds: Sequence[Round], number: int) -> list[tuple[int, Round]]:
    numbered = [(place, round) for place, round in enumerate(rounds, 1) if number in (0, place)]
    if number and not numbered:
        raise Http404
    return numbered


def _file(body: bytes | str, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(body, content_type=content_type)
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["X-Robots-Tag"] = "noindex"
    return response


def _over(match_id: int) -> MatchRow:
    row = past.over(match_id)
    if row is None:
        raise Http404
    return row
