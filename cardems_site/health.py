"""Is the process alive, is it ready to serve, and how is it doing? For load balancers, monitoring and `./dev`."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from accounts.addresses import is_loopback
from games.metrics import bus_is_up
from games.services import figures

LAST_BEAT = 15.0
"""The seconds without any keeper's heartbeat after which nobody moves tables on, so that people should go elsewhere."""

Respond = Callable[[HttpRequest], HttpResponse]


class Process:
    """What is known of this process: `cardems_site.server` says when it is about to stop."""

    is_draining = False
    is_migrated = False


def probes(get_response: Respond) -> Respond:
    """Answer the three probes ahead of everything else: whoever asks addresses the process itself, often by number and
    by plain http, so neither the site's host names nor its redirect to https apply."""
    answers: dict[str, Respond] = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = answers.get(request.path_info)
        return answer(request) if answer else get_response(request)

    return middleware


def healthz(request: HttpRequest) -> HttpResponse:
    """Alive: requests are answered. Asks nothing of the database, so its failure does not restart servers."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Ready: status 200, or 503 when people should be sent elsewhere; what is wrong is for insiders only.

    A bus that fails is told but does not count: the tables go on without it, only slower.
    """
    state = _state()
    needed = [state["database"], state["migrated"], state["keeper"], not state["draining"]]
    status = 200 if all(needed) else 503
    if is_insider(request):
        return JsonResponse(state, status=status)
    return HttpResponse("ready\n" if status == 200 else "not ready\n", status=status, content_type="text/plain")


def metrics(request: HttpRequest) -> HttpResponse:
    """The figures of this process in Prometheus' text form; a stranger learns not even that they are there."""
    if not is_insider(request):
        return HttpResponseNotFound()
    figures.take()
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def is_insider(request: HttpRequest) -> bool:
    """Whoever has the token, and whoever asks from this machine without a proxy between."""
    given = request.headers.get("Authorization", "")
    if settings.METRICS_TOKEN and hmac.compare_digest(given.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return True
    return is_loopback(request.META.get("REMOTE_ADDR", "")) and not any(map(request.headers.get, _BY_PROXIES))


_BY_PROXIES = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP")


def _state() -> dict[str, object]:
    """What is in order; the age of the youngest heartbeat of any keeper in seconds."""
    state: dict[str, object] = {"database": False, "migrated": False, "keeper": False, "keeper_age": None}
    state |= {"bus": bus_is_up(), "draining": Process.is_draining}
    try:
        state["migrated"] = _is_migrated()
        state["database"] = True
        age = state["keeper_age"] = figures.heartbeat_age()
    except Exception:  # whatever the driver raises: a probe answers, it does not fail
        return state
    return state | {"keeper": age is not None and age < LAST_BEAT}


def _is_migrated() -> bool:
    """Asked until it is true: reading all migrations takes a while."""
    if not Process.is_migrated:
        executor = MigrationExecutor(connection)
        Process.is_migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return Process.is_migrated
