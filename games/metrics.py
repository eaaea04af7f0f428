"""What is counted and logged: figures for `/metrics` and one line for each action. Never a card, a seed or a session.

Figures are of this process alone; docs/operating.md says what each of them means.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from typing import Final

import structlog
from django.db import transaction
from prometheus_client import REGISTRY, Counter, Gauge, Histogram, disable_created_metrics

disable_created_metrics()
log = structlog.get_logger("cardems.actions")

KINDS: Final = ("call", "trump", "play", "deal", "end")
OTHER: Final = "other"

ACCEPTED = Counter("cardems_actions_accepted", "Rows written to the log, by kind and by whom.", ["kind", "by"])
REFUSED = Counter("cardems_actions_refused", "What people asked for and did not get, by reason.", ["kind", "reason"])
HINTS = Counter("cardems_hints", "News of tables between processes: sent, failed, heard.", ["what"])
RESYNCS = Counter("cardems_resyncs", "Whole views sent, by reason: connect, stale, poll.", ["reason"])
SOCKETS = Gauge("cardems_sockets", "Sockets open in this process.", ["kind"])
TURNED_AWAY = Counter("cardems_sockets_turned_away", "Sockets closed for a limit: flood, person, address.", ["limit"])
BUS_UP = Gauge("cardems_bus_up", "1 while the bus between processes takes what we send; absent bus: 1.")
BUS_UP.set(1)
LATENESS = Histogram(
    "cardems_keeper_lateness_seconds",
    "How long after its due time a table was claimed.",
    buckets=(0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30),
)
LOST_RACES = Counter("cardems_keeper_lost_races", "Times the keeper found that somebody had been faster.")
ERRORS = Counter("cardems_errors", "Errors caught and survived, by place: socket, hub, keeper, bot.", ["where"])


def accepted(table_id: int, match_id: int | None, version: int, seat: str, code: str, by: str) -> None:
    """A row was written to the log; counted and told once it is committed."""
    kind = kind_of(code)

    def tell() -> None:
        _accepted(kind, by).inc()
        log.info("accepted", table=table_id, match=match_id, version=version, seat=seat, kind=kind, by=by)

    transaction.on_commit(tell, robust=True)


@cache
def _accepted(kind: str, by: str) -> Counter:
    return ACCEPTED.labels(kind, by)


@contextmanager
def asked(table_id: int, user_id: int | None, code: object, version: object) -> Iterator[None]:
    """Around what a person asked for: counts and tells a refusal, and lets it pass. `code` is "" for a wish."""
    try:
        yield
    except Exception as error:
        kind, reason = kind_of(code) if code else "wish", reason_of(error)
        REFUSED.labels(kind, reason).inc()
        log.info("refused", table=table_id, version=_number(version), user=user_id, kind=kind, reason=reason)
        raise


def kind_of(code: object) -> str:
    """`play` of `play:SQ`: all that may be told of an action. Whatever a stranger made up is `other`."""
    kind = code.partition(":")[0] if isinstance(code, str) else OTHER
    return kind if kind in KINDS else OTHER


def reason_of(error: Exception) -> str:
    """The code of a refusal, or the name of an error that has none."""
    reason = getattr(error, "reason", None)
    return str(getattr(reason, "code", "") or type(error).__name__)


def hint_sent(*, ok: bool) -> None:
    """The bus took a hint, or did not."""
    HINTS.labels("sent" if ok else "failed").inc()
    BUS_UP.set(ok)


def bus_is_up() -> bool:
    """Whether the bus took what this process last sent; a site without a bus has nothing to miss."""
    return REGISTRY.get_sample_value("cardems_bus_up") == 1


def late(by: timedelta) -> None:
    """The keeper claimed a table so long after its due time."""
    LATENESS.observe(max(0.0, by.total_seconds()))


def _number(version: object) -> int | None:
    """A version as a client wrote it, if it is one."""
    text = str(version)
    return int(text) if len(text) < 10 and text.isascii() and text.isdigit() else None
