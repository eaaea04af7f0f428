"""Makes the database of the first release: people, a match that lasts, matches that are over, ratings, talk.

`python -m tests.first_release FILE` writes it as SQL. `tests/data/first-release.sql` was made so when the release was
cut, and is never made again: the test of migrations upgrades it.
"""

import os
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path


def main(target: Path) -> None:
    """Write the dump."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "site.sqlite3"
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": f"sqlite:///{database}"}
        import django

        django.setup()
        _fill()
        with closing(sqlite3.connect(database)) as source:
            target.write_text("\n".join(source.iterdump()) + "\n")


def _fill() -> None:
    """Everything through the services, as people would have done it."""
    from django.core.management import call_command
    from django.db import connection

    from accounts.models import Silence
    from games.services import agreements, presence, tables, talk
    from tests.operating.conftest import play_on
    from tests.services.room import people, playing

    call_command("migrate", verbosity=0)
    random.seed(1)
    presence.beat()
    four = people("Warda", "Sami", "نور", "Lina")
    rated = playing(*four, rated=True, turn_seconds=30)
    play_on(rated, 70)
    agreements.concede(rated, four[0].pk)
    agreements.concede(rated, four[1].pk)
    talk.say(rated, four[0], "phrase", "well-played")
    guest = people("Guest-1234")[0]
    guest.is_guest = True
    guest.save()
    spades = playing(guest, rules="spades/cardems")
    play_on(spades)
    agreements.concede(spades, guest.pk)
    play_on(playing(people("Adam")[0]), 30)
    tables.open_table(people("Huda")[0], "tarneeb/egyptian", {})
    Silence.objects.create(user=four[0], other=four[3], tie="mute")
    connection.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
