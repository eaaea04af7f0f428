"""The probes: who is told what, and when a process is not ready."""

from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone

from cardems_site.health import Process
from games import metrics
from games.models import SiteRow, TableRow
from games.services import figures, presence

STRANGER = {"REMOTE_ADDR": "203.0.113.5"}


@pytest.fixture(autouse=True)
def _keeper(db) -> None:
    presence.beat()


def test_alive_whoever_asks_under_whatever_name(client) -> None:
    answer = client.get("/healthz", headers={"Host": "10.0.0.7:8001"}, **STRANGER)
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_ready(client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() | {"keeper_age": 0} == {
        "database": True, "migrated": True, "keeper": True, "keeper_age": 0, "bus": True, "draining": False,
    }  # fmt: skip


def test_stranger_learns_no_details(client, monkeypatch) -> None:
    assert client.get("/readyz", **STRANGER).content == b"ready\n"
    monkeypatch.setattr(Process, "is_draining", True)
    assert client.get("/readyz", **STRANGER).content == b"not ready\n"


def test_not_ready_while_it_stops(client, monkeypatch) -> None:
    monkeypatch.setattr(Process, "is_draining", True)
    assert client.get("/readyz").status_code == 503


def test_not_ready_without_a_keepers_heartbeat(client) -> None:
    SiteRow.objects.update(alive_at=timezone.now() - timedelta(seconds=20))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["keeper"] is False
    SiteRow.objects.all().delete()
    assert client.get("/readyz").status_code == 503


def test_not_ready_without_the_database(client, monkeypatch) -> None:
    def lost() -> float:
        raise DatabaseError

    monkeypatch.setattr(figures, "heartbeat_age", lost)
    answer = client.get("/readyz")
    assert answer.status_code == 503


def test_a_lost_bus_is_told_and_does_not_count(client) -> None:
    metrics.hint_sent(ok=False)
    answer = client.get("/readyz")
    metrics.hint_sent(ok=True)
    assert answer.status_code == 200
    assert answer.json()["bus"] is False


class TestMetrics:
    def test_this_machine_reads_them(self, client) -> None:
        answer = client.get("/metrics")
        assert answer.headers["Content-Type"].startswith("text/plain")
        assert b"cardems_tables_overdue 0.0" in answer.content

    @pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"])
    def test_nobody_else_does_through_a_proxy_either(self, client, header) -> None:
        assert client.get("/metrics", **STRANGER).status_code == 404
        assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 404

    def test_a_token_opens_them(self, client, settings) -> None:
        settings.METRICS_TOKEN = "a long random one"
        for token, status in (("a long random one", 200), ("another", 404), ("", 404)):
            answer = client.get("/metrics", headers={"Authorization": f"Bearer {token}"}, **STRANGER)
            assert answer.status_code == status, token

    def test_no_token_is_no_password(self, client, settings) -> None:
        settings.METRICS_TOKEN = ""
        assert client.get("/metrics", headers={"Authorization": "Bearer "}, **STRANGER).status_code == 404

    def test_overdue_tables_and_states_are_counted(self, client, played) -> None:
        TableRow.objects.filter(pk=played.live_table.pk).update(due_at=timezone.now() - timedelta(seconds=30))
        text = client.get("/metrics").content.decode()
        assert "cardems_tables_overdue 1.0" in text
        assert 'cardems_tables{state="playing"} 1.0' in text
        assert "cardems_processes 1.0" in text

    def test_figures_without_a_database_are_not_numbers(self, client, monkeypatch) -> None:
        def lost() -> None:
            raise DatabaseError

        monkeypatch.setattr(figures, "_take", lost)
        assert b"cardems_tables_overdue NaN" in client.get("/metrics").content


def test_every_other_page_still_wants_the_sites_name(client: Client) -> None:
    assert client.get("/metrics/", headers={"Host": "10.0.0.7"}).status_code == 400
