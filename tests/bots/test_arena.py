"""A short form of `./dev bench bots`: the same bounds, more lenient, on a few duplicate matches of each game."""

from __future__ import annotations

import pytest

from games.engine.registry import GAMES
from tests.bench.bots import DEAD_AT_MOST, played

MATCHES = 10


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize(("other", "least"), [("random", 0.9), ("beginner", 0.6)])
def test_the_club_level_wins(game, other, least):
    total = played(game.default_rule_set, other, MATCHES, "short", jobs=1)
    assert total.won / total.duplicates >= least
    assert other == "random" or total.dead_share <= DEAD_AT_MOST
    assert other == "random" or total.made_share >= 0.5


def test_the_same_seed_gives_the_same_matches():
    once, again = (played("tarneeb/cardems", "beginner", 1, "same", jobs=1) for _ in range(2))
    assert once == again
