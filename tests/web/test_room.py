"""The pages round a table: the invite and its QR code, sitting down without an account, the form of a new table."""

import pytest
from django.urls import reverse

from accounts.models import User
from games import store
from games.engine.seats import Seat
from games.models import InvitedRow, TableRow, TableState
from games.services import seats, tables
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
NEW = "/tables/new/?rules=tarneeb/classic"
TERMS = {
    "direction": "counterclockwise",
    "no_trump": "on",
    "all_pass": "redeal-same",
    "target": "31",
    "rated": "",
    "turn_seconds": "30",
    "may_join": "everybody",
    "may_watch": "everybody",
    "bot_level": "club",
}


@pytest.fixture
def host():
    return UserFactory(username="sara")


@pytest.fixture
def table(host):
    return tables.open_table(host, "tarneeb/classic", {}, may_join="link", may_watch="link")


def invite(table, **query):
    return reverse("invite", args=[table.token]) + (f"?seat={query['seat']}" if query else "")


# --- the invite ----------------------------------------------------------------------------------------------------


def test_looking_at_an_invite_changes_nothing(client, table):
    page = client.get(invite(table))
    assert page.status_code == 200
    assert not client.session.keys()
    assert User.objects.count() == 1
    assert client.get(f"/tables/{table.pk}/").status_code == 404


def test_an_invite_tells_other_sites_and_search_engines_nothing(client, table):
    page = client.get(invite(table))
    assert page["X-Robots-Tag"] == "noindex"
    assert page["Referrer-Policy"] == "same-origin"
    head = page.content.decode().partition("</head>")[0]
    assert 'property="og:title"' in head
    for secret in ("sara", table.token, "Classic"):
        assert secret not in head


def test_one_press_seats_a_guest(client, table):
    page = client.post(invite(table), follow=True)
    assert page.redirect_chain[-1][0] == f"/tables/{table.pk}/"
    guest = User.objects.get(is_guest=True)
    assert store.read(table.pk).seat_of(guest.pk) is Seat.N
    assert client.get(invite(table)).url == f"/tables/{table.pk}/"


def test_a_link_for_one_seat_seats_there(client, table):
    assert "Sit down: East" in client.get(invite(table, seat="E")).content.decode()
    client.post(invite(table), {"seat": "E"})
    assert store.read(table.pk).sitter(Seat.E).user_id == User.objects.get(is_guest=True).pk


def test_a_seat_that_somebody_took_first_is_said_so(client, table):
    seats.sit(table.pk, UserFactory(), Seat.E, links=[table.pk])
    page = client.post(invite(table), {"seat": "E"}, follow=True)
    assert "Somebody else has that seat." in page.content.decode()


def test_only_watching_needs_nobody(client, table):
    page = client.post(invite(table), {"watch": "1"}, follow=True)
    assert page.status_code == 200
    assert User.objects.count() == 1


def test_who_sits_elsewhere_is_brought_back_there(client, table):
    other = tables.open_table(UserFactory(), "spades/cardems", {})
    client.post(reverse("sit", args=[other.pk]))
    page = client.post(invite(table), follow=True)
    assert page.redirect_chain[-1][0] == f"/tables/{other.pk}/"
    assert "You still have a seat here." in page.content.decode()


def test_a_rated_table_asks_a_stranger_to_sign_up(client, host):
    table = tables.open_table(host, "tarneeb/classic", {}, rated=True, turn_seconds=30)
    text = client.get(invite(table)).content.decode()
    assert "rated matches need an account" in text
    assert f"/accounts/signup/?next=/t/{table.token}/" in text


def test_the_qr_code_is_a_drawing_without_styles(client, table):
    drawing = client.get(reverse("invite-qr", args=[table.token]))
    assert drawing["Content-Type"] == "image/svg+xml"
    assert b"<svg" in drawing.content
    assert b"style" not in drawing.content
    assert client.get("/t/nothing/qr.svg").status_code == 404


# --- a new table ---------------------------------------------------------------------------------------------------


def test_a_table_is_opened_as_chosen_and_the_next_form_remembers(client, host):
    client.force_login(host)
    page = client.post(NEW, {**TERMS, "target": "41", "turn_seconds": "60", "may_watch": "link", "fill": "on"})
    row = TableRow.objects.get(host=host)
    assert page.url == f"/tables/{row.pk}/"
    assert (row.turn_seconds, row.may_watch, row.options["target"], row.fill_at is None) == (60, "link", 41, False)
    fields = client.get(NEW).context["form"]
    assert (fields["turn_seconds"].value(), fields["target"].value(), fields["fill"].value()) == (60, 41, True)
    assert "As last time: Tarneeb, Classic" in client.get("/tables/new/").content.decode()
    other = client.get("/tables/new/?rules=tarneeb/levant").context["form"]
    assert (other["turn_seconds"].value(), other["may_watch"].value()) == (60, "link")


def test_named_people_must_exist(client, host):
    client.force_login(host)
    wrong = client.post(NEW, {**TERMS, "may_join": "named", "invited": "omar, nobody"})
    assert "There is nobody of these names: nobody, omar" in wrong.content.decode()
    assert "Name at least one person." in client.post(NEW, {**TERMS, "may_join": "named"}).content.decode()
    omar = UserFactory(username="omar")
    client.post(NEW, {**TERMS, "may_join": "named", "invited": "Omar"})
    assert InvitedRow.objects.get().user == omar


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"turn_seconds": ""}, "turn_seconds"), ({"signals": "on"}, "rated")],
    ids=["no clock", "signals"],
)
def test_what_cannot_be_rated_is_said_beside_its_field(client, host, changes, field):
    client.force_login(host)
    page = client.post(NEW, {**TERMS, "rated": "1", **changes})
    assert page.status_code == 200
    assert list(page.context["form"].errors) == [field]


def test_a_guest_cannot_open_a_rated_table(client):
    page = client.post(NEW, {**TERMS, "rated": "1"})
    assert list(page.context["form"].errors) == ["rated"]
    assert not TableRow.objects.exists()


def test_a_closed_table_says_so(client, table, host):
    seats.stand(table.pk, host.pk)
    assert TableRow.objects.get().state == TableState.CLOSED
    assert "This table is closed" in client.get(invite(table)).content.decode()
