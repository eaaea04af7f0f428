"""Play now, and numbers in addresses that no table can have."""

import pytest

from games.models import SeatRow, TableRow, TableState
from games.services import seats
from tests.factories import UserFactory
from tests.services.room import playing

HUGE = 2**63


def table_of(user):
    return SeatRow.objects.get(user=user, live=True).table


def test_play_now_again_leads_back_to_the_table(client, db):
    client.post("/play/tarneeb/")
    assert client.post("/play/tarneeb/").url == f"/tables/{TableRow.objects.get().pk}/"


def test_play_now_for_the_other_game_leaves_a_table_of_bots(client, db):
    user = UserFactory()
    client.force_login(user)
    client.post("/play/tarneeb/")
    first = table_of(user)
    client.post("/play/spades/")
    first.refresh_from_db()
    assert (first.state, table_of(user).game) == (TableState.CLOSED, "spades")


@pytest.mark.parametrize("number", [0, HUGE - 1, HUGE, 10**30])
@pytest.mark.parametrize("path", ["/tables/{}/", "/matches/{}/", "/matches/{}/record.json", "/api/matches/{}/"])
def test_a_number_that_no_table_has_is_not_found(client, db, path, number):
    assert client.get(path.format(number)).status_code == 404


@pytest.mark.parametrize("path", ["/tables/{}/sit/", "/tables/{}/leave/"])
def test_nor_can_anything_be_done_there(client, db, path):
    client.force_login(UserFactory())
    assert client.post(path.format(HUGE), {"seat": "N"}).status_code == 404


class TestTheWayBack:
    """Whoever has left a match that goes on finds the way back on the home page."""

    LEFT = "You have left a match that is still being played."

    @pytest.fixture
    def left(self, client, db):
        adam, bilal = UserFactory(), UserFactory()
        table_id = playing(adam, bilal)
        seats.leave(table_id, adam.pk)
        client.force_login(adam)
        return adam, table_id

    def test_is_there(self, client, left):
        page = client.get("/").content.decode()
        assert self.LEFT in page
        assert f'href="/tables/{left[1]}/"' in page

    def test_does_not_keep_anybody_from_sitting_elsewhere(self, client, left):
        there = client.post("/play/spades/").url
        page = client.get("/").content.decode()
        assert there != f"/tables/{left[1]}/"
        assert self.LEFT not in page
        assert f'<a class="button main" href="{there}">' in page

    def test_is_not_there_for_a_seat_that_staff_have_given_away(self, client, left):
        SeatRow.objects.filter(user=left[0]).update(removed=True)
        assert self.LEFT not in client.get("/").content.decode()

    def test_nor_once_the_match_is_over(self, client, left):
        TableRow.objects.update(state=TableState.FINISHED)
        assert self.LEFT not in client.get("/").content.decode()
