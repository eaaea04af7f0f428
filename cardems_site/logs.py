"""One line of log for each event: JSON for machines, plain text on one's own machine. No line holds a secret."""

import logging
import re
from collections.abc import MutableMapping
from typing import Any

import msgspec
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
        processors=[structlog.stdlib.filter_by_level, *_SHARED, *_finish(as_json=as_json), _as_line],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": LineFormatter, "as_json": as_json}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "daphne.server": {"level": "WARNING"},
            # What strangers get refused is no fault of the site; Django would write a traceback for each.
            "django.request": {"level": "ERROR"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }


class LineFormatter(structlog.stdlib.ProcessorFormatter):
    """Makes lines of what libraries log. What comes through structlog is a line already: a card played costs one."""

    def __init__(self, *, as_json: bool) -> None:
        drop = structlog.stdlib.ProcessorFormatter.remove_processors_meta
        super().__init__(foreign_pre_chain=_SHARED, processors=[drop, *_finish(as_json=as_json)])

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        return record.getMessage() if hasattr(record, "is_line") else super().format(record)


def _finish(*, as_json: bool) -> list[Any]:
    """From an event to its line."""
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    renderer: Any = structlog.processors.JSONRenderer(serializer=_json) if as_json else plain
    return [structlog.processors.format_exc_info, without_secrets, renderer]


def _json(event: Event, **options: Any) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()


def _as_line(logger: Any, method: str, line: Any) -> tuple[tuple[str], dict[str, Any]]:
    return (line,), {"extra": {"is_line": True}}
