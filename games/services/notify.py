"""The news that a table changed: told to listeners in this process after the commit, and to nobody before."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from games.store import Snapshot

Listener = Callable[[Snapshot], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call this with the new snapshot after every change of a table, in whatever thread made it."""
    if listener not in _listeners:
        _listeners.append(listener)


def table_changed(snapshot: Snapshot) -> None:
    """Tell the listeners once the transaction is committed."""
    transaction.on_commit(lambda: _tell(snapshot))


def _tell(snapshot: Snapshot) -> None:
    for listener in _listeners:
        listener(snapshot)
