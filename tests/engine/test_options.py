"""Rule 2: rule sets are full assignments of the options; only starred ones may change, within their values."""

import re

import pytest

from games.engine.errors import BadOption, UnknownRules
from games.engine.options import same
from games.engine.registry import GAMES, RULE_SETS, game_for

TABLE = """
direction         clockwise counterclockwise counterclockwise* counterclockwise* counterclockwise*
auction           rounds    rounds           rounds            open              once
no_trump          false     false            true*             true              true*
all_pass          assign    redeal-next      redeal-same*      redeal-same*      redeal-same*
opening_lead      declarer  after-dealer     declarer          declarer          declarer
scoring           cardems   levant           classic           classic           classic
target            31        31*              31*               41*               31*
finish            sole      highest          highest           highest           highest
doubles           none      none             none              double*           none
hopeless_hand     false     false            false*            false*            false*
ten_in_suit       false     false            false*            false*            false*
first_lead_trump  false     false            false*            false*            false*
signals           false     false            false*            false*            false*
"""
NAMES = ["cardems", "levant", "classic", "egyptian", "lebanese"]
CELLS = [
    (f"tarneeb/{name}", option, cell)
    for option, *cells in (line.split() for line in TABLE.split("\n") if line)
    for name, cell in zip(NAMES, cells, strict=True)
]
WORDS = {"true": True, "false": False}


@pytest.mark.parametrize(("slug", "option", "cell"), CELLS)
def test_2_the_table_of_options(slug, option, cell):
    word = cell.rstrip("*")
    value = int(word) if word.isdigit() else WORDS.get(word, word)
    assert same(RULE_SETS[slug].values[option], value)
    assert (option in RULE_SETS[slug].open) is cell.endswith("*")


@pytest.mark.parametrize(
    ("slug", "option", "values"),
    [
        ("tarneeb/levant", "target", (31, 61)),
        ("tarneeb/classic", "target", (31, 41, 51, 61)),
        ("tarneeb/classic", "all_pass", ("redeal-same", "force-dealer")),
        ("tarneeb/egyptian", "doubles", ("none", "double", "redouble")),
        ("tarneeb/lebanese", "direction", ("clockwise", "counterclockwise")),
        ("tarneeb/lebanese", "no_trump", (True, False)),
    ],
)
def test_2_the_values_of_the_starred_ones(slug, option, values):
    assert RULE_SETS[slug].open[option] == values
    for value in values:
        assert game_for(slug, {option: value}).values[option] == value


@pytest.mark.parametrize(
    ("slug", "changes"),
    [
        ("tarneeb/cardems", {"target": 41}),
        ("tarneeb/levant", {"target": 41}),
        ("tarneeb/classic", {"target": "31"}),
        ("tarneeb/classic", {"target": 31.0}),
        ("tarneeb/classic", {"target": True}),
        ("tarneeb/classic", {"signals": 1}),
        ("tarneeb/classic", {"signals": None}),
        ("tarneeb/classic", {"signals": []}),
        ("tarneeb/classic", {"doubles": "double"}),
        ("tarneeb/classic", {"colour": "red"}),
        ("tarneeb/egyptian", {"no_trump": False}),
        ("spades/cardems", {"target": 500}),
    ],
)
def test_2_another_value_is_a_bad_option(slug, changes):
    with pytest.raises(BadOption) as refused:
        game_for(slug, changes)
    assert refused.value.name == next(iter(changes))


def test_2_a_fixed_option_may_be_given_with_its_fixed_value():
    assert game_for("tarneeb/cardems", {"auction": "rounds"}).values == RULE_SETS["tarneeb/cardems"].values


@pytest.mark.parametrize("slug", ["", "tarneeb", "tarneeb/none", "spades", "Tarneeb/classic"])
def test_no_such_rule_set(slug):
    with pytest.raises(UnknownRules):
        game_for(slug)


def test_1_8_what_differs_is_said_in_words():
    game = game_for("tarneeb/classic", {"target": 41, "signals": True, "no_trump": True})
    assert game.rule_set.differences(game.values) == {"target": 41, "signals": True}
    options = {option.name: option for option in game.options}
    assert options["target"].in_words(41) == "to 41"
    assert options["signals"].in_words(True) == "slam and flick allowed"
    assert options["signals"].choice(True) == "Yes"


@pytest.mark.parametrize("slug", RULE_SETS)
def test_1_8_every_value_has_words(slug):
    game = game_for(slug)
    options = {option.name: option for option in game.options}
    for name, value in game.rule_set.values.items():
        for each in game.rule_set.open.get(name, (value,)):
            assert options[name].choice(each)
            assert options[name].in_words(each)


@pytest.mark.parametrize("game", GAMES.values())
def test_every_game_declares_what_pages_need(game):
    assert game.default_rule_set in RULE_SETS
    assert all(rule_set.name and rule_set.about for rule_set in game.rule_sets)
    assert re.fullmatch("[a-z]+", game.slug)
    assert game.version >= 1


def test_the_same_rules_give_an_equal_game():
    assert game_for("tarneeb/classic", {"target": 31}) == game_for("tarneeb/classic")
    assert game_for("tarneeb/classic", {"no_trump": False}) != game_for("tarneeb/classic")
