"""The page of a past match with its downloads, under the rules of today and of another day."""

from __future__ import annotations

import json
import random

import pytest
from django.urls import reverse

from games import store
from games.engine.deals import deal_from_seed
from games.engine.errors import OUT_OF_PHASE
from games.engine.matches import Ending, Match, dealt, ended
from games.engine.registry import GAMES, game_for
from games.engine.seats import Seat, Side
from tests.past import past_match, played_match, store_match
from tests.web.past_matches import exported, import_errors, short

pytestmark = pytest.mark.django_db


def test_a_page_tells_every_step_and_links_to_it(client, layla):
    row = past_match("tarneeb/levant", {"N": layla}, rounds=3)
    page = client.get(reverse("match", args=[row.pk]))
    text = page.content.decode()
    assert page["X-Robots-Tag"] == "noindex"
    for log in row.log.exclude(code="deal").exclude(code__startswith="end"):
        before = row.log.filter(round=log.round, number__lt=log.number).exclude(code="deal").count()
        assert f'id="r{log.round + 1}-{before + 1}"' in text
        if log.code.startswith("play:"):
            assert f'data-card="{log.code[5:7]}"' in text


def test_a_rated_match_may_be_found_by_everybody(client):
    page = client.get(reverse("match", args=[short(rated=True).pk]))
    assert "X-Robots-Tag" not in page
    assert b'property="og:image"' in page.content


def test_who_played_sits_at_the_bottom(as_layla, layla):
    row = short(people={"E": layla})
    assert b'data-near="E"' in as_layla.get(reverse("match", args=[row.pk])).content


def test_names_are_shown_as_they_are_and_do_no_harm(client):
    evil = "<img src=x>"
    match, seeds = played_match(game_for("tarneeb/classic"), random.Random(1), 1)
    row = store_match(ended(match, Ending("closed")), seeds)
    row.players.filter(seat="N").update(bot_name=evil)
    assert evil.encode() not in client.get(reverse("match", args=[row.pk])).content
    assert evil.encode() not in client.get(reverse("round-card", args=[row.pk, 1])).content


@pytest.mark.parametrize("rules", ["tarneeb/egyptian", "spades/cardems"])
def test_downloads(client, rules):
    row = past_match(rules, rounds=2)
    told = json.loads(client.get(reverse("match-record", args=[row.pk])).content)
    assert (told["rules"], len(told["rounds"])) == (rules, 2)
    whole = client.get(reverse("match-pbn", args=[row.pk])).content.decode()
    one = client.get(reverse("round-pbn", args=[row.pk, 2])).content.decode()
    assert whole.count("[Board ") == 2
    assert '[Board "2"]' in one
    assert '[Board "1"]' not in one
    picture = client.get(reverse("round-card", args=[row.pk, 1]))
    assert picture["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert b"<style" not in picture.content


@pytest.mark.parametrize("number", [0, 3, 99999999999999999999])
def test_a_round_that_is_not_there(client, number):
    row = past_match(rounds=2)
    assert client.get(reverse("round-card", args=[row.pk, number])).status_code == 404
    assert client.get(reverse("round-pbn", args=[row.pk, number or 7])).status_code == 404


def test_no_match_has_so_large_a_number(client):
    assert client.get("/matches/99999999999999999999/").status_code == 404


def test_a_page_costs_few_queries(client, layla, django_assert_max_num_queries):
    row = past_match("spades/cardems", {"N": layla}, rounds=10)
    client.force_login(layla)
    client.get(reverse("match", args=[row.pk]))
    with django_assert_max_num_queries(8):
        client.get(reverse("match", args=[row.pk]))


def test_a_match_that_ended_in_its_first_round_says_so(client):
    game = game_for("tarneeb/cardems")
    seed = bytes(32)
    match = dealt(Match(game), Seat.N, deal_from_seed(seed, Seat.N, game.rotation))
    row = store_match(ended(match, Ending("concession", Side.NS)), [seed], rated=True)
    page = client.get(f"/matches/{row.pk}/", headers={"accept-language": "ar"}).content.decode()
    assert "لم تكتمل أي جولة." in page
    assert "طرنيب، كارديمز" in page
    assert "الجولة، </span>" in page


# --- rules that changed ----------------------------------------------------------------------------------------------


@pytest.fixture
def new_rules(monkeypatch):
    """After this is called, both games have a second version, under which nothing that was played is lawful."""

    def begin() -> None:
        store.cache.clear()
        for game in GAMES.values():
            monkeypatch.setattr(game, "version", 2)
            monkeypatch.setattr(game, "refusal", lambda *_: OUT_OF_PHASE)

    return begin


@pytest.mark.parametrize("rules", ["tarneeb/levant", "tarneeb/egyptian", "tarneeb/classic", "spades/cardems"])
def test_a_match_under_older_rules_is_shown_as_it_was_stored(client, layla, new_rules, rules):
    match, seeds = played_match(game_for(rules), random.Random(8), 4)
    row = store_match(ended(match, Ending("concession", Side.EW)), seeds, {"N": layla}, rated=True)
    for place, finished in enumerate(match.finished):
        store.write_round(row.pk, place, finished.outcome, finished.points)
    before = client.get(reverse("match", args=[row.pk]))
    new_rules()
    page = client.get(reverse("match", args=[row.pk]))
    assert "Played under version 1 of the rules; today&#x27;s are version 2." in page.content.decode()
    for number in (1, 2, 3, 4):
        assert steps_told(page, number) == steps_told(before, number)
    old, new = before.context["match"], page.context["match"]
    assert (new.totals, new.won, new.title, new.line) == (old.totals, old.won, old.title, old.line)
    assert [(row.ns_points, row.ew_total) for row in new.sheet.rows] == [
        (row.ns_points, row.ew_total) for row in old.sheet.rows
    ]
    assert client.get(reverse("round-card", args=[row.pk, 1])).status_code == 200
    assert "in PBN" not in page.content.decode()
    assert client.get(reverse("match-pbn", args=[row.pk])).status_code == 404


def steps_told(page, number: int) -> list[tuple]:
    """Every step of a round, and who took its tricks but the last, which nothing stored tells."""
    round = page.context["match"].rounds[number - 1]
    winners = [stage.winner for stage in round.stages][: max(1, len(round.stages) - 1)]
    steps = [(step.id, step.seat, step.spoken, step.card) for stage in round.stages for step in stage.steps]
    return [round.direction, round.calls, round.hands, winners, steps]


@pytest.mark.parametrize("rules", ["tarneeb/levant", "tarneeb/egyptian", "spades/cardems"])
def test_the_record_of_a_match_under_older_rules_is_the_same_file(client, layla, new_rules, rules):
    row = past_match(rules, {"N": layla}, rounds=3)
    first = exported(client, row)
    new_rules()
    assert exported(client, row) == first
    assert json.loads(client.get(f"/api/matches/{row.pk}/").content)["record"] == json.loads(first)


def test_a_record_that_todays_rules_refuse_says_by_which_it_was_judged(client, new_rules):
    whole = exported(client, short())
    new_rules()
    (error,) = import_errors(client, whole.decode())["record"]
    assert "Judged by version 2 of the rules." in error
