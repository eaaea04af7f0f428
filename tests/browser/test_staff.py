"""A stuck table, made on purpose, is found on the dashboard and put right by somebody who reads only the admin's own
texts, in under a minute (must-show 3)."""

from __future__ import annotations

import re
import time
from typing import NamedTuple

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import AuditEntry, User
from games import bots, store
from games.engine.rounds import PLAY
from games.engine.seats import Seat
from games.models import AnnouncementRow, SiteRow, TableRow
from games.services import keeper
from games.services.staff import tables as staff_tables
from tests.browser.pages import Pages
from tests.factories import UserFactory
from tests.services import room


class Fault(NamedTuple):
    """One way to make a table stand still, what the dashboard says of it, and whether Sara's partner must go."""

    bot_raises: bool = False
    keeper_stops: bool = False
    is_suspended: bool = False

    @property
    def why(self) -> str:
        return "suspended" if self.is_suspended else "Nothing has happened here although it is time"


FAULTS = {
    "a bot raises": Fault(bot_raises=True, keeper_stops=True),
    "the keeper has stopped": Fault(keeper_stops=True),
    "a suspended person is to act": Fault(is_suspended=True),
    "all of it": Fault(bot_raises=True, keeper_stops=True, is_suspended=True),
}


def broken(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> int:
    """A table at which nothing will ever happen by itself: Sara and Omar, who are partners, and two bots."""
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(keeper, "claim_due", lambda now=None: [])
        sara, omar = UserFactory(username="Sara"), UserFactory(username="Omar")
        table = room.playing(sara, omar)
        room.until_turn_of(table, omar, PLAY)  # no round ends here by four passes
        if fault.is_suspended:
            User.objects.filter(pk=omar.pk).update(suspended_until=timezone.now() + timezone.timedelta(days=1))
        else:
            room.act(table)
            while not (now := store.read(table)).sitter(now.match.to_act).is_bot_played:
                room.act(table)
    if fault.bot_raises:
        monkeypatch.setattr(bots, "choose", fails)
    if fault.keeper_stops:
        monkeypatch.setattr(keeper, "claim_due", lambda now=None: [])
        monkeypatch.setattr(keeper.presence, "beat", lambda: None)
        past = timezone.now() - timezone.timedelta(minutes=3)
        TableRow.objects.filter(pk=table).update(due_at=past, turn_at=past)
        SiteRow.objects.update_or_create(pk=1, defaults={"alive_at": past})
    return table


def fails(*args: object, **options: object) -> None:
    raise RuntimeError("a bot that fails")


def boss() -> User:
    return UserFactory(username="Boss", is_staff=True, is_superuser=True)


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_stuck_table_is_put_right_from_the_dashboard(
    site: str, pages: Pages, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    table = broken(fault, monkeypatch)
    player = pages.open(f"/tables/{table}/", user=User.objects.get(username="Sara"))
    before = store.read(table).version
    staff = pages.context(boss()).new_page()
    begun = time.monotonic()
    staff.goto("/admin/")
    if fault.keeper_stops:
        expect(staff.locator(".errornote")).to_contain_text("No keeper is at work")
    needs = staff.locator("#stuck-tables")
    expect(needs).to_contain_text(fault.why)
    needs.get_by_role("link", name="Set the table going").click()
    staff.get_by_label("Reason").fill("it stood still")
    staff.get_by_role("button", name="Set the table going").click()
    expect(staff.locator(".messagelist")).to_contain_text("Done")
    expect(staff.locator(".errornote")).to_have_count(0)
    staff.goto("/admin/")
    expect(staff.locator("#stuck-tables")).to_contain_text("None")
    assert time.monotonic() - begun < 60
    after = store.read(table)
    assert after.version > before
    assert after.match is not None and after.match.to_act in (Seat.S, Seat.N)  # who is here: nobody else is waited for
    assert (after.sitter(Seat.N).stands_in, after.sitter(Seat.N).removed) == (fault.is_suspended, fault.is_suspended)
    expect(player.locator("#talk-lines")).to_contain_text("Staff have set the table going again.", use_inner_text=False)
    assert AuditEntry.objects.filter(action="table.wake", reason="it stood still").exists()


def test_a_removed_person_looks_on_and_a_title_comes_and_goes_on_the_page(site: str, pages: Pages) -> None:
    sara, omar = UserFactory(username="Sara"), UserFactory(username="Omar")
    table = room.playing(sara, omar)
    hers, his = (pages.open(f"/tables/{table}/", user=user, phone=True) for user in (sara, omar))
    expect(his.locator("#hand [data-card]")).to_have_count(13)
    staff_tables.rename(boss(), table, "The long evening", "asked for")
    expect(hers.locator("#table-name b")).to_have_text("The long evening")
    staff_tables.remove_person(User.objects.get(username="Boss"), table, Seat.N, "insults")
    expect(his.locator("#table")).to_have_attribute("data-viewer-seat", "watcher")
    expect(his.locator("#prompt")).to_have_text("Staff have given your seat to a bot.")
    expect(his.locator("#hand [data-card], #controls button, #match-menu button")).to_have_count(0)
    his.reload()
    expect(his.locator("#table")).to_have_attribute("data-viewer-seat", "watcher")
    expect(his.locator("#hand [data-card], #controls button, #match-menu button")).to_have_count(0)
    expect(hers.locator("#hand [data-card]")).to_have_count(13)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_staff_pages_make_no_console_error(site: str, pages: Pages, language: str) -> None:
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
def test_an_announcement_leaves_the_hand_in_view(site: str, pages: Pages, language: str) -> None:
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
