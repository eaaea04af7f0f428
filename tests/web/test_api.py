"""The interface for scripts: lines of matches, one match, ETags, limits, errors."""

from __future__ import annotations

import json
from datetime import timedelta
from unittest.mock import patch

import pytest
import time_machine
from django.urls import reverse

from accounts.models import Place, RatedMatch, Rating
from games import judge
from tests.factories import UserFactory
from tests.past import WHEN, past_match

pytestmark = pytest.mark.django_db


def lines(response) -> list[dict]:
    assert response["Content-Type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in response.content.decode().splitlines()]


@pytest.fixture
def layla():
    return UserFactory(username="layla")


@pytest.fixture
def rated(layla):
    return [
        past_match("tarneeb/levant", {"N": layla}, rounds=1, rated=True, ended_at=WHEN - timedelta(hours=n))
        for n in range(3)
    ]


def test_a_line_tells_a_match(client, rated):
    first, *_others = lines(client.get("/api/matches/"))
    row = rated[0]
    assert (first["id"], first["rules"], first["rated"]) == (row.pk, "tarneeb/levant", True)
    assert first["url"] == f"http://testserver/matches/{row.pk}/"
    assert list(first["players"]) == ["N", "E", "S", "W"]
    assert first["players"]["N"] == {"name": "layla", "bot": None}
    assert first["players"]["E"] == {"name": "Nour", "bot": "club"}
    assert first["scores"] == {"NS": row.ns, "EW": row.ew}
    assert first["ended"] == {"by": "closed", "side": None}
    assert first["finished_at"] == "2026-11-29T18:00:00Z"


def test_casual_matches_are_not_listed_even_to_their_players(client, layla):
    past_match(people={"N": layla}, rounds=1)
    client.force_login(layla)
    assert lines(client.get("/api/matches/")) == []


def test_a_void_match_is_not_listed_and_says_so(client, rated):
    RatedMatch.objects.create(match=rated[1], game="tarneeb", at=WHEN, voided_at=WHEN)
    assert [(line["id"], line["void"]) for line in lines(client.get("/api/matches/"))] == [
        (rated[0].pk, False),
        (rated[2].pk, False),
    ]
    assert json.loads(client.get(f"/api/matches/{rated[1].pk}/").content)["void"] is True


def test_no_match_is_no_line(client):
    response = client.get("/api/matches/")
    assert (response.status_code, response.content) == (200, b"")
    assert lines(response) == []


def test_the_link_header_leads_through_all(client, rated):
    found, url = [], "/api/matches/?limit=2&game=tarneeb"
    while url:
        response = client.get(url)
        found += [line["id"] for line in lines(response)]
        url = response.get("Link", "").partition(">")[0].removeprefix("<http://testserver")
    assert found == [row.pk for row in rated]


def test_filters(client, rated):
    assert len(lines(client.get("/api/matches/?player=layla&game=tarneeb/levant&since=2026-11-29"))) == 3
    assert lines(client.get("/api/matches/?game=spades")) == []
    assert lines(client.get("/api/matches/?rated=0")) == []


@pytest.mark.parametrize(
    "query",
    ["player=nobody-here", "game=chess", "since=x", "limit=0", "limit=501", "limit=x", "limit=٣", "limit=01001"],
)
def test_a_wrong_filter_is_an_error_in_json(client, query):
    response = client.get(f"/api/matches/?{query}")
    assert response.status_code == 400
    error = json.loads(response.content)["error"]
    assert error["code"] == "bad-filter"
    assert list(error["fields"]) == [query.partition("=")[0]]


def test_one_match_comes_with_its_record(client):
    row = past_match("spades/cardems", rounds=2)
    told = json.loads(client.get(f"/api/matches/{row.pk}/").content)
    assert told["id"] == row.pk
    assert len(told["record"]["rounds"]) == 2
    assert "error" not in judge.judged(json.dumps(told["record"]).encode())


@pytest.mark.parametrize("number", [77, 99999999999999999999])
def test_no_such_match(client, number):
    response = client.get(f"/api/matches/{number}/")
    assert response.status_code == 404
    assert json.loads(response.content)["error"]["code"] == "not-found"


@pytest.mark.parametrize("address", ["/api/matches/", "/api/matches/{id}/"])
def test_what_has_not_changed_is_not_sent_again(client, rated, address):
    address = address.format(id=rated[0].pk)
    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    past_match("tarneeb/levant", rounds=1, rated=True, seed=8)
    rated[0].players.filter(seat="E").update(bot_name="Rima")
    assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_nothing_can_be_changed(client):
    assert client.post("/api/matches/").status_code == 405


def test_too_many_requests(client, settings):
    settings.API_REQUESTS_A_MINUTE = 2
    with time_machine.travel(WHEN, tick=False):
        assert [client.get("/api/matches/").status_code for _time in range(3)] == [200, 200, 429]
        refused = client.get("/api/matches/")
    with time_machine.travel(WHEN + timedelta(minutes=1), tick=False):
        assert client.get("/api/matches/").status_code == 200
    assert refused["Retry-After"] == "60"
    assert json.loads(refused.content)["error"]["code"] == "too-many-requests"


def place(name: str, rating: int, **counts: int) -> Place:
    user = UserFactory(username=name)
    Rating.objects.create(user=user, game="spades", rating=rating, matches=20, won=11)
    usual = dict.fromkeys(("change", "matches", "won", "contracts", "made", "streak"), 3)
    return Place.objects.create(
        user=user, game="spades", period="all", skeleton=user.skeleton, rating=rating, **usual | counts
    )


def test_a_player(client):
    place("first", 1700)
    place("second", 1600)
    told = json.loads(client.get("/api/players/SECOND/").content)
    assert (told["name"], told["url"]) == ("second", "http://testserver/players/second/")
    assert told["ratings"].keys() == {"spades"}
    spades = told["ratings"]["spades"]
    assert (spades["rating"], spades["rank"], spades["provisional"], spades["won"]) == (1600, 2, False, 11)


def test_guests_and_closed_accounts_are_nobody(client):
    UserFactory(username="a-guest", is_guest=True)
    UserFactory(username="a-closed-one", closed_at=WHEN)
    for name in ("a-guest", "a-closed-one", "nobody"):
        assert client.get(f"/api/players/{name}/").status_code == 404


def test_a_leaderboard_goes_on_from_page_to_page_with_ties(client):
    for name, rating in (("ann", 1700), ("bob", 1650), ("cem", 1650), ("dan", 1600)):
        place(name, rating, change=-2)
    told = json.loads(client.get("/api/leaderboards/spades/").content)
    assert [(entry["rank"], entry["name"]) for entry in told["entries"]] == [
        (1, "ann"),
        (2, "bob"),
        (2, "cem"),
        (4, "dan"),
    ]
    assert told["entries"][0]["change"] == -2
    with patch("games.screens.public.PLACES", 2):
        pages = [client.get(f"/api/leaderboards/spades/?page={page}") for page in (1, 2)]
    assert [entry["rank"] for page in pages for entry in json.loads(page.content)["entries"]] == [1, 2, 2, 4]
    assert pages[0]["Link"] == '<http://testserver/api/leaderboards/spades/?page=2>; rel="next"'
    assert json.loads(client.get("/api/leaderboards/tarneeb/?period=7").content)["entries"] == []


@pytest.mark.parametrize(
    ("address", "status"),
    [("chess/", 404), ("spades/?period=1", 400), ("spades/?page=0", 400), ("spades/?page=x", 400)],
)
def test_no_such_leaderboard(client, address, status):
    assert client.get(f"/api/leaderboards/{address}").status_code == status


def test_the_page_describes_every_address(client):
    text = client.get(reverse("api")).content.decode()
    for address in ("/api/matches/", "/api/players/", "/api/leaderboards/", "If-None-Match", "Retry-After"):
        assert address in text
