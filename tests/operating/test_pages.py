"""The pages about the site, in both languages, with the operator's own words where there are some."""

import re
from datetime import UTC, datetime

import pytest
from django.conf import settings as site
from django.template import engines
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.middleware import zone_of
from games.models import MatchRow

PAGES = ("privacy", "cookies", "terms", "contact", "source")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_everybody_reads_it_and_the_foot_leads_there(client, db, name, language) -> None:
    answer = client.get(reverse(name), headers={"Accept-Language": language})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'lang="{language}"' in page
    assert len(re.findall(r"<h1", page)) == 1
    assert f'href="{reverse(name)}"' in client.get("/accounts/login/").content.decode()


def test_operator_is_named_and_text_is_safe(client, settings, db) -> None:
    settings.SITE_OPERATOR, settings.CONTACT_EMAIL = "Cards <b>Ltd</b>\n1 Main Street", "cards@example.org"
    settings.SOURCE_URL = "https://code.example.org/cardems"
    page = client.get(reverse("contact")).content.decode()
    assert "Cards &lt;b&gt;Ltd&lt;/b&gt;<br>1 Main Street" in page
    assert 'href="mailto:cards@example.org"' in page
    assert 'href="https://code.example.org/cardems"' in client.get(reverse("source")).content.decode()


def test_every_cookie_that_we_set_is_explained(db, settings) -> None:
    from tests.factories import PASSWORD, UserFactory

    UserFactory(username="Warda")
    client = Client()
    client.get("/accounts/login/")
    client.post("/accounts/login/", {"login": "Warda", "password": PASSWORD})
    client.post(reverse("set_language"), {"language": "ar", "next": "/"})
    page = client.get(reverse("cookies")).content.decode()
    assert len(client.cookies) >= 4
    assert {name for name in client.cookies if f">{name}<" not in page} == set()
    script = (site.BASE_DIR / "static" / "js" / "zone.js").read_text()
    assert ">time-zone<" in page
    assert "time-zone=" in script


def test_own_templates_come_first(client, db, settings, tmp_path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "terms.html").write_text("Our own terms")
    engine = engines["django"]
    loader = engine.engine.template_loaders[0]
    assert site.TEMPLATES[0]["DIRS"][-1] == site.BASE_DIR / "templates"
    engine.engine.dirs.insert(0, tmp_path)
    getattr(loader, "reset", lambda: None)()
    try:
        assert client.get(reverse("terms")).content == b"Our own terms"
    finally:
        engine.engine.dirs.remove(tmp_path)
        getattr(loader, "reset", lambda: None)()


class TestSecurityTxt:
    def test_says_whom_to_write_to_and_until_when(self, client, settings) -> None:
        settings.CONTACT_EMAIL = "cards@example.org"
        text = client.get("/.well-known/security.txt").content.decode()
        fields = dict(line.split(": ", 1) for line in text.splitlines())
        assert fields["Contact"] == "mailto:cards@example.org"
        assert fields["Canonical"].endswith("/.well-known/security.txt")
        expires = datetime.fromisoformat(fields["Expires"])
        assert 0 < (expires - datetime.now(UTC)).days < 365

    def test_is_missing_where_nobody_would_answer(self, client, settings, db) -> None:
        settings.CONTACT_EMAIL = ""
        assert client.get("/.well-known/security.txt").status_code == 404


def test_robots(client) -> None:
    assert b"Disallow: /accounts/" in client.get("/robots.txt").content


class TestTimeZone:
    def test_reader_sees_the_browsers_zone(self, client, played) -> None:
        MatchRow.objects.filter(pk=played.past.pk).update(finished_at=datetime(2026, 11, 29, 22, 30, tzinfo=UTC))
        page = reverse("match", args=[played.past.pk])
        assert "2026-11-29T22:30" in client.get(page).content.decode()
        client.cookies["time-zone"] = "Asia/Amman"
        assert "2026-11-30T01:30" in client.get(page).content.decode()

    def test_own_choice_stands_above_the_browser(self, client, played) -> None:
        person = played.live_table.host
        person.time_zone = "America/Lima"
        person.save()
        client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
        client.cookies["time-zone"] = "Asia/Amman"
        client.get("/")
        assert str(timezone.get_current_timezone()) == "America/Lima"

    @pytest.mark.parametrize("name", ["", "Nowhere/City", "../../etc/passwd", "Africa", "\0", "x" * 5000, "UTC\n"])
    def test_nonsense_is_the_sites_zone(self, name) -> None:
        assert str(zone_of(name)) == "UTC"
