"""What the libraries' middleware leaves open: one response header, and static files under ASGI."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware

PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class PermissionsPolicy(MiddlewareMixin):
    """Tells the browser that no page of ours needs camera, microphone and the like."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """The same response with the header."""
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
