"""No page, export or error mail for staff shows a hidden card of a match that is being played (must-show 4)."""

from __future__ import annotations

import io
import json
import logging
import re
import sys

import pytest
from django.core import mail
from django.core.management import call_command
from django.http import HttpRequest
from django.test import RequestFactory, override_settings
from django.urls import reverse
from django.utils.log import AdminEmailHandler
from django.views.debug import ExceptionReporter

from games import store
from games.engine.cards import Card, cards_in
from games.models import LogRow, RoundRow, TableRow
from games.screens import wording
from games.services.staff import tables as staff
from tests.admin.conftest import member
from tests.services import room

pytestmark = pytest.mark.django_db


@pytest.fixture
def live() -> int:
    """A rated match of four people in its second trick."""
    four = room.people("Sara", "Omar", "Lina", "Nour")
    table = room.playing(*four, rated=True, turn_seconds=30)
    while LogRow.objects.filter(match__table=table, code__startswith="play:").count() < 6:
        room.step(table)
    return table


def hidden(table_id: int) -> list[Card]:
    match = store.read(table_id).match
    assert match is not None and match.round is not None
    return [card for hand in match.round.hands for card in cards_in(hand)]


def shows_none(text: str, table_id: int) -> None:
    """Fails when the text names a card that somebody still holds, or a deal or a seed."""
    cards = hidden(table_id)
    assert len(cards) == 46
    named = [card for card in cards if wording.card(card) in text or re.search(rf"\b{card}\b", text)]
    assert named == []
    for row in RoundRow.objects.filter(match__table=table_id):
        assert row.seed not in text and row.deal not in text and row.deal.split(" ")[0] not in text


@pytest.mark.parametrize("role", ["moderator", "table manager", "administrator", "superuser"])
def test_no_page_shows_a_card_that_is_held(live, log_in, role) -> None:
    client = log_in(role)
    match = TableRow.objects.get(pk=live).match_id
    staff.extend_clock(member("player"), live, 60, "the phone rang")
    pages = [
        reverse("table", args=[live]),
        reverse("admin:index"),
        reverse("admin:games_tablerow_changelist"),
        reverse("admin:games_tablerow_change", args=[live]),
        reverse("admin:games_tablerow_history", args=[live]),
        reverse("admin:games_tablerow_do", args=[live, "close"]),
        reverse("admin:games_matchrow_changelist"),
        reverse("admin:games_matchrow_change", args=[match]),
        reverse("admin:games_matchrow_replay", args=[match]),
        reverse("admin:accounts_auditentry_changelist"),
    ]
    for page in pages:
        response = client.get(page)
        if response.status_code == 200:
            shows_none(response.content.decode(), live)
    shown = client.get(pages[3]).content.decode()
    played = [row.code.partition(":")[2].partition("+")[0] for row in LogRow.objects.filter(code__startswith="play:")]
    assert all(wording.card(Card.parse(code)) in shown for code in played)


def test_exports_wait_for_the_end(live, log_in) -> None:
    client = log_in("superuser")
    match = TableRow.objects.get(pk=live).match_id
    for name in ("match", "match-record", "match-pbn"):
        assert client.get(reverse(name, args=[match])).status_code == 404
    output = io.StringIO()
    staff.close_table(member("player"), live, "done")
    call_command("audit", stdout=output)
    told = [json.loads(line) for line in output.getvalue().splitlines()]
    assert told[-1]["action"] == "table.close" and told[-1]["reason"] == "done"
    assert told[-1]["before"]["state"] == "playing" and told[-1]["after"]["state"] == "closed"


def failing(table_id: int) -> None:
    """An error with a whole match among its variables."""
    snapshot = store.read(table_id)
    row = RoundRow.objects.get(match__table=table_id)
    deal = row.deal
    raise RuntimeError(f"trouble at table {snapshot.table_id}: {len(deal)}")


@override_settings(DEBUG=False, ADMINS=[("Staff", "staff@example.org")])
def test_error_mails_hold_no_variables(live) -> None:
    request: HttpRequest = RequestFactory().post("/tables/1/", {"action": "play:SA", "password": "geheim"})
    try:
        failing(live)
    except RuntimeError:
        report = ExceptionReporter(request, *sys.exc_info(), is_email=True)
        record = logging.LogRecord("django.request", logging.ERROR, "", 1, "trouble", (), sys.exc_info())
    record.request = request  # type: ignore[attr-defined]
    AdminEmailHandler(include_html=True).emit(record)
    [message] = mail.outbox
    texts = [report.get_traceback_text(), report.get_traceback_html(), str(message.body)]
    texts += [str(content) for content, _type in message.alternatives]
    for text in texts:
        assert "trouble" in text
        assert "geheim" not in text and "play:SA" not in text
        shows_none(text, live)
