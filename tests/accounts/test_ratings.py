"""Elo for partnerships, worked by hand, and what always holds."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.ratings import Rated, changes, expected, k_factor

ratings = st.integers(min_value=0, max_value=4000)
players = st.builds(Rated, ratings, st.integers(0, 40), st.booleans())
pairs = st.tuples(players, players)
OLD = Rated(1500, 15)


def test_equal_sides_gain_half_of_k():
    assert changes((OLD, OLD), (OLD, OLD)) == ((12, 12), (-12, -12))


def test_new_players_have_a_higher_k():
    new = Rated(1500, 14)
    assert changes((new, new), (new, new)) == ((20, 20), (-20, -20))


def test_one_k_for_the_match_is_the_mean_over_the_four():
    assert k_factor([Rated(matches=0), OLD, OLD, OLD]) == 28
    assert changes((Rated(), OLD), (OLD, OLD)) == ((14, 14), (-14, -14))


def test_four_hundred_points_are_ten_to_one():
    assert expected(1900, 1500) == pytest.approx(10 / 11)
    assert expected(1500, 1500) == 0.5


def test_a_side_is_the_mean_of_its_two():
    strong = (Rated(1700, 20), Rated(1500, 20))  # 1600 against 1500: expected 0.640
    assert changes(strong, (OLD, OLD)) == ((9, 9), (-9, -9))
    assert changes((OLD, OLD), strong) == ((15, 15), (-15, -15))


def test_a_leaver_of_the_losing_side_carries_the_partners_loss():
    left = OLD._replace(left=True)
    assert changes((OLD, OLD), (left, OLD)) == ((12, 12), (-24, 0))
    assert changes((OLD, OLD), (OLD, left)) == ((12, 12), (0, -24))


def test_when_both_partners_left_each_carries_the_own():
    left = OLD._replace(left=True)
    assert changes((OLD, OLD), (left, left)) == ((12, 12), (-12, -12))


def test_a_leaver_of_the_winning_side_gains_as_usual():
    left = OLD._replace(left=True)
    assert changes((left, OLD), (OLD, OLD)) == ((12, 12), (-12, -12))


def test_leavers_on_both_sides_are_treated_each_for_their_side():
    left = OLD._replace(left=True)
    assert changes((left, OLD), (OLD, left)) == ((12, 12), (0, -24))


@given(pairs, pairs)
def test_changes_always_sum_to_zero(winners, losers):
    gains, losses = changes(winners, losers)
    assert sum(gains) + sum(losses) == 0
    assert gains[0] == gains[1] >= 0
    assert max(losses) <= 0


@given(pairs, pairs)
def test_partners_change_equally_when_nobody_leaves(winners, losers):
    here = [tuple(player._replace(left=False) for player in side) for side in (winners, losers)]
    gains, losses = changes(*here)
    assert gains[0] == gains[1] == -losses[0] == -losses[1]


def test_ten_thousand_matches_sum_to_zero_match_by_match():
    chance = random.Random(7)
    people = [Rated() for _person in range(300)]
    for _match in range(10_000):
        seats = chance.sample(range(len(people)), 4)
        four = [people[seat]._replace(left=chance.random() < 0.03) for seat in seats]
        gains, losses = changes((four[0], four[1]), (four[2], four[3]))
        assert sum((*gains, *losses)) == 0
        for seat, change in zip(seats, (*gains, *losses), strict=True):
            people[seat] = Rated(people[seat].rating + change, people[seat].matches + 1)
    assert sum(person.rating for person in people) == 1500 * len(people)
