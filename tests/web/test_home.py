"""Play now, and numbers in addresses that no table can have."""

import pytest

from games.models import SeatRow, TableRow, TableState
from tests.factories import UserFactory

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
