"""What staff do to people, as those people see it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import conduct, sessions
from accounts.models import AuditEntry, BannedWord, Notice, User
from accounts.people import check_new_name
from accounts.words import BadWord
from games import store
from games.engine.seats import Seat
from games.models import PlayerRow, TableState
from games.services import invariants, seats, tables, talk
from games.services.errors import Refused
from games.services.staff import people as staff
from tests.admin.conftest import member
from tests.factories import PASSWORD, UserFactory
from tests.services import room

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    return member("superuser")


@pytest.fixture
def sara() -> User:
    return UserFactory(username="Sara")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_suspended_see_why_and_how_to_appeal_and_nothing_else(boss, sara) -> None:
    client = browser(sara)
    until = timezone.now() + timezone.timedelta(days=3)
    notice = staff.suspend(boss, sara, "two accounts", until)
    for page in ("/", reverse("new-table"), reverse("matches"), reverse("account_settings")):
        response = client.get(page)
        assert response.status_code == 403 and b"two accounts" in response.content, page
    assert client.post(reverse("play-now", args=["tarneeb"])).status_code == 403
    page = reverse("account_notice", args=[notice.pk])
    assert b"two accounts" in client.get(page).content
    assert client.post(page, {"appeal": "my brother plays here too"}).status_code == 302
    notice.refresh_from_db()
    assert notice.appeal == "my brother plays here too" and not notice.may_appeal
    conduct.lift(boss, notice, "so it is")
    assert client.get("/").status_code == 200
    assert not User.objects.get(pk=sara.pk).is_suspended


def test_a_suspension_ends_by_itself(boss, sara, time_machine) -> None:
    staff.suspend(boss, sara, "noise", timezone.now() + timezone.timedelta(hours=1))
    time_machine.move_to(timezone.now() + timezone.timedelta(hours=2))
    assert browser(sara).get("/").status_code == 200


def test_the_suspended_lose_their_seat_to_a_bot_and_cannot_act(boss) -> None:
    sara, omar = room.people("Sara", "Omar")
    table = room.playing(sara, omar)
    client = browser(sara)
    key, proof = client.session.session_key, sara.session_proof
    sessions.check((key, sara.pk, proof))
    staff.suspend(boss, sara, "noise", None)
    with pytest.raises(sessions.SignedOut):
        sessions.check((key, sara.pk, proof))
    assert sessions.ended([(key, sara.pk, proof)]) == {(key, sara.pk, proof)}
    assert store.read(table).sitter(Seat.S).stands_in
    assert any("staff-removed" in event for event in room.events(table))
    sara.refresh_from_db()
    with pytest.raises(Refused, match="suspended"):
        tables.open_table(sara, "tarneeb/classic", {})
    with pytest.raises(Refused, match="Staff have given"):
        seats.come_back(table, sara)
    assert list(invariants.findings()) == []


def test_the_muted_cannot_talk_until_it_is_lifted(boss) -> None:
    sara, omar = room.people("Sara", "Omar")
    table = room.table_of(sara, omar)
    notice = conduct.mute(boss, sara, "noise", None)
    with pytest.raises(Refused, match="may not talk"):
        talk.say(table, sara, "text", "hello")
    conduct.lift(boss, notice, "enough")
    talk.say(table, sara, "text", "hello")


def test_a_warning_is_shown_until_it_is_read(boss, sara) -> None:
    client = browser(sara)
    notice = conduct.warn(boss, sara, "be <kind>")
    assert b"be &lt;kind&gt;" in client.get("/").content
    client.post(reverse("account_notice", args=[notice.pk]), {"read": "1"})
    assert b"be &lt;kind&gt;" not in client.get("/").content
    assert browser(UserFactory()).get(reverse("account_notice", args=[notice.pk])).status_code == 404


def test_a_reset_name_is_told_and_logs_in(boss, sara) -> None:
    conduct.reset_name(boss, sara, "rude")
    sara.refresh_from_db()
    assert sara.username.startswith("Player-")
    assert sara.username.encode() in browser(sara).get("/").content
    client = Client()
    client.post(reverse("account_login"), {"login": sara.username, "password": PASSWORD})
    assert client.session.get("_auth_user_id") == str(sara.pk)


def test_sign_out_everywhere_ends_every_session(boss, sara) -> None:
    one, other = browser(sara), browser(sara)
    key, proof = one.session.session_key, sara.session_proof
    conduct.sign_out_everywhere(boss, sara, "lost phone")
    for client in (one, other):
        assert not client.get("/").wsgi_request.user.is_authenticated
    with pytest.raises(sessions.SignedOut):
        sessions.check((key, sara.pk, proof))
    sara.refresh_from_db()
    again = browser(sara)
    assert again.get("/").wsgi_request.user == sara
    sessions.check((again.session.session_key, sara.pk, sara.session_proof))


def test_a_merged_guest_brings_its_matches(boss, sara) -> None:
    guest = User.objects.create(username="Guest-1234", is_guest=True)
    table = room.playing(guest)
    with pytest.raises(Refused, match="sits at a table"):
        staff.merge(boss, guest, sara, "the same person")
    tables_closed(table, boss)
    staff.merge(boss, guest, sara, "the same person")
    assert PlayerRow.objects.filter(user=sara).count() == 1
    guest.refresh_from_db()
    assert guest.merged_into == sara and guest.closed_at and not guest.is_active
    assert list(invariants.findings()) == []


def tables_closed(table: int, boss: User) -> None:
    from games.services.staff import tables as staff_tables

    staff_tables.close_table(boss, table, "the end")
    assert store.read(table).state == TableState.CLOSED


def test_banned_words_are_found_in_any_spelling() -> None:
    BannedWord.objects.create(word="Teufel")
    BannedWord.objects.create(word="ass", inside=False)
    for name in ("teufel99", "T.E.U.F.E.L", "dieTEUFELei", "ass"):
        with pytest.raises(BadWord):
            check_new_name(name)
    assert check_new_name("Massimo") == "Massimo"


def test_the_audit_only_grows(boss, sara) -> None:
    conduct.warn(boss, sara, "noise")
    entry = AuditEntry.objects.get()
    for attempt in (entry.save, entry.delete, AuditEntry.objects.all().delete):
        with pytest.raises(TypeError):
            attempt()
    with pytest.raises(TypeError):
        AuditEntry.objects.update(reason="another")
    assert (entry.by, entry.action, entry.reason) == (boss, "user.warning", "noise")
    assert Notice.objects.get().by == boss
