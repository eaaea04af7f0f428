"""`manage.py replay_all`: replay every match from its log and compare with everything that is stored about it."""

import sys
import time
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.services import replays


class Command(BaseCommand):
    help = (
        "Replays matches, live and past, from their logs, and says where what is stored differs. Matches played under "
        "rules of another version are counted but not judged. Exit status: 0 no difference, 1 some."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--match", type=int, metavar="ID", help="this one only")

    def handle(self, *args: Any, match: int | None = None, **options: Any) -> None:
        counts: Counter[str] = Counter()
        start = time.monotonic()
        for row in replays.matches(match):
            counts.update([self.judge(row)])
        total = sum(counts.values())
        speed = total / max(time.monotonic() - start, 0.001)
        told = ", ".join(f"{number} {what}" for what, number in sorted(counts.items())) or "none"
        self.stdout.write(f"{total} matches: {told} ({speed:.0f} a second)")
        if counts["different"]:
            sys.exit(1)

    def judge(self, row: Any) -> str:
        """Write what differs; what became of this match in a word."""
        try:
            differences = replays.differences(row)
        except replays.OtherRules as version:
            return f"under rules version {version}, not judged"
        for difference in differences:
            self.stdout.write(f"match {row.pk}: {difference}")
        return "different" if differences else "the same"
