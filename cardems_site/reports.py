"""Error reports, by mail or wherever they go: a traceback without the values of variables, which may be hands of cards,
seeds of deals or secrets of people."""

from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class WithoutVariables(SafeExceptionReporterFilter):
    """Django's filter; outside of DEBUG it leaves no variable and no posted value standing."""

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: Any) -> Any:
        """None at all."""
        return [] if self.is_active(request) else list(super().get_traceback_frame_variables(request, tb_frame))

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """The names only."""
        given: Any = super().get_post_parameters(request)
        return dict.fromkeys(given, self.cleansed_substitute) if self.is_active(request) else given
