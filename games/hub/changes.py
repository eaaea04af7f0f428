"""Changes of tables, several to one commit: most of a commit is waiting for the disk, and of a statement for the way.
Each is answered after the commit that holds it, and an error in one undoes that one alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any, Final, NamedTuple

from django.db import Error as DatabaseTrouble
from django.db import OperationalError, connection, transaction

from cardems_site.connected import in_turn
from games.services import watching
from games.services.watching import Speaker

MOST_TOGETHER: Final = watching.SEVERAL

Work = Callable[[], None]


class Waiting(NamedTuple):
    """A change that waits. `speaker`: whose action it is; None for any other change."""

    table_id: int
    work: Work
    speaker: Speaker | None
    answer: asyncio.Future[None]


class Changes:
    """The changes that wait for the database in this process."""

    def __init__(self, call: Callable[..., Awaitable[Any]]) -> None:
        # Actions lock nothing but their tables, in one order. Where there are several writers, others may wait for
        # each other, so each is made alone.
        self._call, self._all_together = call, connection.vendor == "sqlite"
        self._waiting: list[Waiting] = []
        self._at_work: asyncio.Task[None] | None = None

    async def run(self, table_id: int, work: Work, speaker: Speaker | None = None) -> None:
        """Make a change of this table, off the event loop; returns when it is committed, or raises what it raised.

        `speaker` says that it is an action: nothing but that table is changed, and only after it was locked.
        """
        if not (speaker or self._all_together):
            await self._call(work)
            return
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(table_id, work, speaker, answer))
        if self._at_work is None:
            self._at_work = asyncio.ensure_future(self._work())
        await answer

    async def _work(self) -> None:
        while self._waiting:
            batch = self._next()
            try:
                errors = await self._call(_commit, batch)
            except Exception as error:
                errors = [error] * len(batch)
            for one, raised in zip(batch, errors, strict=True):
                _answer(one.answer, raised)
        self._at_work = None

    def _next(self) -> list[Waiting]:
        """The oldest ones, one for each table: a change must see the one before it as committed. Actions come first."""
        batch: dict[int, Waiting] = {}
        rest = []
        for one in self._waiting:
            if one.table_id in batch or len(batch) >= MOST_TOGETHER:
                rest.append(one)
            else:
                batch[one.table_id] = one
        self._waiting = rest
        return sorted(batch.values(), key=lambda one: one.speaker is None)


def _answer(answer: asyncio.Future[None], raised: Exception | None) -> None:
    if answer.done():  # whoever asked is gone
        return
    if raised:
        answer.set_exception(raised)
    else:
        answer.set_result(None)


def _commit(batch: list[Waiting]) -> list[Exception | None]:
    """Do them all; what each raised. When one has spoilt the transaction of all, each is done alone."""
    errors = _together(batch) if len(batch) > 1 else None
    return errors or [_error(one.work) for one in batch]


def _together(batch: list[Waiting]) -> list[Exception | None] | None:
    """What each raised in one transaction; None when it was undone. Raises what the database raises, if it is lost."""
    speakers = {one.table_id: one.speaker for one in batch if one.speaker}
    try:
        with in_turn(), transaction.atomic():
            with watching.read_ahead(speakers) if len(speakers) > 1 else nullcontext():
                errors = [_error(one.work) for one in batch[: len(speakers)]]
            errors += [_error(one.work) for one in batch[len(speakers) :]]
            if not any(isinstance(error, DatabaseTrouble) for error in errors):
                return errors
            transaction.set_rollback(True)  # PostgreSQL would forget it all, and say that it was committed
            return None
    except OperationalError:
        if connection.vendor == "sqlite" or not connection.is_usable():
            raise  # nobody can write now
        return None  # somebody else had locked one of these tables for too long: the others do not wait for it


def _error(work: Work) -> Exception | None:
    try:
        work()
    except Exception as error:
        return error
    return None
