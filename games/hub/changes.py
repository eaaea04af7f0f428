"""Changes of tables, several to one commit where the database has one writer anyway: most of a commit is waiting for
the disk. Each is answered after the commit that holds it, and an error in one undoes that one alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from django.db import connection, transaction

MOST_TOGETHER: Final = 32

Work = Callable[[], None]
Waiting = tuple[int, Work, "asyncio.Future[None]"]


class Changes:
    """The changes that wait for the database in this process."""

    def __init__(self, call: Callable[..., Awaitable[Any]]) -> None:
        self._call, self._together = call, connection.vendor == "sqlite"
        self._waiting: list[Waiting] = []
        self._at_work: asyncio.Task[None] | None = None

    async def run(self, table_id: int, work: Work) -> None:
        """Make a change of this table, off the event loop; returns when it is committed, or raises what it raised."""
        if not self._together:
            await self._call(work)
            return
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((table_id, work, answer))
        if self._at_work is None:
            self._at_work = asyncio.ensure_future(self._work())
        await answer

    async def _work(self) -> None:
        while self._waiting:
            batch = self._next()
            try:
                errors = await self._call(_commit, [work for _table, work, _future in batch])
            except Exception as error:
                errors = [error] * len(batch)
            for (_table, _work, answer), raised in zip(batch, errors, strict=True):
                _answer(answer, raised)
        self._at_work = None

    def _next(self) -> list[Waiting]:
        """The oldest ones, one for each table: a change must see the one before it as committed."""
        batch: dict[int, Waiting] = {}
        rest = []
        for one in self._waiting:
            if one[0] in batch or len(batch) >= MOST_TOGETHER:
                rest.append(one)
            else:
                batch[one[0]] = one
        self._waiting = rest
        return list(batch.values())


def _answer(answer: asyncio.Future[None], raised: Exception | None) -> None:
    if answer.done():  # whoever asked is gone
        return
    if raised:
        answer.set_exception(raised)
    else:
        answer.set_result(None)


def _commit(works: list[Work]) -> list[Exception | None]:
    """Do them all; what each raised. When one has spoilt the transaction of all, each is done alone."""
    if len(works) > 1:
        with transaction.atomic():
            errors = [_error(work) for work in works]
            is_spoilt = transaction.get_rollback()
        if not is_spoilt:
            return errors
    return [_error(work) for work in works]


def _error(work: Work) -> Exception | None:
    try:
        work()
    except Exception as error:
        return error
    return None
