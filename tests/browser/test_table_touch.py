"""Slam and flick with a finger: holding a card, letting go early, dragging away, and the choice before a tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games import store
from games.engine.actions import PlayCard
from games.engine.cards import SUIT_MASKS, Card
from games.engine.observation import Observation, observe
from games.engine.rounds import PLAY
from games.engine.tricks import best_place
from games.services import tables
from tests.browser.pages import Pages
from tests.factories import UserFactory
from tests.services import room

LAWFUL = '#hand [data-card]:not([aria-disabled="true"])'
LONG, SHORT = 700, 80  # milliseconds a finger stays down


class Finger:
    """One finger on a phone's page, moved as the browser itself would hear it."""

    def __init__(self, page: Page) -> None:
        self.page, self.session = page, page.context.new_cdp_session(page)

    def down(self, card: Locator) -> tuple[float, float]:
        """Put it on the part of a card that no other card covers."""
        box = card.bounding_box()
        assert box
        at = box["x"] + 16, box["y"] + 20
        self._touch("touchStart", at)
        return at

    def move(self, to: tuple[float, float]) -> None:
        self._touch("touchMove", to)

    def up(self) -> None:
        self._touch("touchEnd")

    def hold(self, card: Locator, milliseconds: int) -> None:
        self.down(card)
        self.page.wait_for_timeout(milliseconds)
        self.up()

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


@pytest.fixture
def sara(site: str, settings: object) -> User:
    settings.CARDEMS_PACE = 60  # type: ignore[attr-defined]  # the bots wait for the test
    return UserFactory(username="sara")


@pytest.fixture
def table_id(sara: User) -> int:
    """A table with signals, where it is Sara's turn to play a card."""
    table = tables.open_table(sara, "tarneeb/classic", {"signals": True})
    tables.fill_with_bots(table.pk, sara.pk)
    tables.ready_to_start(table.pk, sara.pk)
    own_turn(table.pk, sara)
    return table.pk


@pytest.fixture
def page(pages: Pages, sara: User, table_id: int) -> Page:
    return opened(pages, sara, table_id)


def opened(pages: Pages, user: User, table_id: int) -> Page:
    """A phone at the table on which it is this person's turn."""
    page = pages.open(f"/tables/{table_id}/", user=user, phone=True, reduced_motion="reduce")
    expect(page.locator("#hand[data-slam]")).to_be_visible()
    return page


@pytest.fixture
def finger(page: Page) -> Finger:
    return Finger(page)


def own_turn(table_id: int, user: User, *, with_flick: bool = False) -> None:
    """Play on until this person is to play a card; `with_flick`: and may flick one."""
    seat = room.until_turn_of(table_id, user, PLAY)
    while with_flick and not may_flick(observe(store.read(table_id).match, seat)):
        room.act(table_id)
        room.until_turn_of(table_id, user, PLAY)


def may_flick(seen: Observation) -> bool:
    """Whether a lawful card is the last of its suit."""
    cards = (action.card for action in seen.legal if isinstance(action, PlayCard))
    return any(((seen.hand or 0) & SUIT_MASKS[card.suit]).bit_count() == 1 for card in cards)


def gestures(table_id: int) -> list[str]:
    match = store.read(table_id).match
    assert match is not None and match.round is not None
    return [gesture for _place, gesture in match.round.gestures]


def own_card_lies(page: Page) -> Locator:
    return page.locator('[data-played][data-seat="S"]')


def test_a_held_card_is_slammed_once(page: Page, finger: Finger, table_id: int) -> None:
    version, held = store.read(table_id).version, page.locator("#hand [data-card]").count()
    finger.hold(page.locator(LAWFUL).first, LONG)
    expect(own_card_lies(page)).to_have_attribute("data-gesture", "slam")
    page.wait_for_timeout(300)  # what lifting the finger may still have done
    assert page.locator("#hand [data-card]").count() == held - 1
    assert (store.read(table_id).version, gestures(table_id)) == (version + 1, ["slam"])
    expect(page.locator("#why")).to_be_empty()


def test_lifting_the_finger_leads_no_card_to_the_next_trick(pages: Pages, sara: User, table_id: int) -> None:
    card = winning_card(table_id, sara)
    page, version = opened(pages, sara, table_id), store.read(table_id).version
    Finger(page).hold(page.locator(f"#hand [data-card={card}]"), LONG)
    expect(page.locator("#hand[data-act]")).to_be_visible()  # the trick is hers, and so is the lead
    page.wait_for_timeout(300)
    assert (store.read(table_id).version, gestures(table_id)[-1:]) == (version + 1, ["slam"])


def winning_card(table_id: int, user: User) -> Card:
    """Play on until this person can take a trick with its last card; that card."""
    while True:
        seat = room.until_turn_of(table_id, user, PLAY)
        seen = observe(store.read(table_id).match, seat)
        played = seen.trick.cards if seen.trick else ()
        for action in seen.legal:
            if len(played) == 3 and best_place((*played, action.card), seen.trump) == 3 and len(seen.tricks) < 11:
                return action.card
        room.act(table_id)


def test_a_tap_plays_the_card_as_ever(page: Page, finger: Finger, table_id: int) -> None:
    finger.hold(page.locator(LAWFUL).first, SHORT)
    expect(own_card_lies(page)).to_be_visible()
    assert gestures(table_id) == []


def test_a_finger_that_is_dragged_away_plays_nothing(page: Page, finger: Finger, table_id: int) -> None:
    version = store.read(table_id).version
    x, y = finger.down(page.locator(LAWFUL).first)
    for step in range(1, 6):
        finger.move((x, y - 40 * step))
    page.wait_for_timeout(LONG)
    finger.up()
    page.wait_for_timeout(300)
    assert store.read(table_id).version == version
    expect(page.locator("#hand [data-held]")).to_have_count(0)


def test_a_card_that_may_not_be_played_is_not_slammed(page: Page, finger: Finger, sara: User, table_id: int) -> None:
    unlawful = page.locator('#hand [data-card][aria-disabled="true"]')
    for _trick in range(13):
        if unlawful.count():
            break
        room.act(table_id)
        own_turn(table_id, sara)
        page.reload()
    version = store.read(table_id).version
    finger.hold(unlawful.first, LONG)
    page.wait_for_timeout(300)
    assert store.read(table_id).version == version


def test_a_flick_is_chosen_and_then_tapped(page: Page, sara: User, table_id: int) -> None:
    own_turn(table_id, sara, with_flick=True)
    page.reload()
    choice = page.locator("#hand .gestures label", has_text="flick")
    box = choice.bounding_box()
    assert box and box["height"] >= 44
    choice.tap()
    card = page.locator(f"{LAWFUL}[data-flick]").first
    card.tap(position={"x": 16, "y": 20})
    expect(own_card_lies(page)).to_have_attribute("data-gesture", "flick")
    assert gestures(table_id) == ["flick"]
