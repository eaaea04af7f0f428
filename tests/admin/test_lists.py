"""Lists stay quick on many rows: few queries, each by an index (must-show 2)."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests import crowd
from tests.admin.pages import lists

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ROWS = 20_000
FEW = ("CONSTANT", "SUBQUERY", "INDEX staff")
MOST_QUERIES = 20
BIG = (
    "accounts_user",
    "accounts_notice",
    "accounts_auditentry",
    "accounts_ratedmatch",
    "accounts_ratingevent",
    "accounts_rating",
    "games_tablerow",
    "games_seatrow",
    "games_matchrow",
    "games_playerrow",
    "games_reportrow",
    "games_talkrow",
)


@pytest.fixture
def crowded(db) -> User:
    boss = User.objects.create(username="Boss", is_staff=True, is_superuser=True)
    first = crowd.people(ROWS)
    table = crowd.tables(ROWS, first, ROWS)
    match = crowd.matches(ROWS, first, ROWS)
    crowd.ratings(ROWS, first)
    crowd.events(ROWS, first, ROWS, match)
    crowd.papers(ROWS, first, ROWS, table, boss)
    crowd.analyze()
    return boss


def plan_of(sql: str) -> list[str]:
    with connection.cursor() as cursor:
        if (
            connection.vendor == "postgresql"
        ):  # it reads small tables whole because that is quicker; could it do better?
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {'QUERY PLAN ' if connection.vendor == 'sqlite' else ''}{sql}")
        return [str(row[-1]) for row in cursor.fetchall()]


def faults(sql: str) -> list[str]:
    """What in the plan of a query walks or sorts a whole big table."""
    if not sql.startswith("SELECT") or not any(f'"{table}"' in sql for table in BIG):
        return []
    plan = plan_of(sql)
    if connection.vendor == "postgresql":
        return [line for line in plan if any(f"Seq Scan on {table}" in line for table in BIG)]
    scans = [line for line in plan if line.startswith("SCAN") and is_big(line.split()[1]) and "INDEX" not in line]
    if all(is_newest_first(sql, line.split()[1]) for line in scans):
        scans = []
    return scans + [line for line in plan if "TEMP B-TREE FOR ORDER BY" in line and not is_small(plan)]


def is_newest_first(sql: str, table: str) -> bool:
    """Whether this is a walk down the primary key (the table itself, in SQLite) that ends after a page."""
    return f'ORDER BY "{table}"."id" DESC LIMIT' in sql


def is_big(name: str) -> bool:
    """A big table, or the alias of one in a subquery."""
    return name in BIG or name[:1] in "UV"


def is_small(plan: list[str]) -> bool:
    """Whether what is sorted was found by an index first: a few rows, not a table."""
    return all("SCAN" not in line or any(word in line for word in FEW) for line in plan)


def test_every_list_is_quick(crowded, client):
    client.force_login(crowded)
    found = []
    for page in lists():
        with CaptureQueriesContext(connection) as queries:
            response = client.get(page)
        assert response.status_code == 200, page
        assert len(queries) <= MOST_QUERIES, (page, len(queries))
        found += [(page, fault, query["sql"]) for query in queries for fault in faults(query["sql"])]
    assert found == []
