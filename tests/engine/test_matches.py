"""Matches: rounds until a side has won."""

import random

import pytest

from games.engine.actions import Call
from games.engine.deals import Deal
from games.engine.errors import IllegalAction
from games.engine.matches import Ending, Match, dealt, ended, played
from games.engine.registry import RULE_SETS, game_for
from games.engine.seats import Seat, Side
from tests.arrange import USUAL, random_match

GAME = game_for("tarneeb/classic")
DEAL = Deal.parse(USUAL)
BEFORE = Match(GAME)
BEGUN = dealt(BEFORE, Seat.S, DEAL)


def after_passes(match: Match) -> Match:
    for _ in range(4):
        match = played(match, Call(match.to_act, "P"))
    return match


def test_1_2_anybody_may_deal_first():
    assert (BEFORE.phase, BEFORE.next_dealer, BEFORE.to_act) == ("deal", None, None)
    assert (BEGUN.phase, BEGUN.to_act) == ("call", Seat.E)


def test_1_2_then_the_one_whose_deal_it_is():
    match = after_passes(BEGUN)
    assert (match.phase, match.next_dealer) == ("deal", Seat.S)
    with pytest.raises(IllegalAction):
        dealt(match, Seat.N, DEAL)


def test_no_deal_while_a_round_runs():
    with pytest.raises(IllegalAction):
        dealt(BEGUN, Seat.S, DEAL)


def test_no_action_between_rounds():
    with pytest.raises(IllegalAction):
        played(BEFORE, Call(Seat.N, "P"))


def test_1_7_a_refused_action_changes_nothing():
    with pytest.raises(IllegalAction) as refused:
        played(BEGUN, Call(Seat.N, "P"))
    assert refused.value.reason.code == "not-your-turn"
    assert str(refused.value) == refused.value.reason.text
    assert dealt(BEFORE, Seat.S, DEAL) == BEGUN


def test_2_23_a_dead_round_stays_in_the_match_and_scores_nothing():
    match = after_passes(BEGUN)
    assert match.finished[0].outcome == "passed-out"
    assert (match.finished[0].points, match.standing.scores, match.winner) == ((0, 0), (0, 0), None)


@pytest.mark.parametrize("slug", RULE_SETS)
def test_1_6_the_score_is_the_sum_of_the_points(slug):
    match = random_match(game_for(slug), random.Random(5), rounds=6)[-1]
    totals = tuple(sum(each.points[side] for each in match.finished) for side in Side)
    assert match.standing.scores == totals


def test_the_end_of_a_match():
    match = random_match(game_for("tarneeb/cardems"), random.Random(2))[-1]
    assert (match.is_over, match.phase, match.to_act) == (True, "over", None)
    with pytest.raises(IllegalAction):
        dealt(match, match.next_dealer, DEAL)


@pytest.mark.parametrize(
    ("ending", "winner"),
    [(Ending("concession", Side.NS), Side.EW), (Ending("void"), None), (Ending("closed"), None)],
)
def test_a_match_may_end_by_what_is_no_rule(ending, winner):
    match = ended(BEGUN, ending)
    assert (match.is_over, match.phase, match.to_act, match.winner) == (True, "over", None, winner)
    with pytest.raises(IllegalAction):
        played(match, Call(Seat.E, "P"))
