"""Seats before the first deal: one owner each, one live seat a person, the host's order and its end."""

import threading

import pytest
from django.db import connection

from accounts.models import Silence, Tie
from games import store
from games.engine import claims
from games.engine.observation import observe
from games.engine.seats import Seat
from games.models import SeatRow, TableState
from games.services import agreements, joining, play, seats, tables
from games.services.errors import (
    CLOCK_NEEDED,
    NOT_FOR_GUESTS,
    NOT_HOST,
    NOT_INVITED,
    NOT_OPEN,
    SEAT_TAKEN,
    SIGNALS_UNRATED,
    AlreadySeated,
    Refused,
)
from tests.factories import UserFactory

from .room import act, people, playing, table_of, until_turn_of


@pytest.fixture
def four(clock):
    return people("sara", "omar", "lina", "adam")


def refused(reason, service, *args, **kwargs):
    with pytest.raises(Refused) as refusal:
        service(*args, **kwargs)
    assert refusal.value.reason is reason


def names(table_id):
    return [sitter.name for sitter in store.read(table_id).sitters]


def test_a_taken_seat_is_refused_and_nothing_is_lost(four):
    table_id = table_of(*four[:2])
    refused(SEAT_TAKEN, seats.sit, table_id, four[2], Seat.N, links=())
    assert names(table_id) == ["omar", "", "sara", ""]


def test_sitting_on_another_seat_moves(four):
    table_id = table_of(*four[:2])
    seats.sit(table_id, four[1], Seat.W, links=())
    assert names(table_id) == ["", "", "sara", "omar"]


def test_one_person_sits_at_one_live_table(four):
    first, second = table_of(four[0]), table_of(four[1])
    with pytest.raises(AlreadySeated) as elsewhere:
        seats.sit(second, four[0], Seat.N, links=())
    assert elsewhere.value.table_id == first
    with pytest.raises(AlreadySeated):
        tables.open_table(four[0], "spades/cardems", {})


def test_changing_seats_makes_nobody_ready(four):
    table_id = table_of(*four[:2])
    tables.ready_to_start(table_id, four[0].pk)
    seats.sit(table_id, four[2], Seat.E, links=())
    assert not any(sitter.ready for sitter in store.read(table_id).sitters)


def test_it_begins_when_four_are_seated_and_ready(four):
    table_id = table_of(*four)
    for user in four[:3]:
        tables.ready_to_start(table_id, user.pk)
        assert store.read(table_id).state == TableState.OPEN
    tables.ready_to_start(table_id, four[3].pk)
    assert store.read(table_id).state == TableState.PLAYING


def test_the_host_orders_the_seats(four):
    table_id = table_of(*four[:2])
    host = four[0].pk
    seats.swap(table_id, host, Seat.N, Seat.E)
    assert names(table_id) == ["", "omar", "sara", ""]
    seats.add_bot(table_id, host, Seat.N)
    assert store.read(table_id).sitter(Seat.N).kind == "bot"
    seats.remove(table_id, host, Seat.N)
    seats.remove(table_id, host, Seat.E)
    assert names(table_id) == ["", "", "sara", ""]


def test_nobody_else_does_and_the_host_may_pass_the_role_on(four):
    table_id = table_of(*four[:2])
    refused(NOT_HOST, seats.remove, table_id, four[1].pk, Seat.S)
    seats.pass_host(table_id, four[0].pk, Seat.N)
    refused(NOT_HOST, seats.swap, table_id, four[0].pk, Seat.N, Seat.E)
    seats.swap(table_id, four[1].pk, Seat.N, Seat.E)


def test_the_hosts_powers_end_with_the_first_deal(four):
    table_id = playing(*four)
    for service, args in ((seats.remove, (Seat.N,)), (seats.swap, (Seat.N, Seat.E)), (seats.pass_host, (Seat.N,))):
        refused(NOT_OPEN, service, table_id, four[0].pk, *args)


def test_when_the_host_stands_up_another_person_is_host(four):
    table_id = table_of(*four[:2])
    seats.stand(table_id, four[0].pk)
    assert store.read(table_id).host_id == four[1].pk
    seats.stand(table_id, four[1].pk)
    assert store.read(table_id).state == TableState.CLOSED


def test_a_table_for_people_with_the_link(four):
    table = tables.open_table(four[0], "spades/cardems", {}, may_join="link", may_watch="link")
    refused(NOT_INVITED, seats.sit, table.pk, four[1], Seat.N, links=())
    seats.sit(table.pk, four[1], Seat.N, links=[table.pk])


def test_a_table_for_named_people(four):
    table = tables.open_table(four[0], "spades/cardems", {}, may_join="named", invited=[four[1]])
    refused(NOT_INVITED, seats.sit, table.pk, four[2], Seat.N, links=[table.pk])
    seats.sit(table.pk, four[1], Seat.N, links=())


def test_rated_tables_need_an_account_a_clock_and_no_signals(four):
    guest = UserFactory(is_guest=True)
    refused(NOT_FOR_GUESTS, tables.open_table, guest, "spades/cardems", {}, rated=True, turn_seconds=30)
    refused(CLOCK_NEEDED, tables.open_table, four[0], "spades/cardems", {}, rated=True)
    signals = {"signals": True}
    refused(SIGNALS_UNRATED, tables.open_table, four[0], "tarneeb/classic", signals, rated=True, turn_seconds=30)
    table = tables.open_table(four[0], "spades/cardems", {}, rated=True, turn_seconds=30)
    refused(NOT_FOR_GUESTS, seats.sit, table.pk, guest, Seat.N, links=())


def test_seat_me_takes_the_fullest_open_table(four):
    table_of(four[0], rules="spades/cardems")
    fuller = table_of(*four[1:3], rules="spades/cardems")
    assert joining.seat_me(four[3], "spades") == fuller


def test_seat_me_opens_a_table_where_there_is_none(four):
    table_of(four[0], rules="spades/cardems")
    table_id = joining.seat_me(four[1], "tarneeb")
    assert store.read(table_id).host_id == four[1].pk


def test_seat_me_never_joins_people_who_are_blocked(four):
    table_of(four[0], rules="spades/cardems")
    Silence.objects.create(user=four[0], other=four[1], tie=Tie.BLOCK)
    assert store.read(joining.seat_me(four[1], "spades")).host_id == four[1].pk


def test_partners_rotate_and_after_three_matches_each_has_played_with_each(four):
    table_id = playing(*four)
    partners = set()
    for _match in range(3):
        by_seat = names(table_id)
        partners |= {frozenset((by_seat[0], by_seat[2])), frozenset((by_seat[1], by_seat[3]))}
        for user in (four[0], next(each for each in four if each.username == by_seat[0])):
            agreements.concede(table_id, user.pk)
        for user in four:
            agreements.play_again(table_id, user, rotate=True)
    assert len(partners) == 6


def test_a_match_is_conceded_by_both_partners_only(four):
    table_id = playing(*four)
    agreements.concede(table_id, four[0].pk)
    assert store.read(table_id).state == TableState.PLAYING
    agreements.play_on(table_id, four[1].pk)
    agreements.concede(table_id, four[1].pk)
    assert store.read(table_id).state == TableState.PLAYING
    agreements.concede(table_id, four[0].pk)
    snapshot = store.read(table_id)
    assert snapshot.state == TableState.FINISHED
    assert str(snapshot.match.winner) == "EW"


def test_a_claim_that_cannot_be_known_is_refused_and_tells_nothing(four):
    table_id = playing(*four)
    until_turn_of(table_id, four[0])
    snapshot = store.read(table_id)
    with pytest.raises(Refused):
        agreements.claim(table_id, four[0].pk, snapshot.version)
    assert store.read(table_id).revision == snapshot.revision


def test_a_claim_that_holds_writes_the_tricks_as_plays(four):
    """Played until somebody's claim holds; thirteen tricks are in the log then, and the round is settled."""
    table_id = playing(*four)
    for _step in range(600):
        snapshot = store.read(table_id)
        match = snapshot.match
        if match.round is None:
            play.deal_next_round(table_id, snapshot.version)
            continue
        claimer = match.to_act
        if match.phase == "play" and claims.winning_line(observe(match, claimer)) and len(match.round.tricks) < 12:
            rounds = len(match.finished)
            agreements.claim(table_id, snapshot.sitter(claimer).user_id, snapshot.version)
            after = store.read(table_id).match
            assert len(after.finished) == rounds + 1
            assert len(after.finished[-1].round.tricks) == 13
            return
        act(table_id)
    raise AssertionError("no claim came up")


@pytest.mark.django_db(transaction=True)
def test_six_people_one_seat_one_winner():
    host, *six = people("host", *(f"racer{n}" for n in range(6)))
    table_id = tables.open_table(host, "spades/cardems", {}).pk
    together, outcomes = threading.Barrier(6), []

    def rush(user):
        together.wait()
        try:
            seats.sit(table_id, user, Seat.N, links=())
            outcomes.append("sits")
        except Refused as refusal:
            outcomes.append(refusal.reason.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=rush, args=(user,)) for user in six]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["seat-taken"] * 5 + ["sits"]
    assert SeatRow.objects.filter(table=table_id, user__isnull=False).count() == 2
