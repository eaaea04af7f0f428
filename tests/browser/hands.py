"""A player's hands on the table page: what may be called, chosen or played now, by mouse or by keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page

LAWFUL = {
    "call": "#controls [data-call]:not([aria-disabled]):visible",
    "trump": "#controls [data-trump]:visible",
    "play": "#hand [data-card]:not([aria-disabled])",
}


def state(page: Page) -> tuple[str, str, int]:
    """Phase, turn and version, read at one moment."""
    phase, turn, version = page.locator("#table-state").evaluate(
        "state => [state.dataset.phase, state.dataset.turn, state.dataset.version]"
    )
    return phase, turn, int(version)


def own_seat(page: Page) -> str:
    return page.locator("#table").get_attribute("data-viewer-seat") or ""


def until(page: Page, seen: Callable[[], bool], seconds: float = 40) -> None:
    """Wait until something is to be seen on the page."""
    end = time.monotonic() + seconds
    while not seen():
        assert time.monotonic() < end, f"not seen in {seconds} s; the table says {state(page)}"
        page.wait_for_timeout(40)


def is_my_turn(page: Page) -> bool:
    return state(page)[1] == own_seat(page)


def by_mouse(page: Page, button: Locator) -> None:
    button.click()


def by_keyboard(page: Page, button: Locator) -> None:
    """Tab to it as a person without a mouse would, then press Enter."""
    button.focus()
    page.keyboard.press("Enter")


def act(page: Page, press: Callable[[Page, Locator], None] = by_mouse) -> None:
    """Do the first lawful thing, or pass."""
    phase, _turn, _version = state(page)
    wanted = page.locator(LAWFUL[phase])
    passing = page.locator("#controls [data-call=P]:not([aria-disabled])")
    press(page, passing if phase == "call" and passing.count() else wanted.first)


def take_turn(page: Page, press: Callable[[Page, Locator], None] = by_mouse) -> None:
    """Act, and wait until the table has taken it."""
    version = state(page)[2]
    act(page, press)
    until(page, lambda: state(page)[2] > version)


def play_round(page: Page, press: Callable[[Page, Locator], None] = by_mouse, seconds: float = 150) -> None:
    """Play with whoever else sits there until the round is over."""
    end = time.monotonic() + seconds
    while state(page)[0] not in ("result", "over"):
        assert time.monotonic() < end, f"the round is not over; the table says {state(page)}"
        if is_my_turn(page):
            take_turn(page, press)
        else:
            page.wait_for_timeout(30)
