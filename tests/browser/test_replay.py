"""The viewer of past matches in a real browser: buttons, keys, swipes, links, the deal check, and no script at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page, expect

from games.engine.cards import cards_in, mask_of
from games.engine.deals import Deal
from games.models import MatchRow
from tests.browser.pages import Pages
from tests.past import past_match

CASES = json.loads((Path(__file__).parents[1] / "engine/data/deal-check.json").read_text())
NO_SUBTLE = "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })"
TAGS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


@pytest.fixture
def row(site: str) -> MatchRow:
    """Two rounds of a counter-clockwise game and some more."""
    return past_match("tarneeb/levant", rounds=3, seed=5, rated=True)


@pytest.fixture
def opened(pages: Pages, row: MatchRow) -> Callable[..., Page]:
    return lambda at="", **options: pages.open(f"/matches/{row.pk}/{at}", **options)


def steps(row: MatchRow, number: int) -> list[str]:
    log = row.log.filter(round=number - 1).exclude(code="deal").exclude(code__startswith="end")
    return [entry.code for entry in log.order_by("number")]


def played_round(row: MatchRow) -> int:
    """A round with all its cards, from 1."""
    return next(number for number in (1, 2, 3) if len(steps(row, number)) > 52)


def address(page: Page) -> str:
    return page.evaluate("location.hash")


def on_table(page: Page) -> list[str]:
    return page.locator(".round:not([hidden]) [data-played]").evaluate_all(
        "all => all.map(card => card.dataset.played)"
    )


# --- stepping --------------------------------------------------------------------------------------------------------


def test_every_step_forward_and_back_by_buttons(opened, row):
    number = played_round(row)
    page, codes = opened(f"#r{number}"), steps(row, number)
    forward, back = page.get_by_role("button", name="Next"), page.get_by_role("button", name="Back", exact=True)
    cards: list[str] = []
    for place, code in enumerate(codes, 1):
        forward.click()
        assert address(page) == f"#r{number}-{place}"
        if code.startswith("play:"):
            cards.append(code[5:7])
            lying = cards[len(cards) - 1 - (len(cards) - 1) % 4 :]
            assert on_table(page) == lying
            gone = page.locator(".round:not([hidden]) .open-hand .gone")
            assert gone.count() == len(cards)
    for place in range(len(codes) - 1, -1, -1):
        back.click()
        assert address(page) == (f"#r{number}-{place}" if place else f"#r{number}")
    expect(page.locator(".gone")).to_have_count(0)


def test_tricks_are_counted_as_the_list_says(opened, row):
    number = played_round(row)
    page = opened(f"#r{number}")
    page.get_by_role("button", name="To the end of the round").click()
    winners = page.locator(f"#r{number} [data-winner]").evaluate_all("all => all.map(one => one.dataset.winner)")
    for side in ("NS", "EW"):
        count = sum(winner in side for winner in winners)
        expect(page.locator(f"[data-taken={side}]")).to_have_text(str(count))


def test_arrow_keys_turn_with_the_language(opened, row):
    page = opened("#r1")
    page.keyboard.press("ArrowRight")
    assert address(page) == "#r1-1"
    page.keyboard.press("ArrowLeft")
    assert address(page) == "#r1"
    arabic = opened("#r1", language="ar")
    arabic.keyboard.press("ArrowLeft")
    assert address(arabic) == "#r1-1"


def test_the_end_of_a_round_leads_to_the_next(opened, row):
    page = opened(f"#r1-{len(steps(row, 1))}")
    page.keyboard.press("ArrowRight")
    assert address(page) == "#r2"
    page.keyboard.press("ArrowLeft")
    assert address(page) == f"#r1-{len(steps(row, 1))}"


def swipe(page: Page, start: int, end: int, down: int = 0) -> None:
    """A finger on the felt, as the browser itself sees it: it may take a touch for scrolling."""
    felt = page.locator(".round:not([hidden]) .replay").bounding_box()
    assert felt
    y = felt["y"] + felt["height"] / 2
    touch = page.context.new_cdp_session(page)

    def at(kind: str, *points: tuple[float, float]) -> None:
        params = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        touch.send("Input.dispatchTouchEvent", params)

    at("touchStart", (start, y))
    for part in range(1, 7):
        at("touchMove", (start + (end - start) * part / 6, y + down * part / 6))
    at("touchEnd")


def test_a_swipe_steps(opened, row):
    page = opened("#r1", phone=True)
    swipe(page, 250, 100)
    page.wait_for_url("**/#r1-1")
    swipe(page, 100, 250)
    page.wait_for_url("**/#r1")
    swipe(page, 100, 110)
    swipe(page, 200, 130, down=-200)  # scrolls
    assert address(page) == "#r1"
    arabic = opened("#r1", phone=True, language="ar")
    swipe(arabic, 100, 250)
    arabic.wait_for_url("**/#r1-1")


def test_a_link_leads_to_its_moment_and_history_back(opened, row):
    number = played_round(row)
    codes = steps(row, number)
    place = next(place for place, code in enumerate(codes, 1) if code.startswith("play:")) + 6
    page = opened(f"#r{number}-{place}")
    assert on_table(page)[-1] == codes[place - 1][5:7]
    page.locator(".round-links a").nth(2).click()
    assert address(page) == "#r3"
    page.go_back()
    assert address(page) == f"#r{number}-{place}"
    expect(page.locator(f"#r{number}")).to_be_visible()


def test_the_step_is_said_to_screen_readers(opened, row):
    page = opened("#r1")
    page.keyboard.press("ArrowRight")
    said = page.locator("#r1 .stages [data-place] a").first.text_content()
    expect(page.locator(".moment[role=status]")).to_contain_text(said)


def test_without_script_every_step_is_a_line(pages, row):
    page = pages.open(f"/matches/{row.pk}/", java_script_enabled=False)
    for number in (1, 2, 3):
        expect(page.locator(f"#r{number}")).to_be_visible()
        assert page.locator(f"#r{number} [data-place]").count() == len(steps(row, number))


# --- check this deal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["", NO_SUBTLE], ids=["subtle", "own"])
def test_deals_follow_as_in_the_check_values(opened, before):
    page = opened()
    if before:
        page.evaluate(before)
        assert page.evaluate("crypto.subtle") is None
    source = page.locator('script[src*="check-deal"]').get_attribute("src")
    follow = """async ([source, seed, dealer, direction]) => {
        const { follow } = await import(source);
        return follow(seed, dealer, direction);
    }"""
    for case in CASES:
        clockwise = page.evaluate(follow, [source, case["seed"], "N", "clockwise"])
        other = page.evaluate(follow, [source, case["seed"], "E", "counterclockwise"])
        assert clockwise["commitment"] == case["commitment"]
        assert " ".join(clockwise["pack"]) == case["pack"]
        assert clockwise["deal"] == case["deal_dealer_N_clockwise"]
        assert other["deal"] == case["deal_dealer_E_counterclockwise"]


def checked(page: Page) -> list[str]:
    panel = page.locator(".round:not([hidden]) .check-deal")
    panel.locator("summary").first.click()
    panel.get_by_role("button", name="Check it in my browser").click()
    expect(panel.locator(".verdicts li:not(:empty)").last).to_be_visible()
    expect(panel.locator(".pack")).to_be_visible()
    return panel.locator(".verdicts li:not(:empty)").evaluate_all("all => all.map(one => one.className)")


def test_an_honest_deal_fits(opened):
    assert checked(opened()) == ["right", "right"]


def test_a_record_with_one_card_exchanged_is_found(pages, row):
    record = json.loads(Client().get(f"/matches/{row.pk}/record.json").content)
    first = record["rounds"][0]
    hands = [list(cards_in(hand)) for hand in Deal.parse(first["deal"]).hands]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    n, e, s, w = map(mask_of, hands)
    record["rounds"] = [{**first, "deal": str(Deal((n, e, s, w))), "calls": [], "trump": None, "plays": []}]
    page = pages.open("/matches/import/")
    page.get_by_label("Record").fill(json.dumps(record))
    page.get_by_role("button", name="Show the match").click()
    assert checked(page) == ["right", "wrong"]


def test_another_seed_does_not_fit_the_seal(opened):
    page = opened()
    page.locator("#r1 .check-deal").evaluate("panel => { panel.dataset.seed = '00'.repeat(32); }")
    assert checked(page) == ["wrong", "wrong"]


# --- pages -----------------------------------------------------------------------------------------------------------

PATHS = [
    "/matches/",
    "/matches/import/",
    "/rules/",
    "/rules/deals/",
    "/rules/tarneeb/egyptian/",
    "/rules/spades/cardems/",
    "/rules/tarneeb/how-to-play/",
    "/api/",
]


@pytest.mark.parametrize(("language", "phone"), [("ar", True), ("en", False)], ids=["ar-phone", "en-desktop"])
def test_pages_fit_and_axe_finds_nothing(pages: Pages, row: MatchRow, language: str, phone: bool) -> None:
    page = pages.context(language=language, phone=phone, dark=not phone).new_page()
    for path in (*PATHS, f"/matches/{row.pk}/#r{played_round(row)}-9"):
        page.goto(path)
        expect(page.get_by_role("main")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path
        found = Axe().run(page, options=TAGS)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"


def test_the_guided_round_says_its_notes(pages: Pages) -> None:
    page = pages.open("/rules/tarneeb/how-to-play/")
    note = page.locator("#note")
    expect(note).to_contain_text("You are Salma")
    page.get_by_role("button", name="Next").click()
    expect(note).to_contain_text("A bid says how many")


def test_the_filters_by_keyboard(pages: Pages, row: MatchRow) -> None:
    page = pages.open("/matches/")
    page.get_by_label("Rules").select_option("tarneeb/levant")
    page.get_by_label("Rules").press("Enter")
    page.get_by_role("button", name="Show").press("Enter")
    expect(page.locator(".matches > li")).to_have_count(1)
