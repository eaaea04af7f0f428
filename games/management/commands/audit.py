"""`manage.py audit`: what staff have changed, oldest first."""

import json
from argparse import ArgumentParser
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from accounts import trail
from accounts.models import AuditEntry


class Command(BaseCommand):
    help = "Prints every change by staff since a time, one JSON object a line: who, when, what, before, after, why."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--since", default="7d", help="2026-11-29, 2026-11-29T18:00, or 12h, 7d (default).")

    def handle(self, *, since: str, **options: Any) -> None:
        for entry in trail.since(_time(since)):
            self.stdout.write(json.dumps(_told(entry), cls=DjangoJSONEncoder, ensure_ascii=False))


def _told(entry: AuditEntry) -> dict[str, Any]:
    return {
        "at": entry.at,
        "by": entry.by.username if entry.by else None,
        "action": entry.action,
        "object": f"{entry.model} {entry.object_id}".strip(),
        "name": entry.object_text,
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
    }


def _time(text: str) -> datetime:
    unit = {"h": "hours", "d": "days"}.get(text[-1:])
    if unit and text[:-1].isdigit():
        return timezone.now() - timedelta(**{unit: int(text[:-1])})
    try:
        moment = parse_datetime(text)
        if moment is None and (day := parse_date(text)):
            moment = datetime(day.year, day.month, day.day)
    except ValueError:
        moment = None
    if moment is None:
        raise CommandError(f"--since {text}: give a date, a date with time, or something like 12h or 7d.")
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment)
