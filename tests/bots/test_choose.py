"""What holds for every bot in every game: lawful, deterministic, blind to hidden cards, quick, pure."""

from __future__ import annotations

import ast
import random
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from games.bots import LEVELS, choose
from games.bots import levels as levels_module
from games.engine.actions import Action
from games.engine.cards import FULL_PACK, cards_in, mask_of
from games.engine.matches import Match
from games.engine.observation import observe
from games.engine.registry import RULE_SETS, game_for
from games.engine.seats import SEATS

from .positions import observed, tarneeb, walk

HOUSE_RULES = {"all_pass": "force-dealer", "hopeless_hand": True, "ten_in_suit": True, "first_lead_trump": True}
GAMES = [
    *((rule_set, {}) for rule_set in RULE_SETS),
    *((rule_set, HOUSE_RULES) for rule_set in ("tarneeb/classic", "tarneeb/lebanese")),
    ("tarneeb/egyptian", HOUSE_RULES | {"doubles": "redouble"}),
    ("tarneeb/classic", {"signals": True}),
    ("tarneeb/levant", {"target": 61}),
]


@pytest.mark.parametrize(("rule_set", "options"), GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_choice_is_lawful(rule_set, options, level):
    game = game_for(rule_set, options)
    for match, code in walk(game, (level, level), 12, rule_set):
        assert code in [action.code for action in observed(match).legal]


@pytest.mark.parametrize("rule_set", ["tarneeb/egyptian", "tarneeb/cardems", "spades/cardems"])
@pytest.mark.parametrize("level", LEVELS)
def test_hidden_cards_and_the_time_of_asking_change_nothing(rule_set, level):
    chance = random.Random(7)
    for match, code in walk(game_for(rule_set), (level, level), 4, "hidden"):
        for _ in range(2):
            assert choose(observed(_reshuffled(match, chance)), level, random.Random(3)).code == code


def _reshuffled(match: Match, chance: random.Random) -> Match:
    """The same match with the cards that the seat to act cannot see dealt anew among the others."""
    round, viewer = match.round, match.to_act
    hidden = list(cards_in(FULL_PACK & sum(round.hands[seat] for seat in SEATS if seat != viewer)))
    chance.shuffle(hidden)
    hands = [
        round.hands[seat] if seat == viewer else mask_of([hidden.pop() for _ in range(round.hands[seat].bit_count())])
        for seat in SEATS
    ]
    return replace(match, round=round._replace(hands=tuple(hands)))


def test_a_choice_takes_two_milliseconds_at_most_as_a_rule():
    times = []
    for match, _ in walk(game_for("tarneeb/egyptian"), LEVELS, 4, "quick"):
        observation = observed(match)
        start = time.perf_counter()
        choose(observation, "club", random.Random(1))
        times.append(time.perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.002


def test_unknown_levels_and_seats_that_are_not_to_act_are_refused():
    match = tarneeb({}, "call:7")
    with pytest.raises(ValueError, match="no level"):
        choose(observed(match), "master", random.Random(1))
    with pytest.raises(ValueError, match="not to act"):
        choose(observe(match, match.to_act.partner), "club", random.Random(1))


@pytest.mark.parametrize("slug", ["hearts", "no-such-game", "counting"])
def test_a_game_without_a_module_is_played_at_random(slug):
    legal: tuple[Action, ...] = observed(tarneeb({}, "call:7")).legal
    observation = SimpleNamespace(game=SimpleNamespace(slug=slug), legal=legal)
    seen = {choose(observation, "club", random.Random(number)) for number in range(60)}
    assert seen == set(legal)


def test_bots_import_the_engine_and_the_standard_library_only():
    folder = Path(levels_module.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            for name in _imported(node):
                assert name.split(".")[0] in sys.stdlib_module_names or name.startswith("games.engine"), (path, name)
                assert not name.endswith(("matches", "registry")), (path, name)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
