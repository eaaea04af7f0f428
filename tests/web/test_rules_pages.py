"""Rules pages say what the engine does."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.engine.registry import GAMES, RULE_SETS, game_for
from games.screens.guide import guide
from games.screens.guide_rounds import ROUNDS
from games.screens.rules import rules_page
from games.screens.texts import speaking


@pytest.fixture(autouse=True)
def _english():
    with speaking("en", "latin"):
        yield


def test_every_rule_set_has_its_page(client, db):
    index = client.get(reverse("all-rules")).content.decode()
    for slug in RULE_SETS:
        address = reverse("rules", args=[slug])
        assert address == f"/rules/{slug}/"
        assert address in index
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("slug", ["chess", "tarneeb", "tarneeb/chess", "tarneeb/levant/x", "tarneeb//levant"])
def test_no_page_of_rules_that_are_not_there(client, db, slug):
    assert client.get(f"/rules/{slug}/").status_code == 404


@pytest.mark.parametrize("slug", RULE_SETS)
def test_options_stand_with_their_values(slug):
    page, game = rules_page(slug), game_for(slug)
    assert [line.name for line in page.options] == [option.name for option in game.options]
    for line in page.options:
        assert line.value
        assert len(line.choices) == len(game.rule_set.open.get(line.name, ()))


WORTH = {
    "tarneeb/cardems": {"8, takes 7": ("−8", "+6"), "7, takes 13": ("+13", "0"), "13, takes 11": ("−13", "+2")},
    "tarneeb/levant": {"8, takes 10": ("+10", "+3"), "13, takes 13": ("+26", "0"), "13, takes 11": ("−16", "+4")},
    "tarneeb/classic": {"8, takes 10": ("+10", "0"), "7, takes 13": ("+16", "0"), "13, takes 13": ("+26", "0")},
    "tarneeb/egyptian": {"8, takes 7": ("−8", "+6", "−16"), "13, takes 13": ("+26", "0", "+52")},
}


@pytest.mark.parametrize("slug", WORTH)
def test_worked_scores_of_tarneeb(slug):
    rows = {what.removeprefix("Bids "): tuple(cells) for what, *cells in rules_page(slug).scores.rows}
    for what, cells in WORTH[slug].items():
        assert rows[what] == cells


def test_worked_scores_of_spades():
    totals = [row[-1] for row in rules_page("spades/cardems").scores.rows]
    assert totals == ["+62", "−60", "+150", "−49", "−59"]


def test_differences_from_the_other_sets():
    comparison = rules_page("tarneeb/levant").comparison
    rows = dict(comparison.rows)
    assert [one.name for one in comparison.sets] == ["Cardems", "Levant", "Classic", "Egyptian", "Lebanese"]
    assert [cell.differs for cell in rows["Scoring"]] == [True, False, True, True, True]
    assert "Signals" not in rows  # alike in all


@pytest.mark.parametrize(
    ("slug", "said", "unsaid"),
    [
        ("tarneeb/cardems", "the dealer gets a contract of 7", "may double"),
        ("tarneeb/levant", "the next seat deals", "no trump may be named"),
        ("tarneeb/egyptian", "An opponent may double", "may redouble"),
        ("tarneeb/lebanese", "Everybody speaks exactly once", "three have passed"),
        ("spades/cardems", "No spade may be led", "declarer"),
    ],
)
def test_the_words_follow_the_options(client, db, slug, said, unsaid):
    text = client.get(f"/rules/{slug}/").content.decode()
    start, end = text.index('class="panel prose"'), text.index('id="scores"')
    assert said in text[start:end]
    assert unsaid not in text[start:end]


@pytest.mark.parametrize("game", GAMES)
def test_the_guided_round_is_lawful_and_its_notes_are_where_they_belong(client, db, game):
    told = guide(game)
    (round,) = told.page.rounds
    steps = [step for stage in round.stages for step in stage.steps]
    noted = {place for place, step in enumerate(steps, 1) if step.note}
    assert noted == set(ROUNDS[game].notes) - {0}
    assert sum(bool(step.card) for step in steps) == 52
    page = client.get(reverse("how-to-play", args=[game])).content.decode()
    assert told.begin.split(".")[0] in page


def test_no_guide_to_a_game_that_is_not_there(client, db):
    assert client.get("/rules/chess/how-to-play/").status_code == 404


def test_the_deals_are_explained(client, db):
    assert b"HMAC-SHA256" in client.get(reverse("rules-deals")).content
