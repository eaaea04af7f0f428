"""One line of log for each event: JSON for machines, plain text on one's own machine. No line holds a secret."""

import re
from collections.abc import MutableMapping
from typing import Any

import structlog

# Parts of addresses that let in whoever knows them: invite links, and links to confirm an address or reset a password.
_SECRET_PATHS = re.compile(r"(/t/|/confirm-email/|/reset/key/)[^/\s\"']+")

Event = MutableMapping[str, Any]


def without_secrets(logger: Any, method: str, event: Event) -> Event:
    """The event with secret parts of addresses blotted out, in its text and in a traceback."""
    for name in ("event", "exception"):
        if isinstance(event.get(name), str):
            event[name] = _SECRET_PATHS.sub(r"\1…", event[name])
    return event


_SHARED: list[Any] = [
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configured(level: str, *, as_json: bool) -> dict[str, Any]:
    """The LOGGING setting; structlog's own loggers are set up to end in the same handler."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": _formatter, "as_json": as_json}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "daphne.server": {"level": "WARNING"},
        },
    }


def _formatter(*, as_json: bool) -> structlog.stdlib.ProcessorFormatter:
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_SHARED,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            without_secrets,
            renderer,
        ],
    )
