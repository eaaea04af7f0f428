"""Only what changed is sent; put together it is always the whole view, whatever a page has missed or asked for."""

import asyncio
import random
import threading

import pytest
from django.db import connections
from django.utils import translation

from games import fragments, store
from games.engine.observation import observe
from games.screens import texts
from games.services import play, seats, talk
from tests.hub.test_slow_pages import Page, shown
from tests.services.room import people, playing


class Reader(Page):
    """A page that puts the fragments of its frames together."""

    def __init__(self, table_id, user_id, elements):
        super().__init__(table_id, user_id)
        self.elements, self.has = elements, {}

    async def send(self, text):
        places = sorted((place, name) for name in self.elements if (place := _place(text, name)) >= 0)
        ends = [place for place, _name in places[1:]] + [len(text)]
        for (place, name), end in zip(places, ends, strict=True):
            self.has[name] = text[place:end]


def _place(text, element):
    """Where the fragment of this id begins; −1 when it is not there."""
    at = text.find(f' id="{element}" hx-swap-oob')
    return text.rfind("<", 0, at) if at >= 0 else -1


def whole(snapshot, user_id):
    """All that this person's page must show."""
    seat = snapshot.seat_of(user_id)
    lines = tuple(map(fragments.TalkLine.of, talk.lines(snapshot.table_id)))
    view = fragments.talk_view(snapshot, seat, lines, frozenset())
    private = fragments.private_fragments(snapshot, seat, user_id, "en", "latin", view)
    return fragments.public_fragments(snapshot, "en", "latin") | private


def move(table_id, chance):
    """One lawful action of whoever has the turn, or the next deal."""
    snapshot = store.read(table_id)
    if snapshot.match.round is None:
        play.deal_next_round(table_id, snapshot.version)
        return
    seat = snapshot.match.to_act
    action = chance.choice(observe(snapshot.match, seat).legal)
    play.take_action(table_id, snapshot.sitter(seat).user_id, action.code, snapshot.version)


@pytest.mark.parametrize("rules", ["tarneeb/cardems", "spades/cardems", "tarneeb/egyptian"])
async def test_what_is_sent_adds_up_to_the_whole_view(hub, in_thread, rules):
    chance = random.Random(7)
    four = await in_thread(people, "Warda", "Sami", "Nour", "Lina")
    watcher = (await in_thread(people, "Adam"))[0]
    table_id = await in_thread(playing, *four, rules=rules)
    elements = list(await in_thread(lambda: whole(store.read(table_id), four[0].pk)))
    pages = [Reader(table_id, user.pk, elements) for user in (*four, watcher)]
    for page in pages:
        await hub.watch(page.viewer)
    for action in range(130):
        await in_thread(move, table_id, chance)
        if action % 30 == 0:
            await in_thread(talk.say, table_id, four[action % 4], "emote", "smile")
        page = chance.choice(pages)
        if chance.random() < 0.2:
            page.waiting = chance.choice([0, 10**6])
        if chance.random() < 0.1:
            await hub.refresh(page.viewer)
        if chance.random() < 0.5:
            await shown(hub)
    for page in pages:
        page.waiting = 0
    await shown(hub)
    await hub._show_what_was_missed()
    snapshot = await in_thread(store.read, table_id)
    for page in pages:
        wanted = await in_thread(whole, snapshot, page.viewer.user_id)
        assert page.has == wanted


async def test_news_from_a_request_are_told_in_the_readers_language(hub, in_thread, monkeypatch):
    monkeypatch.setattr(texts, "_tongues", {})  # nothing has been said yet
    warda, sami = await in_thread(people, "Warda", "Sami")
    table_id = await in_thread(playing, warda, sami)
    page = Reader(table_id, sami.pk, ["talk-lines", "prompt", "controls"])
    page.viewer.language = "ar"
    await hub.watch(page.viewer)
    await shown(hub)

    def request():
        with translation.override("ar"), texts.speaking("ar", "latin"):
            seats.leave(table_id, sami.pk)
        connections.close_all()

    thread = threading.Thread(target=request)  # Django's language does not come over from there with the context
    thread.start()
    await in_thread(thread.join)
    for _turn in range(3):
        await asyncio.sleep(0.01)
        await shown(hub)
    assert "You have left" not in page.has["controls"]
    with translation.override("ar"):
        assert translation.gettext("You have left the table.") in page.has["controls"]
