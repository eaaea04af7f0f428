"""The games that Cardems knows: the one place that names them. A new game is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from .errors import UnknownRules
from .game import Game
from .options import RuleSet, Value
from .spades import Spades
from .tarneeb import Tarneeb

GAMES: Final = {game.slug: game for game in (Tarneeb, Spades)}
RULE_SETS: Final[Mapping[str, RuleSet]] = {
    rule_set.slug: rule_set for game in GAMES.values() for rule_set in game.rule_sets
}


def game_for(rule_set: str, changes: Mapping[str, object] | None = None) -> Game:
    """The game under a rule set (`tarneeb/classic`) with the options that differ; raises UnknownRules, BadOption."""
    if rule_set not in RULE_SETS:
        raise UnknownRules(f"no rule set {rule_set!r}")
    return _game(rule_set, tuple(RULE_SETS[rule_set].chosen(changes or {}).items()))


@cache
def _game(rule_set: str, values: tuple[tuple[str, Value], ...]) -> Game:
    """One value for the same rules, so that matches under them compare equal."""
    return GAMES[rule_set.partition("/")[0]](rule_set, dict(values))
