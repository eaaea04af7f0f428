"""Four people in four browsers: they meet by an invite link, sit down, play, see the result, play again."""

import random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games import bots, store
from games.engine.matches import Match
from games.engine.observation import observe
from games.engine.registry import game_for
from games.engine.seats import SEATS, Seat
from games.services import seats, tables
from tests.browser.pages import Pages
from tests.browser.players import phase, play_round, press, seated, table_of
from tests.browser.standing import Standing, ready
from tests.factories import UserFactory

SPADES = "spades/cardems"
CHANCE = random.Random(4)
STILL = {"reduced_motion": "reduce"}  # nothing to wait for between two cards


def open_table(host: Page, rules: str = "tarneeb/classic") -> str:
    """Make a table by its form; the invite link that the host finds there."""
    host.goto(f"/tables/new/?rules={rules}")
    host.get_by_role("button", name="Open the table").click()
    table_of(host)
    link = host.locator("#controls [data-copy]").get_attribute("data-copy")
    assert link
    return link


def follow(guest: Page, link: str) -> None:
    """Come by the link and sit down, in one step."""
    guest.goto(link)
    guest.get_by_role("button", name="Sit down").click()
    table_of(guest)


def sensible(match: Match) -> str:
    assert match.to_act is not None
    return bots.choose(observe(match, match.to_act), "club", CHANCE).code


def test_four_people_meet_by_invite_and_play_a_round_of_tarneeb(pages: Pages) -> None:
    host, *guests = [pages.open(phone=place % 2 == 0, **STILL) for place in range(4)]
    link = open_table(host)
    follow(guests[0], f"{link}?seat=N")
    assert guests[0].locator("#table").get_attribute("data-viewer-seat") == "N"
    for guest in guests[1:]:
        follow(guest, link)
    everybody, table_id = [host, *guests], table_of(host)
    for page in everybody:
        press(page, "ready")
    for page in everybody:
        phase(page, "call")
    by_seat = seated(everybody)
    assert set(by_seat) == set(SEATS)
    play_round(table_id, by_seat, sensible)
    match = store.read(table_id).match
    assert match is not None
    for page in everybody:
        phase(page, "result")
        expect(page.locator("#board h2")).not_to_be_empty()
        for side, score in zip(("NS", "EW"), match.standing.scores, strict=True):
            expect(page.locator(f'[data-score="{side}"] > b')).to_have_text(str(score).replace("-", "−"))


@pytest.fixture
def at_480(monkeypatch: pytest.MonkeyPatch, site: str) -> tuple[int, dict[Seat, int], Standing]:
    """A table where a Spades match stands at 480 to 430, and who sits where."""
    people = {seat: UserFactory() for seat in SEATS}
    table = tables.open_table(people[Seat.S], SPADES, {})
    for seat in (Seat.N, Seat.E, Seat.W):
        seats.sit(table.pk, people[seat], seat, links=())
    users, standing = {seat: user.pk for seat, user in people.items()}, Standing(monkeypatch, game_for(SPADES))
    ready(table.pk, users)
    standing.reach(table.pk, users)
    return table.pk, users, standing


def test_the_last_round_of_a_match_that_stands_at_480_and_another_match(
    at_480: tuple[int, dict[Seat, int], Standing], pages: Pages
) -> None:
    table_id, users, standing = at_480
    by_seat = {
        seat: pages.open(f"/tables/{table_id}/", user=User.objects.get(pk=user_id), **STILL)
        for seat, user_id in users.items()
    }
    for page in by_seat.values():
        expect(page.locator('[data-score="NS"] > b')).to_have_text("480")
        expect(page.locator('[data-score="EW"] > b')).to_have_text("430")
        press(page, "ready")
    for page in by_seat.values():
        phase(page, "call")
    play_round(table_id, by_seat, standing.choose)
    for page in by_seat.values():
        phase(page, "over")
        expect(page.locator(".final .won b")).to_have_text("550")
        press(page, "rematch")
    for page in by_seat.values():
        phase(page, "call")
        expect(page.locator('[data-score="NS"] > b')).to_have_text("0")
