"""Leaderboards and player pages: who sees what, ranks, search, numbers of queries, and plans by index."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Period, Place, RatedMatch, Rating, RatingEvent, User
from games.engine.registry import GAMES
from games.models import MatchRow, PlayerRow
from tests.accounts.test_pools import finish
from tests.crowd import analyze
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
BOARD = "/leaderboards/tarneeb/"
SMALL = ("django_session", "games_announcementrow")
"""Tables of a few rows, here or always."""


def person(name, rating=1600, **columns):
    """Somebody on the board of all time."""
    user = UserFactory(username=name)
    Rating.objects.create(user=user, game="tarneeb", rating=rating, matches=20, won=12, recent=[1500, 1550, rating])
    numbers = {"change": 9, "matches": 20, "won": 12, "contracts": 40, "made": 30, "streak": 3} | columns
    Place.objects.create(user=user, game="tarneeb", period=Period.ALL, skeleton=user.skeleton, rating=rating, **numbers)
    return user


def played(four, *, rated=True, won="NS", rule_set="tarneeb/classic", tallies=None):
    """A match that is over, these four at N E S W."""
    at = timezone.now()
    match = MatchRow.objects.create(
        game="tarneeb", rule_set=rule_set, rated=rated, winner=won, ns=41, ew=30, finished_at=at
    )
    for seat, user in zip("NESW", four, strict=True):
        PlayerRow.objects.create(match=match, seat=seat, user=user, tallies=tallies or {}, finished_at=at)
    return match


def ranks(client, query=""):
    board = client.get(BOARD + query).context["board"]
    return [(entry.rank, entry.name) for entry in board.entries]


# --- leaderboards --------------------------------------------------------------------------------------------------


def test_the_first_game_comes_first(client):
    assert client.get("/leaderboards/")["Location"] == BOARD


@pytest.mark.parametrize("address", [BOARD + "?period=3", "/leaderboards/chess/"])
def test_what_is_no_board_is_not_found(client, address):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("page", ["0", "x", "-3", "9999999999999", "٣"])
def test_any_page_number_is_survived(client, page):
    assert client.get(BOARD, {"page": page}).status_code == 200


def test_an_empty_board_invites(client):
    assert b"Nobody stands here yet" in client.get(BOARD).content


def test_ties_share_a_rank(client):
    for name, rating in [("Anna", 1700), ("Berta", 1650), ("Carla", 1650), ("Dora", 1600)]:
        person(name, rating)
    assert ranks(client) == [("1", "Anna"), ("2", "Berta"), ("2", "Carla"), ("4", "Dora")]


def test_one_finds_oneself_below(client):
    others = [person(f"other-{letter}{end}", 1800) for letter in "abcdefgh" for end in "klnopqrst"]
    me = person("Myself", 1500)
    client.force_login(me)
    board = client.get(BOARD).context["board"]
    assert (board.own.rank, board.own.name, board.own.is_viewer) == (str(len(others) + 1), "Myself", True)
    assert board.own_page == BOARD + "?page=2"
    below = client.get(board.own_page).context["board"]
    assert below.own is None
    assert below.entries[-1].is_viewer
    assert below.newer == BOARD


def test_search_finds_the_beginning_of_a_name_in_any_spelling(client):
    person("Hoda", 1700)
    person("Hossam", 1650)
    person("Nadia", 1800)
    assert ranks(client, "?q=HO") == [("2", "Hoda"), ("3", "Hossam")]
    assert ranks(client, "?q=h0d") == [("2", "Hoda")]
    assert b"Nobody on this board" in client.get(BOARD + "?q=zz").content


def test_a_renamed_or_closed_person_is_found_no_more(client):
    from accounts import people

    user = person("Hoda")
    people.rename(user, "Laila")
    assert ranks(client, "?q=ho") == []
    assert ranks(client, "?q=lai") == [("1", "Laila")]
    people.close(user)
    assert ranks(client) == []


# --- a player ------------------------------------------------------------------------------------------------------


@pytest.fixture
def four(db):
    return [UserFactory(username=name) for name in ("Sara", "Omar", "Lina", "Adam")]


def page_of(client, name="Sara", query=""):
    return client.get(f"/players/{name}/{query}").context["player"]


def test_a_twin_of_the_name_leads_to_the_page(client, four):
    assert client.get("/players/SARA/")["Location"] == "/players/Sara/"


def test_nobody_is_not_found(client):
    assert client.get("/players/Nobody-here/").status_code == 404


def test_a_guest_has_a_page_for_themselves_alone(client):
    guest = UserFactory(username="Guest-1234", is_guest=True)
    assert client.get("/players/Guest-1234/").status_code == 404
    client.force_login(guest)
    assert client.get("/players/Guest-1234/").status_code == 200


def test_others_see_rated_matches_only(client, four):
    played(four)
    played(four, rated=False)
    assert page_of(client).matches == "1"
    assert len(page_of(client).recent) == 1
    client.force_login(four[0])
    assert page_of(client).matches == "2"
    assert len(page_of(client).recent) == 2


def test_a_void_match_is_in_no_numbers_and_in_the_list_of_its_own_people_alone(client, four):
    counted, void = played(four), played(four)
    RatedMatch.objects.create(match=void, game="tarneeb", at=timezone.now(), voided_at=timezone.now())
    page = page_of(client)
    assert (page.matches, [match.id for match in page.recent]) == ("1", [counted.pk])
    client.force_login(four[0])
    page = page_of(client)
    assert page.matches == "1"
    assert [(match.id, match.is_void) for match in page.recent] == [(void.pk, True), (counted.pk, False)]


def test_who_and_how(client, four):
    sara, omar, lina, adam = four
    played(four, tallies={"contracts-9": 2, "made-9": 1, "kaboots": 1})
    played([sara, lina, omar, adam], won="EW", rule_set="tarneeb/levant", tallies={"contracts-7": 1, "made-7": 1})
    played(four, won="EW")
    page = page_of(client)
    assert [(line.text, line.count, line.share) for line in page.partners] == [
        ("Lina", "2", "50%"),
        ("Omar", "1", "0%"),
    ]
    assert [(line.text, line.count) for line in page.rivals] == [("Adam", "3"), ("Omar", "2"), ("Lina", "1")]
    assert [(line.count, line.share) for line in page.rule_sets] == [("2", "50%"), ("1", "0%")]
    assert [(line.text, line.count, line.share) for line in page.contracts] == [("7", "1", "100%"), ("9", "2", "50%")]
    assert page.feats == (("Kaboots", "1"),)


def test_the_rating_line_has_its_table(client, four):
    for _match in range(3):
        finish(four)
    page = page_of(client)
    assert page.rating == "1554?"
    assert page.provisional
    assert [change.change for change in page.curve.changes] == ["+16", "+18", "+20"]
    body = client.get("/players/Sara/").content.decode()
    assert "<polyline" in body
    assert body.count('<td><bdi class="n gain">') == 3


# --- plans ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def crowd(db):
    """20,000 people, each with a match, a rating event, and a place on one of the six boards."""
    people = User.objects.bulk_create(
        [User(username=f"crowd{number}", skeleton=f"crowd{number}", password="!") for number in range(20_000)],
        batch_size=2000,
    )
    boards = [(game, period) for game in GAMES for period in Period]
    ratings, places = [], []
    for at, user in enumerate(people):
        game, period = boards[at % len(boards)]
        numbers = {"user": user, "game": game, "rating": 1200 + 7 * at % 600, "matches": 20, "won": 10, "streak": 1}
        ratings.append(Rating(**numbers))
        places.append(Place(**numbers, period=period, skeleton=user.skeleton, change=0, contracts=5, made=3))
    Rating.objects.bulk_create(ratings, batch_size=2000)
    Place.objects.bulk_create(places, batch_size=2000)
    past = {
        "game": "tarneeb",
        "rule_set": "tarneeb/classic",
        "rated": True,
        "winner": "NS",
        "finished_at": timezone.now(),
    }
    matches = MatchRow.objects.bulk_create([MatchRow(**past) for _match in range(5000)], batch_size=2000)
    rated, *_others = RatedMatch.objects.bulk_create(
        [RatedMatch(match=match, game="tarneeb", at=timezone.now()) for match in matches], batch_size=2000
    )
    seats = [("NESW"[at % 4], matches[at // 4], user) for at, user in enumerate(people)]
    PlayerRow.objects.bulk_create(
        [PlayerRow(match=match, seat=seat, user=user, finished_at=match.finished_at) for seat, match, user in seats],
        batch_size=2000,
    )
    RatingEvent.objects.bulk_create(
        [
            RatingEvent(rated=rated, user=user, game="tarneeb", at=rated.at, seat=seat, won=True, change=1, rating=1501)
            for seat, _match, user in seats
        ],
        batch_size=2000,
    )
    analyze()
    return people


def plans(queries):
    """How the database would answer each of these queries."""
    explain = "EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN "
    for query in queries:
        if query["sql"].startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute(explain + query["sql"].replace("%", "%%"))
                yield query["sql"], "\n".join(str(row[-1]) for row in cursor.fetchall())


def check_plans(client, address, most=12):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    assert len(captured) <= most, [query["sql"][:120] for query in captured.captured_queries]
    for sql, plan in plans(captured.captured_queries):
        scans = [line for line in plan.splitlines() if "Seq Scan" in line or line.startswith("SCAN ")]
        whole = [line for line in scans if " INDEX " not in line and not any(table in line for table in SMALL)]
        assert not whole, f"{sql}\n{plan}"


@pytest.mark.services
def test_pages_cost_few_queries_each_by_an_index(client, crowd):
    client.force_login(crowd[0])
    for query in ("", "?page=60", "?q=crowd19", "?q=crowd", "?period=7"):
        check_plans(client, BOARD + query)
    check_plans(client, f"/players/{crowd[1].username}/")
    check_plans(client, f"/players/{crowd[0].username}/")
    assert client.get("/players/crowd6/").context["player"].rank
