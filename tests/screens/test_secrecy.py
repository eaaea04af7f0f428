"""What a viewer may not know changes not one character of what the viewer gets (must-show 4)."""

import random

import pytest

from games import fragments
from games.engine.cards import cards_in
from games.engine.seats import SEATS
from games.screens import table
from games.screens.texts import speaking

from .stage import EVERY_RULE_SET, SARA, forget_markup, game_of, positions, reshuffled, snapshot_of

VIEWERS = [None, *SEATS]


def _html(snapshot, viewer):
    return [
        fragments.page_fragments(snapshot, viewer, SARA if viewer is not None else None, language, digits)
        for language, digits in (("en", "latin"), ("ar", "arabic"))
    ]


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_reshuffling_the_hidden_cards_changes_no_panel_and_no_markup(rules, viewer):
    chance = random.Random(5)
    for match in positions(rules, seed=11, rounds=2)[::4]:
        if match.round is None:
            continue
        shown = snapshot_of(match)
        other = snapshot_of(reshuffled(match, viewer, chance))
        with speaking("en", "latin"):
            assert table.public(shown) == table.public(other)
        with speaking("en", "latin"):
            assert table.private(shown, viewer, SARA) == table.private(other, viewer, SARA)
        forget_markup()
        first = _html(shown, viewer)
        forget_markup()
        assert first == _html(other, viewer)


@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_a_watcher_holds_no_card(rules):
    for match in positions(rules, rounds=2)[::3]:
        with speaking("en", "latin"):
            private = table.private(snapshot_of(match), None, 99)
        assert private["hand"].cards == ()
        assert not private["prompt"].acts
        assert not any((private["controls"].numbers, private["controls"].levels, private["controls"].trumps))


@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_the_public_part_names_no_card_that_is_still_held(rules):
    for match in positions(rules, rounds=2)[::5]:
        if match.round is None:
            continue
        markup = "".join(fragments.public_fragments(snapshot_of(match), "en", "latin").values())
        now = markup.partition('id="board"')[0]
        for hand in match.round.hands:
            assert not [card for card in cards_in(hand) if f'"{card}"' in now or f"#{card}" in now]


def test_only_seeds_of_rounds_that_are_over_are_shown():
    for match in positions("spades/cardems", rounds=3)[::9]:
        snapshot = snapshot_of(match)
        markup = "".join(fragments.public_fragments(snapshot, "en", "latin").values())
        for place, seed in enumerate(snapshot.seeds):
            assert (seed in markup) <= (place < len(match.finished))


@pytest.mark.parametrize("rules", EVERY_RULE_SET)
def test_the_public_part_holds_no_relative_word(rules):
    for match in positions(rules, rounds=2)[::5]:
        markup = " ".join(fragments.public_fragments(snapshot_of(match), "en", "latin").values()).lower()
        assert not [word for word in ("you", "your", "partner", "opponent") if f" {word} " in markup]


def test_a_table_without_match_shows_its_terms_and_no_hand():
    snapshot = snapshot_of(None, game_of("tarneeb/levant target=61"))
    with speaking("en", "latin"):
        assert table.public(snapshot)["board"].terms == ("Tarneeb, Levant", "Counter-clockwise, to 61")
        assert table.private(snapshot, None, None)["hand"].cards == ()


def test_the_reshuffle_of_these_tests_does_move_cards():
    match = next(match for match in positions("spades/cardems") if match.phase == "play")
    moved = snapshot_of(reshuffled(match, None, random.Random(5)))
    with speaking("en", "latin"):
        assert table.private(moved, SEATS[2], SARA)["hand"] != table.private(snapshot_of(match), SEATS[2], SARA)["hand"]
