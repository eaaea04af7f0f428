"""House-keeping removes what nobody needs, keeps everything else, and is done once a day by whoever is first."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.models import ReportRow, SiteRow, TableRow, TalkRow
from games.services import house_keeping, presence, tables
from tests.factories import UserFactory

LONG_AGO = timezone.now() - timedelta(days=40)


def guest(name: str, last_login=LONG_AGO) -> User:
    return User.objects.create(username=name, is_guest=True, last_login=last_login)


def closed(host: User) -> TableRow:
    """A table closed before a match began, long ago."""
    table = tables.open_table(host, "tarneeb/classic", {})
    table.seats.update(live=False)
    TableRow.objects.filter(pk=table.pk).update(state="closed", changed_at=LONG_AGO, due_at=None)
    return table


def test_old_guests_go_unless_they_have_played(played) -> None:
    old, fresh, player = guest("Guest-1"), guest("Guest-2", timezone.now()), played.past_table.host
    account = UserFactory(last_login=LONG_AGO)
    User.objects.filter(pk=player.pk).update(is_guest=True, last_login=LONG_AGO)
    assert house_keeping.keep()["guests"] == 1
    left = set(User.objects.values_list("pk", flat=True))
    assert old.pk not in left
    assert {fresh.pk, player.pk, account.pk} <= left


def test_guest_goes_with_the_table_that_they_closed(db) -> None:
    host = guest("Guest-1")
    table = closed(host)
    gone = house_keeping.keep()
    assert (gone["tables"], gone["guests"]) == (1, 1)
    assert not TableRow.objects.filter(pk=table.pk).exists()
    assert not User.objects.filter(pk=host.pk).exists()


def test_tables_with_a_match_or_a_report_stay(played) -> None:
    host, other = UserFactory(), UserFactory()
    reported = closed(host)
    ReportRow.objects.create(reporter=other, about=host, table=reported, reason="insult")
    TableRow.objects.filter(pk=played.past_table.pk).update(state="closed", changed_at=LONG_AGO)
    assert house_keeping.keep()["tables"] == 0
    assert TableRow.objects.count() == 3


def test_old_talk_goes_unless_reported_or_at_a_live_table(played) -> None:
    TalkRow.objects.all().delete()
    for table in (played.live_table, played.past_table):
        TalkRow.objects.create(table=table, kind="phrase", body="hello", at=LONG_AGO)
    TalkRow.objects.create(table=played.past_table, kind="phrase", body="sorry")
    ReportRow.objects.create(
        reporter=played.live_table.host, about=played.past_table.host, table=played.past_table, reason="insult"
    )
    assert house_keeping.keep()["talk"] == 0
    ReportRow.objects.all().delete()
    assert house_keeping.keep()["talk"] == 1
    assert set(TalkRow.objects.values_list("body", flat=True)) == {"hello", "sorry"}


def test_expired_sessions_go(db) -> None:
    Session.objects.create(session_key="old", expire_date=LONG_AGO)
    Session.objects.create(session_key="new", expire_date=timezone.now() + timedelta(days=1))
    house_keeping.keep()
    assert [session.pk for session in Session.objects.all()] == ["new"]


def test_addresses_never_confirmed_go(db) -> None:
    away, here = UserFactory(last_login=LONG_AGO, email="a@example.org"), UserFactory(last_login=timezone.now())
    EmailAddress.objects.create(user=away, email="a@example.org", verified=False)
    EmailAddress.objects.create(user=away, email="b@example.org", verified=True)
    EmailAddress.objects.create(user=here, email="c@example.org", verified=False)
    assert house_keeping.keep()["addresses"] == 1
    assert set(EmailAddress.objects.values_list("email", flat=True)) == {"b@example.org", "c@example.org"}
    away.refresh_from_db()
    assert away.email == ""


def test_what_something_else_needs_stays_without_stopping_the_rest(db) -> None:
    """A guest whom a report is about is protected; the others of the same batch go."""
    about = guest("Guest-1")
    for number in range(3):
        guest(f"Guest-2{number}")
    ReportRow.objects.create(reporter=UserFactory(), about=about, reason="name")
    assert house_keeping.keep()["guests"] == 3
    assert User.objects.filter(pk=about.pk).exists()


@pytest.mark.django_db
def test_once_a_day() -> None:
    presence.beat()
    assert house_keeping.keep_if_due()
    assert not house_keeping.keep_if_due()
    SiteRow.objects.update(kept_at=timezone.now() - timedelta(days=1, minutes=1))
    assert house_keeping.keep_if_due()


def test_command_says_what_went(db, capsys) -> None:
    guest("Guest-1")
    call_command("house_keeping")
    assert "1 guests" in capsys.readouterr().out
