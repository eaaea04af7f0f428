"""What the libraries' middleware leaves open: one response header, and static files under ASGI."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from whitenoise.middleware import WhiteNoiseMiddleware

PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


@sync_and_async_middleware
def permissions_policy(get_response: Callable) -> Callable:
    """Tells the browser that no page of ours needs camera, microphone and the like."""
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


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, with whole files instead of streams: under ASGI Django warns of each synchronous stream."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """The response for one static file; ours are all small."""
        stream = WhiteNoiseMiddleware.serve(static_file, request)
        whole = HttpResponse(stream.getvalue(), status=stream.status_code, headers=stream.headers)
        stream.close()
        return whole
