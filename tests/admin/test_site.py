"""Coming in, announcements, switches, and what is told of matches declared void."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry, BannedWord, Rating, User
from games.models import AnnouncementRow, SiteRow, TableRow
from games.services import invariants, tables
from games.services.errors import Refused
from games.services.staff import hints, matches, overview
from games.services.staff import tables as staff_tables
from tests.admin.conftest import member
from tests.admin.test_matrix import _finished_match
from tests.factories import PASSWORD
from tests.services import room

pytestmark = pytest.mark.django_db


def log_in_as(name: str, password: str) -> tuple[Client, object]:
    client = Client()
    to = reverse("admin:index")
    page = client.get(to, follow=True)
    assert page.request["PATH_INFO"] == reverse("account_login")
    return client, client.post(page.request["PATH_INFO"] + f"?next={to}", {"login": name, "password": password})


def test_staff_log_in_by_the_sites_own_page_and_it_is_noted(db) -> None:
    boss = member("administrator")
    _client, refused = log_in_as(boss.username, "wrong")
    assert refused.status_code == 200
    client, response = log_in_as(boss.username, PASSWORD)
    assert response.url == reverse("admin:index") and client.get(response.url).status_code == 200
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True)) == ["log-in.failed", "log-in"]


@override_settings(ACCOUNT_RATE_LIMITS={"login_failed": "3/10m/key"})
def test_attempts_are_limited(db) -> None:
    boss = member("administrator")
    for _attempt in range(3):
        log_in_as(boss.username, "wrong")
    client, response = log_in_as(boss.username, PASSWORD)
    assert response.status_code == 200 and "_auth_user_id" not in client.session


def test_players_are_refused_at_the_door(log_in) -> None:
    client = log_in("player")
    assert client.get(reverse("admin:index"), follow=True).status_code == 403


@override_settings(STAFF_SECOND_FACTOR=True)
def test_a_second_factor_can_be_demanded(db) -> None:
    boss = member("administrator")
    client, _response = log_in_as(boss.username, PASSWORD)
    page = client.get(reverse("admin:index"), follow=True)
    assert page.request["PATH_INFO"] == reverse("account_reauthenticate")
    page = client.post(
        page.request["PATH_INFO"] + "?" + page.request["QUERY_STRING"], {"password": PASSWORD}, follow=True
    )
    assert page.request["PATH_INFO"] == reverse("mfa_activate_totp")
    assert b"<svg" in page.content and b"data:" not in page.content
    secret = page.context["form"].secret
    code = totp.format_hotp_value(totp.hotp_value(secret, next(totp.yield_hotp_counters_from_time())))
    assert client.post(page.request["PATH_INFO"], {"code": code}).status_code == 302
    assert Authenticator.objects.filter(user=boss, type="totp").exists()
    for name in ("mfa_index", "mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_deactivate_totp"):
        assert client.get(reverse(name)).status_code == 200, name
    assert client.get(reverse("admin:index")).status_code == 200
    other, response = log_in_as(boss.username, PASSWORD)
    assert response.url.startswith(reverse("mfa_authenticate"))
    assert other.get(response.url).status_code == 200
    assert other.get(reverse("admin:index")).status_code == 302


def test_announcements_stand_above_pages_in_the_readers_language_for_their_time(client) -> None:
    now = timezone.now()
    hour = timezone.timedelta(hours=1)
    AnnouncementRow.objects.create(text_en="Cup on Friday", text_ar="كأس يوم الجمعة", ends_at=now + hour)
    AnnouncementRow.objects.create(text_en="Over", text_ar="انتهى", begins_at=now - 2 * hour, ends_at=now - hour)
    soon = {"text_en": "Works", "text_ar": "صيانة", "ends_at": now + hour, "maintenance_at": now + hour / 2}
    AnnouncementRow.objects.create(**soon)
    page = client.get("/").content.decode()
    assert "Cup on Friday" in page and "Over" not in page and "data-minutes-left" in page
    client.cookies["django_language"] = "ar"
    assert "كأس يوم الجمعة" in client.get("/").content.decode()
    cache.clear()
    AnnouncementRow.objects.update(begins_at=now - hour, ends_at=now)
    assert "كأس" not in client.get("/").content.decode()


def test_the_switch_stops_new_rated_matches_only(db) -> None:
    four = room.people("Sara", "Omar", "Lina", "Nour")
    table = room.table_of(*four, rated=True, turn_seconds=30)
    SiteRow.objects.update_or_create(pk=1, defaults={"rated_stopped": True})
    for user in four[:3]:
        tables.ready_to_start(table, user.pk)
    with pytest.raises(Refused, match="No rated matches"):
        tables.ready_to_start(table, four[3].pk)
    with pytest.raises(Refused, match="No rated matches"):
        tables.open_table(room.people("Adam")[0], "tarneeb/classic", {}, rated=True, turn_seconds=30)
    room.playing(*room.people("Hana"))


def test_a_void_takes_back_every_change_and_its_undoing_gives_them_again(db) -> None:
    boss = member("superuser")
    row = _finished_match()
    before = list(Rating.objects.order_by("user").values_list("user", "rating"))
    assert any(rating != 1500 for _user, rating in before)
    matches.void(boss, row.pk, "two of them are one")
    assert set(Rating.objects.values_list("rating", flat=True)) == {1500}
    players = User.objects.filter(played__match=row)
    assert all(user.has_notices for user in players)
    assert any("staff-void" in event for event in room.events(row.table_id))
    with pytest.raises(Refused):
        matches.void(boss, row.pk, "again")
    matches.restore(boss, row.pk, "they are not")
    assert list(Rating.objects.order_by("user").values_list("user", "rating")) == before
    assert list(invariants.findings()) == []


def test_hints_name_one_sided_pairs_leavers_and_risers(db) -> None:
    from games.services.ratings import settle  # noqa: F401 – what the hints read is written by it
    from tests.past import past_match

    four = room.people("Sara", "Omar", "Lina", "Nour")
    from accounts import pools

    for number in range(6):
        match = past_match(people=dict(zip("NESW", four, strict=True)), rated=True, seed=number)
        results = [
            pools.Result(user.pk, seat, won=seat in "NS", left=False) for user, seat in zip(four, "NESW", strict=True)
        ]
        pools.apply(match.pk, "tarneeb", results, timezone.now() - timezone.timedelta(days=number))
        match.players.filter(seat="E").update(left_match=True, finished_at=timezone.now())
    found = hints.hints()
    [pair] = found.one_sided
    assert (pair.matches, pair.won) == (6, 6) and {user.username for user in pair.winners} == {"Sara", "Lina"}
    assert [(one.user.username, one.left) for one in found.leavers] == [("Omar", 6)]
    assert all(one.rise >= hints.LEAST_RISE for one in found.risers)


def test_the_overview_finds_what_stands_still(db) -> None:
    sara, omar = room.people("Sara", "Omar")
    table = room.playing(sara, omar)
    assert overview.stuck_tables() == []
    TableRow.objects.update(due_at=timezone.now() - timezone.timedelta(minutes=1))
    [stuck] = overview.stuck_tables()
    assert stuck.table.pk == table and stuck.why == overview.OVERDUE
    staff_tables.wake(member("superuser"), table, "it stood still")
    assert overview.why_stuck(table) == []
    assert list(invariants.findings()) == []


def test_a_table_has_a_title_in_the_list_and_banned_words_are_refused(client) -> None:
    BannedWord.objects.create(word="Teufel")
    sara = room.people("Sara")[0]
    client.force_login(sara)
    page = reverse("new-table") + "?rules=tarneeb/classic"
    terms = {"may_join": "everybody", "may_watch": "everybody", "bot_level": "club"}
    options = {field.html_name: field.value() for field in client.get(page).context["form"] if field.value()}
    refused = client.post(page, {**options, **terms, "title": "T.e.u.f.e.l"})
    assert refused.status_code == 200 and refused.context["form"].errors["title"]
    assert client.post(page, {**options, **terms, "title": "Friday <cup>"}).status_code == 302
    assert TableRow.objects.get().title == "Friday <cup>"
    assert b"Friday &lt;cup&gt;" in client.get("/").content
