"""The rules in force, in words: options with their values, worked scores, and what the other rule sets do differently.

Everything here is asked of the engine, so a changed rule changes the page.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.engine.game import Game
from games.engine.options import Option, Value, same
from games.engine.registry import GAMES, RULE_SETS, game_for

from . import wording
from .guide_rounds import ROUNDS
from .texts import gettext
from .worked import ScoreTable, score_table


@dataclass(frozen=True, slots=True)
class RuleSetLink:
    """A rule set in a list of them."""

    slug: str
    url: str
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option of a rule set; `choices` are the values that a table may choose, empty where it is fixed."""

    name: str
    label: str
    help: str
    value: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One rule set's value of an option beside the others'; `differs` from the page's own."""

    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rule sets of a game side by side: a column for each, a row for each option that is not alike in all."""

    sets: tuple[RuleSetLink, ...]
    own: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The page of one rule set. `values` is for the words of the game's own template, if there is one."""

    link: RuleSetLink
    game: str
    game_slug: str
    terms: tuple[str, ...]
    values: dict[str, Value]
    options: tuple[OptionLine, ...]
    scores: ScoreTable
    comparison: Comparison
    templates: tuple[str, ...]
    has_guide: bool


@dataclass(frozen=True, slots=True)
class GameRules:
    """A game with its rule sets, on the page that lists all rules."""

    slug: str
    name: str
    sets: tuple[RuleSetLink, ...]
    has_guide: bool


def all_rules() -> tuple[GameRules, ...]:
    """Every game and rule set, in the order of the registry."""
    return tuple(GameRules(slug, gettext(game.name), _links(slug), slug in ROUNDS) for slug, game in GAMES.items())


def rules_page(slug: str) -> RulesPage | None:
    """The page of a rule set, `tarneeb/classic`; None where there is no such set."""
    if slug not in RULE_SETS:
        return None
    game = game_for(slug)
    return RulesPage(
        link=_link(slug),
        game=gettext(game.name),
        game_slug=game.slug,
        terms=wording.terms(game),
        values=dict(game.values),
        options=tuple(_option(game, option) for option in game.options),
        scores=score_table(game),
        comparison=_comparison(game),
        templates=(f"games/rules/{game.slug}.html", "games/rules/plain.html"),
        has_guide=game.slug in ROUNDS,
    )


def _links(game: str) -> tuple[RuleSetLink, ...]:
    return tuple(_link(rule_set.slug) for rule_set in GAMES[game].rule_sets)


def _link(slug: str) -> RuleSetLink:
    rule_set = RULE_SETS[slug]
    return RuleSetLink(slug, reverse("rules", args=[slug]), gettext(rule_set.name), gettext(rule_set.about))


def _option(game: Game, option: Option) -> OptionLine:
    value, choices = game.values[option.name], game.rule_set.open.get(option.name, ())
    return OptionLine(
        name=option.name,
        label=gettext(option.label),
        help=gettext(option.help),
        value=_said(option, value),
        choices=tuple(_said(option, choice) for choice in choices),
    )


def _said(option: Option, value: Value) -> str:
    words = gettext(option.choice(value))
    return words[:1].upper() + words[1:]


def _comparison(game: Game) -> Comparison:
    sets = GAMES[game.slug].rule_sets
    varied = [
        option
        for option in game.options
        if any(not same(one.values[option.name], sets[0].values[option.name]) for one in sets)
    ]
    return Comparison(
        sets=_links(game.slug),
        own=game.rule_set.slug,
        rows=tuple((gettext(option.label), _cells(game, option)) for option in varied),
    )


def _cells(game: Game, option: Option) -> tuple[Cell, ...]:
    own = game.rule_set.values[option.name]
    values = (rule_set.values[option.name] for rule_set in GAMES[game.slug].rule_sets)
    return tuple(Cell(_said(option, value), not same(value, own)) for value in values)
