"""A site with one match that lasts and one that is over, both played through the services by chance."""

import random
from dataclasses import dataclass

import pytest

from games import store
from games.engine.observation import observe
from games.models import MatchRow, TableRow
from games.services import agreements, play, presence
from tests.arrange import sensible
from tests.services.room import people, playing


@dataclass
class Site:
    """The tables and matches of the fixture `played`."""

    live_table: TableRow
    past_table: TableRow

    @property
    def live(self) -> MatchRow:
        return self.live_table.match

    @property
    def past(self) -> MatchRow:
        return self.past_table.match


def play_on(table_id: int, actions: int = 200) -> None:
    """So many actions, or to the end of the round, each by the door that its seat has."""
    for _action in range(actions):
        snapshot = store.read(table_id)
        match = snapshot.match
        if match.to_act is None:
            return
        sitter, legal = snapshot.sitter(match.to_act), observe(match, match.to_act).legal
        code = sensible(legal, random.Random(snapshot.version)).code
        if sitter.is_bot_played:
            play.take_bot_action(table_id, sitter.seat, code, snapshot.version)
        else:
            play.take_action(table_id, sitter.user_id, code, snapshot.version)


@pytest.fixture
def played(db) -> Site:
    store.cache.clear()
    presence.beat()
    warda, sami = people("Warda", "Sami")
    live, past = playing(warda), playing(sami, rules="spades/cardems")
    play_on(live, 12)
    play_on(past)
    agreements.concede(past, sami.pk)
    store.cache.clear()
    return Site(TableRow.objects.get(pk=live), TableRow.objects.get(pk=past))
