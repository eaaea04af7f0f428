"""A finished match and the ratings: applied once, all or nothing, and why it does not count."""

import multiprocessing
import warnings
from datetime import timedelta

import pytest
from django.db import connection, connections, transaction

from accounts.models import RatedMatch, Rating, RatingEvent, Uncounted
from games import store
from games.engine.matches import Ending, Match, ended
from games.engine.registry import game_for
from games.engine.seats import Side
from games.models import MatchRow, PlayerRow, SeatRow, TableState
from games.services import agreements, change, play, ratings, results, seats, tables
from games.services.errors import Refused

from .room import people, playing, step, table_of, until_turn_of

EW_CONCEDE = Ending("concession", Side.EW)


@pytest.fixture
def four(clock):
    return people("sara", "omar", "lina", "adam")


def rated(*four, **terms):
    return playing(*four, rated=True, turn_seconds=60, **terms)


def finish(table_id, ending=EW_CONCEDE):
    """End the match that is played there."""
    with change.changing(table_id, state=TableState.PLAYING, otherwise=Refused(tables.NOT_OPEN)) as changed:
        changed.stored = store.append_ending(changed.table, changed.stored, ending, play.PERSON)
        play.finish(changed)


def first_card(table_id):
    while not ratings.has_first_card(store.read(table_id).match):
        step(table_id)


def changes(table_id):
    """By seat, what the last match there did; the people sit S, N, E, W."""
    verdict = store.read(table_id).verdict
    return {change.seat.name: change.change for change in verdict.changes}


def reason(table_id):
    return store.read(table_id).verdict.reason


def test_a_rated_match_changes_ratings(four):
    table_id = rated(*four)
    first_card(table_id)
    finish(table_id)
    assert changes(table_id) == {"N": 20, "S": 20, "E": -20, "W": -20}
    snapshot = store.read(table_id)
    assert [sitter.rating for sitter in snapshot.sitters] == [1520, 1480, 1520, 1480]


def test_a_casual_match_changes_nothing(four):
    table_id = playing(*four)
    finish(table_id)
    assert store.read(table_id).verdict is None
    assert not RatedMatch.objects.exists()


def test_a_bot_at_the_start_keeps_a_match_unrated(four):
    table_id = playing(*four[:3], rated=True, turn_seconds=60)
    assert not MatchRow.objects.get().rated
    finish(table_id)
    assert reason(table_id) == Uncounted.BOTS
    assert not RatingEvent.objects.exists()


def test_a_match_without_a_winner_is_unrated(four):
    table_id = rated(*four)
    first_card(table_id)
    finish(table_id, Ending("closed"))
    assert reason(table_id) == Uncounted.NO_WINNER


def test_a_leaver_carries_the_partners_loss(four):
    lina = four[2]
    table_id = rated(*four)
    first_card(table_id)
    seats.leave(table_id, lina.pk)
    finish(table_id)
    assert changes(table_id) == {"N": 20, "S": 20, "E": -40, "W": 0}
    assert PlayerRow.objects.get(user=lina).left_match


def test_who_comes_back_is_no_leaver(four):
    table_id = rated(*four)
    first_card(table_id)
    seats.leave(table_id, four[2].pk)
    seats.let_bot_stand_in(table_id, four[0].pk, store.read(table_id).seat_of(four[2].pk))
    seats.come_back(table_id, four[2])
    finish(table_id)
    assert changes(table_id) == {"N": 20, "S": 20, "E": -20, "W": -20}


def test_leaving_before_the_first_card_is_unrated_and_noted(four):
    table_id = rated(*four)
    seats.leave(table_id, four[1].pk)
    snapshot = store.read(table_id)
    assert (snapshot.state, reason(table_id)) == (TableState.CLOSED, Uncounted.LEFT_EARLY)
    assert PlayerRow.objects.get(user=four[1]).left_match
    assert not RatingEvent.objects.exists()


def test_a_match_conceded_before_the_first_card_by_whom_somebody_had_left_is_not_rated(four):
    table_id = rated(*four)
    SeatRow.objects.filter(table_id=table_id, user=four[1]).update(stands_in=True)  # North, the host's partner
    agreements.concede(table_id, four[0].pk)
    assert store.read(table_id).match.winner is Side.EW
    assert reason(table_id) == Uncounted.LEFT_EARLY
    assert not RatingEvent.objects.exists()


def test_repeat_leavers_wait_before_their_next_rated_match(clock, four):
    omar = four[1]
    for _time in range(2):
        seats.leave(rated(*four), omar.pk)
    with pytest.raises(Refused) as refusal:
        table_of(four[0], omar, rated=True, turn_seconds=60)
    assert refusal.value.reason.code == "leaver-waits"
    clock.shift(timedelta(minutes=11))
    ratings.check_may_play_rated(omar.pk)
    ratings.check_may_play_rated(four[0].pk)


def test_five_matches_a_day_between_the_same_sides(four):
    for _match in range(5):
        table_id = rated(*four)
        finish(table_id)
        assert reason(table_id) == ""
    table_id = rated(*four)
    finish(table_id)
    assert reason(table_id) == Uncounted.DAY_IS_FULL


def test_a_match_played_to_its_end_is_applied(four):
    table_id = rated(*four, rules="tarneeb/classic")
    until_turn_of(table_id, four[0])
    for _step in range(5000):
        snapshot = store.read(table_id)
        if snapshot.match.is_over:
            break
        step(table_id)
    assert sum(changes(table_id).values()) == 0
    assert sum(RatingEvent.objects.values_list("contracts", flat=True)) > 0


@pytest.mark.parametrize("where", ["before", "after"])
def test_a_crash_between_result_and_rating_leaves_neither(four, monkeypatch, where):
    table_id = rated(*four)
    settle = ratings.settle

    def crash(*arguments):
        if where == "after":
            settle(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(ratings, "settle", crash)
    with pytest.raises(KeyboardInterrupt):
        finish(table_id)
    assert MatchRow.objects.get().finished_at is None
    assert not RatedMatch.objects.exists()
    assert not Rating.objects.exists()
    monkeypatch.undo()
    finish(table_id)
    assert changes(table_id)["N"] == 20


def test_voids_are_opposite_and_can_be_undone(four):
    table_id = rated(*four)
    finish(table_id)
    row = MatchRow.objects.get()
    with transaction.atomic():
        assert ratings.void(row)
    assert store.read(table_id).verdict.is_void
    assert {rating.rating for rating in Rating.objects.all()} == {1500}
    with transaction.atomic():
        assert ratings.restore(row)
    assert store.read(table_id).sitters[0].rating == 1520


# --- four processes at once ------------------------------------------------------------------------------------------


def _settle_in_a_process(table_id, start, answers):
    start.wait()
    match = ended(Match(game_for("tarneeb/classic")), EW_CONCEDE)
    try:
        with transaction.atomic():
            table, _snapshot = store.locked(table_id)
            results.write_match(table, match, store.read(table_id).sitters)
        answers.put("done")
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_four_processes_finishing_one_match_apply_it_once():
    four = people("sara", "omar", "lina", "adam")
    table_id = rated(*four)
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # its sockets would be shared
    fork = multiprocessing.get_context("fork")
    start, answers = fork.Event(), fork.Queue()
    work = [fork.Process(target=_settle_in_a_process, args=(table_id, start, answers)) for _process in range(4)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forks beside threads
        for process in work:
            process.start()
    start.set()
    assert [answers.get(timeout=60) for _process in work] == ["done"] * 4
    for process in work:
        process.join(60)
    assert RatingEvent.objects.count() == 4
    assert sorted(Rating.objects.values_list("rating", flat=True)) == [1480, 1480, 1520, 1520]
