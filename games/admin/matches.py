"""Matches in the staff admin: read only, with the log as text; a void, and undoing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.filters import ChoiceFilter, number_in, people_named
from accounts.models import RatedMatch
from games import store
from games.engine.registry import game_for
from games.models import LogRow, MatchRow, PlayerRow
from games.screens import desk, match_list, wording
from games.services import replays
from games.services.staff import hints
from games.services.staff import matches as staff

from .base import GamesAdmin, StaffAction
from .tables import RatedFilter, RulesFilter


class OverFilter(ChoiceFilter):
    """Being played, or void."""

    title = _("course")
    parameter_name = "course"
    choices_of = {
        "live": (_("being played"), Q(finished_at=None)),
        "void": (_("void"), Q(pk__in=RatedMatch.objects.filter(voided_at__isnull=False).values("pk"))),
    }


def _verdict(row: MatchRow) -> RatedMatch | None:
    return RatedMatch.objects.filter(pk=row.pk).first()


def _may_be_void(row: MatchRow) -> bool:
    verdict = _verdict(row)
    return verdict is not None and not verdict.reason and verdict.voided_at is None


def _is_void(row: MatchRow) -> bool:
    verdict = _verdict(row)
    return verdict is not None and verdict.voided_at is not None


@admin.register(MatchRow)
class MatchAdmin(GamesAdmin):
    """The history. Hands and seeds of a match that lasts are nowhere here."""

    list_display = ["id", "rules", "rated", "players", "result", "started_at", "finished_at"]
    list_filter = [OverFilter, RatedFilter, RulesFilter]
    ordering = ["-id"]
    search_fields = ["id"]
    search_help_text = _("The number of a match, or the beginning of a player's name")
    fields = ["rules", "rated", "table", "players", "result", "verdict", "started_at", "finished_at"]
    readonly_fields = ["rules", "players", "result", "verdict"]
    change_form_template = "admin/games/match.html"
    staff_actions = (
        StaffAction(
            "void",
            _("Declare the match void"),
            _("Its rating changes are taken back, all four together. The players are told, with the reason."),
            "games.void_match",
            lambda by, row, given: staff.void(by, row.pk, given["reason"]),
            fits=_may_be_void,
        ),
        StaffAction(
            "restore",
            _("Let the match count again"),
            _("Its rating changes come into force again. The players are told, with the reason."),
            "games.void_match",
            lambda by, row, given: staff.restore(by, row.pk, given["reason"]),
            fits=_is_void,
        ),
    )

    def get_urls(self) -> list[Any]:
        """The replay check of one match, and the hints of unfair play."""
        return [
            path("<int:number>/replay/", self.admin_site.admin_view(self.replay), name="games_matchrow_replay"),
            path("hints/", self.admin_site.admin_view(self.hints), name="games_matchrow_hints"),
            *super().get_urls(),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[MatchRow]:
        """With their players."""
        players = Prefetch("players", PlayerRow.objects.select_related("user"))
        return super().get_queryset(request).prefetch_related(players)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """By number, or by a player."""
        text, number = search_term.strip(), number_in(search_term)
        if not text:
            return queryset, False
        if number is not None:
            return queryset.filter(pk=number), False
        people = list(people_named(text).values_list("pk", flat=True)[:50])
        return queryset.filter(pk__in=PlayerRow.objects.filter(user__in=people).values("match")), False

    @admin.display(description=_("rules"))
    def rules(self, row: MatchRow) -> str:
        """The rule set, and what differs from it."""
        return wording.rules(game_for(row.rule_set))

    @admin.display(description=_("players"))
    def players(self, row: MatchRow) -> str:
        """Both pairs."""
        north, east, south, west = match_list.names_of(row.players.all())
        return f"{wording.pair(north, south)} – {wording.pair(east, west)}"

    @admin.display(description=_("result"))
    def result(self, row: MatchRow) -> str:
        """Points of both sides, or that it is being played."""
        if row.finished_at is None:
            return gettext("being played")
        return f"{wording.number(row.ns)} : {wording.number(row.ew)}"

    @admin.display(description=_("rating"))
    def verdict(self, row: MatchRow) -> str:
        """What the match did to ratings."""
        verdict = store.verdict_of(row.pk)
        if verdict is None:
            return "–"
        if verdict.is_void:
            return gettext("void")
        changes = (f"{wording.seat(one.seat)} {wording.points(one.change)}" for one in verdict.changes)
        return wording.listed(changes) or gettext("does not count")

    def told_of(self, request: HttpRequest, row: MatchRow) -> Mapping[str, Any]:  # type: ignore[override]
        """The log as text."""
        game = game_for(row.rule_set, row.options)
        log = LogRow.objects.filter(match=row).order_by("-number")[: desk.LINES_SHOWN]
        names = dict(zip("NESW", match_list.names_of(row.players.all()), strict=True))
        return {"log": desk.log_lines(game, reversed(log), names), "is_over": row.finished_at is not None}

    def replay(self, request: HttpRequest, number: int) -> HttpResponse:
        """Whether what is stored is what the log says. A difference is told of past matches only: it may name cards."""
        row = self.get_object(request, str(number))
        if row is None or not self.has_view_permission(request, row):
            raise PermissionDenied
        found = _differences(next(iter(replays.matches(row.pk))))
        if row.finished_at is None and found:
            found = [gettext("The stored match differs from its log. Details are shown when the match is over.")]
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Replay check of match %(number)s") % {"number": row.pk},
            "differences": found,
            "row": row,
            "opts": self.opts,
            "page": self.page_of(row),
        }
        return TemplateResponse(request, "admin/games/replay.html", context)

    def hints(self, request: HttpRequest) -> HttpResponse:
        """Pairs, leavers and risers that somebody should look at."""
        if not request.user.has_perm("games.see_hints"):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Hints of unfair play"),
            "hints": hints.hints(),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/games/hints.html", context)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """With the way to the hints, for those who may see them."""
        may = request.user.has_perm("games.see_hints")
        link = reverse(f"{self.admin_site.name}:games_matchrow_hints") if may else ""
        return super().changelist_view(request, {"hints_link": link, **(extra_context or {})})


def _differences(row: MatchRow) -> list[str]:
    try:
        return replays.differences(row)
    except replays.OtherRules as other:
        return [gettext("It was played under version %(version)s of the rules.") % {"version": other}]
