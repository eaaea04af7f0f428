"""Every public page, in both languages, both colour schemes, on phone and desktop: no error, nothing too wide."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Pages

PATHS = [
    "/",
    "/matches/",
    "/leaderboards/tarneeb/",
    "/accounts/login/",
    "/accounts/signup/",
    "/privacy/",
    "/cookies/",
    "/terms/",
    "/contact/",
    "/source/",
]


def too_wide(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_public_page(pages: Pages, path: str, language: str, phone: bool) -> None:
    page = pages.open(path, language=language, phone=phone, dark=not phone)
    html = page.locator("html")
    expect(html).to_have_attribute("lang", language)
    expect(html).to_have_attribute("dir", "rtl" if language == "ar" else "ltr")
    expect(page.get_by_role("main")).to_be_visible()
    assert not too_wide(page)
