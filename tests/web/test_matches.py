"""The list of past matches: who sees which, filters, pages by key, and plans."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import RatedMatch, User
from games.engine.matches import Ending, ended
from games.engine.registry import game_for
from games.models import MatchRow, PlayerRow
from games.screens.keys import Key
from games.screens.match_list import A_PAGE, MatchFilter, match_list
from games.screens.texts import speaking
from tests.crowd import analyze
from tests.past import WHEN, played_match, store_match
from tests.web.past_matches import short

pytestmark = pytest.mark.django_db


def listed(client: Client, **filters: str) -> list[int]:
    found = client.get(reverse("matches"), filters).context["matches"]
    return [entry.id for entry in found.entries]


def test_everybody_sees_rated_matches_only(client, layla):
    rated, _casual = short(rated=True, people={"N": layla}), short(people={"N": layla})
    assert listed(client) == [rated.pk]


def test_own_casual_matches_stand_in_ones_own_list(as_layla, layla, omar):
    own = short(people={"N": layla}, ended_at=WHEN)
    rated = short(rated=True, people={"N": omar}, ended_at=WHEN - timedelta(hours=1))
    short(people={"N": omar})
    assert listed(as_layla) == [own.pk, rated.pk]
    assert listed(as_layla, player="layla") == [own.pk]
    assert listed(as_layla, rated="0") == [own.pk]
    assert listed(as_layla, rated="1") == [rated.pk]


def test_of_another_person_one_sees_what_is_public_or_was_played_together(as_layla, layla, omar):
    together = short(people={"N": layla, "S": omar}, ended_at=WHEN)
    rated = short(rated=True, people={"N": omar}, ended_at=WHEN - timedelta(hours=1))
    short(people={"N": omar})
    assert listed(as_layla, player="Omar") == [together.pk, rated.pk]
    as_layla.logout()
    assert listed(as_layla, player="omar") == [rated.pk]


def test_a_void_match_is_listed_to_its_own_people_only(as_layla, layla):
    match, seeds = played_match(game_for("tarneeb/classic"), random.Random(1), 1)
    row = store_match(ended(match, Ending("void")), seeds, {"N": layla}, rated=True)
    assert listed(as_layla) == [row.pk]
    as_layla.logout()
    assert listed(as_layla) == []


@pytest.fixture
def taken_back(layla):
    """A rated match with a winner, declared void afterwards."""
    row = short(rated=True, people={"N": layla})
    RatedMatch.objects.create(match=row, game=row.game, at=WHEN, voided_at=WHEN + timedelta(days=1))
    return row


def test_a_match_void_afterwards_stands_marked_in_its_own_peoples_lists_alone(client, layla, taken_back):
    mark = '<span class="tag">Void</span>'
    assert listed(client) == listed(client, player="layla") == []
    client.force_login(layla)
    assert listed(client) == listed(client, player="layla") == [taken_back.pk]
    assert mark in client.get(reverse("matches")).content.decode()
    RatedMatch.objects.update(voided_at=None)
    client.logout()
    assert listed(client) == [taken_back.pk]
    assert mark not in client.get(reverse("matches")).content.decode()


def test_the_page_of_a_void_match_says_so_and_is_not_to_be_found(client, taken_back):
    page = client.get(reverse("match", args=[taken_back.pk]))
    assert page["X-Robots-Tag"] == "noindex"
    assert "its rating changes were taken back" in page.content.decode()
    assert '<span class="tag">Void</span>' in page.content.decode()


def test_a_match_that_goes_on_is_in_no_list(as_layla, layla):
    row = MatchRow.objects.create(game="tarneeb", rule_set="tarneeb/classic", rated=True)
    PlayerRow.objects.create(match=row, seat="N", user=layla)
    assert listed(as_layla) == []
    assert as_layla.get(reverse("match", args=[row.pk])).status_code == 404
    assert as_layla.get(reverse("match-record", args=[row.pk])).status_code == 404
    assert as_layla.get(reverse("round-card", args=[row.pk, 1])).status_code == 404


def test_filters_work_together(client, layla, omar):
    wanted = short(rules="tarneeb/levant", rated=True, people={"N": layla}, ended_at=WHEN)
    short(rules="tarneeb/levant", rated=True, people={"N": layla}, ended_at=WHEN - timedelta(days=2))
    short(rules="tarneeb/classic", rated=True, people={"N": layla}, ended_at=WHEN)
    short(rules="tarneeb/levant", rated=True, people={"N": omar}, ended_at=WHEN)
    day = {"since": "2026-11-29", "until": "2026-11-29"}
    assert listed(client, player="layla", game="tarneeb/levant", rated="1", **day) == [wanted.pk]
    assert len(listed(client, game="tarneeb")) == 4
    assert listed(client, game="spades") == []
    assert len(listed(client, until="2026-11-28")) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("player", "nobody-of-that-name"), ("game", "chess"), ("rated", "x"), ("since", "31.02."), ("player", "\x00")],
)
def test_a_wrong_filter_is_said_at_its_field(client, name, value):
    response = client.get(reverse("matches"), {name: value})
    assert response.status_code == 200
    assert response.context["form"].errors.keys() == {name}
    assert response.context["matches"] is None


def test_pages_by_key_there_and_back(client):
    rows = [short(rated=True, ended_at=WHEN - timedelta(minutes=n // 2)) for n in range(2 * A_PAGE + 3)]
    expected = [row.pk for row in sorted(rows, key=lambda row: (row.finished_at, row.pk), reverse=True)]
    pages, key = [], ""
    while True:
        found = client.get(reverse("matches"), {"key": key} if key else {}).context["matches"]
        pages.append([entry.id for entry in found.entries])
        if not found.older:
            break
        key = found.older
    assert [one for page in pages for one in page] == expected
    assert list(map(len, pages)) == [A_PAGE, A_PAGE, 3]
    before = client.get(reverse("matches"), {"key": found.newer}).context["matches"]
    assert [entry.id for entry in before.entries] == pages[1]
    first = client.get(reverse("matches"), {"key": before.newer}).context["matches"]
    assert [entry.id for entry in first.entries] == pages[0]
    assert not first.newer


@pytest.mark.parametrize("key", ["x", "1", "1.2.3", "-", "99999999999999999.1", "٣.٣", "1.999999999999999999", "-0.0"])
def test_a_broken_key_is_no_fault(client, key):
    assert client.get(reverse("matches"), {"key": key}).status_code == 200


def test_keys_are_read_as_written():
    key = Key(WHEN, 77)
    assert Key.parse(str(key)) == key
    assert Key.parse(str(key.going_back())).back


# --- plans: every query walks an index -------------------------------------------------------------------------------

ROWS = 20_000
FILTERS = [
    MatchFilter(),
    MatchFilter(game="tarneeb"),
    MatchFilter(rule_set="tarneeb/levant"),
    MatchFilter(rated=True, game="spades", since=WHEN - timedelta(days=9), until=WHEN - timedelta(days=1)),
    MatchFilter(rated=False),
    MatchFilter(player_id=1),
    MatchFilter(player_id=1, rule_set="tarneeb/levant", rated=True, since=WHEN - timedelta(days=30)),
]


def many_matches(people: list[User]) -> None:
    if connection.vendor == "postgresql":  # making so many rows takes longer than the site's transactions may idle
        for limit in ("idle_in_transaction_session_timeout", "statement_timeout"):
            connection.cursor().execute(f"SET LOCAL {limit} = 0")
    chance = random.Random(5)
    rules = ["tarneeb/levant", "tarneeb/classic", "tarneeb/cardems", "spades/cardems"]
    rows = MatchRow.objects.bulk_create(
        MatchRow(
            game=slug.partition("/")[0],
            rule_set=slug,
            rated=chance.random() < 0.6,
            finished_at=WHEN - timedelta(minutes=number),
            winner="NS",
        )
        for number, slug in ((number, chance.choice(rules)) for number in range(ROWS))
    )
    RatedMatch.objects.bulk_create(
        RatedMatch(match=row, game=row.game, at=row.finished_at, voided_at=None if number % 50 else WHEN)
        for number, row in enumerate(rows)
        if row.rated
    )
    PlayerRow.objects.bulk_create(
        PlayerRow(match=row, seat=seat, user=person, finished_at=row.finished_at)
        for row in rows
        for seat, person in zip("NESW", chance.sample(people, 4), strict=True)
    )
    analyze()


def plan_of(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {'QUERY PLAN ' if connection.vendor == 'sqlite' else ''}{sql}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def walks_an_index(plan: str) -> bool:
    if connection.vendor == "postgresql":
        return not any(f"Seq Scan on {table}" in plan for table in ("games_", "accounts_ratedmatch"))
    scans = [line for line in plan.splitlines() if line.startswith("SCAN") and "INDEX" not in line]
    return not scans and "TEMP B-TREE" not in plan


@pytest.mark.slow
@pytest.mark.services
def test_every_list_walks_an_index_in_few_queries():
    people = User.objects.bulk_create(User(username=f"walker-{n}") for n in range(ROWS // 10))
    many_matches(people)
    viewer, other = people[0].pk, people[1].pk
    for wanted in FILTERS:
        chosen = MatchFilter(**{**_fields(wanted), "player_id": other}) if wanted.player_id else wanted
        for viewer_id in (None, viewer, other):
            for key in (None, Key(WHEN - timedelta(days=5), 9), Key(WHEN - timedelta(days=5), 9, back=True)):
                with (
                    CaptureQueriesContext(
                        connection,
                    ) as queries,
                    speaking("en", "latin"),
                ):
                    found = match_list(viewer_id, chosen, key)
                assert len(queries) <= 5
                plans = {query["sql"]: plan_of(query["sql"]) for query in queries.captured_queries}
                assert {sql: plan for sql, plan in plans.items() if not walks_an_index(plan)} == {}
                assert len(found.entries) <= A_PAGE


def _fields(wanted: MatchFilter) -> dict:
    return {name: getattr(wanted, name) for name in MatchFilter.__slots__}
