"""What people do at a table beside playing: talk, order the seats, leave, come back, give up, slam, watch, find one."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from accounts.models import Silence, User
from games import store
from games.engine.rounds import PLAY
from games.engine.seats import Seat
from games.models import ReportRow
from games.services import agreements, seats, tables
from tests.browser import hands
from tests.browser.pages import Pages
from tests.browser.players import phase, press, table_of
from tests.services.room import people, playing, until_turn_of

STILL = {"reduced_motion": "reduce"}


def gathered(*names: str, **terms: object) -> tuple[int, list[User]]:
    """An open table with these people at South, North, East, West."""
    users = people(*names)
    table = tables.open_table(users[0], "tarneeb/classic", {}, **terms)  # type: ignore[arg-type]
    for user, seat in zip(users[1:], (Seat.N, Seat.E, Seat.W), strict=False):
        seats.sit(table.pk, user, seat, links=[table.pk])
    return table.pk, users


def at(pages: Pages, table_id: int, user: User | None, **more: object) -> Page:
    return pages.open(f"/tables/{table_id}/", user=user, **STILL, **more)


def clean(page: Page) -> None:
    """Nothing that axe finds fault with."""
    faults = Axe().run(page).response["violations"]
    assert not [(fault["id"], [node["html"][:120] for node in fault["nodes"]]) for fault in faults]


def test_talk_reaches_the_others_and_stops_for_who_has_muted(pages: Pages, site: str) -> None:
    table_id, (sara, omar) = gathered("sara", "omar")
    hers, his = at(pages, table_id, sara), at(pages, table_id, omar, phone=True)
    hers.locator('.phrases [value="phrase:hello"]').click()
    expect(his.locator('#bubbles [data-seat="S"]')).to_contain_text("Hello")
    expect(his.locator(".opens-talk .dot")).to_have_text("1")
    his.locator(".opens-talk").click()
    expect(his.locator(".opens-talk .dot")).to_be_hidden()
    message = his.get_by_label("Message")
    message.fill("<b>Welcome</b> يا سارة")
    message.press("Enter")
    expect(hers.locator("#talk-lines")).to_contain_text("omar <b>Welcome</b> يا سارة")
    expect(message).to_have_value("")
    his.locator('#people [data-name="sara"]').click()
    his.get_by_label("What happened").fill("nothing, really")
    his.get_by_role("button", name="Send the report").click()
    expect(his.locator("#talk-why")).to_contain_text("Thank you")
    hands.until(his, lambda: ReportRow.objects.filter(about=sara).exists())
    his.locator('#people [data-name="sara"]').click()
    his.get_by_role("button", name="Mute", exact=True).click()
    expect(his.locator("#people [data-silenced]")).to_be_visible()
    assert Silence.objects.filter(user=omar, other=sara).exists()
    expect(his.locator("#talk-lines")).not_to_contain_text("Hello")
    hers.locator('.emotes [value="emote:coffee"]').click()
    expect(hers.locator("#talk-lines")).to_contain_text("has a coffee")
    expect(his.locator("#talk-lines")).not_to_contain_text("has a coffee")


def test_the_host_orders_the_seats_by_keyboard_and_passes_the_role_on(pages: Pages, site: str) -> None:
    table_id, (sara, omar) = gathered("sara", "omar")
    hers, his = at(pages, table_id, sara, phone=True), at(pages, table_id, omar)

    def order(name: str, place: int = 0) -> None:
        button = hers.locator("#gather").get_by_role("button", name=name).nth(place)
        button.focus()
        hers.keyboard.press("Enter")

    opener = hers.get_by_role("button", name="Seats and invites")
    opener.focus()
    hers.keyboard.press("Enter")
    clean(hers)
    order("to East")
    expect(hers.locator("#seat-E")).to_contain_text("omar")
    expect(his.locator("#table")).to_have_attribute("data-viewer-seat", "E")
    order("Add a bot")
    expect(hers.locator("#seat-N")).to_have_attribute("data-kind", "bot")
    order("Remove")
    expect(hers.locator("#seat-N")).to_have_attribute("data-kind", "empty")
    order("Make host")
    expect(his.locator("#seat-E .host")).to_be_visible()
    expect(his.get_by_role("button", name="Fill with bots")).to_be_visible()
    assert store.read(table_id).host_id == omar.pk
    hers.keyboard.press("Escape")
    hers.get_by_role("button", name="Table menu").click()
    hers.get_by_role("button", name="Stand up").click()
    expect(hers.locator("#table")).to_have_attribute("data-viewer-seat", "watcher")


def test_who_leaves_is_waited_for_replaced_and_welcome_back(pages: Pages, site: str) -> None:
    sara, omar = people("sara", "omar")
    table_id = playing(sara, omar, turn_seconds=60)
    hers, his = at(pages, table_id, sara), at(pages, table_id, omar, phone=True)
    his.get_by_role("button", name="Table menu").click()
    his.get_by_role("button", name="Leave the table").click()
    his.wait_for_url("**/")
    plate = hers.locator("#seat-N")
    expect(plate).to_have_attribute("data-kind", "away")
    expect(plate.locator(".stand-in .left")).to_have_text("58")  # it runs
    expect(hers.locator("#controls")).to_contain_text("omar is away.")
    press(hers, "wait:N")
    press(hers, "stand-in:N")
    expect(plate).to_contain_text("bot plays")
    expect(hers.locator("#talk-lines")).to_contain_text("omar is away; a bot plays meanwhile.")
    his.goto(f"/tables/{table_id}/")
    expect(his.locator("#controls")).to_contain_text("A bot plays for you.")
    press(his, "back")
    expect(plate).to_have_attribute("data-kind", "person")
    assert store.read(table_id).sitter(Seat.N).is_here


def test_a_match_is_given_up_by_both_partners(pages: Pages, site: str) -> None:
    sara, omar = people("sara", "omar")
    table_id = playing(sara, omar)
    hers, his = at(pages, table_id, sara), at(pages, table_id, omar, phone=True)
    hers.get_by_role("button", name="Table menu").click()
    hers.locator("#concede summary").click()
    hers.get_by_role("button", name="Give it up").click()
    expect(his.locator("#controls")).to_contain_text("sara would give the match up. Do you agree?")
    press(his, "play-on")
    expect(hers.locator("#controls")).not_to_contain_text("You would give the match up")
    his.get_by_role("button", name="Table menu").click()
    his.locator("#concede summary").click()
    his.get_by_role("button", name="Give it up").click()
    press(hers, "concede")
    phase(his, "over")
    expect(his.locator("#board")).to_contain_text("conceded the match.")
    press(hers, "rotate")
    expect(his.locator("#board")).to_contain_text("Would rotate partners: sara.")
    press(his, "rotate")
    phase(hers, "call")
    expect(his.locator("#table")).to_have_attribute("data-viewer-seat", "E")


def test_when_one_has_left_the_others_find_a_fourth_and_play_again(pages: Pages, site: str) -> None:
    sara, omar, lina, adam = people("sara", "omar", "lina", "adam")
    table_id = playing(sara, omar, lina, adam)
    hers, his = at(pages, table_id, sara, phone=True, language="ar"), at(pages, table_id, adam)
    for user in (sara, omar):
        agreements.concede(table_id, user.pk)
    phase(his, "over")
    his.get_by_role("button", name="Table menu").click()
    his.get_by_role("button", name="Leave the table").click()
    his.wait_for_url("**/")
    press(hers, "rematch")
    agreements.play_again(table_id, omar)
    phase(hers, "over")
    agreements.play_again(table_id, lina)
    phase(hers, "waiting")
    clean(hers)
    fourth = at(pages, table_id, None, phone=True)
    fourth.locator('[value="sit:W"]').click()
    expect(hers.locator("#seat-W")).to_contain_text("ضيف-")
    for page in (hers, fourth):
        press(page, "ready")
    for user in (omar, lina):
        tables.ready_to_start(table_id, user.pk)
    phase(fourth, "call")


def test_cards_are_slammed_by_holding_and_by_key_and_everybody_sees_it(
    pages: Pages, site: str, settings: object
) -> None:
    settings.CARDEMS_PACE = 60  # type: ignore[attr-defined]  # the bots wait for the test
    (sara,) = people("sara")
    table = tables.open_table(sara, "tarneeb/classic", {"signals": True})
    tables.fill_with_bots(table.pk, sara.pk)
    tables.ready_to_start(table.pk, sara.pk)
    until_turn_of(table.pk, sara, PLAY)
    hers, watcher = at(pages, table.pk, sara, phone=True), at(pages, table.pk, None)
    card = hers.locator('#hand [data-card]:not([aria-disabled="true"])').first
    card.dispatch_event("pointerdown", {"isPrimary": True, "button": 0, "bubbles": True})
    expect(watcher.locator('[data-played][data-gesture="slam"]')).to_be_visible()
    expect(watcher.locator('[data-gesture="slam"] .gesture')).to_have_text("slam")
    until_turn_of(table.pk, sara, PLAY)
    hers.locator('#hand [data-card]:not([aria-disabled="true"])').first.focus()
    hers.keyboard.press("s")
    expect(hers.locator('[data-played][data-seat="S"][data-gesture="slam"]')).to_be_visible()
    match = store.read(table.pk).match
    assert match is not None
    assert match.round is not None
    assert [gesture for _place, gesture in match.round.gestures] == ["slam", "slam"]


def test_a_claim_that_is_not_certain_is_refused_in_words(pages: Pages, site: str, settings: object) -> None:
    settings.CARDEMS_PACE = 60  # type: ignore[attr-defined]
    (sara,) = people("sara")
    table_id = playing(sara)
    until_turn_of(table_id, sara, PLAY)
    hers = at(pages, table_id, sara, phone=True)
    hers.get_by_role("button", name="Table menu").click()
    hers.get_by_role("button", name="The rest are mine").click()
    expect(hers.locator("#why")).to_contain_text("please play on")


def test_a_watcher_sees_no_hand_and_sits_down_without_an_account(pages: Pages, site: str) -> None:
    table_id, (sara,) = gathered("sara")
    hers, stranger = at(pages, table_id, sara), at(pages, table_id, None, phone=True)
    expect(hers.locator("#watchers")).to_have_text("1 watching")
    expect(stranger.locator("#hand [data-card]")).to_have_count(0)
    stranger.locator('[value="sit:W"]').click()
    stranger.wait_for_load_state()
    assert table_of(stranger) == table_id
    expect(stranger.locator("#table")).to_have_attribute("data-viewer-seat", "W")
    expect(hers.locator("#seat-W")).to_contain_text("Guest-")


def test_the_list_of_tables_is_live_and_one_press_seats(pages: Pages, site: str) -> None:
    home = pages.open("/?game=tarneeb", phone=True, **STILL)
    expect(home.locator("#lobby-tables")).to_contain_text("No open table is like that")
    clean(home)
    table_id, (sara,) = gathered("sara", turn_seconds=30)
    row = home.locator(f"#open-{table_id}")
    expect(row).to_contain_text("sara")
    expect(row).to_contain_text("30 seconds a move")
    row.get_by_role("button", name="Sit down").click()
    assert table_of(home) == table_id
    other = pages.open("/", **STILL)
    other.get_by_role("button", name="Seat me: Tarneeb").click()
    assert table_of(other) == table_id
    hers = at(pages, table_id, sara)
    expect(hers.locator("#strip .contract")).to_contain_text("3 / 4")
    clean(hers)
    clean(other)
