"""After a match: who plays again, who is waited for, and what becomes of the seats of those who have gone."""

from datetime import timedelta

import pytest

from games import store
from games.engine.seats import Seat
from games.models import TableState, Wish
from games.services import agreements, invariants, seats, tables
from games.services.errors import SUSPENDED, AlreadySeated, Refused
from games.services.pace import GONE
from games.services.staff import people as staff_people
from games.services.staff import tables as staff_tables
from tests.factories import UserFactory

from .room import events, keep, later, now, pages_gone, people, playing


@pytest.fixture
def over(clock):
    """Sara, Omar, Lina and Adam at S, N, E, W, their match given up by the first two."""
    four = people("sara", "omar", "lina", "adam")
    table_id = playing(*four)
    for user in four[:2]:
        agreements.concede(table_id, user.pk)
    assert store.read(table_id).state == TableState.FINISHED
    return table_id, four


def again(table_id, *users, rotate=False):
    for user in users:
        agreements.play_again(table_id, user, rotate=rotate)


def names(table_id):
    return [sitter.name for sitter in store.read(table_id).sitters]


def is_open(table_id):
    snapshot = store.read(table_id)
    assert list(invariants.findings()) == []
    return snapshot.state == TableState.OPEN and snapshot.match is None


def test_all_four_agree_and_play_on(over):
    table_id, four = over
    again(table_id, *four[:3])
    assert store.read(table_id).state == TableState.FINISHED
    again(table_id, four[3])
    assert store.read(table_id).state == TableState.PLAYING


def test_the_seat_of_somebody_who_has_left_is_for_anybody(over):
    table_id, (sara, omar, lina, adam) = over
    seats.leave(table_id, adam.pk)
    again(table_id, sara, omar)
    assert not is_open(table_id)
    assert names(table_id) == ["omar", "lina", "sara", "adam"]  # the result keeps its names
    again(table_id, lina)
    assert is_open(table_id)
    assert names(table_id) == ["omar", "lina", "sara", ""]
    assert events(table_id)[-1] == "gathers|"
    nour = UserFactory(username="nour")
    seats.sit(table_id, nour, Seat.W, links=())
    for user in (sara, omar, lina, nour):
        tables.ready_to_start(table_id, user.pk)
    assert store.read(table_id).state == TableState.PLAYING
    assert list(invariants.findings()) == []


def test_a_bot_may_take_it_too(over):
    table_id, (sara, omar, lina, adam) = over
    seats.leave(table_id, adam.pk)
    again(table_id, sara, omar, lina)
    tables.fill_with_bots(table_id, sara.pk)
    for user in (sara, omar, lina):
        tables.ready_to_start(table_id, user.pk)
    assert store.read(table_id).state == TableState.PLAYING


def test_whoever_leaves_last_lets_the_others_go_on(over):
    table_id, four = over
    again(table_id, *four[:3])
    seats.leave(table_id, four[3].pk)
    assert is_open(table_id)


def test_when_the_host_has_left_another_one_is_host(over):
    table_id, (sara, omar, lina, adam) = over
    seats.leave(table_id, sara.pk)
    again(table_id, omar, lina, adam)
    assert store.read(table_id).host_id == omar.pk
    seats.add_bot(table_id, omar.pk, Seat.S)


def test_one_who_stays_alone_may_look_for_three_others(over):
    table_id, (sara, *others) = over
    for user in others:
        seats.leave(table_id, user.pk)
    again(table_id, sara)
    assert is_open(table_id)
    assert names(table_id) == ["", "", "sara", ""]


def test_a_closed_page_is_waited_for_half_a_minute(over, clock):
    table_id, four = over
    again(table_id, *four[:3])
    pages_gone(table_id, four[3])
    later(clock, GONE.total_seconds() - 5)
    keep()
    assert not is_open(table_id)
    later(clock, 10)
    keep()
    assert is_open(table_id)
    assert names(table_id) == ["omar", "lina", "sara", ""]


def test_nothing_is_due_while_somebody_who_is_here_still_thinks(over, clock):
    table_id, four = over
    again(table_id, *four[:2])
    pages_gone(table_id, four[3])
    later(clock, 60)
    assert keep() == 0
    again(table_id, four[2])
    assert is_open(table_id)


def test_nothing_is_due_while_nobody_would_play_again(over, clock):
    table_id, four = over
    for user in four:
        pages_gone(table_id, user)
    later(clock, 60)
    assert keep() == 0


def test_who_left_during_the_match_is_not_waited_for_and_may_still_join(clock):
    four = people("sara", "omar", "lina", "adam")
    table_id = playing(*four)
    seats.leave(table_id, four[3].pk)
    for user in four[:2]:
        agreements.concede(table_id, user.pk)
    again(table_id, four[3])
    assert store.read(table_id).sitter(Seat.W).wish == Wish.AGAIN
    again(table_id, *four[:3])
    assert store.read(table_id).state == TableState.PLAYING


def test_who_is_suspended_does_not_play_again(over):
    table_id, four = over
    four[0].suspended_until = now() + timedelta(hours=1)
    with pytest.raises(Refused) as refusal:
        again(table_id, four[0])
    assert refusal.value.reason is SUSPENDED


def test_leaving_twice_is_said_once(over):
    table_id, four = over
    seats.leave(table_id, four[3].pk)
    seats.leave(table_id, four[3].pk)
    assert events(table_id).count("left|adam") == 1


def test_who_left_and_sits_elsewhere_is_not_taken_from_there(over):
    table_id, (sara, omar, lina, adam) = over
    seats.leave(table_id, adam.pk)
    elsewhere = tables.open_table(adam, "spades/cardems", {}).pk
    with pytest.raises(AlreadySeated):
        again(table_id, adam)
    again(table_id, sara, omar, lina)
    assert tables.live_table_of(adam) == elsewhere
    assert is_open(table_id)


def test_partners_rotate_with_whoever_is_away_and_whoever_is_here(over):
    table_id, (sara, omar, lina, adam) = over
    again(table_id, omar, rotate=True)
    pages_gone(table_id, omar)
    again(table_id, sara, lina, adam, rotate=True)
    snapshot = store.read(table_id)
    assert snapshot.state == TableState.PLAYING
    assert {sitter.name for sitter in snapshot.people if sitter.gone_at} == {"omar"}


def test_a_finished_table_that_staff_have_closed_stays_closed(over):
    table_id, (sara, omar, lina, adam) = over
    again(table_id, omar)
    staff_tables.close_table(UserFactory(is_staff=True, is_superuser=True), table_id, "enough")
    tables.open_table(omar, "tarneeb/classic", {})
    for user in (sara, lina, adam):
        seats.leave(table_id, user.pk)
    assert store.read(table_id).state == TableState.CLOSED
    assert list(invariants.findings()) == []


def test_whoever_is_suspended_meanwhile_is_not_in_the_next_match(over):
    table_id, (sara, omar, lina, adam) = over
    again(table_id, omar)
    staff_people.suspend(UserFactory(is_staff=True, is_superuser=True), omar, "insults", None)
    again(table_id, sara, lina, adam)
    assert is_open(table_id)
    assert names(table_id) == ["", "lina", "sara", "adam"]
