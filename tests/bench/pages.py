"""`./dev bench pages [PEOPLE MATCHES]`: the players' boards, pages and lists beside an empty page, the staff's lists,
filtered and searched, and the pages of a table, a match, a person and a report; 100,000 people, 1,000,000 matches.

In a throw-away database (SQLite; with DATABASE_URL set, in that one, which must be empty). Each page is asked for in
this process by Django's client, so that the network plays no part: the median and the slowest of five.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

from tests.bench._throwaway import DATABASE

PEOPLE, MATCHES, TABLES, PAPERS = 100_000, 1_000_000, 100_000, 50_000
TIMES = 5
EMPTY = "/healthz"
BOARD = "/leaderboards/tarneeb/"
PLAYERS = (
    BOARD,
    f"{BOARD}?page=500",
    f"{BOARD}?q=crowd777",
    f"{BOARD}?period=7",
    "/players/crowd7/",
    "/matches/",
    "/matches/?player=crowd7",
    "/matches/?player=crowd7&game=tarneeb&rated=1",
    "/matches/?game=spades",
    "/api/matches/",
)
"""What players look at; the empty page stands beside them."""


class Bar:
    """How far the making of rows has come, on the screen of whoever waits for it."""

    def __init__(self, steps: list[str]) -> None:
        self.steps = steps

    def of(self, step: str, work: Callable[..., int], *arguments: object) -> int:
        """Do a step; what it gives."""
        at = self.steps.index(step)
        if sys.stderr.isatty():
            print(f"\r[{'#' * at}{'.' * (len(self.steps) - at)}] {step:12}", end="", file=sys.stderr, flush=True)
        return work(*arguments)


def fill(people: int, matches: int) -> tuple[list[str], object]:
    """The rows; the addresses of single pages, and the one who looks."""
    from django.db import connection
    from django.urls import reverse

    from accounts.models import User
    from tests import crowd

    if DATABASE == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")
    boss = User.objects.create(username="Boss", is_staff=True, is_superuser=True)
    bar = Bar(["people", "tables", "matches", "ratings", "places", "events", "papers", "statistics"])
    first = bar.of("people", crowd.people, people)
    table = bar.of("tables", crowd.tables, min(TABLES, matches), first, people)
    match = bar.of("matches", crowd.matches, matches, first, people)
    bar.of("ratings", crowd.ratings, people, first)
    bar.of("places", crowd.places, people, first)
    bar.of("events", crowd.events, matches, first, people, match)
    bar.of("papers", crowd.papers, min(PAPERS, people), first, people, table, boss)
    bar.of("statistics", crowd.analyze)
    rows = {"accounts_user": first + 7, "games_tablerow": table, "games_matchrow": match + 7, "games_reportrow": 1}
    return [reverse(f"admin:{model}_change", args=[key]) for model, key in rows.items()], boss


def measure(client: object, address: str) -> tuple[float, float, int]:
    """Median and slowest in milliseconds, and the number of queries."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200, address  # type: ignore[attr-defined]
    queries, times = len(captured), []
    for _time in range(TIMES):
        started = time.perf_counter()
        client.get(address)  # type: ignore[attr-defined]
        times.append(1000 * (time.perf_counter() - started))
    return statistics.median(times), max(times), queries


def main(people: int = PEOPLE, matches: int = MATCHES) -> None:
    from django.test import Client

    from tests.admin.pages import lists

    started = time.perf_counter()
    single, boss = fill(people, matches)
    print(f"{people:,} people, {matches:,} matches in {DATABASE}; made in {time.perf_counter() - started:.0f} s")
    print(f"{'median':>9} {'slowest':>9} {'queries':>7}  page")
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(boss)
    for address in (EMPTY, *PLAYERS, *lists(), *single):
        median, slowest, queries = measure(client, address)
        print(f"{median:6.1f} ms {slowest:6.1f} ms {queries:7}  {address}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
