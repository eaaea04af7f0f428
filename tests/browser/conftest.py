"""A real server and a real browser. Each page fails its test at a console error or a request to another host."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import call_command, get_commands
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.live import LiveSite
from tests.browser.pages import Pages

HERE = Path(__file__).parent
expect.set_options(timeout=20_000)  # a busy machine is no fault; tests assert no speed
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in this folder, and run it last: Playwright's event loop lets no asynchronous test follow."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of the CHROMIUM variable or of the path; an error, never a skip, where there is none."""
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.fail("There is no Chromium: run ./dev test, or set CHROMIUM.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def live_site(django_db_setup: None) -> Iterator[LiveSite]:
    """The server, in a thread of this process, on the test database."""
    site = LiveSite()
    site.start()
    yield site
    site.stop()


@pytest.fixture
def site(live_site: LiveSite, transactional_db: None) -> str:
    """The address of the server, such as `http://127.0.0.1:41234`; the site's own rows are there."""
    if "prepare_site" in get_commands():
        call_command("prepare_site", verbosity=0)
    return live_site.origin


@pytest.fixture
def pages(chromium: Browser, site: str) -> Iterator[Pages]:
    """Opens pages as different people and devices see them; afterwards nothing may have gone wrong on any."""
    opened = Pages(chromium, site)
    yield opened
    opened.close()
    assert opened.faults == []


@pytest.fixture
def page(pages: Pages) -> Page:
    """The home page on a desktop, in English, for nobody in particular."""
    return pages.open("/")


@pytest.fixture
def context(pages: Pages) -> Callable[..., BrowserContext]:
    """Makes browser contexts by hand; see `Pages.context`."""
    return pages.context
