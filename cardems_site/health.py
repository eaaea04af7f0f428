"""Is the process alive, and is it ready to serve? For load balancers and `./dev`."""

from channels.layers import get_channel_layer
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse


def healthz(request: HttpRequest) -> HttpResponse:
    """Alive: the event loop answers. Asks nothing of the database, so its failure does not restart servers."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> JsonResponse:
    """Ready: database, migrations and channel layer are in order; status 503 and what is wrong otherwise."""
    state = {"database": _database(), "channel_layer": get_channel_layer() is not None}
    return JsonResponse(state, status=200 if all(state.values()) else 503)


def _database() -> bool:
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Exception:  # whatever the driver raises: a probe answers, it does not fail
        return False
