"""Work in threads of our own, where no request of Django's opens and closes database connections."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")


def connected(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the work gives, run with a live connection that is not kept beyond its time; raises what either raises."""
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()
