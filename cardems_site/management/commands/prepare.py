"""`manage.py prepare`: bring the database, the static files and the site's own rows up to date; safe to repeat."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Migrates, collects the static files where one of them changed, and calls `prepare_site` of the apps."""

    help = "Migrate, collect static files, create the rows that the site needs."

    def handle(self, *args: Any, verbosity: int = 1, **options: Any) -> None:
        """Each step does nothing where nothing is to do."""
        call_command("migrate", interactive=False, verbosity=verbosity)
        self.collect_static(verbosity)
        if "prepare_site" in get_commands():
            call_command("prepare_site", verbosity=verbosity)

    def collect_static(self, verbosity: int) -> None:
        """Collecting hashes and compresses every file, so it is left out while names, sizes and times stay."""
        stamp = Path(settings.STATIC_ROOT) / ".collected"
        fingerprint = hashlib.sha256("\n".join(_static_files()).encode()).hexdigest()
        if stamp.exists() and stamp.read_text() == fingerprint:
            return
        call_command("collectstatic", interactive=False, clear=True, verbosity=verbosity)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(fingerprint)


def _static_files() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list(ignore_patterns=None):
            status = Path(storage.path(name)).stat()
            yield f"{name} {status.st_size} {status.st_mtime_ns}"
