"""What the libraries' middleware leaves open: one response header, static files under ASGI, forms in odd letters."""

from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from django.views.defaults import bad_request
from whitenoise.middleware import WhiteNoiseMiddleware

FORM = "application/x-www-form-urlencoded"
UTF8 = "utf-8"
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class PermissionsPolicy(MiddlewareMixin):
    """Tells the browser that no page of ours needs camera, microphone and the like."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """The same response with the header."""
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response


class FormsInUtf8(MiddlewareMixin):
    """A form that claims to be in another encoding is a bad request: Django says so whenever somebody reads it, the
    pages of its errors too, which fail then."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """The answer to such a form, of which nothing is read."""
        if request.content_type != FORM or (request.encoding or UTF8).lower() == UTF8:
            return None
        request.encoding = UTF8
        return bad_request(request, BadRequest())


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise, with whole files instead of streams: under ASGI Django warns of each synchronous stream."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """The response for one static file; ours are all small."""
        stream = WhiteNoiseMiddleware.serve(static_file, request)
        whole = HttpResponse(stream.getvalue(), status=stream.status_code, headers=stream.headers)
        stream.close()
        return whole
