"""Taking one's data along, and closing the account."""

import json

import pytest

from accounts.models import Notice, User
from games.models import PlayerRow
from games.services import joining, tables
from tests.accounts.test_pools import finish
from tests.factories import PASSWORD, UserFactory
from tests.web.test_people import played

pytestmark = pytest.mark.django_db
CLOSE, EXPORT = "/accounts/close/", "/accounts/export/"


@pytest.fixture
def four(db):
    return [UserFactory(username=name) for name in ("Sara", "Omar", "Lina", "Adam")]


def test_the_export_is_for_oneself_alone(client):
    assert client.get(EXPORT)["Location"] == f"/accounts/login/?next={EXPORT}"


def test_the_export_holds_matches_ratings_and_settings(client, four):
    played(four, rated=False)
    finish(four)
    client.force_login(four[0])
    response = client.get(EXPORT)
    assert "attachment" in response["Content-Disposition"]
    data = json.loads(response.content)
    assert data["name"] == "Sara"
    assert data["settings"]["hand_order"] == "high"
    assert [event["change"] for event in data["rating_events"]] == [20]
    assert data["matches"][0]["players"] == {"N": "Sara", "E": "Omar", "S": "Lina", "W": "Adam"}
    assert "password" not in response.content.decode()
    assert "omar@" not in response.content.decode()


def test_the_export_holds_what_staff_told_the_person(client, four):
    Notice.objects.create(user=four[0], kind="warning", reason="noise", by=four[1], appeal="It was the cat.")
    tables.open_table(four[0], "tarneeb/classic", {})
    client.force_login(four[0])
    data = json.loads(client.get(EXPORT).content)
    assert [(one["kind"], one["reason"], one["appeal"]) for one in data["notices"]] == [
        ("warning", "noise", "It was the cat.")
    ]
    assert [one["rule_set"] for one in data["tables"]] == ["tarneeb/classic"]
    assert "Omar" not in json.dumps(data)


def test_closing_needs_the_password(client, four):
    client.force_login(four[0])
    assert client.get(CLOSE).status_code == 200
    assert client.post(CLOSE, {"password": "guess"}).status_code == 200
    assert User.objects.get(pk=four[0].pk).closed_at is None


def test_a_closed_account_leaves_its_matches_without_its_name(client, four):
    match = played(four)
    client.force_login(four[0])
    assert client.post(CLOSE, {"password": PASSWORD})["Location"] == "/"
    closed = User.objects.get(pk=four[0].pk)
    assert closed.closed_at
    assert "Sara" not in closed.username
    assert PlayerRow.objects.filter(match=match).count() == 4
    assert client.get("/players/Sara/").status_code == 404
    assert client.get("/matches/", {"player": closed.username}).context["form"].errors
    listed = client.get("/players/Lina/").content.decode()
    assert "former player" in listed
    assert "Sara" not in listed
    assert not client.login(username="Sara", password=PASSWORD)


def test_nobody_closes_from_a_seat(client, four):
    joining.play_now(four[0], "tarneeb")
    client.force_login(four[0])
    assert b"Leave it first" in client.post(CLOSE, {"password": PASSWORD}).content
    assert User.objects.get(pk=four[0].pk).closed_at is None


def test_a_guest_has_no_account_to_close(client):
    client.force_login(UserFactory(username="Guest-4711", is_guest=True))
    assert client.get(CLOSE)["Location"] == "/accounts/keep/"
