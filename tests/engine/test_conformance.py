"""The battery that every registered rule set passes, whatever its options."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from games.engine.actions import PlayCard
from games.engine.cards import FULL_PACK
from games.engine.game import Game, legal_actions, play
from games.engine.matches import Match
from games.engine.registry import RULE_SETS, game_for
from games.engine.rounds import PLAY, Round, cards_played, tricks_by_side
from games.engine.seats import SEATS
from tests.arrange import is_refused, known_actions, random_match

pytestmark = pytest.mark.slow
MATCHES = 40


def games_of(slug: str) -> Iterator[Game]:
    """A rule set under every combination of its options."""
    open_ = RULE_SETS[slug].open
    for values in itertools.product(*open_.values()):
        yield game_for(slug, dict(zip(open_, values, strict=True)))


def sampled(slug: str, number: int, seed: int = 0) -> list[Game]:
    games = list(games_of(slug))
    return [random.Random(seed + each).choice(games) for each in range(number)]


@pytest.mark.parametrize("slug", RULE_SETS)
def test_random_matches_end(slug):
    for seed, game in enumerate(sampled(slug, MATCHES)):
        match = random_match(game, random.Random(seed))[-1]
        assert match.winner is not None
        assert match.is_over
        assert match.phase == "over"


@pytest.mark.parametrize("slug", RULE_SETS)
def test_every_combination_of_options_plays(slug):
    for seed, game in enumerate(games_of(slug)):
        for match in random_match(game, random.Random(seed), rounds=1):
            check_position(match)


def check_position(match: Match) -> None:
    if match.round is None:
        return
    assert accounted_for(match.round) == FULL_PACK
    assert match.to_act is not None
    assert match.phase in ("call", "trump", "play")
    assert legal_actions(match.game, match.round)


def accounted_for(round: Round) -> int:
    """Every card once: held by one seat or played."""
    piles = [*round.hands, *(1 << card for card in cards_played(round))]
    assert sum(piles) == FULL_PACK
    return piles[0] | piles[1] | piles[2] | piles[3] | sum(piles[4:])


@pytest.mark.parametrize("slug", RULE_SETS)
def test_at_one_position_in_twenty_all_that_is_not_legal_is_refused(slug):
    for seed, game in enumerate(sampled(slug, 12, seed=7)):
        positions = random_match(game, random.Random(seed), rounds=3)
        for match in positions[seed % 20 :: 20]:
            if match.round is not None:
                check_refusals(game, match.round)


def check_refusals(game: Game, round: Round) -> None:
    legal = set(legal_actions(game, round))
    for action in itertools.chain.from_iterable(known_actions(game, seat) for seat in SEATS):
        plain = PlayCard(action.seat, action.card) if isinstance(action, PlayCard) else action
        if action == plain or plain not in legal:
            assert is_refused(game, round, action) is (plain not in legal)
        elif not game.signals:
            assert is_refused(game, round, action)


@pytest.mark.parametrize("slug", RULE_SETS)
def test_a_replay_of_the_codes_gives_an_equal_value(slug):
    for seed, game in enumerate(sampled(slug, 20, seed=3)):
        positions = random_match(game, random.Random(seed), rounds=2)
        finished = positions[-1].finished[-1].round
        again = game.new_round(finished.dealer, finished.deal)
        for code in codes(game, finished):
            again = play(game, again, game.parse_action(game.to_act(again), code))
        assert again == finished
        assert hash(again) == hash(finished)
        assert hash(positions[-1]) == hash(positions[-1])


def codes(game: Game, round: Round) -> list[str]:
    """The log of a round: its calls, its trump where one was chosen, its cards."""
    chosen = [] if round.trump is None or game.slug != "tarneeb" or game.values["auction"] == "open" else [round.trump]
    return [
        *(call.code for call in round.calls),
        *(f"trump:{strain}" for strain in chosen),
        *(f"play:{card}" for card in cards_played(round)),
    ]


@pytest.mark.parametrize("slug", RULE_SETS)
def test_codes_round_trip(slug):
    game = game_for(slug)
    for seat in SEATS:
        for action in known_actions(game, seat):
            assert game.parse_action(seat, action.code) == action


@pytest.mark.parametrize("slug", RULE_SETS)
def test_thirteen_tricks_are_won_in_every_round_that_is_played(slug):
    for seed, game in enumerate(sampled(slug, 20, seed=11)):
        for finished in random_match(game, random.Random(seed), rounds=4)[-1].finished:
            assert sum(tricks_by_side(finished.round)) == (13 if finished.outcome == "played" else 0)
            assert game.phase(finished.round) == "over"
            assert game.to_act(finished.round) is None
            assert legal_actions(game, finished.round) == ()


@pytest.mark.parametrize("slug", RULE_SETS)
def test_what_may_be_played_is_what_is_refused_to_nobody(slug):
    for seed, game in enumerate(sampled(slug, 5, seed=5)):
        for match in random_match(game, random.Random(seed), rounds=1):
            if match.round is not None and match.phase == PLAY:
                mask, _ = game.playable(match.round)
                legal = legal_actions(game, match.round)
                assert mask == sum(1 << action.card for action in legal if isinstance(action, PlayCard))
