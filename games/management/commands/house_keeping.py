"""`manage.py house_keeping`: remove what nobody needs any more; the keeper does it by itself once a day."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services import house_keeping


class Command(BaseCommand):
    help = (
        "Removes expired sessions, tables closed before a match began, old talk, guests who never played, and e-mail "
        "addresses that were never confirmed. The keeper does it by itself once a day."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        gone = house_keeping.keep()
        self.stdout.write("Removed: " + ", ".join(f"{number} {name}" for name, number in gone.items()) + ".")
