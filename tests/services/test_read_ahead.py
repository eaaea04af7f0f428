"""Tables read for several changes at once are what each change would have read, and are used once."""

import pytest
from django.db import transaction

from accounts import sessions
from cardems_site.prepared import Statement
from games import store
from games.models import SeatRow, TableRow
from games.services import watching

from . import room


@pytest.fixture
def tables(clock):
    """Three tables at play and one that is open."""
    hosts = room.people("Sara", "Omar", "Lina", "Huda")
    return [*map(room.playing, hosts[:3]), room.table_of(hosts[3])]


@pytest.fixture
def asked(monkeypatch):
    """The statements that were run; SQLite's pass Django's own record of them by."""
    run, asked = Statement._execute, []

    def execute(self, *arguments, **options):
        asked.append(self)
        return run(self, *arguments, **options)

    monkeypatch.setattr(Statement, "_execute", execute)
    return asked


@transaction.atomic
def locked(table_id):
    return store.locked(table_id)[1]


def test_what_was_read_ahead_is_what_would_have_been_read(tables, asked):
    alone = list(map(locked, tables))
    assert len(asked) == 2 * len(tables)
    asked.clear()
    with transaction.atomic(), store.read_ahead(tables):
        together = [store.locked(table_id) for table_id in tables]
    assert [snapshot for _row, snapshot in together] == alone
    assert [row.pk for row, _snapshot in together] == tables
    assert len(asked) == 2


def test_it_is_used_once_and_what_is_read_later_is_read_anew(tables):
    with transaction.atomic(), store.read_ahead(tables):
        store.locked(tables[0])
        TableRow.objects.filter(pk=tables[0]).update(title="Thursdays")
        SeatRow.objects.filter(table_id=tables[0], seat="N").update(ready=True)
        row, snapshot = store.locked(tables[0])
    assert (row.title, snapshot.title, snapshot.sitters[0].ready) == ("Thursdays", "Thursdays", True)


def test_nothing_of_it_is_left_afterwards_or_once_it_is_forgotten(tables):
    with transaction.atomic():
        with store.read_ahead(tables[:2]):
            store.forget_ahead()
            TableRow.objects.filter(pk=tables[0]).update(title="Thursdays")
            assert store.locked(tables[0])[1].title == "Thursdays"
        TableRow.objects.filter(pk=tables[1]).update(title="Fridays")
        assert store.locked(tables[1])[1].title == "Fridays"


def test_a_table_that_is_not_there_is_missed_by_its_own_change_alone(tables):
    with transaction.atomic(), store.read_ahead([*tables, 987654]):
        with pytest.raises(TableRow.DoesNotExist):
            store.locked(987654)
        assert store.locked(tables[0])[1].table_id == tables[0]


def test_who_speaks_is_asked_for_all_at_once(clock, client, asked):
    sara, omar = room.people("Sara", "Omar")
    client.force_login(sara)
    speaks = client.session.session_key, sara.pk, sara.session_proof
    others = [(speaks[0], omar.pk, "stolen"), ("no-session", sara.pk, sara.session_proof), ("", None, "")]
    assert sessions.ended([speaks, *others]) == set(others[:2])
    with watching.read_ahead({1: speaks, 2: others[0], 3: others[1], 4: others[2]}):
        asked.clear()
        sessions.check(speaks)
        sessions.check(others[2])
        assert not asked
        for ended in others[:2]:
            with pytest.raises(sessions.SignedOut):
                sessions.check(ended)
    client.session.flush()
    with pytest.raises(sessions.SignedOut):
        sessions.check(speaks)


def test_more_than_are_asked_for_at_once_are_asked_for_in_turn(clock, client):
    (sara,) = room.people("Sara")
    client.force_login(sara)
    speaks = client.session.session_key, sara.pk, sara.session_proof
    ended = {(f"gone-{number}", sara.pk, sara.session_proof) for number in range(2 * watching.SEVERAL)}
    assert sessions.ended({speaks, *ended}) == ended
