"""Replay the rating events in order and report what differs; without --check, mend the sums."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.audit import Replay, differing_sums


class Command(BaseCommand):
    """Events are never altered: a difference among them is for people to look at."""

    help = "Replay the rating events in order and report differences; without --check, mend the ratings that differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        """Ends with an error when anything differed that is not mended now."""
        replay = Replay()
        among_events = list(replay.differences())
        sums = list(differing_sums(replay.suspects(), mend=not check))
        for line in (*among_events, *sums):
            self.stdout.write(line)
        if among_events or (check and sums):
            raise CommandError(f"{len(among_events) + len(sums)} differences")
        told = f"{len(sums)} ratings mended" if sums else "no difference"
        self.stdout.write(f"{len(replay.steps)} matches, {len(replay.known)} ratings: {told}")
