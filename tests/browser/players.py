"""People at one table, each with a browser, who do what the engine allows by pressing what the page shows."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games import store
from games.engine.matches import Match
from games.engine.seats import Seat

Choose = Callable[[Match], str]
BUTTON = {"call": "data-call", "trump": "data-trump", "play": "data-card"}
TABLE = re.compile(r"/tables/(\d+)/$")


def table_of(page: Page) -> int:
    """The id of the table that this page shows."""
    page.wait_for_url(TABLE)
    found = TABLE.search(page.url)
    assert found
    return int(found[1])


def seated(pages: list[Page]) -> dict[Seat, Page]:
    """The pages by the seat that each sees nearest to itself."""
    return {Seat[page.locator("#table").get_attribute("data-viewer-seat") or ""]: page for page in pages}


def play_round(table_id: int, pages: dict[Seat, Page], choose: Choose) -> None:
    """Call and play by pressing buttons until the round is over; every page must follow each action."""
    while (match := _match(table_id)).round is not None:
        assert match.to_act is not None
        version = store.read(table_id).version
        kind, _colon, value = choose(match).partition(":")
        pages[match.to_act].locator(f'[{BUTTON[kind]}="{value}"]').click()
        for page in pages.values():
            expect(page.locator("#table-state")).to_have_attribute("data-version", str(version + 1))


def press(page: Page, wish: str) -> None:
    """Press the button of this wish above the hand."""
    page.locator(f'#controls button[value="{wish}"]').click()


def phase(page: Page, name: str) -> None:
    """Wait until the page is in this phase."""
    expect(page.locator("#table-state")).to_have_attribute("data-phase", name)


def _match(table_id: int) -> Match:
    match = store.read(table_id).match
    assert match is not None
    return match
