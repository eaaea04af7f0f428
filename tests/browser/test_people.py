"""Player pages, leaderboards and a person's own pages in a real browser: axe, narrow, right to left, by keyboard."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Period, Place, User
from tests.accounts.test_pools import finish
from tests.browser.pages import Pages
from tests.browser.test_pages import too_wide
from tests.browser.test_replay import TAGS
from tests.factories import UserFactory
from tests.web.test_people import played

TALLIES = {"contracts-8": 3, "made-8": 2, "kaboots": 1}


@pytest.fixture
def four(site: str) -> list[User]:
    """Four people with matches, one of them void, ratings, and places on the board."""
    people = [UserFactory(username=name) for name in ("Sara-with-a-long-nam", "عمر", "Lina", "Adam")]
    for won in ("NS", "EW", "NS"):
        finish(people, match=played(people, won=won, tallies=TALLIES), won=won, at=timezone.now())
    played(people, rated=False)
    for user in people:
        numbers = {"rating": 1540 + user.pk % 2, "change": 40, "matches": 15, "won": 9, "contracts": 30, "made": 21}
        Place.objects.create(user=user, game="tarneeb", period=Period.ALL, skeleton=user.skeleton, streak=2, **numbers)
    return people


PAGES = ["/players/Lina/", "/leaderboards/tarneeb/", "/accounts/settings/", "/accounts/close/", "/matches/?player=Lina"]


@pytest.mark.parametrize(("language", "phone"), [("ar", True), ("en", False)], ids=["ar-phone", "en-desktop"])
def test_pages_fit_and_axe_finds_nothing(pages: Pages, four: list[User], language: str, phone: bool) -> None:
    page = pages.context(four[2], language=language, phone=phone, dark=phone).new_page()
    for path in PAGES:
        response = page.goto(path)
        assert response
        assert response.status == 200, path
        expect(page.locator("html")).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
        for closed in page.locator("main details:not([open]) > summary").all():
            closed.click()
        assert not too_wide(page), path
        found = Axe().run(page, options=TAGS)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"


def press_on(page: Page, name: str, key: str = "Enter") -> None:
    """Go on with the tabulator until the focus is on what is so called, and press the key there."""
    for _step in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()") == name:
            page.keyboard.press(key)
            return
    raise AssertionError(f"the focus never came to {name!r}")


def test_player_and_board_by_keyboard(pages: Pages, four: list[User]) -> None:
    page = pages.open("/players/Lina/", phone=True)
    changes = page.locator("table.changes tbody tr")
    expect(changes).to_have_count(3)
    expect(changes.first).to_be_hidden()
    press_on(page, "As a table")
    expect(changes.first).to_be_visible()
    page.goto("/players/Lina/")
    press_on(page, "Spades")
    page.wait_for_url("**/players/Lina/?game=spades")
    page.goto("/leaderboards/tarneeb/")
    press_on(page, "Find a player", "l")
    page.keyboard.press("Enter")
    page.wait_for_url("**/leaderboards/tarneeb/?q=l")
    expect(page.locator("table.board tbody tr")).to_have_count(1)
    press_on(page, "Lina")
    page.wait_for_url("**/players/Lina/?game=tarneeb")


def test_settings_by_keyboard(pages: Pages, four: list[User]) -> None:
    sara = four[0]
    page = pages.context(sara, phone=True).new_page()
    page.goto("/accounts/settings/")
    page.locator("input[name=deck]:checked").focus()
    page.keyboard.press("ArrowDown")
    page.locator("input[name=digits]:checked").focus()
    page.keyboard.press("ArrowDown")
    press_on(page, "Save")
    expect(page.locator("html")).to_have_attribute("data-deck", "two")
    sara.refresh_from_db()
    assert (sara.deck, sara.digits) == ("two", "arabic")
    page.goto("/players/عمر/")
    expect(page.locator(".figures")).to_contain_text("١")
