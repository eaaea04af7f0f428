"""Clocks, people who are gone, and tables that must never be stuck."""

import pytest

from games import store
from games.models import PlayerRow, SeatRow, TableState
from games.services import joining, pace, presence
from games.services.errors import AlreadySeated
from games.services.seats import come_back, leave, let_bot_stand_in, wait_for

from .room import (
    act,
    events,
    keep,
    later,
    now,
    pages_gone,
    people,
    playing,
    table_of,
    until_round_over,
    until_turn_of,
)


@pytest.fixture
def four(clock):
    return people("sara", "omar", "lina", "adam")


def sitter(table_id, user):
    snapshot = store.read(table_id)
    return snapshot.sitter(snapshot.seat_of(user.pk))


def test_a_closed_page_is_not_a_departure(clock, four):
    table_id = playing(*four)
    pages_gone(table_id, four[1])
    later(clock, 20)
    keep()
    assert sitter(table_id, four[1]).away_at is None
    presence.came(table_id, four[1].pk)
    later(clock, 60)
    keep()
    assert sitter(table_id, four[1]).is_here


def test_after_30_s_away_and_60_s_more_a_bot_stands_in(clock, four):
    table_id = playing(*four)
    pages_gone(table_id, four[1])
    later(clock, 31)
    keep()
    assert sitter(table_id, four[1]).away_at
    assert not sitter(table_id, four[1]).stands_in
    later(clock, 61)
    keep()
    assert sitter(table_id, four[1]).stands_in
    assert events(table_id) == ["away|omar", "stand-in|omar"]


def test_the_seat_is_taken_back_by_opening_a_page(clock, four):
    table_id = playing(*four)
    pages_gone(table_id, four[1])
    later(clock, 31)
    keep()
    later(clock, 61)
    keep()
    presence.came(table_id, four[1].pk)
    assert sitter(table_id, four[1]).is_here


def test_a_bot_moves_for_the_one_it_stands_in_for(clock, four):
    table_id = playing(*four)
    until_turn_of(table_id, four[1])
    pages_gone(table_id, four[1])
    later(clock, 31)
    keep()
    later(clock, 61)
    keep()
    version = store.read(table_id).version
    later(clock, 5)
    keep()
    assert store.read(table_id).version == version + 1


def test_the_others_may_wait_or_let_a_bot_play(clock, four):
    table_id = playing(*four)
    sara, omar = four[:2]
    leave(table_id, omar.pk)
    seat = store.read(table_id).seat_of(omar.pk)
    later(clock, 50)
    wait_for(table_id, sara.pk, seat)
    later(clock, 50)
    keep()
    assert not sitter(table_id, omar).stands_in
    let_bot_stand_in(table_id, sara.pk, seat)
    assert sitter(table_id, omar).stands_in


def test_who_left_on_purpose_comes_back_only_by_saying_so(clock, four):
    table_id = playing(*four)
    omar = four[1]
    leave(table_id, omar.pk)
    presence.came(table_id, omar.pk)
    assert sitter(table_id, omar).has_left
    come_back(table_id, omar)
    assert sitter(table_id, omar).is_here


def test_who_left_may_sit_elsewhere_and_then_cannot_come_back(clock, four):
    table_id = playing(*four)
    omar = four[1]
    leave(table_id, omar.pk)
    joining.play_now(omar, "spades")
    with pytest.raises(AlreadySeated):
        come_back(table_id, omar)


def test_a_time_out_plays_a_lawful_card_and_two_make_the_seat_away(clock, four):
    table_id = playing(*four, turn_seconds=15, rated=True)
    sara = four[0]
    for missed in (1, 2):
        until_turn_of(table_id, sara)
        version = store.read(table_id).version
        later(clock, 15 + (60 if missed == 1 else 0) - 1)
        keep()
        assert store.read(table_id).version == version
        later(clock, 1.5)
        keep()
        assert store.read(table_id).version == version + 1
        assert sitter(table_id, sara).timeouts == missed
    assert sitter(table_id, sara).away_at


def test_acting_clears_the_missed_turns(clock, four):
    table_id = playing(*four, turn_seconds=15)
    sara = four[0]
    until_turn_of(table_id, sara)
    later(clock, 76)
    keep()
    until_turn_of(table_id, sara)
    act(table_id)
    assert sitter(table_id, sara).timeouts == 0


def test_the_bank_pays_for_what_a_turn_takes_too_long(clock, four):
    table_id = playing(*four, turn_seconds=15)
    sara = four[0]
    until_turn_of(table_id, sara)
    later(clock, 25)
    act(table_id)
    assert sitter(table_id, sara).bank_ms == 50_000


def test_an_outage_is_given_back_to_the_clock_once(clock, four):
    table_id = playing(*four, turn_seconds=15)
    until_turn_of(table_id, four[0])
    before = pace.deadline(store.read(table_id))
    clock.shift(600)
    presence.beat()
    presence.beat()
    after = pace.deadline(store.read(table_id))
    assert 600 <= (after - before).total_seconds() <= 630


def test_one_person_against_bots_may_come_back_an_hour_later(clock, four):
    table_id = joining.play_now(four[0], "tarneeb")
    presence.came(table_id, four[0].pk)
    pages_gone(table_id, four[0])
    for _hour in range(1):
        later(clock, 3600)
        while keep():
            pass
    assert store.read(table_id).state == TableState.PLAYING
    presence.came(table_id, four[0].pk)
    assert sitter(table_id, four[0]).is_here


def test_a_casual_match_that_all_have_left_is_closed(clock, four):
    table_id = playing(*four[:2])
    for user in four[:2]:
        leave(table_id, user.pk)
    snapshot = store.read(table_id)
    assert snapshot.state == TableState.CLOSED
    assert snapshot.match.is_over


def test_a_rated_match_that_all_have_left_is_finished_by_bots_within_a_minute(clock, four):
    table_id = playing(*four, turn_seconds=15, rated=True)
    until_round_over(table_id)
    for user in four:
        leave(table_id, user.pk)
    for _step in range(60):
        later(clock, 1)
        keep()
    assert store.read(table_id).state == TableState.FINISHED
    assert PlayerRow.objects.filter(match__table=table_id, left_match=True).count() == 4


def test_a_silent_person_without_a_clock_does_not_hold_the_others_for_ever(clock, four):
    table_id = playing(*four)
    until_turn_of(table_id, four[0])
    later(clock, 601)
    keep()
    assert sitter(table_id, four[0]).away_at


def test_a_table_that_waits_in_vain_is_closed(clock, four):
    table_id = table_of(four[0])
    later(clock, 31 * 60)
    keep()
    assert store.read(table_id).state == TableState.CLOSED
    assert not SeatRow.objects.filter(live=True).exists()


def test_bots_fill_the_seats_after_a_while_when_asked(clock, four):
    table_id = joining.seat_me(four[0], "spades")
    later(clock, 21)
    keep()
    assert store.read(table_id).state == TableState.PLAYING


def test_a_dead_process_takes_its_pages_with_it(clock, four):
    table_id = playing(*four)
    other = presence.ProcessRow.objects.create(name="other", beat_at=now())
    presence.PresenceRow.objects.filter(user=four[1]).update(process=other)
    later(clock, 9)
    assert sitter(table_id, four[1]).gone_at
    assert sitter(table_id, four[0]).gone_at is None


def test_somebody_who_thinks_long_against_bots_does_not_keep_the_keeper_busy(clock, four):
    table_id = joining.play_now(four[0], "tarneeb")
    presence.came(table_id, four[0].pk)
    until_turn_of(table_id, four[0])
    later(clock, 601)
    assert keep() == 1
    assert keep() == 0
