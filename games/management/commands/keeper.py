"""`manage.py keeper`: the keeper in a process of its own, beside servers that run with CARDEMS_KEEPER=0."""

import asyncio
from typing import Any

from django.core.management.base import BaseCommand

from games.services import keeper


class Command(BaseCommand):
    help = "Run the keeper (bots' moves, next deals, clocks) until it is stopped."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            asyncio.run(keeper.run())
        except KeyboardInterrupt:
            self.stdout.write("stopped")
