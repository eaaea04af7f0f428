"""Playing against bots in the browser: every rule set, mouse and keyboard, reloads, two tabs, the back button."""

import re

import pytest
from playwright.sync_api import expect

from games.engine.registry import RULE_SETS
from games.models import LogRow
from tests.browser import hands
from tests.factories import UserFactory


@pytest.fixture(autouse=True)
def _quick(settings):
    settings.CARDEMS_PACE = 0.05  # bots move at once; a result stands for a second


def open_table(page, rule_set):
    page.goto(f"/tables/new/?rules={rule_set}")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Start").click()
    hands.until(page, lambda: hands.state(page)[0] != "waiting")


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_round_of_each_rule_set_with_the_mouse(pages, rule_set):
    page = pages.context(UserFactory()).new_page()
    open_table(page, rule_set)
    hands.play_round(page)
    while "passed" in page.locator("#board").inner_text():  # a dead round is no round played
        hands.until(page, lambda: hands.state(page)[0] != "result")
        hands.play_round(page)
    assert re.fullmatch(r"[+−]?\d+", page.locator("[data-score=NS] b").first.inner_text())


def test_a_round_with_the_keyboard_only_on_a_phone_in_arabic(pages):
    page = pages.context(UserFactory(language="ar"), phone=True, language="ar").new_page()
    page.goto("/")
    play = page.locator("form[action='/play/spades/'] button")
    play.focus()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    hands.play_round(page, hands.by_keyboard)


def test_play_now_starts_a_guest_at_once_and_the_games_can_be_kept(pages):
    page = pages.open("/")
    page.get_by_role("button", name="Play now Tarneeb").click()
    hands.until(page, lambda: hands.state(page)[0] == "call")
    table = page.url
    page.goto("/accounts/keep/")
    page.get_by_label("User name").fill("Layla_1")
    for field in page.locator("input[type=password]").all():
        field.fill("a pot of mint tea")
    page.locator("main form button").last.click()
    page.goto(table)
    assert hands.own_seat(page) == "S"
    expect(page.locator("#seat-S")).to_contain_text("Layla_1")


def test_a_reload_at_any_moment_shows_the_same(pages):
    page = pages.context(UserFactory()).new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now Tarneeb").click()
    for _look in range(6):
        hands.until(page, lambda: hands.is_my_turn(page))
        before = looks(page)
        page.reload()
        hands.until(page, lambda shown=before: looks(page) == shown)
        hands.take_turn(page)


def looks(page):
    """What stands on the table, without what only says that it was drawn lately."""
    return page.locator("#table").evaluate("table => table.innerText.replace(/\\s+/g, ' ')")


def test_two_tabs_of_one_person_stay_in_step(pages):
    context = pages.context(UserFactory())
    one, other = context.new_page(), context.new_page()
    one.goto("/")
    one.get_by_role("button", name="Play now Spades").click()
    hands.until(one, lambda: hands.is_my_turn(one))
    other.goto(one.url)
    version = hands.state(one)[2]
    hands.take_turn(one)
    hands.until(other, lambda: hands.state(other)[2] > version)
    hands.until(other, lambda: hands.is_my_turn(other))
    hands.take_turn(other)


def test_a_double_click_plays_one_card(pages):
    user = UserFactory()
    page = pages.context(user).new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now Tarneeb").click()
    while hands.state(page)[0] != "play" or not hands.is_my_turn(page):
        if hands.is_my_turn(page):
            hands.take_turn(page)
        page.wait_for_timeout(30)
    held = page.locator("#hand [data-card]").count()
    page.locator(hands.LAWFUL["play"]).first.dblclick()
    hands.until(page, lambda: page.locator("#hand [data-card]").count() == held - 1)
    page.wait_for_timeout(500)
    played = [row.code for row in LogRow.objects.filter(seat="S", code__startswith="play")]
    assert len(played) == len(set(played))
    assert page.locator("#hand [data-card]").count() >= held - 2


def test_the_back_button_comes_back_to_a_live_table(pages):
    page = pages.context(UserFactory()).new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now Tarneeb").click()
    hands.until(page, lambda: hands.is_my_turn(page))
    table = page.url
    page.goto("/matches/")
    page.goto(table)
    hands.until(page, lambda: hands.is_my_turn(page))
    hands.take_turn(page)


def test_an_unlawful_touch_only_says_why(pages):
    page = pages.context(UserFactory()).new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now Tarneeb").click()
    unlawful = page.locator("#hand [data-card][aria-disabled=true]")
    hands.until(page, lambda: hands.is_my_turn(page))
    for _turn in range(20):
        if unlawful.count():
            break
        hands.take_turn(page)
        hands.until(page, lambda: hands.is_my_turn(page))
    version = hands.state(page)[2]
    unlawful.first.click(force=True)  # the browser's driver would wait until the card is lawful
    expect(page.locator("#why")).not_to_be_empty()
    assert hands.state(page)[2] == version
