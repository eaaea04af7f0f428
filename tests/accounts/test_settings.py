"""One's own settings, the language switch, and that they hold."""

import pytest
from django.utils import timezone

from tests.accounts.conftest import user_of

pytestmark = pytest.mark.django_db
SETTINGS, LANGUAGE = "/accounts/settings/", "/accounts/language/"
CHOICES = {
    "language": "ar", "digits": "arabic", "theme": "dark",
    "deck": "two", "card_back": "plum", "hand_order": "low", "motion": "reduced", "sounds": True,
    "time_zone": "Asia/Amman",
}  # fmt: skip


def test_settings_are_saved_and_shown(client, sara):
    client.force_login(sara)
    assert client.post(SETTINGS, CHOICES)["Location"] == SETTINGS
    sara.refresh_from_db()
    assert {field: getattr(sara, field) for field in CHOICES} == CHOICES
    page = client.get(SETTINGS)
    assert b'lang="ar" dir="rtl"' in page.content
    assert b'data-theme="dark"' in page.content
    assert b'data-back="plum" data-sounds' in page.content
    assert client.cookies["django_language"].value == "ar"


def test_a_guest_has_settings_too(client, guest):
    client.post(SETTINGS, CHOICES)
    guest.refresh_from_db()
    assert guest.deck == "two"


def test_settings_need_somebody(client):
    assert client.get(SETTINGS)["Location"] == "/accounts/login/?next=/accounts/settings/"


@pytest.mark.parametrize(
    "wrong", [{"time_zone": "Mars/Olympus"}, {"theme": "neon"}, {"digits": ""}, {"language": "fr"}]
)
def test_unknown_choices_are_refused(client, sara, wrong):
    client.force_login(sara)
    assert client.post(SETTINGS, CHOICES | wrong).status_code == 200
    sara.refresh_from_db()
    assert sara.theme == "system"


def test_settings_touch_nothing_else(client, sara):
    client.force_login(sara)
    client.post(SETTINGS, CHOICES | {"is_staff": "on", "username": "Boss", "email": "x@example.org"})
    sara.refresh_from_db()
    assert (sara.is_staff, sara.username, sara.email) == (False, "Sara", "")


def test_the_switch_sets_the_cookie_and_goes_back(client):
    response = client.post(LANGUAGE, {"language": "ar", "next": "/matches/?x=1"})
    assert (response.status_code, response["Location"]) == (302, "/matches/?x=1")
    assert b'dir="rtl"' in client.get("/accounts/login/").content


def test_the_switch_is_remembered_for_the_person_on_every_device(client, sara):
    client.force_login(sara)
    client.post(LANGUAGE, {"language": "ar"})
    sara.refresh_from_db()
    assert sara.language == "ar"
    client.cookies["django_language"] = "en"
    assert b'dir="rtl"' in client.get(SETTINGS).content


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_the_switch_goes_nowhere_else(client, target):
    assert client.post(LANGUAGE, {"language": "ar", "next": target})["Location"] == "/"


@pytest.mark.parametrize("language", ["fr", "xx", "", "../../etc"])
def test_a_language_we_have_not_changes_nothing(client, sara, language):
    client.force_login(sara)
    assert client.post(LANGUAGE, {"language": language}).status_code == 302
    sara.refresh_from_db()
    assert sara.language == ""
    assert "django_language" not in client.cookies


def test_the_switch_needs_a_post(client):
    assert client.get(LANGUAGE).status_code == 405


def test_times_are_shown_in_the_persons_zone(client, sara, rf):
    from accounts.middleware import OwnChoices

    sara.time_zone = "Asia/Amman"
    request = rf.get("/")
    request.user = sara
    OwnChoices(lambda request: None).process_request(request)
    assert timezone.get_current_timezone_name() == "Asia/Amman"
    sara.time_zone = "Lost/Zone"
    OwnChoices(lambda request: None).process_request(request)
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize("language", ["en", "ar"])
def test_every_page_renders_for_everybody(client, sara, language):
    client.cookies["django_language"] = language
    for page in ("login", "signup", "password/reset", "password/reset/done", "inactive", "confirm-email"):
        assert client.get(f"/accounts/{page}/").status_code == 200, page
    assert client.get("/accounts/password/reset/key/1-x/").status_code == 200
    assert client.get("/accounts/confirm-email/x/").status_code == 200
    assert client.get("/accounts/password/reset/key/done/").status_code == 200
    client.force_login(sara)
    for page in ("settings", "logout", "email", "password/change", "reauthenticate"):
        response = client.get(f"/accounts/{page}/")
        assert response.status_code == 200, page
        assert b" style=" not in response.content
    assert user_of(client) == sara
