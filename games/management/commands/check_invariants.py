"""`manage.py check_invariants`: whether the rows of the database agree with each other."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.services import invariants, presence


class Command(BaseCommand):
    help = (
        "Looks for breaches of the invariants I1 to I8 in the database and writes one line each, beginning with the "
        "invariant's id. Overdue tables count only while some process of the site is alive. "
        "Exit status: 0 none, 1 some."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        found = 0
        for finding in invariants.findings():
            found += 1
            self.stdout.write(finding)
        where = "" if presence.is_any_alive() else " No process is alive, so overdue tables were not looked for."
        self.stdout.write(f"{found} findings.{where}" if found else f"All invariants hold.{where}")
        if found:
            sys.exit(1)
