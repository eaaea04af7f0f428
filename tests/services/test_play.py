"""One action, one transaction: versions, turns, and what a refused action leaves behind."""

import threading

import pytest
from django.db import connection

from games import store
from games.engine.errors import IllegalAction, InvalidAction
from games.models import LogRow, MatchRow, RoundRow, SeatRow, TableRow, TableState
from games.services import agreements, joining, play, tables
from games.services.errors import NOT_SEATED, NothingToDo, Refused, StaleAction

from .room import act, chosen, keep, later, people, playing, table_of, until_round_over, until_turn_of


@pytest.fixture
def sara(db):
    return people("sara")[0]


def test_an_accepted_action_is_the_next_row_of_the_log(clock, sara):
    table_id = playing(sara)
    before = TableRow.objects.get(pk=table_id).version
    act(table_id)
    row = TableRow.objects.get(pk=table_id)
    assert row.version == before + 1
    numbers = LogRow.objects.filter(match=row.match).values_list("number", flat=True)
    assert list(numbers) == list(range(1, row.version + 1))


def test_the_deal_is_stored_with_seed_and_commitment_before_anything_is_shown(clock, sara):
    table_id = playing(sara)
    row = RoundRow.objects.get(match__table=table_id)
    assert len(row.seed) == len(row.commitment) == 64
    assert store.read(table_id).commitments == (row.commitment,)


def test_an_old_version_is_stale_and_changes_nothing(clock, sara):
    table_id = playing(sara)
    until_turn_of(table_id, sara)
    snapshot, (_seat, code) = store.read(table_id), chosen(table_id)
    with pytest.raises(StaleAction):
        play.take_action(table_id, sara.pk, code, snapshot.version - 1)
    assert store.read(table_id).version == snapshot.version


@pytest.mark.parametrize(
    ("code", "error"), [("call:99", InvalidAction), ("play:SA", IllegalAction), ("", InvalidAction)]
)
def test_what_cannot_be_read_or_is_not_allowed_changes_nothing(clock, sara, code, error):
    table_id = playing(sara)
    until_turn_of(table_id, sara)
    revision = store.read(table_id).revision
    with pytest.raises(error):
        play.take_action(table_id, sara.pk, code, store.read(table_id).version)
    assert store.read(table_id).revision == revision


def test_a_stranger_has_no_say(clock, sara):
    table_id = playing(sara)
    stranger = people("noor")[0]
    for user_id in (stranger.pk, None):
        with pytest.raises(Refused) as refusal:
            play.take_action(table_id, user_id, "call:P", store.read(table_id).version)
        assert refusal.value.reason is NOT_SEATED


def test_a_match_is_played_to_its_end_and_its_summary_equals_its_replay(clock, sara):
    table_id = playing(sara)
    while store.read(table_id).state == TableState.PLAYING:
        until_round_over(table_id)
        snapshot = store.read(table_id)
        if snapshot.state == TableState.PLAYING:
            play.deal_next_round(table_id, snapshot.version)
    match_id = store.read(table_id).match_id
    row = MatchRow.objects.get(pk=match_id)
    store.cache.clear()
    match = store.stored_match(match_id).match
    assert (row.ns, row.ew) == match.standing.scores
    assert row.winner == match.winner.name
    rounds = list(RoundRow.objects.filter(match=row).order_by("number").values_list("outcome", "ns", "ew"))
    assert rounds == [(each.outcome, *each.points) for each in match.finished]
    assert not SeatRow.objects.filter(table=table_id, live=True).exists()


def test_when_all_people_are_ready_the_next_deal_comes_at_once(clock, sara):
    table_id = playing(sara)
    until_round_over(table_id)
    assert keep() == 0
    play.ready(table_id, sara.pk)
    assert keep() == 1
    assert store.read(table_id).match.round is not None


def test_to_be_ready_twice_or_too_late_changes_nothing(clock, sara):
    table_id = playing(sara)
    until_round_over(table_id)
    play.ready(table_id, sara.pk)
    for _before_and_after_the_deal in range(2):
        before = store.read(table_id)
        with pytest.raises(NothingToDo):
            play.ready(table_id, sara.pk)
        assert store.read(table_id) == before
        keep()


def test_without_a_word_the_next_deal_comes_after_a_pause(clock, sara):
    table_id = playing(sara)
    until_round_over(table_id)
    later(clock, 26)
    keep()
    assert store.read(table_id).match.round is not None


def test_play_again_begins_a_new_match_with_the_same_seats(clock, sara):
    table_id = playing(sara)
    agreements.concede(table_id, sara.pk)
    first = store.read(table_id)
    assert first.state == TableState.FINISHED
    agreements.play_again(table_id, sara)
    again = store.read(table_id)
    assert again.match_id != first.match_id
    assert again.seat_of(sara.pk) is first.seat_of(sara.pk)
    assert again.version == 1


def test_play_now_twice_leads_to_the_same_table(clock, sara):
    assert joining.play_now(sara, "spades") == joining.play_now(sara, "tarneeb")


@pytest.mark.django_db(transaction=True)
def test_eight_threads_playing_one_card_have_one_effect():
    sara = people("sara")[0]
    table_id = playing(sara)
    until_turn_of(table_id, sara)
    version, (_seat, code) = store.read(table_id).version, chosen(table_id)
    outcomes: list[str] = []
    together = threading.Barrier(8)

    def click() -> None:
        together.wait()
        try:
            play.take_action(table_id, sara.pk, code, version)
            outcomes.append("played")
        except StaleAction:
            outcomes.append("stale")
        except Exception as error:
            outcomes.append(repr(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=click) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["played"] + ["stale"] * 7
    assert store.read(table_id).version == version + 1


def test_a_table_with_a_free_seat_does_not_begin(clock, sara):
    table_id = table_of(sara)
    tables.ready_to_start(table_id, sara.pk)
    assert store.read(table_id).state == TableState.OPEN
    with pytest.raises(Refused):
        tables.start(table_id, sara.pk)
