"""The page of a match that is over shows everything; of one that goes on, nothing."""

import pytest
from django.utils.timezone import now

from games.engine.matches import Ending, ended
from games.models import MatchRow, PlayerRow
from games.screens.match import match_page
from games.screens.past import over
from games.screens.texts import speaking
from games.store import StoredMatch
from tests.factories import UserFactory

from .stage import EVERY_RULE_SET, positions

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with speaking("en", "latin"):
        yield


def stored(match):
    dealt = len(match.finished) + bool(match.round)
    return StoredMatch(
        9, match, tuple(f"c{place}" for place in range(dealt)), tuple(f"s{place}" for place in range(dealt))
    )


@pytest.fixture
def row():
    row = MatchRow.objects.create(game="tarneeb", rule_set="tarneeb/classic", rated=True)
    PlayerRow.objects.create(match=row, seat="S", user=UserFactory(username="Sara"))
    for seat, name in (("N", "Layla"), ("E", "Nour"), ("W", "Omar")):
        PlayerRow.objects.create(match=row, seat=seat, bot_level="club", bot_name=name)
    return row


def test_a_match_that_goes_on_has_no_page(row):
    assert match_page(row, stored(positions("tarneeb/classic", rounds=1)[-1])) is None


@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_a_match_that_is_over_is_told_round_by_round(row, rules):
    match = positions(rules, seed=3, rounds=400)[-1]
    page = match_page(row, stored(match))
    assert page.sides == (("Layla", "Sara"), ("Nour", "Omar"))
    assert page.won == match.winner.name
    assert len(page.rounds) == len(page.sheet.rows) == len(match.finished)
    for place, (part, finished) in enumerate(zip(page.rounds, match.finished, strict=True)):
        assert (part.number, part.seed, part.commitment) == (str(place + 1), f"s{place}", f"c{place}")
        assert len(part.hands) == 4
        assert bool(part.lines) == (finished.outcome == "played")
        assert part.calls.count(", ") == len(finished.round.calls) - 1


def test_a_match_that_was_conceded_shows_the_round_it_broke_off(row):
    match = next(match for match in positions("tarneeb/classic") if match.phase == "play")
    page = match_page(row, stored(ended(match, Ending("closed"))))
    assert page.rounds[-1].outcome == "Not played to the end"
    assert page.line == "The table was closed before the match was over."
    assert page.won == ""


def test_a_page_costs_two_queries(row, django_assert_num_queries):
    match = positions("spades/cardems", seed=3, rounds=400)[-1]
    MatchRow.objects.update(finished_at=now())
    row = over(row.pk)
    with django_assert_num_queries(2):
        match_page(row, stored(match))
