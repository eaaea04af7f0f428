"""`./dev bench leaderboards [PEOPLE]`: the boards and player pages with 100,000 players, beside an empty page.

Made without their history, in a database of its own (SQLite; with DATABASE_URL set, in that one, which must be empty).
Each page is asked for in this process by Django's client, so that the network plays no part: the median of thirty.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time

PEOPLE = 100_000
TIMES = 30
BATCH = 5000
EMPTY = "/healthz"


def fill(people: int) -> list[str]:
    """Players with places on every board of Tarneeb; returns their names, best first."""
    from django.utils import timezone

    from accounts.models import Period, Place, Rating, User

    chance, now, names = random.Random(3), timezone.now(), []
    for first in range(0, people, BATCH):
        numbers = range(first, min(first + BATCH, people))
        users = User.objects.bulk_create([User(username=f"player-{number}", password="!") for number in numbers])
        ratings = [Rating(user=user, game="tarneeb", matches=40, won=20, last_at=now) for user in users]
        for row in ratings:
            row.rating = round(chance.gauss(1500, 150))
            row.recent = [row.rating + chance.randrange(-30, 30) for _match in range(10)]
        Rating.objects.bulk_create(ratings)
        Place.objects.bulk_create(
            Place(
                user=row.user,
                game="tarneeb",
                period=period,
                skeleton=row.user.skeleton,
                rating=row.rating,
                change=chance.randrange(-60, 60),
                matches=40,
                won=20,
                contracts=60,
                made=40,
                streak=2,
            )
            for row in ratings
            for period in Period
        )
        names += [(-row.rating, row.user.username) for row in ratings]
        if sys.stderr.isatty():
            print(f"\r{first + len(users):,} of {people:,} players", end="", file=sys.stderr)
    return [name for _rating, name in sorted(names)]


def measure(client, address: str) -> tuple[float, float, float, int]:
    """Median, 95th percentile and the processor's share of the mean, in milliseconds; and the number of queries."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200, address
    queries, times, worked = len(captured), [], time.process_time()
    for _time in range(TIMES):
        started = time.perf_counter()
        client.get(address)
        times.append((time.perf_counter() - started) * 1000)
    worked = (time.process_time() - worked) * 1000 / TIMES
    return statistics.median(times), sorted(times)[int(TIMES * 0.95)], worked, queries


def run(people: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from accounts.models import User

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)  # pages name their styles by a hash
    names = fill(people)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE")
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.get(username=names[len(names) * 9 // 10]))
    board = "/leaderboards/tarneeb/"
    pages = {
        "an empty page": EMPTY,
        "first page, own place far below": board,
        "in the middle": f"{board}?page={people // 100}",
        "the last places": f"{board}?page={people // 50}",
        "7 days": f"{board}?period=7",
        "a name": f"{board}?q={names[people // 2]}",
        "a beginning that all share": f"{board}?q=player",
        "a player": f"/players/{names[10]}/",
    }
    print(f"{people:,} players on {connection.vendor}; median (95 %) of {TIMES}, and of that the work of this process")
    for name, address in pages.items():
        median, high, worked, queries = measure(client, address)
        print(f"  {name:34} {median:7.1f} ms ({high:5.1f})   {worked:5.1f} ms   {queries:2} queries")


def main() -> None:
    people = int(sys.argv[1]) if len(sys.argv) > 1 else PEOPLE
    with tempfile.TemporaryDirectory(prefix="cardems-bench-") as folder:
        os.environ.update(CARDEMS_VAR=folder, CARDEMS_LOCAL="1", DJANGO_SETTINGS_MODULE="cardems_site.settings")
        os.environ.setdefault("SITE_ORIGINS", "http://127.0.0.1:8000")
        run(people)


if __name__ == "__main__":
    main()
