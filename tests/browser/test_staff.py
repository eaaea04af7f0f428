"""A stuck table, made on purpose, is found on the dashboard and put right by somebody who reads only the admin's own
texts, in under a minute (must-show 3)."""

from __future__ import annotations

import re
import time

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import AuditEntry, User
from games import bots, store
from games.engine.seats import Seat
from games.models import AnnouncementRow, SiteRow, TableRow
from games.services import keeper
from tests.factories import UserFactory
from tests.services import room


@pytest.fixture
def broken(site: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Bots raise, no keeper is at work, and the person to act is suspended: nothing will ever happen at this table."""
    sara, omar = UserFactory(username="Sara"), UserFactory(username="Omar")
    table = room.playing(sara, omar)
    monkeypatch.setattr(keeper, "claim_due", lambda now=None: [])
    room.until_turn_of(table, omar)

    def fails(*args: object, **options: object) -> None:
        raise RuntimeError("a bot that fails")

    monkeypatch.setattr(bots, "choose", fails)
    monkeypatch.setattr(keeper.presence, "beat", lambda: None)
    User.objects.filter(pk=omar.pk).update(suspended_until=timezone.now() + timezone.timedelta(days=1))
    TableRow.objects.filter(pk=table).update(due_at=timezone.now() - timezone.timedelta(minutes=3))
    SiteRow.objects.update_or_create(pk=1, defaults={"alive_at": timezone.now() - timezone.timedelta(minutes=3)})
    return table


def boss() -> User:
    return UserFactory(username="Boss", is_staff=True, is_superuser=True)


def test_a_stuck_table_is_put_right_from_the_dashboard(broken: int, pages) -> None:  # type: ignore[no-untyped-def]
    sara = User.objects.get(username="Sara")
    player: Page = pages.context(sara).new_page()
    player.goto(f"/tables/{broken}/")
    before = store.read(broken).version
    staff: Page = pages.context(boss()).new_page()
    begun = time.monotonic()
    staff.goto("/admin/")
    expect(staff.locator(".errornote")).to_contain_text("No keeper is at work")
    needs = staff.locator("#stuck-tables")
    expect(needs).to_contain_text("suspended")
    needs.get_by_role("link", name="Set the table going").click()
    staff.get_by_label("Reason").fill("it stood still")
    staff.get_by_role("button", name="Set the table going").click()
    expect(staff.locator(".messagelist")).to_contain_text("Done")
    expect(staff.locator(".errornote")).to_have_count(0)
    staff.goto("/admin/")
    expect(staff.locator("#stuck-tables")).to_contain_text("None")
    assert time.monotonic() - begun < 60
    after = store.read(broken)
    assert after.version > before
    assert after.match is not None and after.match.to_act is Seat.S  # Sara, who is here: nobody else is waited for
    assert after.sitter(Seat.N).stands_in and after.sitter(Seat.N).removed
    expect(player.locator("#talk-lines")).to_contain_text("Staff have set the table going again.", use_inner_text=False)
    assert AuditEntry.objects.filter(action="table.wake", reason="it stood still").exists()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_staff_pages_make_no_console_error(site: str, pages, language: str) -> None:  # type: ignore[no-untyped-def]
    """The strict security policy holds for stock admin too; `pages` fails at any console error."""
    table = room.playing(UserFactory(username="Sara"))
    page: Page = pages.context(boss(), language=language).new_page()
    for path in (
        "/admin/",
        "/admin/games/tablerow/",
        f"/admin/games/tablerow/{table}/change/",
        f"/admin/games/tablerow/{table}/do/close/",
        "/admin/accounts/user/?kind=account",
        "/admin/games/announcementrow/add/",
        "/admin/games/matchrow/hints/",
        "/admin/accounts/auditentry/",
    ):
        page.goto(path)
        expect(page.locator("h1").last).to_be_visible()
    if language == "ar":
        assert re.search("rtl", page.locator("html").get_attribute("dir") or "")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_an_announcement_leaves_the_hand_in_view(site: str, pages, language: str) -> None:  # type: ignore[no-untyped-def]
    now = timezone.now()
    hour = timezone.timedelta(hours=1)
    AnnouncementRow.objects.create(
        text_en="The site rests for a moment.",
        text_ar="يستريح الموقع قليلا.",
        ends_at=now + hour,
        maintenance_at=now + hour,
    )
    sara = UserFactory(username="Sara")
    table = room.playing(sara)
    page: Page = pages.context(sara, phone=True, language=language).new_page()
    page.goto("/")
    expect(page.locator(".announcement .left")).to_have_text(re.compile(r"\d\d:\d\d"))
    page.goto(f"/tables/{table}/")
    expect(page.locator(".announcement")).to_be_visible()
    box = page.locator("#hand").bounding_box()
    assert box and box["y"] + box["height"] <= 740 + 1
