"""Changes that share a commit: each is answered after it, an error undoes one alone, a table's own come in order."""

import asyncio
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from games.hub import changes

pytestmark = [
    pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite's changes share commits"),
]


def add(name, *, then=None, savepoint=True):
    """A change: somebody of this name, and perhaps an error after it."""
    with transaction.atomic(savepoint=savepoint):
        User.objects.create(username=name)
        if then:
            raise then


def names():
    return set(User.objects.values_list("username", flat=True))


async def test_an_error_undoes_one_change_alone(hub):
    works = [partial(add, "sara"), partial(add, "omar", then=ValueError("no")), partial(add, "lina")]
    answers = await asyncio.gather(*map(hub.changes.run, range(3), works), return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), ValueError, type(None)]
    assert await hub.call(names) == {"sara", "lina"}


async def test_one_that_spoils_the_transaction_of_all_undoes_itself_alone(hub):
    works = [partial(add, "sara"), partial(add, "omar", then=ValueError("no"), savepoint=False), partial(add, "lina")]
    await hub.changes.run(9, lambda: None)
    answers = await asyncio.gather(*map(hub.changes.run, range(3), works), return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), ValueError, type(None)]
    assert await hub.call(names) == {"sara", "lina"}


async def test_what_waits_together_is_committed_together_and_answered_after_it(hub):
    commits = []

    @transaction.atomic
    def work():
        transaction.on_commit(lambda: commits.append("told"))
        commits.append("done")

    first = asyncio.ensure_future(hub.changes.run(0, work))
    await asyncio.sleep(0)
    others = [asyncio.ensure_future(hub.changes.run(table, work)) for table in (1, 2, 3)]
    await asyncio.gather(first, *others)
    assert commits == ["done", "told", *["done"] * 3, *["told"] * 3]


async def test_two_changes_of_one_table_never_share_a_commit(hub):
    seen = []

    @transaction.atomic
    def work(table):
        transaction.on_commit(lambda: seen.append(("committed", table)))
        seen.append(("made", table))

    await asyncio.gather(*(hub.changes.run(table, partial(work, table)) for table in (1, 2, 2, 1)))
    for table in (1, 2):
        assert [what for what, whose in seen if whose == table] == ["made", "committed"] * 2


async def test_a_commit_that_fails_is_told_to_all_it_held(hub, monkeypatch):
    @contextmanager
    def full():
        yield
        raise DatabaseError("disk full")

    monkeypatch.setattr(changes, "transaction", SimpleNamespace(atomic=full, get_rollback=lambda: False))
    works = [lambda: None] * 3
    answers = await asyncio.gather(*map(hub.changes.run, range(3), works), return_exceptions=True)
    assert [str(answer) for answer in answers] == ["disk full"] * 3


async def test_what_the_database_refuses_outside_a_transaction_of_its_own_is_seen_too(hub, monkeypatch):
    tries = []

    def broken():
        tries.append("broken")
        raise DatabaseError("canceled")

    def done(name):
        tries.append(name)
        with transaction.atomic():
            User.objects.create(username=name)

    await hub.changes.run(9, lambda: None)
    works = [partial(done, "sara"), broken]
    answers = await asyncio.gather(*map(hub.changes.run, range(2), works), return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), DatabaseError]
    assert await hub.call(names) == {"sara"}
