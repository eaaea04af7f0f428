"""Who may do what: every role, every model, every way of looking and changing, on live and past tables, over HTTP.

What is allowed works, is audited, and breaks no invariant; what is not answers 403 to staff and the log-in to others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import conduct
from accounts.models import AuditEntry, BannedWord, Notice, User
from games import store
from games.models import AnnouncementRow, MatchRow, ReportRow, SiteRow, TableRow, TableState
from games.services import invariants, seats
from games.services.staff import reports
from tests.admin.conftest import ROLES
from tests.services import room

pytestmark = pytest.mark.django_db

STAFF = (*ROLES, "superuser")
OTHERS = ("player", "guest", "nobody")
LATER = timezone.now() + timezone.timedelta(days=2)
DAY, TIME = LATER.strftime("%Y-%m-%d"), "10:00:00"

# model → way → the roles that may; a superuser may all of them
MAY: dict[str, dict[str, str]] = {
    "accounts.user": {
        "view": "moderator, table manager, administrator",
        "add": "administrator",
        "change": "administrator",
        "warn": "moderator, administrator",
        "mute": "moderator, administrator",
        "suspend": "moderator, administrator",
        "reset-name": "moderator, administrator",
        "sign-out": "administrator",
        "merge": "administrator",
        "close": "administrator",
    },
    "accounts.notice": {
        "view": "moderator, administrator",
        "lift": "moderator, administrator",
        "turn-down": "moderator, administrator",
    },
    "accounts.bannedword": {
        "view": "moderator, administrator",
        "add": "moderator, administrator",
        "change": "moderator, administrator",
        "remove": "moderator, administrator",
    },
    "accounts.auditentry": {"view": "administrator"},
    "games.tablerow": {
        "view": "moderator, table manager, administrator",
        **dict.fromkeys(
            ("wake", "bot", "remove", "give-back", "time", "host", "title", "close"), "table manager, administrator"
        ),
    },
    "games.matchrow": {
        "view": "moderator, table manager, administrator",
        "void": "table manager, administrator",
        "restore": "table manager, administrator",
    },
    "games.reportrow": {
        "view": "moderator, administrator",
        "decide": "moderator, administrator",
        "undo": "moderator, administrator",
    },
    "games.announcementrow": {"view": "administrator", "add": "administrator", "change": "administrator"},
    "games.siterow": {"view": "administrator", "change": "administrator"},
}
WAYS = ("view", "add", "change", "delete")


class Done(NamedTuple):
    """A change over HTTP: of which row, with what posted, and whether the row lets it be done."""

    row: Any
    data: dict[str, Any]
    works: bool = True


def is_allowed(role: str, model: str, way: str) -> bool:
    if way not in MAY[model]:
        return False
    return role == "superuser" or role in MAY[model][way].split(", ")


@pytest.fixture
def rows(db) -> dict[str, Any]:
    """People, tables in every state, a match of each kind, and what staff have said."""
    boss = User.objects.create(username="Boss", is_staff=True, is_superuser=True)
    sara, omar, lina, nour, adam, hana, rami, dina = room.people(
        "Sara", "Omar", "Lina", "Nour", "Adam", "Hana", "Rami", "Dina"
    )
    guest = User.objects.create(username="Guest-4711", is_guest=True)
    rated = room.playing(sara, omar, lina, nour, rated=True, turn_seconds=30)
    room.act(rated)
    opened = room.table_of(adam, hana)
    away = room.playing(rami, dina)
    seats.leave(away, dina.pk)
    over = _finished_match()
    void = _finished_match()
    from games.services.staff import matches

    matches.void(boss, void.pk, "test")
    notice = conduct.mute(boss, omar, "noise", None)
    appealed = conduct.warn(boss, omar, "noise")
    conduct.appeal(omar, appealed.pk, "it was not me")
    open_report = ReportRow.objects.create(reporter=sara, about=omar, table_id=rated, reason="insult")
    decided = ReportRow.objects.create(reporter=sara, about=omar, reason="other")
    reports.decide(boss, decided.pk, "warned", "test")
    SiteRow.objects.get_or_create(pk=1)
    return {
        "rated": rated, "open": opened, "away": away, "over": over, "void": void, "omar": omar, "sara": sara,
        "guest": guest, "notice": notice, "appealed": appealed, "report": open_report, "decided": decided,
        "word": BannedWord.objects.create(word="badword"),
        "news": AnnouncementRow.objects.create(text_en="Hello", text_ar="مرحبا", ends_at=LATER),
        "audit": AuditEntry.objects.first(), "loner": room.people("Zaki")[0],
    }  # fmt: skip


def _finished_match() -> MatchRow:
    """A rated match of four people that is over, conceded after its first card."""
    from games.services import agreements

    number = User.objects.count()
    four = room.people(*(f"Four{number + place}" for place in range(4)))
    table = room.playing(*four, rated=True, turn_seconds=30)
    while not _has_card(table):
        room.step(table)
    south, north = four[0], four[1]
    agreements.concede(table, south.pk)
    agreements.concede(table, north.pk)
    return MatchRow.objects.get(pk=TableRow.objects.get(pk=table).match_id)


def _has_card(table_id: int) -> bool:
    match = store.read(table_id).match
    return bool(match and match.round and match.round.trick and match.round.trick.cards)


def changes(rows: dict[str, Any]) -> dict[str, dict[str, list[Done]]]:
    """What is posted for each way, on live and past rows."""
    why = {"reason": "the matrix"}
    over_table = rows["over"].table_id
    person = {
        "username": "Omar", "is_active": "on", "language": "ar", "digits": "latin", "theme": "system", "deck": "four",
        "motion": "system", "time_zone": "", **why,
    }  # fmt: skip
    news = {
        "text_en": "Bye", "text_ar": "وداعا", "begins_at_0": "2026-01-01", "begins_at_1": TIME, "ends_at_0": DAY,
        "ends_at_1": TIME, "maintenance_at_0": "", "maintenance_at_1": "", **why,
    }  # fmt: skip
    password = {"usable_password": "true", "password1": "a pot of mint tea", "password2": "a pot of mint tea"}
    until = {"until": "day", **why}
    omar, loner = rows["omar"].pk, rows["loner"].pk
    return {
        "accounts.user": {
            "add": [Done(None, {"username": "Noor", **password, **why})],
            "change": [Done(omar, person)],
            "warn": [Done(omar, why)],
            "mute": [Done(omar, until)],
            "suspend": [Done(omar, until), Done(rows["sara"].pk, {**why, "until": "none"}), Done(loner, until)],
            "reset-name": [Done(omar, why)],
            "sign-out": [Done(omar, why)],
            "merge": [
                Done(rows["guest"].pk, {"account": "Omar", **why}),
                Done(omar, {"account": "Sara", **why}, works=False),
            ],
            "close": [Done(loner, why), Done(omar, why, works=False)],
        },
        "accounts.notice": {
            "lift": [Done(rows["notice"].pk, why), Done(rows["appealed"].pk, why)],
            "turn-down": [Done(rows["appealed"].pk, why), Done(rows["notice"].pk, why, works=False)],
        },
        "accounts.bannedword": {
            "add": [Done(None, {"word": "otherword", "inside": "on", **why})],
            "change": [Done(rows["word"].pk, {"word": "thirdword", **why})],
            "remove": [Done(rows["word"].pk, why)],
        },
        "accounts.auditentry": {},
        "games.tablerow": {
            "wake": [Done(rows["rated"], why), Done(rows["away"], why), Done(over_table, why, works=False)],
            "bot": [
                Done(rows["open"], {"seat": "E", **why}),
                Done(rows["rated"], {"seat": "N", **why}),
                Done(rows["open"], {"seat": "S", **why}, works=False),
                Done(over_table, {"seat": "N", **why}, works=False),
            ],
            "remove": [
                Done(rows["open"], {"seat": "S", **why}),
                Done(rows["rated"], {"seat": "N", **why}),
                Done(rows["away"], {"seat": "N", **why}),
                Done(over_table, {"seat": "N", **why}, works=False),
            ],
            "give-back": [Done(rows["away"], {"seat": "N", **why}), Done(rows["rated"], {"seat": "N"}, works=False)],
            "time": [
                Done(rows["rated"], {"seconds": "60", **why}),
                Done(rows["away"], {"seconds": "60", **why}, works=False),
                Done(over_table, {"seconds": "60", **why}, works=False),
            ],
            "host": [Done(rows["open"], {"seat": "N", **why}), Done(rows["rated"], {"seat": "W", **why})],
            "title": [
                Done(rows["open"], {"title": "Friends", **why}),
                Done(rows["rated"], {"title": "", **why}),
                Done(over_table, {"title": "Cup", **why}),
                Done(rows["open"], {"title": "b.a.d-w0rd", **why}, works=False),
            ],
            "close": [Done(rows["open"], why), Done(rows["rated"], why), Done(over_table, why)],
        },
        "games.matchrow": {
            "void": [Done(rows["over"].pk, why), Done(rows["void"].pk, why, works=False)],
            "restore": [Done(rows["void"].pk, why), Done(rows["over"].pk, why, works=False)],
        },
        "games.reportrow": {
            "decide": [
                *(
                    Done(rows["report"].pk, {"decision": decision, **until})
                    for decision in ("nothing", "warned", "muted", "suspended", "renamed")
                ),
                Done(rows["decided"].pk, {"decision": "nothing", **until}, works=False),
            ],
            "undo": [Done(rows["decided"].pk, why), Done(rows["report"].pk, why, works=False)],
        },
        "games.announcementrow": {"add": [Done(None, news)], "change": [Done(rows["news"].pk, news)]},
        "games.siterow": {"change": [Done(1, {"rated_stopped": "on", **why})]},
    }


def some_row(rows: dict[str, Any], model: str) -> int:
    return {
        "accounts.user": rows["omar"].pk,
        "accounts.notice": rows["notice"].pk,
        "accounts.bannedword": rows["word"].pk,
        "accounts.auditentry": rows["audit"].pk,
        "games.tablerow": rows["rated"],
        "games.matchrow": rows["over"].pk,
        "games.reportrow": rows["report"].pk,
        "games.announcementrow": rows["news"].pk,
        "games.siterow": 1,
    }[model]


def address(model: str, way: str, row: Any) -> str:
    name = "admin:" + model.replace(".", "_")
    if way == "add":
        return reverse(f"{name}_add")
    if way in WAYS:
        return reverse(f"{name}_{'delete' if way == 'delete' else 'change'}", args=[row])
    return reverse(f"{name}_do", args=[row, way])


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside is taken back, so that every cell of the matrix begins alike."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    store.cache.clear()


def is_turned_away(response: Any, role: str) -> bool:
    if role in STAFF:
        return bool(response.status_code == 403)
    return response.status_code == 302 and response.url.startswith(reverse("admin:login"))


def test_the_matrix_names_every_model_and_every_action() -> None:
    registered = {model._meta.label_lower: site for model, site in admin.site._registry.items()}
    assert set(registered) == set(MAY)
    for label, site in registered.items():
        ways = {action.name for action in site.staff_actions}
        assert ways == set(MAY[label]) - set(WAYS), label
        assert not site.actions


@pytest.mark.parametrize("role", [*STAFF, *OTHERS])
def test_looking(rows, log_in, role) -> None:
    client = log_in(role)
    for model in MAY:
        pages = (reverse(f"admin:{model.replace('.', '_')}_changelist"), address(model, "view", some_row(rows, model)))
        for page in pages:
            response = client.get(page, follow=is_allowed(role, model, "view"))
            if is_allowed(role, model, "view"):
                assert response.status_code == 200, page
            else:
                assert is_turned_away(response, role), page


@pytest.mark.parametrize("role", [*STAFF, *OTHERS])
def test_changing(rows, log_in, role) -> None:
    client = log_in(role)
    for model, ways in changes(rows).items():
        for way, dones in ways.items():
            for done in dones:
                with undone():
                    try_it(client, role, model, way, done)


def try_it(client: Client, role: str, model: str, way: str, done: Done) -> None:
    """Post it, and look at the answer, the audit and the invariants."""
    cell = f"{role}: {way} {model} {done.row}"
    audited = AuditEntry.objects.count()
    response = client.post(address(model, way, done.row), done.data)
    written = AuditEntry.objects.count() - audited
    if not is_allowed(role, model, way):
        assert is_turned_away(response, role), cell
        assert not written, cell
    elif done.works:
        assert response.status_code == 302, (cell, _errors(response))
        assert written, cell
        entry = AuditEntry.objects.order_by("-pk").first()
        assert entry.by.username.startswith("z-") and entry.reason == "the matrix", cell
    else:
        assert response.status_code == 200 and _errors(response), cell
        assert not written, cell
    assert list(invariants.findings()) == [], cell


def _errors(response: Any) -> Any:
    form = response.context.get("form") if response.context else None
    form = form or (response.context.get("adminform").form if response.context else None)
    return form.errors if form is not None else None


@pytest.mark.parametrize("role", [*STAFF, *OTHERS])
def test_nobody_deletes_anything_or_changes_rows_by_hand(rows, log_in, role) -> None:
    client = log_in(role)
    for model in MAY:
        row = some_row(rows, model)
        assert is_turned_away(client.post(address(model, "delete", row), {"post": "yes"}), role), model
        for way in ("add", "change"):
            if way not in MAY[model]:
                response = client.post(address(model, way, row), {"state": "closed", "reason": "x"})
                assert is_turned_away(response, role), (model, way)


@pytest.mark.parametrize("role", ROLES)
def test_staff_do_nothing_to_staff(log_in, role) -> None:
    client = log_in(role)
    boss = User.objects.create(username="Boss", is_staff=True)
    for action in ("warn", "mute", "suspend", "reset-name", "sign-out", "close"):
        response = client.post(address("accounts.user", action, boss.pk), {"reason": "x", "until": "day"})
        assert response.status_code == 403, action
    assert not Notice.objects.exists()


def test_a_removed_permission_counts_at_once(rows, log_in) -> None:
    client = log_in("moderator")
    Group.objects.get(name="moderator").permissions.clear()
    assert client.get(reverse("admin:accounts_user_changelist")).status_code == 403


def test_states_are_covered(rows) -> None:
    states = set(TableRow.objects.values_list("state", flat=True))
    assert states >= {TableState.OPEN, TableState.PLAYING, TableState.FINISHED}
