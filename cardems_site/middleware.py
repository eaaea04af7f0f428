"""Response headers that no library of ours sets."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


@sync_and_async_middleware
def permissions_policy(get_response: Callable) -> Callable:
    """Tells the browser that no page of ours needs camera, microphone and the like."""
    from asgiref.sync import iscoroutinefunction

    if iscoroutinefunction(get_response):

        async def middleware(request: HttpRequest) -> HttpResponse:
            return _with_policy(await get_response(request))
    else:

        def middleware(request: HttpRequest) -> HttpResponse:
            return _with_policy(get_response(request))

    return middleware


def _with_policy(response: HttpResponse) -> HttpResponse:
    response.headers.setdefault("Permissions-Policy", PERMISSIONS)
    return response
