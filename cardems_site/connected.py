"""Work in threads of our own, where no request of Django's opens and closes database connections, and their turns."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")


_WRITER = threading.Lock()


@contextmanager
def in_turn() -> Iterator[None]:
    """To be held around a transaction that writes often.

    SQLite has one writer at a time, and lets the others sleep for up to a tenth of a second before they look again.
    Those of this process wait for each other here, and go on at once. Within a transaction there is nothing to wait
    for: it is the writer.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with _WRITER:
        yield


def connected(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the work gives, run with a live connection that is not kept beyond its time; raises what either raises."""
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()
