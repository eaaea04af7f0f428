"""Tables in the staff admin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.filters import ChoiceFilter, number_in, people_named
from games import store
from games.engine.registry import RULE_SETS, game_for
from games.engine.seats import Seat
from games.forms import BOT_LEVELS
from games.models import LogRow, SeatRow, TableRow, TableState
from games.screens import desk, talk, wording
from games.services import admission, figures, watching
from games.services.staff import overview
from games.services.staff import tables as staff

from .base import GamesAdmin, ReasonForm, StaffAction

PERMISSION = "games.manage_table"


class SeatForm(ReasonForm):
    """Which seat, by the name of whoever has it."""

    seat = forms.ChoiceField(label=_("Seat"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sitters = store.sitters_at(self.target.pk)
        self.fields["seat"].choices = [(one.seat.name, _named(one)) for one in sitters if self.offers(one)]  # type: ignore[attr-defined]

    def offers(self, sitter: store.Sitter) -> bool:
        """Whether the action can be about this seat."""
        return sitter.kind == "person"

    def clean_seat(self) -> Seat:
        """The seat as the engine knows it."""
        return Seat[self.cleaned_data["seat"]]


class BotForm(SeatForm):
    """A free seat before the match, a person's in it."""

    def offers(self, sitter: store.Sitter) -> bool:
        """Whether a bot can play there."""
        if self.target.state == TableState.OPEN:
            return sitter.kind == "empty"
        return sitter.kind == "person" and not sitter.stands_in


class BackForm(SeatForm):
    """A seat that a bot plays for somebody."""

    def offers(self, sitter: store.Sitter) -> bool:
        """Whether it is somebody's to have back."""
        return sitter.kind == "person" and (sitter.stands_in or sitter.has_left or sitter.removed)


class TimeForm(ReasonForm):
    """How much time."""

    seconds = forms.IntegerField(label=_("Seconds"), min_value=10, max_value=900, initial=120)


class TitleForm(ReasonForm):
    """A title, or none."""

    title = forms.CharField(label=_("Title"), max_length=40, required=False, help_text=_("Empty: the table has none."))


def _named(sitter: store.Sitter) -> str:
    return f"{wording.seat(sitter.seat)}: {wording.player(sitter) or '–'}"


def _is(*states: str) -> Any:
    return lambda table: table.state in states


ACTIONS = (
    StaffAction(
        "wake",
        _("Set the table going"),
        _(
            "For a table that stands still. Bots take the seats of suspended people, then all is done that waits for "
            "nobody: bots' moves and the next deal, until a person who is here has to act."
        ),
        PERMISSION,
        lambda by, table, given: staff.wake(by, table.pk, given["reason"]),
        fits=_is(TableState.OPEN, TableState.PLAYING),
    ),
    StaffAction(
        "bot",
        _("Seat a bot"),
        _("On a free seat; or, in a match, for a person until that person acts again."),
        PERMISSION,
        lambda by, table, given: staff.seat_bot(by, table.pk, given["seat"], given["reason"]),
        BotForm,
        _is(TableState.OPEN, TableState.PLAYING),
    ),
    StaffAction(
        "remove",
        _("Remove somebody"),
        _("Before the match the seat is free again. In a match a bot plays on, and only staff give the seat back."),
        PERMISSION,
        lambda by, table, given: staff.remove_person(by, table.pk, given["seat"], given["reason"]),
        SeatForm,
        _is(TableState.OPEN, TableState.PLAYING),
    ),
    StaffAction(
        "give-back",
        _("Give a seat back"),
        _("The person plays again instead of the bot."),
        PERMISSION,
        lambda by, table, given: staff.give_back(by, table.pk, given["seat"], given["reason"]),
        BackForm,
        _is(TableState.PLAYING),
    ),
    StaffAction(
        "time",
        _("Give more time"),
        _("To the person whose turn it is."),
        PERMISSION,
        lambda by, table, given: staff.extend_clock(by, table.pk, given["seconds"], given["reason"]),
        TimeForm,
        lambda table: table.state == TableState.PLAYING and table.turn_seconds is not None,
    ),
    StaffAction(
        "host",
        _("Hand on the host's role"),
        _("To somebody who sits here."),
        PERMISSION,
        lambda by, table, given: staff.pass_host(by, table.pk, given["seat"], given["reason"]),
        SeatForm,
        _is(TableState.OPEN, TableState.PLAYING, TableState.FINISHED),
    ),
    StaffAction(
        "title",
        _("Rename the table"),
        _("The title stands in the list of tables and above the table itself."),
        PERMISSION,
        lambda by, table, given: staff.rename(by, table.pk, given["title"], given["reason"]),
        TitleForm,
    ),
    StaffAction(
        "close",
        _("Close the table"),
        _("A match that is being played ends without a winner. The people there read the reason."),
        PERMISSION,
        lambda by, table, given: staff.close_table(by, table.pk, given["reason"]),
        fits=lambda table: table.state != TableState.CLOSED,
    ),
)


class StateFilter(ChoiceFilter):
    """By state."""

    title = _("state")
    parameter_name = "state"
    choices_of = {state.value: (state.label, Q(state=state.value)) for state in TableState}


class RulesFilter(ChoiceFilter):
    """By rule set; the choices come from the rules, not from the rows."""

    title = _("rule set")
    parameter_name = "rules"

    def conditions(self) -> dict[str, tuple[Any, Q]]:
        """In the active language."""
        games = {slug: game_for(slug) for slug in RULE_SETS}
        return {slug: (wording.rules(game), Q(rule_set=slug)) for slug, game in games.items()}


class RatedFilter(ChoiceFilter):
    """Rated or casual; “in” because SQLite looks up no bare yes or no in an index."""

    title = _("rated")
    parameter_name = "rated"
    choices_of = {"yes": (_("rated"), Q(rated__in=[True])), "no": (_("casual"), Q(rated__in=[False]))}


class OverdueFilter(ChoiceFilter):
    """Tables on which nobody has acted in time."""

    title = _("overdue")
    parameter_name = "overdue"

    def conditions(self) -> dict[str, tuple[Any, Q]]:
        """As of now."""
        return {"yes": (_("overdue"), Q(pk__in=figures.overdue().values("pk")))}


@admin.register(TableRow)
class TableAdmin(GamesAdmin):
    """Found by state, rules, host; put right by actions."""

    list_display = ["id", "title", "state", "rule_set", "rated", "host", "created_at", "changed_at", "due_at"]
    list_display_links = ["id", "title"]
    list_select_related = ["host"]
    list_filter = [StateFilter, OverdueFilter, RatedFilter, RulesFilter]
    ordering = ["-id"]
    search_fields = ["id"]
    search_help_text = _(
        "The number of a table, or the beginning of the name of its host or of somebody who sits there"
    )
    fields = [
        "state", "title", "host", "rules", "rated", "turn_seconds", "level", "may_join", "may_watch", "created_at",
        "changed_at", "turn_at", "due_at", "match",
    ]  # fmt: skip
    readonly_fields = ["rules", "level"]
    change_form_template = "admin/games/table.html"
    staff_actions = ACTIONS

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        """By number, or by a person."""
        text, number = search_term.strip(), number_in(search_term)
        if not text:
            return queryset, False
        if number is not None:
            return queryset.filter(pk=number), False
        people = list(people_named(text).values_list("pk", flat=True)[:50])
        seats = SeatRow.objects.filter(user__in=people).values("table")
        hosted = TableRow.objects.filter(host__in=people).values("pk")
        return queryset.filter(Q(pk__in=seats) | Q(pk__in=hosted)), False

    @admin.display(description=_("rules"))
    def rules(self, table: TableRow) -> str:
        """The rule set, and what differs from it."""
        game = game_for(table.rule_set, table.options)
        return "; ".join((wording.rules(game), *wording.terms(game)))

    @admin.display(description=_("level of bots"))
    def level(self, table: TableRow) -> str:
        """In words."""
        return str(BOT_LEVELS.get(table.bot_level, table.bot_level))

    def told_of(self, request: HttpRequest, row: TableRow) -> Mapping[str, Any]:  # type: ignore[override]
        """Seats, clocks, what is wrong, the talk, and the log as text."""
        snapshot = store.read(row.pk)
        log = LogRow.objects.filter(match=row.match_id).order_by("-number")[: desk.LINES_SHOWN]
        said = (talk.TalkLine.of(line) for line in watching.talk_lines(row.pk))
        return {
            "seats": desk.seat_lines(snapshot),
            "clock_ends": desk.clock_ends(snapshot),
            "faults": [wording.gettext(why) for why in overview.why_stuck(row.pk)],
            "said": [(line.name, talk.spoken(line).text) for line in said],
            "log": desk.log_lines(snapshot.game, reversed(log), desk.names_at(snapshot)) if row.match_id else (),
            "may_look": admission.may_see(snapshot, request.user.pk, ()),
        }
