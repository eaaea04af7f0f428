"""Actions of several tables in one commit, on SQLite and on PostgreSQL: each is judged for itself, and done once."""

import asyncio
from contextlib import contextmanager
from functools import partial

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection, transaction
from django.test import Client

from accounts import sessions
from accounts.models import User
from games import store
from games.engine.errors import IllegalAction
from games.engine.observation import observe
from games.models import LogRow
from games.services import play, watching
from games.services.errors import StaleAction
from tests.services.room import people, playing


class Seated:
    """Whoever has the turn at a table of four people, with a session, and an action that is lawful there."""

    def __init__(self, table_id):
        snapshot = store.read(table_id)
        seat = snapshot.match.to_act
        self.table_id, self.version = table_id, snapshot.version
        self.user = User.objects.get(pk=snapshot.sitter(seat).user_id)
        page = Client()
        page.force_login(self.user, backend=settings.AUTHENTICATION_BACKENDS[0])
        self.speaker = page.session.session_key, self.user.pk, self.user.session_proof
        self.code = observe(snapshot.match, seat).legal[0].code

    def act(self, *, code="", version=None):
        sessions.check(self.speaker)
        play.take_action(self.table_id, self.user.pk, code or self.code, self.version if version is None else version)


def arranged(count):
    return [Seated(playing(*people(*(f"Player-{table}{seat}" for seat in "NESW")))) for table in range(count)]


async def together(hub, works):
    """What each raised, all in one batch: they wait behind another change."""
    first = asyncio.ensure_future(hub.changes.run(0, lambda: None, ("", None, "")))
    await asyncio.sleep(0)
    asked = [hub.changes.run(one.table_id, work, one.speaker) for one, work in works]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    await first
    return answers


def rows(one):
    return LogRow.objects.filter(match_id=store.read(one.table_id).match_id).count()


async def test_each_action_is_judged_for_itself(hub, in_thread):
    good, illegal, stale, gone, other = await in_thread(arranged, 5)
    await in_thread(Session.objects.filter(pk=gone.speaker[0]).delete)
    answers = await together(
        hub,
        [
            (good, good.act),
            (illegal, partial(illegal.act, code="play:SA")),
            (stale, partial(stale.act, version=stale.version - 1)),
            (gone, gone.act),
            (other, other.act),
        ],
    )
    assert [type(answer) for answer in answers] == [
        type(None),
        IllegalAction,
        StaleAction,
        sessions.SignedOut,
        type(None),
    ]
    versions = [(await in_thread(store.read, one.table_id)).version for one in (good, illegal, stale, gone, other)]
    assert versions == [good.version + 1, illegal.version, stale.version, gone.version, other.version + 1]


async def test_one_that_the_database_refuses_undoes_itself_alone(hub, in_thread):
    one, broken, other = await in_thread(arranged, 3)

    @transaction.atomic(savepoint=False)
    def breaks():
        broken.act()
        User.objects.create(username=one.user.username)

    answers = await together(hub, [(one, one.act), (broken, breaks), (other, other.act)])
    assert [type(answer).__name__ for answer in answers] == ["NoneType", "IntegrityError", "NoneType"]
    for each, acted in ((one, 1), (broken, 0), (other, 1)):
        assert (await in_thread(store.read, each.table_id)).version == each.version + acted
        assert await in_thread(rows, each) == each.version + acted


async def test_a_table_that_somebody_holds_for_too_long_keeps_no_other_waiting(hub, in_thread, monkeypatch):
    one, other = await in_thread(arranged, 2)
    asked = []

    @contextmanager
    def read_ahead(speakers):
        asked.append(sorted(speakers))
        raise OperationalError("canceling statement due to lock timeout")
        yield

    monkeypatch.setattr(watching, "read_ahead", read_ahead)
    answers = await together(hub, [(one, one.act), (other, other.act)])
    assert asked == [[one.table_id, other.table_id]]
    is_done = connection.vendor != "sqlite"  # where nobody can write while somebody else does, none is tried again
    assert [answer is None for answer in answers] == [is_done] * 2
    for each in (one, other):
        assert (await in_thread(store.read, each.table_id)).version == each.version + is_done
